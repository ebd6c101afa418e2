//! Lets groups of packets visit all tiles, for the algorithms with constant buffers.

mod binomial;
mod blocks;
mod grids;
mod hypotheses;
mod lanes;
mod last;
mod leapt_round;
mod outlook;
mod overlaps;
mod tessellation;

pub(super) use binomial::{excess, excess_at_most};
pub(super) use blocks::{Blocks, tour_steps};
pub(super) use grids::grids_near;
pub(super) use hypotheses::Record;
pub(super) use lanes::{MASTER, MOVING};
pub(super) use last::{broadcast, broadcast_steps, numbering_steps};
pub(super) use outlook::{Habit, Load, Next, Outlook, Share, Stand};
pub(super) use overlaps::{block_sizes, blocks_met, most_blocks};
pub(super) use tessellation::{Tessellation, block, blocks};
pub(crate) use tessellation::{grid_in_blocks, tiles_in_blocks};

use hypotheses::{ALL_IT_CAN, Demand, Division, ONE_GROUP, ONE_VISIT, STAYS_SERVED};
use leapt_round::LeaptRound;
use meshcast_engine::{Machine, Node, Order, Rehearsal, Shape, Tiling, Violation, Way, Witness};
use meshcast_primitives::{ByShape, Migration, Sort, TileShift};
use tessellation::parts;

/// How visits are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Manner {
    /// Copies are made in parts of a tile, of at least so many nodes, some of which may have more to make than
    /// they can. After the last visit the groups stay where they are.
    InParts(usize),
    /// For every block as many packets are selected as want it, or as it has nodes, as the counting lemma supposes, and
    /// that is claimed. After the last visit the groups go home.
    Exact,
}

/// What is done in a round of visits with given tiles.
pub(super) struct Plan {
    tessellation: Tessellation,
    tiling: Tiling,
    shift: TileShift,
    visits: ByShape<Visit>,
    manner: Manner,
    rehearsal: Rehearsal,
}

impl Plan {
    /// The plan for packets with at most so many destinations.
    pub(super) fn new(tessellation: Tessellation, manner: Manner, degree: usize) -> Self {
        let tiling = tessellation.tiling();
        let (down, across) = (tessellation.down(), tessellation.across());
        let shift = TileShift::of_cores(tiling.shape(), down, across);
        let visits =
            ByShape::new(&tiling, |tile| Visit::new(tile, tessellation.core(), manner, degree));
        Self { tessellation, tiling, shift, visits, manner, rehearsal: Rehearsal::default() }
    }

    /// Whether groups shift once more after the last visit.
    fn goes_home(&self) -> bool {
        goes_home(self.tessellation, self.manner)
    }

    /// Lets the masters visit all tiles. With the record of a run what the counting lemma supposes of groups and of what is
    /// served is claimed, too.
    pub(super) fn round(
        &self,
        machine: &mut Machine,
        record: Option<&mut Witness<Record>>,
    ) -> Result<(), Violation> {
        let lanes = 0..Migration::CAPACITY;
        let leap = machine.leap(&self.rehearsal, lanes, |machine| self.visits(machine, record))?;
        if let Some(mut effect) = leap {
            let visit = |tile| {
                let Visit { migration, blocks, .. } = self.visits.of(tile);
                (migration, blocks)
            };
            let Self { tessellation, tiling, shift, .. } = self;
            let goes_home = self.goes_home();
            LeaptRound { tessellation: *tessellation, tiling, shift, goes_home, visit }
                .bring_about(&mut effect);
        }
        Ok(())
    }

    /// A [`Plan::round`] with claims.
    pub(super) fn claimed_round(
        &self,
        machine: &mut Machine,
        record: &mut Witness<Record>,
    ) -> Result<(), Violation> {
        self.round(machine, Some(record))?;
        // A round that leaps has shown nothing of what it served.
        claim_served(machine, record)
    }

    fn visits(
        &self,
        machine: &mut Machine,
        mut record: Option<&mut Witness<Record>>,
    ) -> Result<(), Violation> {
        let (tiling, core) = (&self.tiling, self.tessellation.core());
        if let Some(record) = record.as_deref_mut() {
            claim_served(machine, record)?;
            machine.claim(ONE_GROUP, record, |all, record| record.form(all, tiling, core))?;
        }
        for visit in 0..self.tessellation.tiles() {
            if visit > 0 {
                self.shift(machine)?;
            }
            if let Some(record) = record.as_deref_mut() {
                machine.claim(ONE_VISIT, record, |all, record| record.visit(all, tiling, core))?;
            }
            machine.span("visit", |machine| {
                machine.in_parallel(tiling, |tile, _| self.visits.of(tile.shape()).run(tile))
            })?;
            if let Some(record) = record.as_deref_mut() {
                claim_served(machine, record)?;
            }
        }
        if self.goes_home() {
            self.shift(machine)?;
        }
        record.map_or(Ok(()), |record| {
            machine.claim(ONE_VISIT, record, |all, record| record.part(all, tiling, core))
        })
    }

