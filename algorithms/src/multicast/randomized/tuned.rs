//! `randomized --variant tuned`.

use super::tessellation::{Tessellation, block, blocks};
use crate::workload::draws::Draws;
use meshcast_engine::{Machine, Messages, Node, Order, Shape, Tiling, Violation, Way};
use meshcast_primitives::{
    ByShape, Circulation, Migration, Sort, TileShift, expansion, expansion_steps, reduce,
    reduce_steps,
};
use std::sync::Arc;

/// The lane of packets on their way.
const MOVING: usize = 0;
/// The lane of the masters.
const MASTER: usize = Migration::MASTER;

/// Multicast in O(√(cn)) steps with eight packets a node, with high probability.
#[derive(Clone, Debug)]
pub struct Tuned {
    shape: Shape,
    messages: Arc<Messages>,
    seed: u64,
    /// The phases up to the first with one tile.
    phases: Vec<Tessellation>,
}

/// One phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TunedPhase {
    /// Rows of the grid of tiles.
    pub down: usize,
    /// Columns of the grid of tiles.
    pub across: usize,
    /// Rows of a block.
    pub block_rows: usize,
    /// Columns of a block.
    pub block_cols: usize,
    /// Packets that still had destinations to reach after it.
    pub left: u32,
}

/// What a run of [`Tuned`] has found out on its way, and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TunedRun {
    /// The phases, the last with no packets left.
    pub phases: Vec<TunedPhase>,
}

impl TunedRun {
    /// Packets left after each phase.
    pub fn leftovers(&self) -> Vec<u32> {
        self.phases.iter().map(|phase| phase.left).collect()
    }
}

impl Tuned {
    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion and how many have destinations;
    /// nodes draw their random numbers from `seed`.
    pub fn new(shape: Shape, messages: Messages, seed: u64) -> Self {
        let mut phases = Vec::new();
        let mut wanted = messages.congestion();
        loop {
            let tessellation = Tessellation::new(shape, wanted);
            phases.push(tessellation);
            if tessellation.tiles() == 1 {
                break;
            }
            let (rows, cols) = block(tessellation.core());
            wanted /= 2 * (rows * cols).isqrt();
        }
        Self { shape, messages: Arc::new(messages), seed, phases }
    }

    /// The messages: what the machine is to be made with.
    pub fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    /// Packets that a buffer must hold: those of a migration, 8.
    pub fn capacity(&self) -> usize {
        Migration::CAPACITY
    }

    /// Routes the messages of all input queues.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine was made with other messages or another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<TunedRun, Violation> {
        let mut run = TunedRun { phases: Vec::new() };
        machine.inject(MASTER, |_| 0);
        strip(machine)?;
        let mut live = self.packets();
        while live > 0 {
            let number = run.phases.len();
            let plan = self.plan(number);
            machine.span("phase", |machine| {
                if plan.tessellation.tiles() > 1 {
                    self.scatter(&plan, number, live, machine)?;
                }
                plan.round(machine)?;
                strip(machine)?;
                let mut open =
                    machine.variable(1, |node, _| u32::from(node.packet(MASTER).is_some()))?;
                live = reduce(machine, &mut open, |a, b| a + b)? as usize;
                Ok(())
            })?;
            let (down, across) = (plan.tessellation.down(), plan.tessellation.across());
            let (block_rows, block_cols) = block(plan.tessellation.core());
            let left = live as u32;
            run.phases.push(TunedPhase { down, across, block_rows, block_cols, left });
        }
        Ok(run)
    }

    /// Steps of a run with so many phases, the last of which may be one of many with one tile.
    ///
    /// # Panics
    /// If there is a phase, but no packet with destinations.
    pub fn steps(&self, phases: usize) -> u64 {
        let of = |phase: usize| {
            let plan = self.plan(phase);
            let scatter = if plan.tessellation.tiles() > 1 { self.scatter_steps(phase) } else { 0 };
            scatter + plan.round_steps() + 1 + reduce_steps(self.shape)
        };
        1 + (0..phases).map(of).sum::<u64>()
    }

    /// Messages with destinations.
    fn packets(&self) -> usize {
        self.messages.iter().filter(|(_, destinations)| !destinations.is_empty()).count()
    }

    fn plan(&self, phase: usize) -> Plan {
        Plan::new(self.phases[phase.min(self.phases.len() - 1)])
    }

    /// Whether packets stand at all nodes when `phase` begins, as far as that is known beforehand.
    fn is_full(&self, phase: usize) -> bool {
        phase == 0 && self.packets() == self.shape.nodes()
    }

    /// The sort of a phase.
    fn sort(&self, phase: usize) -> Sort {
        // An expansion needs row-major order.
        let order = if self.is_full(phase) { Order::Snake } else { Order::RowMajor };
        Sort::new(self.shape, order)
    }

    fn scatter_steps(&self, phase: usize) -> u64 {
        let expansion = if self.is_full(phase) { 0 } else { expansion_steps(self.shape) };
        self.sort(phase).steps() + expansion
    }

    /// Deals the packets, `live` of them, to the tiles at random, each tile the same number but for a few.
    fn scatter(
        &self,
        plan: &Plan,
        phase: usize,
        live: usize,
        machine: &mut Machine,
    ) -> Result<(), Violation> {
        let (shape, nodes) = (self.shape, self.shape.nodes());
        let mut draws = Draws::of_phase(self.seed, phase);
        let keys: Vec<u32> = (0..nodes).map(|_| draws.bits() as u32).collect();
        machine.span("scatter", |machine| {
            swap(machine, |_, _| true)?;
            machine.rekey(MOVING, |node| Some(keys[node.index()]))?;
            self.sort(phase).run(machine)?;
            if !self.is_full(phase) {
                // To the cores if they have room for all packets.
                let cores = plan.tessellation.places();
                let places = if live <= cores { cores } else { nodes };
                let targets: Vec<u32> = (0..live)
                    .map(|rank| {
                        let (first, end) = (rank * places / live, (rank + 1) * places / live);
                        let place = first + draws.below((end - first) as u32) as usize;
                        if places == nodes {
                            return place as u32;
                        }
                        let (row, col) = plan.tessellation.place(place);
                        shape.index(row, col) as u32
                    })
                    .collect();
                machine.rekey(MOVING, |node| targets.get(node.index()).copied())?;
                expansion(machine, Order::RowMajor)?;
            }
            swap(machine, |_, _| true)
        })
    }
}

