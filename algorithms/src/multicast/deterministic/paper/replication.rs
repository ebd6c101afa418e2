//! Sets how packets are replicated, and how replicas are marked.

use super::expansion::Expansion;
use super::run_record::AlphaIs;

/// Migrations of an iteration where no expansion is certain.
pub(super) const ALPHA: usize = 4;

/// Replicas of a packet where nobody says how many: the most with which ⌊log₂ n⌋ classes are enough for a packet of each of n nodes, if
/// replicas have so many places; one at least.
pub(super) fn default_instances(nodes: usize, places: usize) -> usize {
    let class = nodes.div_ceil(nodes.ilog2().max(1) as usize);
    (places / class).max(1)
}

/// How replicas learn which of their destinations have been visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// The clones come back from their blocks and say so.
    #[default]
    Literal,
    /// A replica is marked when it is selected, since the clone will visit the whole block.
    Lean,
}

/// The parameters of [`DeterministicPaper`](super::DeterministicPaper).
#[derive(Clone, Debug, Default)]
pub struct Replication {
    /// Replicas of a packet, r; by default the most with which ⌊log₂ n⌋ classes are enough.
    pub instances: Option<usize>,
    /// Migrations of an iteration, α; by default the least number with which Lemma 4 is certain, or 4 if none is.
    pub alpha: Option<usize>,
    /// Whether the permutation was drawn uniformly at random, so that what holds for all but 2⁻²⁰ of all permutations may be counted
    /// on. Of one from elsewhere only what is certified of it is certain.
    pub is_drawn: bool,
    /// How replicas are marked.
    pub marks: Marks,
    /// What may be spent on finding out how well the permutation expands; see [`verify`](crate::verify).
    pub effort: u64,
}

impl Replication {
    /// α, and where it is from.
    pub(super) fn alpha_from(&self, expansion: Option<&Expansion>) -> (usize, AlphaIs) {
        match (self.alpha, expansion) {
            (Some(alpha), _) => (alpha, AlphaIs::Given),
            (None, Some(known)) => (known.alpha, known.alpha_is),
            (None, None) => (ALPHA, AlphaIs::Default),
        }
    }
}
