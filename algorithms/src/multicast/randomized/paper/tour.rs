//! Takes the groups around the tiles, where they leave copies in all blocks that want them: step 2.

use super::double_tessellation::DoubleTessellation;
use super::lanes::MASTERS;
use crate::multicast::visits::{Blocks, tour_steps};
use meshcast_engine::{Machine, Shape, Tiling, Violation, Way};
use meshcast_primitives::{ByShape, LiteralMigration, TileShift};

/// Step 2 on one double tessellation.
#[derive(Clone, Debug)]
pub(super) struct Tour {
    tiling: Tiling,
    visits: ByShape<Visit>,
    instances: usize,
    shift: TileShift,
    steps: u64,
}

/// Steps of a tour, also on meshes for formulas alone.
pub(super) fn steps_on(shape: Shape, tiles: &DoubleTessellation, instances: usize) -> u64 {
    let (down, across) = tiles.grid();
    let masters = MASTERS.len() as u64;
    let visits = Tiling::shapes_in_grid(shape, down, across).map(|tile| {
        LiteralMigration::steps_on(tile, tiles.blocks, masters) + tour_steps(tile, tiles.blocks)
    });
    let shifts = masters * TileShift::core_steps_on(shape, down, across);
    (down * across) as u64 * (instances as u64 * visits.max().unwrap_or(0) + shifts)
}

/// A visit of one group to a tile of one shape.
#[derive(Clone, Debug)]
struct Visit {
    migration: LiteralMigration,
    blocks: Blocks,
}

impl Tour {
    pub(super) fn new(shape: Shape, tiles: &DoubleTessellation, instances: usize) -> Self {
        let (down, across) = tiles.grid();
        let visits = ByShape::new(&tiles.tiling(), |shape| {
            let blocks = Blocks::new(tiles.blocks_of(shape));
            let (down, across) = tiles.blocks;
            Visit { migration: LiteralMigration::of_two(shape, down, across), blocks }
        });
        let shift = TileShift::of_cores(shape, down, across);
        let steps = steps_on(shape, tiles, instances);
        Self { tiling: tiles.tiling(), visits, instances, shift, steps }
    }

    /// Steps of a run.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Makes the masters ready for the first run.
    pub(super) fn begin(&self, machine: &mut Machine) -> Result<(), Violation> {
        for lane in MASTERS {
            machine.swap_lanes(|_| [(0, lane)])?;
            self.shift.begin(machine)?;
            machine.swap_lanes(|_| [(0, lane)])?;
        }
        Ok(())
    }

    /// Lets every group visit every tile, and come back.
    pub(super) fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.span("tour", |machine| {
            for _ in self.tiling.tiles() {
                // (a), (b)
                machine.in_parallel(&self.tiling, |tile, _| {
                    let visit = self.visits.of(tile.shape());
                    (0..self.instances).try_for_each(|_| visit.run(tile))
                })?;
                // (c)
                for lane in MASTERS {
                    machine.swap_lanes(|_| [(0, lane)])?;
                    self.shift.run(machine, Way::Forward)?;
                    machine.swap_lanes(|_| [(0, lane)])?;
                }
            }
            Ok(())
        })
    }
}

impl Visit {
    /// One migration, and the circulation of its copies.
    fn run(&self, tile: &mut Machine) -> Result<(), Violation> {
        self.migration.run(tile)?;
        self.blocks.tour(tile)
    }
}
