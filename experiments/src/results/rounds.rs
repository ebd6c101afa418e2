//! Holds the result of `meshcast expander rounds`.

use serde::Serialize;

/// The result of `meshcast expander rounds`.
#[derive(Debug, Serialize)]
pub(crate) struct RoundsResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) schedule: &'static str,
    pub(crate) nodes: u64,
    pub(crate) congestion: u64,
    /// The power of two that stands for the congestion.
    pub(crate) tiles: u64,
    pub(crate) alpha: u64,
    /// Whether there is one permutation for all rounds.
    pub(crate) stored_permutations: &'static str,
    pub(crate) rounds: u64,
    /// The permutations that they are enough for.
    pub(crate) guaranteed_for: String,
    /// The same in rounds with `tiles` tiles.
    pub(crate) full_rounds: f64,
    /// Permutations to store.
    pub(crate) permutations: u64,
    /// log₂ of a bound on the share of the permutations that fail; none if none do.
    pub(crate) failure_log2: Option<f64>,
    /// Rounds that any permutations need, of a schedule with one number of tiles, in the blocks of 2b nodes that the program
    /// has, and in those of b nodes for which rounds are guaranteed.
    pub(crate) forced_rounds: Option<u64>,
    pub(crate) forced_rounds_small_blocks: Option<u64>,
    pub(crate) stages: Vec<StageResult>,
}

/// Rounds with one number of tiles.
#[derive(Debug, Serialize)]
pub(crate) struct StageResult {
    pub(crate) tiles: u64,
    pub(crate) rounds: u64,
    /// Most packets alive for a block before and after.
    pub(crate) alive: u64,
    pub(crate) left: u64,
    pub(crate) failure_log2: Option<f64>,
}

/// The result of `meshcast expander rounds --explicit`.
#[derive(Debug, Serialize)]
pub(crate) struct CertificateResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) schedule: &'static str,
    pub(crate) nodes: u64,
    /// Rows and columns of the mesh.
    pub(crate) mesh: (u64, u64),
    pub(crate) congestion: u64,
    pub(crate) tiles: u64,
    /// Rows and columns of the grid of tiles.
    pub(crate) grid: (u64, u64),
    pub(crate) alpha: u64,
    pub(crate) rounds: u64,
    pub(crate) guaranteed_for: &'static str,
    /// The order of the field, q; 1 if there is one tile.
    pub(crate) field: u64,
    /// Digits of the packets' numbers in base q, k; 0 if there is one tile.
    pub(crate) digits: u64,
    pub(crate) stored_words: u64,
    /// Nodes of the smallest block, b.
    pub(crate) block: u64,
    /// What a visit takes for it, κ.
    pub(crate) capacity: u64,
    /// Packets of the largest group, G, and the nodes of a core, M.
    pub(crate) group: u64,
    pub(crate) core: u64,
    /// Steps that the rounds take at most, with one copy a node and visit.
    pub(crate) steps: Option<u64>,
    pub(crate) spans: Vec<SpanResult>,
}

/// Rounds in a row, and the inequality that bounds what they leave.
#[derive(Debug, Serialize)]
pub(crate) struct SpanResult {
    pub(crate) rounds: u64,
    /// Rounds in which every packet takes part at least.
    pub(crate) taken: u64,
    /// Most packets alive for the smallest block before and after.
    pub(crate) alive: u64,
    pub(crate) left: u64,
    /// The size of the sets that are excluded, the most times that pairs of one are together, and the fewest groups that it is in.
    pub(crate) set: u64,
    pub(crate) meetings: u64,
    pub(crate) groups: u64,
    /// κ·groups + set > alive, in numbers.
    pub(crate) inequality: String,
}
