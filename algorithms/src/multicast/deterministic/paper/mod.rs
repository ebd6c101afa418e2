//! `deterministic --variant paper`: the algorithm of Theorem 4, step by step.

mod bound;
mod found;
mod groups;
mod replicas;
mod survey;
mod tour;

pub use found::{DeterministicPaperGuess, DeterministicPaperPhase, DeterministicPaperRun};

use crate::expander::{ExpanderGraph, verify};
use crate::multicast::Multicast;
use crate::multicast::congestion::{self, Congestion};
use crate::multicast::inject::inject;
use crate::multicast::randomized::DoubleTessellation;
use crate::permutation::Permutation;
use bound::Demand;
use groups::{Groups, largest_group};
use meshcast_engine::{Machine, Messages, Order, Shape, Tile, Violation};
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
    /// Lower bounds of the neighbours of 1, 2, … packets; none if the congestion is unknown.
    gammas: Vec<usize>,
    known: Congestion,
    survey: congestion::Survey,
    /// One for every guess at the congestion, or for the congestion; none where the tour of the whole mesh takes their
    /// place.
    plans: Vec<Plan>,
}

impl DeterministicPaper {
    /// The entries r·m of the permutation that [`DeterministicPaper::new`] needs; 0 if it needs none.
    ///
    /// # Panics
    /// If r is 0.
    pub fn entries(
        shape: Shape,
        messages: &Messages,
        instances: Option<usize>,
        known: Congestion,
    ) -> usize {
        let instances = instances_or_default(shape, instances);
        let class = class(&tessellations(shape, messages, known), instances);
        class.map_or(0, |class| instances * class)
    }

