//! Records the rounds of a run, and what it finds out and chooses.

use super::grid::Grid;

/// What a run of [`Unicast`](super::Unicast) has found out on its way, and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnicastRun {
    /// Most destinations of a packet if messages were split.
    pub split: Option<usize>,
    /// The rounds.
    pub rounds: Vec<UnicastRound>,
    /// The guess at the congestion for Lemma 1, if it is unknown.
    pub guesses: Vec<usize>,
}

/// A round of [`Unicast`](super::Unicast).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnicastRound {
    /// Packets sent.
    pub packets: usize,
    /// Most packets for one node.
    pub longest: usize,
    /// Tiles from top to bottom.
    pub down: usize,
    /// Tiles from left to right.
    pub across: usize,
    /// How often groups toured the tiles.
    pub passes: usize,
    /// Packets that went past every node instead of on another tour.
    pub broadcast: usize,
}

impl UnicastRound {
    pub(super) fn new(packets: usize, longest: usize, grid: Grid) -> Self {
        let Grid { down, across, passes, rest: broadcast } = grid;
        Self { packets, longest, down, across, passes, broadcast }
    }
}
