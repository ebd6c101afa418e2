//! `deterministic --variant paper`: the algorithm of Theorem 4, step by step.

mod bound;
mod found;
mod groups;
mod replicas;
mod survey;
mod tour;

pub use found::{DeterministicPaperPhase, DeterministicPaperRun};

use crate::expander::{ExpanderGraph, verify};
use crate::multicast::Multicast;
use crate::multicast::inject::inject;
use crate::multicast::randomized::DoubleTessellation;
use crate::permutation::Permutation;
use bound::Demand;
use groups::{Groups, largest_group};
use meshcast_engine::{Machine, Messages, Order, Shape, Violation};
use meshcast_primitives::{Circulation, Migration, reduce, reduce_steps, scan, scan_steps};
use replicas::Replicas;
use std::sync::Arc;
use survey::Survey;
use tour::Tour;

/// The lane of packets whose class is not routed yet.
const WAITING: usize = 6;

/// Migrations of an iteration where no expansion is certain.
const ALPHA: usize = 4;

/// How replicas learn which of their destinations have been visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// The clones come back from their blocks and say so.
    #[default]
    Literal,
    /// A replica is marked when it is selected, since the clone will visit the whole block.
    Lean,
}

/// The parameters of [`DeterministicPaper`].
#[derive(Clone, Debug, Default)]
pub struct Replication {
    /// Replicas of a packet, r; by default ⌈log₂ n⌉.
    pub instances: Option<usize>,
    /// Migrations of an iteration, α; by default the least number with which Lemma 4 is certain, or 4 if none is.
    pub alpha: Option<usize>,
    /// How replicas are marked.
    pub marks: Marks,
    /// What may be spent on finding out how well the permutation expands; see [`verify`].
    pub effort: u64,
}

/// TODO
#[derive(Clone, Debug)]
pub struct DeterministicPaper {
    shape: Shape,
    messages: Arc<Messages>,
    instances: usize,
    alpha: usize,
    /// Lower bounds of the neighbours of 1, 2, … packets.
    gammas: Vec<usize>,
    /// None where the tour of the whole mesh takes its place.
    plan: Option<Plan>,
}

/// What is planned for a class.
#[derive(Clone, Debug)]
struct Plan {
    tiles: DoubleTessellation,
    /// Packets of a class, m.
    class: usize,
    demand: Demand,
    replicas: Replicas,
    groups: Groups,
    tour: Tour,
    survey: Survey,
}

impl DeterministicPaper {
    /// The entries r·m of the permutation that [`DeterministicPaper::new`] needs; 0 if it needs none.
    pub fn entries(shape: Shape, messages: &Messages, instances: Option<usize>) -> usize {
        let instances = instances_or_default(shape, instances);
        tiles(shape, messages).map_or(0, |tiles| instances * class(&tiles, instances))
    }

    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion, with a permutation of
    /// [`DeterministicPaper::entries`] numbers of which every node stores its entry, and that of the inverse.
    ///
    /// # Panics
    /// If the permutation has another length, r or α is 0, or r is more than there are nodes for replicas.
    pub fn new(
        shape: Shape,
        messages: &Messages,
        parameters: &Replication,
        permutation: &Permutation,
    ) -> Self {
        let instances = instances_or_default(shape, parameters.instances);
        assert!(instances > 0 && parameters.alpha != Some(0), "r and α are at least 1");
        let Some(tiles) = tiles(shape, messages) else {
            let messages = Arc::new(messages.clone());
            let alpha = parameters.alpha.unwrap_or(ALPHA);
            return Self { shape, messages, instances, alpha, gammas: Vec::new(), plan: None };
        };
        let class = class(&tiles, instances);
        assert!(class > 0, "a packet has no more replicas than there are nodes for them");
        let graph = ExpanderGraph::new(permutation, class, tiles.tiles(), instances);
        let graph = graph.expect("the permutation has an entry for every replica");
        let congestion = messages.congestion().max(1);
        let verified = verify(&graph, parameters.effort, 1, 1);
        let certified = verified.as_ref().map(|verified| verified.certified_alpha(congestion));
        let alpha = parameters.alpha.or(certified).unwrap_or(ALPHA);
        let sizes = verified.map_or(Vec::new(), |verified| verified.sizes);
        let smallest = tiles.tiling().tiles().iter().flat_map(|tile| {
            tiles.blocks_of(tile.shape).tiles().iter().map(|b| b.shape.nodes()).collect::<Vec<_>>()
        });
        let demand = Demand {
            congestion,
            instances,
            group: largest_group(permutation.len(), tiles.tiles()),
            block: smallest.min().unwrap_or(1),
        };
        let plan = Plan {
            class,
            demand,
            replicas: Replicas::new(shape, class, instances),
            groups: Groups::new(shape, &tiles, permutation),
            tour: Tour::new(shape, &tiles, parameters.marks),
            survey: Survey::new(shape, &tiles),
            tiles,
        };
        Self {
            shape,
            messages: Arc::new(messages.clone().with_replicas(instances)),
            instances,
            alpha,
            gammas: sizes.iter().map(|size| size.lower.gamma).collect(),
            plan: Some(plan),
        }
    }

    /// Migrations of a visit in a phase: α in each of r iterations of the first phase, later in one, but no more than
    /// serve a whole group.
    fn migrations(&self, plan: &Plan, phase: usize) -> usize {
        let iterations = if phase == 0 { self.instances } else { 1 };
        (self.alpha * iterations).min(plan.demand.group.div_ceil(plan.demand.block))
    }

