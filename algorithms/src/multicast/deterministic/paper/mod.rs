//! Runs `deterministic --variant paper`: the algorithm of Theorem 4, step by step.

mod alive_count;
mod assignment;
mod bound;
mod expansion;
mod expected;
mod phase_steps;
mod plan;
mod replicas;
mod replication;
mod run_record;
#[cfg(test)]
mod tests;
mod tour;

pub use replication::{Marks, Replication};
pub use run_record::{
    AlphaIs, DeterministicPaperGuess, DeterministicPaperPhase, DeterministicPaperRun,
};

use crate::multicast::Multicast;
use crate::multicast::congestion::{self, Congestion};
use crate::multicast::inject::inject;
use crate::multicast::randomized::DoubleTessellation;
use crate::permutation::Permutation;
use expansion::Expansion;
use meshcast_engine::{Machine, Messages, Order, Shape, Violation};
use meshcast_primitives::{Circulation, Migration, reduce_steps, scan_steps};
use plan::{Plan, places, tessellations};
use replicas::{WAITING, number};
use replication::default_instances;
use std::sync::Arc;

/// Multicast in O(√(cn)·log² n) steps for every message set, in buffers of O(1) packets: the algorithm of Theorem 4, to the
/// letter where the letter allows it.
///
/// Every node stores an entry of a permutation π of r·m numbers, which assigns r replicas of each of m packets to groups, one
/// for each of t ≥ c tiles. If the graph of π *expands*, the few packets that a block has no room for have replicas in so
/// many groups that the room in all of them cannot be taken by others: see [Lemma 4](#lemma-4).
///
/// Packets are routed in classes of m, one class after the other, each in phases until nothing of it is left.
///
/// 1. Packet i of a class goes to (a) the first of the nodes of ranks i·r to i·r + r − 1 along the snake, and (b) is copied
///    to all of them. (c) The j-th replica so stands at the node that stores π(k), k = i·r + j. It takes a header of its own.
/// 2. Its group is ⌊t·π(k)/(r·m)⌋, and since π is a permutation, what is left of π(k) is its rank in the group.
/// 3. It goes to the node of that rank in the tile of the group.
/// 4. t times, in all tiles: migrations bring every block *clones* of replicas that are wanted there, a clone a node
///    each time, which circulate in the block, and replicas are [marked](Marks) for what has been visited; then the
///    replicas move on to the next tile of a ring.
/// 5. Replicas go back to where they were created.
/// 6. The r replicas of a packet are made one packet again, which has been wherever one of them has.
///
/// In the first phase a visit has α migrations in each of r iterations, in later ones α.
///
/// # Shape
/// Any rows × cols, any message set, any r and α ≥ 1; nodes without a message and messages without destinations allowed; a source may
/// be its own destination. The theorem is for c ≥ log⁴ n, which no mesh of fewer than 2²² nodes allows beside c ≤ n/16: below
/// that it all works, but other algorithms have the same bound. Where c > n/16 every packet tours the whole mesh, as with
/// [`Hamiltonian`](crate::Hamiltonian). Tiles may be uneven, as those of [`Paper`](crate::Paper). Replicas stand in their cores, of
/// p nodes each: m = ⌊t·p/r⌋, which is ⌊n/r⌋ where tiles are even.
///
/// # Cost
/// Let G = ⌈r·m/t⌉ be the replicas of a group, b the nodes of the smallest block and B the blocks of the mesh, about
/// √(tn). A visit with k migrations selects k·b replicas for a block or all that want it, so no more than ⌈G/b⌉ are
/// made: k = min(α·r, ⌈G/b⌉) in the first phase, min(α, ⌈G/b⌉) later.
///
/// | | steps, exact |
/// |---|---|
/// | before: packets without destinations leave, all others are numbered and counted | 1, 1 scan, 1 reduction |
/// | 1(a), only in the first phase of a class | 1 [routing](meshcast_primitives::PermutationRouting) with 2 × 2 blocks |
/// | 1(b) | [`SegmentedBroadcast::steps`](meshcast_primitives::SegmentedBroadcast::steps) in segments of r, r where r ≤ √n |
/// | 2, 3 and 5 | a routing each |
/// | 4, literal | t·(k·([`LiteralMigration::steps`] + [`Circulation::steps`] + 1 + [`Marking::steps`]) + [`TileShift::steps`]) |
/// | 4, lean | t·(k·([`Migration::steps`] of an exact one + [`Circulation::steps`]) + [`TileShift::steps`]) |
/// | 6 | 2(r − 1), and 1 for packets without open destinations |
/// | what is left, for all destinations and every block | [`all_reduce_steps`] with B + 1 waves |
///
/// The last line takes B + 1 registers a node, about √(tn), and one pass over them for the greatest, where a node that
/// folded every wave into a maximum as it comes would do with two: see `docs/adr/0005-local-work.md`. Everything but
/// the first line is for each phase of each of ⌈M/m⌉ classes of M packets with destinations.
///
/// The buffer holds 8 packets whatever r and α ([`Multicast::capacity`]): five slots for packets on their way, one for packets whose class
/// has not begun, one for a replica, and one that is free. No more than 6 were seen in use.
///
/// # Lemma 4
/// A packet is *alive* for a block as long as it has open destinations there. With γ(s) the fewest groups in which any
/// s packets have replicas, fewer than s packets are alive for a block after the first phase if α·γ(s) ≥ c, and fewer
/// than s of A after a later one if α·γ(s)·b ≥ A·r; none if k·b ≥ G. The proof is where the bound is computed, in
/// `bound.rs`. By default, α is the least number with α·γ(⌊t/r⌋) ≥ c, where γ is known by [`verify`] or, if that makes α less and the
/// permutation was [drawn](Replication::is_drawn), by [`likely_neighbours`]; the paper's α > 1/λ is not enough where r
/// does not divide t. A run tells for every phase how many packets are alive for a block
/// at most, and how many can be: [`DeterministicPaperRun::broken_bound`].
///
/// # Unknown congestion
/// Then a guess takes its place, a power of 4 that a survey of all packets suggests: see [`Congestion`]. If a phase leaves more than a
/// quarter of the deliveries of its class, the next guess is four times as high, for this class and all later ones. Marks are kept. A
/// guess above n/16 lets all that is left tour the whole mesh. The permutation is the same for all guesses, and nothing is certain of α.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below [`Multicast::capacity`].
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §5. Deviations:
/// - The paper has log n classes and r = Θ(log n) replicas apart; here r·m ≤ t·p, so that a node has at most a replica
///   and an entry, and there are ⌈M/m⌉ classes. The messages are numbered once, and not for each class.
/// - Step 1(c) routes replicas to their entries; here segments lie so that they are there. Step 2 sorts replicas by
///   group and ranks them; here both are known from π. So Steps 2 and 3 are one fixed permutation, and Step 5 its
///   inverse, of which every node stores an entry, too, one for the tiles of every guess at c: how a replica is to find
///   back, the paper does not say.
/// - Step 1(a) is left out after the first phase: Step 6 leaves a packet where Step 1(a) would bring it.
/// - The clones of a migration circulate, and replicas are marked, before the next migration of the iteration: α times
///   the steps of one circulation and one marking, and the buffer does not depend on α. Migrations that cannot find
///   anything are not made.
/// - How marks are brought back "using sorting and prefix operations": see [`Marking`](meshcast_primitives::Marking).
///   With [`Marks::Lean`] they are made when a replica is selected.
/// - Step 6 says "the same algorithmic ingredients" as Step 1. Here replicas walk along their segments, one node each two steps.
/// - A destination may be served by several replicas: the output queue gets its message again, which counts as a duplicate.
/// - The paper does not say how nodes learn that a class is done: a reduction, with a wave for every block beside.
/// - Lemma 1 is left out: nothing but its own proof needs d ≤ c, since the messages for a block of b nodes are at most cb for any d.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Congestion, DeterministicPaper, Multicast, Permutation, Replication};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(8, 8)?;
/// let set = Messages::new(64, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 55, 63])])?;
/// let replication = Replication::default();
/// let known = Congestion::Known;
/// // Twelve packets a class, five replicas of each: six classes.
/// let entries = DeterministicPaper::entries(shape, &set, None, known);
/// assert_eq!(entries, 60);
/// let permutation = Permutation::random(entries, 1);
/// let paper = DeterministicPaper::new(shape, &set, &replication, &permutation, known);
/// let (messages, capacity) = (paper.messages(), paper.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = paper.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, paper.steps(&run));
/// let mut deliveries = outcome.deliveries.sorted();
/// deliveries.dedup();
/// assert_eq!(deliveries.len(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`verify`]: crate::verify
/// [`likely_neighbours`]: crate::likely_neighbours
/// [`LiteralMigration::steps`]: meshcast_primitives::LiteralMigration::steps
/// [`Marking::steps`]: meshcast_primitives::Marking::steps
/// [`TileShift::steps`]: meshcast_primitives::TileShift::steps
/// [`all_reduce_steps`]: meshcast_primitives::all_reduce_steps
#[derive(Clone, Debug)]
pub struct DeterministicPaper {
    shape: Shape,
    messages: Arc<Messages>,
    instances: usize,
    alpha: usize,
    alpha_is: AlphaIs,
    /// Whether r is more than there are groups, so that the expansion constrains no set.
    vacuous: bool,
    /// Lower bounds of the neighbours of 1, 2, … packets, likely ones where α is; none if the congestion is unknown.
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
        let places = places(&tessellations(shape, messages, known));
        places.map_or(0, |places| {
            let instances = instances.unwrap_or_else(|| default_instances(shape.nodes(), places));
            places / instances * instances
        })
    }

    /// The algorithm for `messages` on `shape`, of which nodes know what is said, with a permutation of
    /// [`DeterministicPaper::entries`] numbers. Of these, and of the inverse, every node stores
    /// [`DeterministicPaper::stored_words`].
    ///
    /// # Panics
    /// If the permutation has another length, r or α is 0, r is more than there are nodes for replicas, or they
    /// [cannot be marked](DeterministicPaper::can_mark) so.
    pub fn new(
        shape: Shape,
        messages: &Messages,
        parameters: &Replication,
        permutation: &Permutation,
        known: Congestion,
    ) -> Self {
        assert!(parameters.alpha != Some(0), "an iteration has at least one migration");
        let tessellations = tessellations(shape, messages, known);
        let can_mark = Self::can_mark(shape, messages, parameters.marks, known);
        assert!(can_mark, "literal marks need smaller tiles");
        let places = places(&tessellations);
        let by_default = || default_instances(shape.nodes(), places.unwrap_or(shape.nodes()));
        let instances = parameters.instances.unwrap_or_else(by_default);
        let class = places.map(|places| places / instances);
        assert!(class != Some(0), "a packet has no more replicas than there are nodes for them");
        let entries = class.map_or(0, |class| class * instances);
        assert_eq!(permutation.len(), entries, "the permutation has an entry for every replica");
        let expansion = match (known, tessellations.first()) {
            (Congestion::Known, Some((congestion, tiles))) => {
                Expansion::of(permutation, (*congestion, tiles.tiles(), instances), parameters)
            }
            _ => None,
        };
        let (alpha, alpha_is) = parameters.alpha_from(expansion.as_ref());
        let is_known = known == Congestion::Known;
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
            alpha,
            alpha_is,
            vacuous: is_known && class.is_some() && expansion.is_none(),
            gammas: expansion.map_or(Vec::new(), |known| known.gammas),
            known,
            survey: known.survey(shape),
            plans: tessellations.into_iter().map(planned).collect(),
        }
    }

    /// Words that a node stores: its entry of the permutation, and for every congestion that may be guessed that of the
    /// inverse by which the replica at its place in the tiles goes back.
    pub fn stored_words(&self) -> usize {
        if self.plans.is_empty() { 0 } else { 1 + self.plans.len() }
    }

    /// The most replicas of a packet that there are nodes and headers for; none where the tour of the whole mesh needs
    /// none.
    pub fn most_instances(shape: Shape, messages: &Messages, known: Congestion) -> Option<usize> {
        let places = places(&tessellations(shape, messages, known))?;
        Some(places.min(messages.most_replicas()))
    }

    /// Whether replicas can be marked so. Literal marks need tiles of p nodes in B blocks with p·(B + 1) ≤ 2³²: where c = 1 and tiles have
    /// 2²² nodes, they are too large.
    pub fn can_mark(shape: Shape, messages: &Messages, marks: Marks, known: Congestion) -> bool {
        let fits = |(_, tiles): &(usize, DoubleTessellation)| {
            let ((tile, _), (down, across)) = (tiles.largest(), tiles.blocks);
            tile.nodes() as u64 * (down * across + 1) as u64 <= 1 << 32
        };
        marks == Marks::Lean || tessellations(shape, messages, known).iter().all(fits)
    }

    /// The replicas of a packet where nobody says how many: the most with which ⌊log₂ n⌋ classes are enough for n packets, one at least and
    /// at most ⌊log₂ n⌋. Where packets tour the whole mesh, there are none.
    pub fn default_instances(shape: Shape, messages: &Messages, known: Congestion) -> usize {
        let places = places(&tessellations(shape, messages, known));
        default_instances(shape.nodes(), places.unwrap_or(shape.nodes()))
    }

    /// Whether c ≥ log₂⁴ n.
    fn is_in_range(&self) -> bool {
        let log = f64::from(self.shape.nodes() as u32).log2();
        self.messages.congestion() as f64 >= log.powi(4)
    }

    /// Migrations of a visit in a phase: α in each of r iterations of the first phase, later in one, but no more than
    /// serve a whole group.
    fn migrations(&self, plan: &Plan, phase: usize) -> usize {
        let iterations = if phase == 0 { self.instances } else { 1 };
        (self.alpha * iterations).min(plan.demand.group.div_ceil(plan.demand.block))
    }

    /// The steps of a run that found out what `run` says.
    pub fn steps(&self, run: &DeterministicPaperRun) -> u64 {
        let whole = Circulation::steps_on(self.shape);
        if self.plans.is_empty() {
            return whole;
        }
        let is_known = self.known == Congestion::Known;
        let phase = |found: &DeterministicPaperPhase| {
            let plan = &self.plans[found.guess];
            plan.steps.of_phase(found.begins, self.migrations(plan, found.phase), is_known)
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
        let mut open =
            if is_known { u32::MAX } else { self.plans[guess].alive_count.run(machine)?.0 };
        let (mut bound, mut begins, mut phase) = (None, true, 0);
        while let Some(plan) = self.plans.get(guess) {
            let migrations = self.migrations(plan, phase);
            let (left, alive) = plan.make_phase(machine, migrations)?;
            bound = plan.demand.left(bound, migrations, &self.gammas).filter(|_| is_known);
            phases.push(DeterministicPaperPhase {
                class,
                guess,
                begins,
                phase,
                migrations,
                serves_all: plan.demand.serves_all(migrations),
                left,
                alive,
                bound,
                lemma_4: plan.demand.by_lemma_4(phase),
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
            alpha_is: self.alpha_is,
            vacuous: self.vacuous,
            in_range: self.is_in_range(),
            knows_congestion: self.known == Congestion::Known,
            guesses: self.plans.iter().map(Plan::record).collect(),
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
