//! Plans a phase: its tiles and the tour of its groups.

use super::double_tessellation::DoubleTessellation;
use super::run_record::PaperPhase;
use super::tour::Tour;
use meshcast_engine::Shape;

/// What is planned for a phase.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    pub(super) tiles: DoubleTessellation,
    pub(super) tour: Tour,
}

impl Phase {
    pub(super) fn new(shape: Shape, tiles: DoubleTessellation, instances: usize) -> Self {
        Self { tour: Tour::new(shape, &tiles, instances), tiles }
    }

    /// The record of it in a run, without what the run finds out.
    pub(super) fn record(&self, phase: usize) -> PaperPhase {
        let (_, block) = self.tiles.largest();
        PaperPhase {
            phase,
            tiles_down: self.tiles.grid().0,
            tiles_across: self.tiles.grid().1,
            blocks_down: self.tiles.blocks.0,
            blocks_across: self.tiles.blocks.1,
            block_rows: block.rows(),
            block_cols: block.cols(),
            tours: 0,
            left: 0,
        }
    }
}
