//! `randomized --variant paper`: the algorithm of Theorem 3, step by step.

mod groups;
mod tessellation;
mod tour;

use crate::multicast::hamiltonian::{hamiltonian, hamiltonian_capacity};
use crate::multicast::split::{split, split_steps};
use crate::workload::draws::Draws;
use groups::Grouping;
use meshcast_engine::{Machine, Messages, Node, Shape, Violation};
use meshcast_primitives::{Circulation, LiteralMigration, Migration, reduce, reduce_steps};
use std::sync::Arc;
use tessellation::DoubleTessellation;
use tour::Tour;

/// The lanes of the masters.
const MASTERS: [usize; 2] = LiteralMigration::MASTERS;
/// The lane of packets that wait for others to be routed.
const ASIDE: usize = MASTERS[1] + 1;
/// The lane of packets of the second set while the first is routed.
const REST: usize = ASIDE + 1;

#[derive(Clone, Debug)]
pub struct Paper {
    shape: Shape,
    messages: Arc<Messages>,
    degree: usize,
    congestion: usize,
    instances: usize,
    seed: u64,
    grouping: Grouping,
    /// Phases 0 to K; none where the tour of the whole mesh takes their place.
    phases: Vec<Phase>,
}

/// What is planned for a phase.
#[derive(Clone, Debug)]
struct Phase {
    tiles: DoubleTessellation,
    tour: Tour,
}

/// What a run of [`Paper`] has found out on its way, and its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperRun {
    /// Whether c > n/16, so that every packet toured the whole mesh.
    pub fallback: bool,
    /// Migrations of a visit: the paper's r.
    pub instances: usize,
    /// Sets of messages routed one after the other: two if some message has more than c destinations.
    pub sets: usize,
    /// The phases of the first set, then those of the second.
    pub phases: Vec<PaperPhase>,
}

/// A phase of one set of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperPhase {
    /// The set, 0 or 1.
    pub set: usize,
    /// The phase, 0 to K.
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

impl Paper {
    /// The algorithm for `messages` on `shape`, for which their degree and congestion are known to all nodes, with
    /// `instances` = r migrations a visit; by default 3 where blocks have 64 nodes or more, 4 from 16 nodes, else 5.
    ///
    /// # Panics
    /// If there are no instances.
    pub fn new(shape: Shape, messages: &Messages, instances: Option<usize>, seed: u64) -> Self {
        let (degree, congestion) = (messages.degree(), messages.congestion());
        let usable = congestion > 0 && 16 * congestion <= shape.nodes();
        let tiles: Vec<DoubleTessellation> = if usable {
            let tiles =
                |phase| DoubleTessellation::new(shape, congestion.div_ceil(1usize << (4 * phase)));
            (0..=last_phase(shape.nodes(), congestion)).map(tiles).collect()
        } else {
            Vec::new()
        };
        let block = tiles.first().map_or(0, |tiles| tiles.largest().1.nodes());
        let instances = instances.unwrap_or(match block {
            64.. => 3,
            16.. => 4,
            _ => 5,
        });
        assert!(instances > 0, "a visit has at least one migration");
        let messages = match tiles.first() {
            Some(tiles) if degree > congestion => {
                let blocks = tiles.block_numbers();
                let rank = |node: u32| u64::from(blocks[node as usize]) << 32 | u64::from(node);
                messages.arranged(rank).in_parts(congestion)
            }
            _ => messages.clone(),
        };
        let planned = |tiles| Phase { tour: Tour::new(shape, &tiles, instances), tiles };
        Self {
            shape,
            messages: Arc::new(messages),
            degree,
            congestion,
            instances,
            seed,
            grouping: Grouping::new(shape),
            phases: tiles.into_iter().map(planned).collect(),
        }
    }

