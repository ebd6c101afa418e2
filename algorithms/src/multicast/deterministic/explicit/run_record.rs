//! Records the rounds of a run.

use super::super::rounds::RoundsRound;

/// What a run of [`Explicit`](super::Explicit) has found out on its way, and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitRun {
    /// The rounds; the last leaves no packets.
    pub rounds: Vec<RoundsRound>,
    /// What took the place of the congestion, if it is unknown.
    pub guess: Option<usize>,
    /// The order of the field, and tiles of the first round; 1 if there is one tile.
    pub order: usize,
    /// Digits of the packets' numbers in base `order`; 0 if there is one tile.
    pub digits: usize,
    /// Rounds that are enough for every message set; none if the congestion is unknown.
    pub certified: Option<u64>,
}

impl ExplicitRun {
    /// Packets left after each round.
    pub fn leftovers(&self) -> Vec<u32> {
        self.rounds.iter().map(|round| round.left).collect()
    }
}