    /// Lets all groups go on to the next tile.
    fn shift(&self, machine: &mut Machine) -> Result<(), Violation> {
        let in_core = |row, col| self.tessellation.is_in_core(row, col);
        swap(machine, in_core)?;
        self.shift.begin(machine)?;
        self.shift.run(machine, Way::Forward)?;
        swap(machine, in_core)
    }
}

/// Steps of a round of visits, also on meshes for formulas alone.
pub(super) fn round_steps(grid: Tessellation, manner: Manner) -> u64 {
    round_steps_by(grid, manner, Sort::steps_on)
}

/// The same if sorts take so many steps as `sort` says.
fn round_steps_by(grid: Tessellation, manner: Manner, sort: fn(Shape, Order) -> u64) -> u64 {
    let (down, across) = (grid.down(), grid.across());
    let visits = Tiling::shapes_in_grid(grid.shape(), down, across).map(|tile| {
        let blocks = blocks(tile);
        let migration = match manner {
            Manner::InParts(part) => Migration::steps_by(tile, blocks, parts(tile, part), sort),
            Manner::Exact => Migration::exact_steps_by(tile, blocks, sort),
        };
        migration + tour_steps(tile, blocks)
    });
    let shifts = grid.tiles() as u64 - 1 + u64::from(goes_home(grid, manner));
    grid.tiles() as u64 * visits.max().unwrap_or(0)
        + shifts * TileShift::core_steps_on(grid.shape(), down, across)
}

/// Whether groups shift once more after the last visit.
fn goes_home(grid: Tessellation, manner: Manner) -> bool {
    manner == Manner::Exact && grid.tiles() > 1
}

/// The visit of a tile: copies for its blocks are made, and circulate there.
struct Visit {
    migration: Migration,
    blocks: Blocks,
    /// What is claimed of an exact one.
    division: Option<Division>,
}

impl Visit {
    fn new(tile: Shape, core: Shape, manner: Manner, degree: usize) -> Self {
        let grid = blocks(tile);
        let tiling = Tiling::grid(tile, grid.0, grid.1);
        let (migration, division) = match manner {
            Manner::InParts(part) => {
                (Migration::of_core(tile, core, grid, parts(tile, part)), None)
            }
            Manner::Exact => {
                (Migration::exact(tile, core, grid), Some(Division::new(&tiling, core)))
            }
        };
        Self { migration: migration.of_degree(degree), blocks: Blocks::new(tiling), division }
    }

    fn run(&self, tile: &mut Machine) -> Result<(), Violation> {
        let mut demand = Witness::new(Demand::default());
        if let Some(division) = &self.division {
            tile.claim(ALL_IT_CAN, &mut demand, |all, demand| {
                division.ask(all, demand);
                Ok(())
            })?;
        }
        self.migration.run(tile)?;
        if let Some(division) = &self.division {
            tile.claim(ALL_IT_CAN, &mut demand, |all, demand| division.compare(all, demand))?;
        }
        self.blocks.tour(tile)
    }
}

/// Claims of the masters that what has been served in this run is served still, and that none with open destinations has
/// left.
pub(super) fn claim_served(
    machine: &mut Machine,
    record: &mut Witness<Record>,
) -> Result<(), Violation> {
    machine.claim(STAYS_SERVED, record, |all, record| record.look(all))
}

/// Lets the masters without open destinations leave, and claims that no others have.
pub(super) fn claimed_strip(
    machine: &mut Machine,
    record: &mut Witness<Record>,
) -> Result<(), Violation> {
    machine.span("strip", |machine| {
        machine.step(|step| step.discard(MASTER, |node| !Migration::is_open(node, MASTER)))
    })?;
    claim_served(machine, record)
}

/// Swaps the packets on their way and the masters of the nodes at the given rows and columns.
pub(super) fn swap(
    machine: &mut Machine,
    at: impl Fn(usize, usize) -> bool + Sync,
) -> Result<(), Violation> {
    machine.swap_lanes(|node: &Node<'_>| at(node.row(), node.col()).then_some((MOVING, MASTER)))
}
