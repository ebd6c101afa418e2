//! Sets how packets are replicated, and how replicas are marked.

use super::run_record::AlphaIs;

/// Migrations of an iteration where no expansion is certain.
const ALPHA: usize = 4;

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
    /// Replicas of a packet, r; by default ⌈log₂ n⌉.
    pub instances: Option<usize>,
    /// Migrations of an iteration, α; by default the least number with which Lemma 4 is certain, or 4 if none is.
    pub alpha: Option<usize>,
    /// How replicas are marked.
    pub marks: Marks,
    /// What may be spent on finding out how well the permutation expands; see [`verify`](crate::verify).
    pub effort: u64,
}

impl Replication {
    /// α, and where it is from, if `certified` is the least with which Lemma 4 is certain.
    pub(super) fn chosen_alpha(&self, certified: Option<usize>) -> (usize, AlphaIs) {
        match (self.alpha, certified) {
            (Some(alpha), _) => (alpha, AlphaIs::Given),
            (None, Some(alpha)) => (alpha, AlphaIs::Certified),
            (None, None) => (ALPHA, AlphaIs::Default),
        }
    }
}
