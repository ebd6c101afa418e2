//! Groups of packets visit all tiles: what the algorithms with constant buffers have in common.

mod blocks;
mod leapt_round;
mod tessellation;

pub(super) use blocks::Blocks;
pub(crate) use tessellation::tiles_in_blocks;
pub(super) use tessellation::{Tessellation, block};

use leapt_round::LeaptRound;
use meshcast_engine::{Machine, Node, Rehearsal, Shape, Tiling, Violation, Way};
use meshcast_primitives::{ByShape, Migration, TileShift};
use tessellation::{blocks, parts};

/// The lane in which packets move from tile to tile; those up to the masters' are empty between visits.
const MOVING: usize = 0;
/// The lane of the masters.
const MASTER: usize = Migration::MASTER;

/// What is done in a round of visits with given tiles.
pub(super) struct Plan {
    tessellation: Tessellation,
    tiling: Tiling,
    shift: TileShift,
    visits: ByShape<Visit>,
}

impl Plan {
    pub(super) fn new(tessellation: Tessellation, part: (usize, usize)) -> Self {
        let tiling = tessellation.tiling();
        let (down, across) = (tessellation.down(), tessellation.across());
        let shift = TileShift::of_cores(tiling.shape(), down, across);
        let visits = ByShape::new(&tiling, |tile| Visit::new(tile, tessellation.core(), part));
        Self { tessellation, tiling, shift, visits }
    }

    /// The tiles.
    pub(super) fn tessellation(&self) -> Tessellation {
        self.tessellation
    }

    /// Steps of a round.
    pub(super) fn round_steps(&self) -> u64 {
        let visit = self.visits.iter().map(Visit::steps).max().unwrap_or(0);
        let tiles = self.tessellation.tiles() as u64;
        tiles * visit + (tiles - 1) * self.shift.steps()
    }

    /// Lets the masters visit all tiles.
    pub(super) fn round(&self, machine: &mut Machine) -> Result<(), Violation> {
        let lanes = 0..Migration::CAPACITY;
        let leap = machine.leap(&Rehearsal::default(), lanes, |machine| self.visits(machine))?;
        if let Some(mut effect) = leap {
            let visit = |tile| {
                let Visit { migration, blocks } = self.visits.of(tile);
                (migration, blocks)
            };
            let Self { tessellation, tiling, shift, .. } = self;
            LeaptRound { tessellation: *tessellation, tiling, shift, visit }
                .bring_about(&mut effect);
        }
        Ok(())
    }

    fn visits(&self, machine: &mut Machine) -> Result<(), Violation> {
        let in_core = |row, col| self.tessellation.is_in_core(row, col);
        for visit in 0..self.tessellation.tiles() {
            if visit > 0 {
                swap(machine, in_core)?;
                self.shift.begin(machine)?;
                self.shift.run(machine, Way::Forward)?;
                swap(machine, in_core)?;
            }
            machine.span("visit", |machine| {
                machine.in_parallel(&self.tiling, |tile, _| self.visits.of(tile.shape()).run(tile))
            })?;
        }
        Ok(())
    }
}

/// The visit of a tile: copies for its blocks are made, and circulate there.
struct Visit {
    migration: Migration,
    blocks: Blocks,
}

impl Visit {
    fn new(tile: Shape, core: Shape, part: (usize, usize)) -> Self {
        let (down, across) = blocks(tile);
        let migration = Migration::of_core(tile, core, (down, across), parts(tile, part));
        Self { migration, blocks: Blocks::new(Tiling::grid(tile, down, across)) }
    }

    fn steps(&self) -> u64 {
        self.migration.steps() + self.blocks.tour_steps()
    }

    fn run(&self, tile: &mut Machine) -> Result<(), Violation> {
        self.migration.run(tile)?;
        self.blocks.tour(tile)
    }
}

/// Lets the masters without open destinations leave.
pub(super) fn strip(machine: &mut Machine) -> Result<(), Violation> {
    machine.span("strip", |machine| {
        machine.step(|step| step.discard(MASTER, |node| !Migration::is_open(node, MASTER)))
    })
}

/// Swaps the packets on their way and the masters of the nodes at the given rows and columns.
pub(super) fn swap(
    machine: &mut Machine,
    at: impl Fn(usize, usize) -> bool + Sync,
) -> Result<(), Violation> {
    machine.swap_lanes(|node: &Node<'_>| at(node.row(), node.col()).then_some((MOVING, MASTER)))
}
