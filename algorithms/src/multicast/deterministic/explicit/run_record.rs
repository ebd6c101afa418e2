//! Records the rounds of a run.

use super::super::rounds::RoundsRound;

/// What a run of [`Explicit`](super::Explicit) has found out on its way, and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitRun {
    /// The rounds.
    pub rounds: Vec<RoundsRound>,
    /// Packets that the rounds have left, which then went past every node; 0 if there were none.
    pub broadcast: u32,
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
