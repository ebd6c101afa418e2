//! Counts the steps of a phase, without planning it.

use super::replication::Marks;
use crate::multicast::randomized::DoubleTessellation;
use crate::multicast::visits::tour_steps;
use meshcast_engine::{Order, Shape, Tiling};
use meshcast_primitives::{
    LiteralMigration, Marking, Migration, PermutationRouting, SegmentedBroadcast, TileShift,
    all_reduce_steps,
};

/// Blocks a side of all routings.
pub(super) const BLOCKS: usize = 2;

/// The steps of the parts of a phase, also on meshes for formulas alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhaseSteps {
    /// To place a class, to form groups, to disband them.
    routing: u64,
    make: u64,
    coalesce: u64,
    survey: u64,
    tiles: u64,
    visit: u64,
    shift: u64,
}

impl PhaseSteps {
    pub(super) fn new(
        shape: Shape,
        tiles: &DoubleTessellation,
        instances: usize,
        marks: Marks,
    ) -> Self {
        let ((down, across), blocks) = (tiles.grid(), tiles.blocks);
        let visit = |tile: Shape| {
            let clones = match marks {
                Marks::Literal => {
                    LiteralMigration::steps_on(tile, blocks, 1)
                        + 1
                        + Marking::steps_on(tile, blocks)
                }
                Marks::Lean => Migration::exact_steps_in_five_lanes(tile, blocks),
            };
            clones + tour_steps(tile, blocks)
        };
        let visits = Tiling::shapes_in_grid(shape, down, across).map(visit);
        let all_blocks = tiles.tiles() * blocks.0 * blocks.1;
        Self {
            routing: PermutationRouting::steps_on(shape, BLOCKS),
            make: SegmentedBroadcast::steps_on(shape, Order::Snake, instances),
            coalesce: 2 * (instances as u64 - 1),
            survey: all_reduce_steps(shape, all_blocks + 1),
            tiles: tiles.tiles() as u64,
            visit: visits.max().unwrap_or(0),
            shift: TileShift::core_steps_on(shape, down, across),
        }
    }

    /// Steps of a phase; `begins` with a class, or not.
    pub(super) fn of_phase(self, begins: bool, migrations: usize, is_known: bool) -> u64 {
        let begin = match (begins, is_known) {
            (false, _) => 0,
            (true, true) => self.routing,
            (true, false) => self.routing + self.survey,
        };
        let tour = self.tiles * (migrations as u64 * self.visit + self.shift);
        begin + self.make + 2 * self.routing + tour + self.coalesce + 1 + self.survey
    }
}
