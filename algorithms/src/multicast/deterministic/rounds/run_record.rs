//! Records the rounds of a run, and what it finds out and chooses.

use super::guaranteed_rounds::GuaranteedRounds;
use super::tile_schedule::Pace;
use crate::multicast::visits::{Tessellation, block};
use meshcast_engine::Shape;

/// One round of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundsRound {
    /// Rows of the grid of tiles.
    pub down: usize,
    /// Columns of the grid of tiles.
    pub across: usize,
    /// Rows of a block.
    pub block_rows: usize,
    /// Columns of a block.
    pub block_cols: usize,
    /// Whether packets were brought home before.
    pub anew: bool,
    /// Packets that still had destinations to reach after it.
    pub left: u32,
}

/// What a run of [`Rounds`](super::Rounds) has found out on its way, and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundsRun {
    /// What the numbers of tiles followed.
    pub pace: Pace,
    /// The rounds.
    pub rounds: Vec<RoundsRound>,
    /// Packets that the rounds have left, which then went past every node; 0 if there were none.
    pub broadcast: u32,
    /// What took the place of the congestion, if it is unknown.
    pub guess: Option<usize>,
    /// Permutations that are used: for each round of a stage, or one for all; none if there is but one tile.
    pub permutations: usize,
    /// Words that a node stores for them: [`Rounds::stored_words`](super::Rounds::stored_words).
    pub stored_words: usize,
    /// Rounds after which nothing is left, if these were computed for n, c and the tiles, and the permutations are what
    /// they suppose: nothing that supposes random ones is guaranteed for
    /// [`Permutations::Each`](super::Permutations::Each) and [`Permutations::Rotated`](super::Permutations::Rotated),
    /// which somebody chose.
    pub guaranteed: Option<GuaranteedRounds>,
}

impl RoundsRound {
    pub(super) fn new(used: Tessellation, anew: bool, left: u32) -> Self {
        let (block_rows, block_cols) = block(used.core());
        let (down, across) = (used.down(), used.across());
        Self { down, across, block_rows, block_cols, anew, left }
    }

    pub(in crate::multicast::deterministic) fn grid(&self, shape: Shape) -> Tessellation {
        Tessellation::of_grid(shape, self.down, self.across)
    }
}

impl RoundsRun {
    /// Packets left after each round.
    pub fn leftovers(&self) -> Vec<u32> {
        self.rounds.iter().map(|round| round.left).collect()
    }
}