    /// The algorithm for `messages` on `shape`, of which nodes know what is said, with a permutation of
    /// [`DeterministicPaper::entries`] numbers of which every node stores its entry, and that of the inverse.
    ///
    /// # Panics
    /// If the permutation has another length, r or α is 0, or r is more than there are nodes for replicas.
    pub fn new(
        shape: Shape,
        messages: &Messages,
        parameters: &Replication,
        permutation: &Permutation,
        known: Congestion,
    ) -> Self {
        let instances = instances_or_default(shape, parameters.instances);
        assert!(parameters.alpha != Some(0), "an iteration has at least one migration");
        let tessellations = tessellations(shape, messages, known);
        let class = class(&tessellations, instances);
        assert!(class != Some(0), "a packet has no more replicas than there are nodes for them");
        let entries = class.map_or(0, |class| class * instances);
        assert_eq!(permutation.len(), entries, "the permutation has an entry for every replica");
        let verified = match (known, tessellations.first()) {
            (Congestion::Known, Some((_, tiles))) => {
                let graph =
                    ExpanderGraph::new(permutation, entries / instances, tiles.tiles(), instances);
                verify(&graph.expect("no number is zero"), parameters.effort, 1, 1)
            }
            _ => None,
        };
        let certified =
            verified.as_ref().map(|of| of.certified_alpha(messages.congestion().max(1)));
        let messages = messages.clone();
        let with_headers =
            if class.is_some() { messages.with_replicas(instances) } else { messages };
        let planned = |(congestion, tiles)| {
            Plan::new(shape, tiles, (congestion, instances), parameters.marks, permutation)
        };
        Self {
            shape,
            messages: Arc::new(with_headers),
            instances,
            alpha: parameters.alpha.or(certified).unwrap_or(ALPHA),
            gammas: verified
                .map_or(Vec::new(), |of| of.sizes.iter().map(|size| size.lower.gamma).collect()),
            known,
            survey: congestion::Survey::new(shape, known),
            plans: tessellations.into_iter().map(planned).collect(),
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
        let whole = Circulation::new(self.shape).steps();
        if self.plans.is_empty() {
            return whole;
        }
        let is_known = self.known == Congestion::Known;
        let phase = |found: &DeterministicPaperPhase| {
            let plan = &self.plans[found.guess];
            let begin = match (found.begins, is_known) {
                (false, _) => 0,
                (true, true) => plan.replicas.place_steps(),
                (true, false) => plan.replicas.place_steps() + plan.survey.steps(),
            };
            begin
                + plan.replicas.make_steps()
                + 2 * plan.groups.steps()
                + plan.tour.steps(self.migrations(plan, found.phase))
                + plan.replicas.coalesce_steps()
                + 1
                + plan.survey.steps()
        };
        let number = scan_steps(self.shape, Order::RowMajor, 1) + reduce_steps(self.shape);
        let survey = if is_known { 0 } else { self.survey.steps() };
        let tours = 2 * u64::from(run.fallback) * whole;
        1 + number + survey + run.phases.iter().map(phase).sum::<u64>() + tours
    }

    /// Routes one class, with the plan for guess number `guess` and, while that turns out to be too low, for later ones.
    /// Returns the last guess; the first one past all plans if what is left is to tour the whole mesh.
    fn route(
        &self,
        (class, mut guess): (usize, usize),
        machine: &mut Machine,
        phases: &mut Vec<DeterministicPaperPhase>,
    ) -> Result<usize, Violation> {
        let is_known = self.known == Congestion::Known;
        self.plans[guess].replicas.place(machine, class)?;
        let mut open = if is_known { u32::MAX } else { self.plans[guess].survey.run(machine)?.0 };
        let (mut bound, mut begins, mut phase) = (None, true, 0);
        while let Some(plan) = self.plans.get(guess) {
            let migrations = self.migrations(plan, phase);
            plan.replicas.make(machine)?;
            plan.groups.form(machine)?;
            plan.tour.run(machine, migrations)?;
            plan.groups.disband(machine)?;
            plan.replicas.coalesce(machine)?;
            machine.span("strip", |machine| {
                machine.step(|step| step.discard(0, |node| !Migration::is_open(node, 0)))
            })?;
            let (left, alive) = plan.survey.run(machine)?;
            bound = plan.demand.left(bound, migrations, &self.gammas).filter(|_| is_known);
            phases.push(DeterministicPaperPhase {
                class,
                guess,
                begins,
                phase,
                migrations,
                left,
                alive,
                bound,
            });
            if left == 0 {
                break;
            }
            let is_too_low = !is_known && 4 * u64::from(left) > u64::from(open);
            (guess, phase) = if is_too_low { (guess + 1, 0) } else { (guess, phase + 1) };
            (open, begins) = (left, false);
        }
        Ok(guess)
    }

    /// The number of the first guess, by a survey of the packets that wait.
    fn first_guess(&self, machine: &mut Machine) -> Result<usize, Violation> {
        if self.known == Congestion::Known {
            return Ok(0);
        }
        let load = self.survey.run(machine, &[WAITING])?.load as usize;
        let fits = |plan: &Plan| plan.demand.congestion >= load;
        Ok(self.plans.iter().position(fits).unwrap_or(self.plans.len() - 1))
    }
}

impl Multicast for DeterministicPaper {
    type Run = DeterministicPaperRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        let whole = Circulation::new(self.shape).capacity();
        Some(if self.plans.is_empty() { whole } else { Migration::CAPACITY })
    }

    fn run(&self, machine: &mut Machine) -> Result<DeterministicPaperRun, Violation> {
        let mut run = DeterministicPaperRun {
            fallback: self.plans.is_empty(),
            instances: self.instances,
            alpha: self.alpha,
            guesses: self.plans.iter().map(Plan::told).collect(),
            phases: Vec::new(),
        };
        let whole = Circulation::new(self.shape);
        let Some(plan) = self.plans.first() else {
            machine.inject(0, |_| 0);
            return whole.run(machine).map(|()| run);
        };
        inject(machine, WAITING)?;
        let packets = machine.span("number", number)? as usize;
        let mut guess = self.first_guess(machine)?;
        for class in 0..packets.div_ceil(plan.replicas.class()) {
            guess = self.route((class, guess), machine, &mut run.phases)?;
            if guess == self.plans.len() {
                run.fallback = true;
                // What is left of this class, then all other classes.
                for lane in [0, WAITING] {
                    machine.swap_lanes(|_| (lane > 0).then_some((0, lane)))?;
                    whole.run_where(machine, |node, lane, index| {
                        Migration::is_open_word(node.words(lane).get(index))
                    })?;
                }
                break;
            }
        }
        Ok(run)
    }
}

