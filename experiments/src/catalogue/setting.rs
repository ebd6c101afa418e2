//! Holds what a run is given beside its algorithm and its messages.

use meshcast_algorithms::{Congestion, Permutation, Permutations, StoredWords};
use meshcast_engine::{AuditLevel, CostModel, Mode};
use std::sync::Arc;

/// How a run is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting<'p> {
    pub(crate) model: CostModel,
    pub(crate) mode: Mode,
    pub(crate) audit: AuditLevel,
    /// The most words in a header that a program writes, if they are bounded.
    pub(crate) header_words: Option<usize>,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    pub(crate) congestion: Congestion,
    /// Permutations from files, if there are any.
    pub(crate) permutations: &'p [Permutation],
    /// Flags of which the result is to say if they were of no use.
    pub(crate) flags: &'p [&'static str],
}

impl Setting<'_> {
    /// The permutations that nodes store, so many words each: those from files, or some drawn from the seed.
    pub(super) fn stored(self, words: StoredWords) -> Permutations {
        match (self.permutations, words) {
            ([], _) => Permutations::Drawn { words, seed: self.seed },
            ([first, ..], StoredWords::One) => Permutations::Rotated(Arc::new(first.clone())),
            (all, StoredWords::All) => Permutations::Each(Arc::from(all)),
        }
    }
}
