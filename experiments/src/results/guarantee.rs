//! Holds the result of `meshcast expander rounds`.

use serde::Serialize;

/// The result of `meshcast expander rounds`.
#[derive(Debug, Serialize)]
pub(crate) struct GuaranteeResult {
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