/// Lets the masters without open destinations leave.
fn strip(machine: &mut Machine) -> Result<(), Violation> {
    machine.span("strip", |machine| {
        machine.step(|step| step.discard(MASTER, |node| !Migration::is_open(node, MASTER)))
    })
}

/// Swaps the packets on their way and the masters of the nodes at the given rows and columns.
fn swap(machine: &mut Machine, at: impl Fn(usize, usize) -> bool + Sync) -> Result<(), Violation> {
    machine.swap_lanes(|node: &Node<'_>| at(node.row(), node.col()).then_some((MOVING, MASTER)))
}

/// What is done in a phase with given tiles.
struct Plan {
    tessellation: Tessellation,
    tiling: Tiling,
    shift: TileShift,
    visits: ByShape<Visit>,
}

impl Plan {
    fn new(tessellation: Tessellation) -> Self {
        let tiling = tessellation.tiling();
        let (down, across) = (tessellation.down(), tessellation.across());
        let shift = TileShift::of_cores(tiling.shape(), down, across);
        let visits = ByShape::new(&tiling, |tile| Visit::new(tile, tessellation.core()));
        Self { tessellation, tiling, shift, visits }
    }

    fn round_steps(&self) -> u64 {
        let visit = self.visits.iter().map(Visit::steps).max().unwrap_or(0);
        let tiles = self.tessellation.tiles() as u64;
        tiles * visit + (tiles - 1) * self.shift.steps()
    }

    /// Lets the masters visit all tiles.
    fn round(&self, machine: &mut Machine) -> Result<(), Violation> {
        let in_core = |row, col| self.tessellation.is_in_core(row, col);
        for visit in 0..self.tessellation.tiles() {
            if visit > 0 {
                swap(machine, in_core)?;
                if visit == 1 {
                    self.shift.begin(machine)?;
                }
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
    blocks: Tiling,
    circulations: ByShape<Circulation>,
}

impl Visit {
    fn new(tile: Shape, core: Shape) -> Self {
        let (down, across) = blocks(tile);
        let blocks = Tiling::grid(tile, down, across);
        let migration = Migration::of_core(tile, core, (down, across));
        Self { migration, circulations: ByShape::new(&blocks, Circulation::new), blocks }
    }

    fn steps(&self) -> u64 {
        let circulation = self.circulations.iter().map(Circulation::steps).max().unwrap_or(0);
        self.migration.steps() + circulation
    }

    fn run(&self, tile: &mut Machine) -> Result<(), Violation> {
        self.migration.run(tile)?;
        tile.in_parallel(&self.blocks, |block, _| {
            self.circulations.of(block.shape()).run_where(block, Migration::wanted)
        })
    }
}
