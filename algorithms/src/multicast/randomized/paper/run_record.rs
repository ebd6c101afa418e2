//! Records what a run finds out and chooses.

/// What a run of [`Paper`](super::Paper) has found out on its way, and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperRun {
    /// Whether c > n/16, or a guess at it, so that every packet toured the whole mesh, or what was left of it.
    pub fallback: bool,
    /// Migrations of a visit in the first phase: the paper's r.
    pub instances: usize,
    /// The phases.
    pub phases: Vec<PaperPhase>,
    /// The guess at the congestion that every phase was for, if it is unknown.
    pub guesses: Vec<usize>,
}

/// A phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperPhase {
    /// The phase, 0 to K; it goes on counting if the congestion is unknown.
    pub phase: usize,
    /// Rows of tiles.
    pub tiles_down: usize,
    /// Columns of tiles.
    pub tiles_across: usize,
    /// Rows of blocks in a tile.
    pub blocks_down: usize,
    /// Columns of blocks in a tile.
    pub blocks_across: usize,
    /// Rows of the largest block.
    pub block_rows: usize,
    /// Columns of the largest block.
    pub block_cols: usize,
    /// Times that Step 2 was carried out: more than once only in the last phase.
    pub tours: u64,
    /// Deliveries still to be made at the end.
    pub left: u32,
}