/// What is planned for a congestion, known or guessed.
#[derive(Clone, Debug)]
struct Plan {
    tiles: DoubleTessellation,
    demand: Demand,
    replicas: Replicas,
    groups: Groups,
    tour: Tour,
    survey: Survey,
}

impl Plan {
    fn new(
        shape: Shape,
        tiles: DoubleTessellation,
        (congestion, instances): (usize, usize),
        marks: Marks,
        permutation: &Permutation,
    ) -> Self {
        let block = |tile: &Tile| {
            let blocks = tiles.blocks_of(tile.shape);
            blocks.tiles().iter().map(|block| block.shape.nodes()).min().unwrap_or(1)
        };
        let demand = Demand {
            congestion,
            instances,
            group: largest_group(permutation.len(), tiles.tiles()),
            block: tiles.tiling().tiles().iter().map(block).min().unwrap_or(1),
        };
        Self {
            demand,
            replicas: Replicas::new(shape, permutation.len() / instances, instances),
            groups: Groups::new(shape, &tiles, permutation),
            tour: Tour::new(shape, &tiles, marks),
            survey: Survey::new(shape, &tiles),
            tiles,
        }
    }

    /// What a run tells of it.
    fn told(&self) -> DeterministicPaperGuess {
        let (_, block) = self.tiles.largest();
        DeterministicPaperGuess {
            congestion: self.demand.congestion,
            tiles: self.tiles.grid,
            block: (block.rows(), block.cols()),
        }
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

/// m: as many packets as have a node for each replica, in the segments and in the cores of all tiles that may be used.
fn class(tessellations: &[(usize, DoubleTessellation)], instances: usize) -> Option<usize> {
    let places = tessellations.iter().map(|(_, tiles)| tiles.tiles() * tiles.core.nodes()).min();
    places.map(|places| places / instances)
}

/// The tiles for the congestion or, if it is unknown, for every guess, a power of 4, up to n/16: above it the tour of
/// the whole mesh is optimal.
fn tessellations(
    shape: Shape,
    messages: &Messages,
    known: Congestion,
) -> Vec<(usize, DoubleTessellation)> {
    let guesses: Vec<usize> = match known {
        Congestion::Known => vec![messages.congestion()],
        Congestion::Doubled | Congestion::Counted => {
            std::iter::successors(Some(1), |guess| Some(4 * guess))
                .take_while(|guess| 16 * guess <= shape.nodes())
                .collect()
        }
    };
    let usable = guesses.into_iter().filter(|guess| 16 * guess <= shape.nodes());
    usable.map(|guess| (guess.max(1), DoubleTessellation::new(shape, guess))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Workload, check_deliveries, generate};
    use meshcast_engine::{Options, Outcome};

    /// A run on a uniform set, on a square of side `side`.
    fn run(
        side: usize,
        c: usize,
        parameters: &Replication,
        known: Congestion,
    ) -> (DeterministicPaperRun, Outcome) {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        let entries = DeterministicPaper::entries(shape, &set, parameters.instances, known);
        let permutation = Permutation::random(entries, 1);
        let paper = DeterministicPaper::new(shape, &set, parameters, &permutation, known);
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
            let of = |marks| {
                run(
                    16,
                    4,
                    &Replication { instances, alpha: Some(1), marks, effort: 1 << 20 },
                    Congestion::Known,
                )
            };
            let ((literal, one), (lean, other)) = (of(Marks::Literal), of(Marks::Lean));
            assert_eq!(literal, lean);
            assert_eq!(one.deliveries.beside().len(), other.deliveries.beside().len());
        }
    }
}
