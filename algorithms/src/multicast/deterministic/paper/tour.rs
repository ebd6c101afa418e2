//! Takes the groups around the tiles, where they leave copies in all blocks that want them: step 4.

use super::replication::Marks;
use crate::multicast::randomized::DoubleTessellation;
use crate::multicast::visits::Blocks;
use meshcast_engine::{Machine, Shape, Tiling, Violation, Way};
use meshcast_primitives::{ByShape, LiteralMigration, Marking, Migration, TileShift};

/// Step 4 on one double tessellation.
#[derive(Clone, Debug)]
pub(super) struct Tour {
    tiling: Tiling,
    visits: ByShape<Visit>,
    shift: TileShift,
}

/// What a group does in a tile of one shape, again and again.
#[derive(Clone, Debug)]
struct Visit {
    clones: Clones,
    blocks: Blocks,
}

/// How clones are made, and how replicas learn what they have visited.
#[derive(Clone, Debug)]
enum Clones {
    /// Clones come back and say so.
    Literal(LiteralMigration, Box<Marking>),
    /// Replicas are marked when they are selected.
    Lean(Migration),
}

/// The lane in which clones wait while copies of them circulate.
const RESTING: usize = 4;

impl Tour {
    pub(super) fn new(shape: Shape, tiles: &DoubleTessellation, marks: Marks) -> Self {
        let (down, across) = tiles.grid();
        let visits = ByShape::new(&tiles.tiling(), |shape| {
            let blocks = tiles.blocks;
            let clones = match marks {
                Marks::Literal => Clones::Literal(
                    LiteralMigration::new(shape, blocks.0, blocks.1),
                    Box::new(Marking::new(shape, blocks)),
                ),
                Marks::Lean => Clones::Lean(Migration::exact(shape, shape, blocks).in_five_lanes()),
            };
            Visit { clones, blocks: Blocks::new(tiles.blocks_of(shape)) }
        });
        let shift = TileShift::of_cores(shape, down, across);
        Self { tiling: tiles.tiling(), visits, shift }
    }

    /// Lets every group visit every tile, with so many migrations each time, and come back.
    pub(super) fn run(&self, machine: &mut Machine, migrations: usize) -> Result<(), Violation> {
        machine.span("tour", |machine| {
            for _ in self.tiling.tiles() {
                machine.in_parallel(&self.tiling, |tile, _| {
                    let visit = self.visits.of(tile.shape());
                    (0..migrations).try_for_each(|_| visit.run(tile))
                })?;
                machine.swap_lanes(|_| [(0, Migration::MASTER)])?;
                self.shift.begin(machine)?;
                self.shift.run(machine, Way::Forward)?;
                machine.swap_lanes(|_| [(0, Migration::MASTER)])?;
            }
            Ok(())
        })
    }
}

impl Visit {
    fn run(&self, tile: &mut Machine) -> Result<(), Violation> {
        match &self.clones {
            Clones::Lean(migration) => {
                migration.run(tile)?;
                self.blocks.tour(tile)
            }
            Clones::Literal(migration, marking) => {
                migration.run(tile)?;
                tile.step(|step| step.copy(0, RESTING, |node| node.packet(0).is_some()))?;
                self.blocks.tour(tile)?;
                tile.swap_lanes(|_| [(0, RESTING)])?;
                marking.run(tile)
            }
        }
    }
}