    /// The messages as their headers list them: what the machine is to be made with.
    pub fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        match (self.phases.len(), self.sets()) {
            (0, _) => hamiltonian_capacity(self.shape),
            (_, 1) => ASIDE + 1,
            _ => REST + 1,
        }
    }

    fn sets(&self) -> usize {
        1 + usize::from(!self.phases.is_empty() && self.degree > self.congestion)
    }

    /// The steps of a run that found out what `run` says.
    pub fn steps(&self, run: &PaperRun) -> u64 {
        if self.phases.is_empty() {
            return Circulation::new(self.shape).steps();
        }
        let grouping = &self.grouping;
        let phase = |run: &PaperPhase| {
            let gather = if run.phase > 0 { grouping.gather_steps() } else { 0 };
            let tour = self.phases[run.phase].tour.steps() + reduce_steps(self.shape);
            gather + grouping.steps() + run.tours * tour + 1
        };
        let split = match self.sets() {
            1 => 0,
            _ => 1 + split_steps(self.shape, self.degree / self.congestion),
        };
        1 + split + run.phases.iter().map(phase).sum::<u64>()
    }

    /// Routes the messages of all input queues.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine was made with other messages or another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<PaperRun, Violation> {
        let mut run = PaperRun {
            fallback: self.phases.is_empty(),
            instances: self.instances,
            sets: self.sets(),
            phases: Vec::new(),
        };
        if run.fallback {
            return hamiltonian(machine).map(|()| run);
        }
        machine.inject(0, |_| 0);
        machine.span("strip", |machine| {
            machine.step(|step| step.discard(0, |node| node.destinations(0).is_empty()))
        })?;
        if run.sets > 1 {
            machine.span("split", |machine| self.split(machine))?;
        }
        for set in 0..run.sets {
            if set > 0 {
                machine.swap_lanes(|_| [(0, REST)])?;
            }
            self.route(set, machine, &mut run.phases)?;
        }
        Ok(run)
    }

    /// Lemma 1: of a message with d > c destinations the first ⌊d/c⌋ parts of c destinations are the first set, what is
    /// left over is in the second, with the other messages.
    fn split(&self, machine: &mut Machine) -> Result<(), Violation> {
        let most = self.congestion;
        let degree = |node: &Node<'_>, lane| node.destinations(lane).len();
        machine.step(|step| {
            step.copy(0, REST, |node| degree(node, 0) > most && degree(node, 0) % most > 0)
        })?;
        machine.narrow(REST, |node| Some(degree(node, REST) / most))?;
        machine.swap_lanes(|node| {
            (node.packet(0).is_some() && degree(node, 0) <= most).then_some((0, REST))
        })?;
        split(machine, self.degree / most, |node, lane| (degree(node, lane) / most) as u32)
    }

    /// Routes the packets of lane 0, at most one a node.
    fn route(
        &self,
        set: usize,
        machine: &mut Machine,
        phases: &mut Vec<PaperPhase>,
    ) -> Result<(), Violation> {
        for (number, phase) in self.phases.iter().enumerate() {
            let last = number + 1 == self.phases.len();
            let (_, block) = phase.tiles.largest();
            let mut found = PaperPhase {
                set,
                phase: number,
                tiles_down: phase.tiles.grid.0,
                tiles_across: phase.tiles.grid.1,
                blocks_down: phase.tiles.blocks.0,
                blocks_across: phase.tiles.blocks.1,
                block_rows: block.rows(),
                block_cols: block.cols(),
                tours: 0,
                left: 0,
            };
            // Step 1.
            if number > 0 {
                self.grouping.gather(machine)?;
            }
            let stream = set * self.phases.len() + number;
            let mut draws = Draws::of_phase(self.seed, stream);
            self.grouping.run(&phase.tiles, &mut draws, machine)?;
            phase.tour.begin(machine)?;
            // Steps 2 and 3.
            loop {
                phase.tour.run(machine)?;
                found.tours += 1;
                let mut open = machine.variable(1, |node, _| {
                    MASTERS.iter().map(|&lane| open_destinations(node, lane)).sum::<u32>()
                })?;
                found.left = reduce(machine, &mut open, |a, b| a + b)?;
                if found.left == 0 || !last {
                    break;
                }
            }
            machine.step(|step| {
                MASTERS.iter().try_for_each(|&lane| {
                    step.discard(lane, |node| !Migration::is_open(node, lane))
                })
            })?;
            phases.push(found);
            if found.left == 0 {
                break;
            }
        }
        Ok(())
    }
}

/// Destinations of the packet in slot `lane` to which no copy has been sent.
fn open_destinations(node: &Node<'_>, lane: usize) -> u32 {
    node.words(lane).iter().filter(|&word| word == 0).count() as u32
}

/// The number K of the last phase: log₁₆⌈c·log₂²n/n⌉ rounded up, as long as there is a tile.
fn last_phase(nodes: usize, congestion: usize) -> u32 {
    let log = nodes.next_power_of_two().ilog2() as usize;
    let excess = (congestion * log * log).div_ceil(nodes);
    let wanted = if excess > 1 { (excess - 1).ilog2() / 4 + 1 } else { 0 };
    wanted.min(congestion.ilog2() / 4)
}