    /// The steps of a run that found out what `run` says.
    pub fn steps(&self, run: &DeterministicPaperRun) -> u64 {
        let Some(plan) = &self.plan else { return Circulation::new(self.shape).steps() };
        let phase = |found: &DeterministicPaperPhase| {
            let place = if found.phase == 0 { plan.replicas.place_steps() } else { 0 };
            place
                + plan.replicas.make_steps()
                + 2 * plan.groups.steps()
                + plan.tour.steps(self.migrations(plan, found.phase))
                + plan.replicas.coalesce_steps()
                + 1
                + plan.survey.steps()
        };
        let number = scan_steps(self.shape, Order::RowMajor, 1) + reduce_steps(self.shape);
        1 + number + run.phases.iter().map(phase).sum::<u64>()
    }

    /// Routes one class.
    fn route(
        &self,
        plan: &Plan,
        class: usize,
        machine: &mut Machine,
        phases: &mut Vec<DeterministicPaperPhase>,
    ) -> Result<(), Violation> {
        plan.replicas.place(machine, class)?;
        let mut bound = None;
        for phase in 0.. {
            let migrations = self.migrations(plan, phase);
            plan.replicas.make(machine)?;
            plan.groups.form(machine)?;
            plan.tour.run(machine, migrations)?;
            plan.groups.disband(machine)?;
            plan.replicas.coalesce(machine)?;
            machine.step(|step| step.discard(0, |node| !Migration::is_open(node, 0)))?;
            let (left, alive) = plan.survey.run(machine)?;
            bound = plan.demand.left(bound, migrations, &self.gammas);
            phases.push(DeterministicPaperPhase { class, phase, migrations, left, alive, bound });
            if left == 0 {
                break;
            }
        }
        Ok(())
    }
}

impl Multicast for DeterministicPaper {
    type Run = DeterministicPaperRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        let whole = Circulation::new(self.shape).capacity();
        Some(self.plan.as_ref().map_or(whole, |_| Migration::CAPACITY))
    }

    fn run(&self, machine: &mut Machine) -> Result<DeterministicPaperRun, Violation> {
        let mut run = DeterministicPaperRun {
            fallback: self.plan.is_none(),
            instances: self.instances,
            alpha: self.alpha,
            class: 0,
            tiles: (1, 1),
            block: (self.shape.rows(), self.shape.cols()),
            phases: Vec::new(),
        };
        let Some(plan) = &self.plan else {
            machine.inject(0, |_| 0);
            return Circulation::new(self.shape).run(machine).map(|()| run);
        };
        let (_, block) = plan.tiles.largest();
        (run.class, run.tiles) = (plan.class, plan.tiles.grid);
        run.block = (block.rows(), block.cols());
        inject(machine, WAITING)?;
        let packets = machine.span("number", number)? as usize;
        for class in 0..packets.div_ceil(plan.class) {
            self.route(plan, class, machine, &mut run.phases)?;
        }
        Ok(run)
    }
}

/// Numbers the packets that wait, a number being the key of each, and returns how many they are.
fn number(machine: &mut Machine) -> Result<u32, Violation> {
    let mut counts = machine.variable(1, |node, _| u32::from(node.packet(WAITING).is_some()))?;
    let mut total = machine.variable(1, |node, _| node.own(&counts)[0])?;
    scan(machine, &mut counts, Order::RowMajor, |before, here| before + here)?;
    machine.rekey(WAITING, |node| node.packet(WAITING).map(|_| node.own(&counts)[0] - 1))?;
    reduce(machine, &mut total, |a, b| a + b)
}

/// r.
fn instances_or_default(shape: Shape, instances: Option<usize>) -> usize {
    let logarithm = shape.nodes().next_power_of_two().ilog2().max(1) as usize;
    instances.unwrap_or(logarithm)
}

/// m: as many packets as have a node for each replica, in the segments and in the cores of the tiles.
fn class(tiles: &DoubleTessellation, instances: usize) -> usize {
    tiles.tiles() * tiles.core.nodes() / instances
}

/// The tiles, where c ≤ n/16: otherwise the tour of the whole mesh is optimal.
fn tiles(shape: Shape, messages: &Messages) -> Option<DoubleTessellation> {
    let congestion = messages.congestion();
    (16 * congestion <= shape.nodes()).then(|| DoubleTessellation::new(shape, congestion))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Workload, check_deliveries, generate};
    use meshcast_engine::{Options, Outcome};

    /// A run on a uniform set, on a square of side `side`.
    fn run(side: usize, c: usize, parameters: &Replication) -> (DeterministicPaperRun, Outcome) {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        let entries = DeterministicPaper::entries(shape, &set, parameters.instances);
        let permutation = Permutation::random(entries, 1);
        let paper = DeterministicPaper::new(shape, &set, parameters, &permutation);
        let (messages, capacity) = (paper.messages(), paper.capacity());
        let mut machine = Machine::new(shape, messages, capacity, Options::default());
        let run = paper.run(&mut machine).expect("lawful");
        let outcome = machine.finish();
        assert_eq!(outcome.steps, paper.steps(&run));
        let report = check_deliveries(&set, outcome.deliveries.iter());
        assert!(report.is_complete(), "{report:?}");
        assert_eq!(run.broken_bound(), None);
        (run, outcome)
    }

    #[test]
    fn literal_marks_are_those_of_selection() {
        for instances in [None, Some(2)] {
            let of = |marks| run(16, 4, &Replication { instances, alpha: Some(1), marks, effort: 1 << 20 });
            let ((literal, one), (lean, other)) = (of(Marks::Literal), of(Marks::Lean));
            eprintln!("{} {} {} {} {literal:?}", one.steps, other.steps, one.peak, other.peak);
            assert_eq!(literal, lean);
        }
    }
}
