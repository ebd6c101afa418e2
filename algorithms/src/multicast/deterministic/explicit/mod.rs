//! Runs `deterministic --variant explicit`: groups by polynomials, which nodes compute, until nothing is left.

mod choice;
mod expected;
mod places;
mod run_record;
#[cfg(test)]
mod tests;

pub use choice::ExplicitPlan;
pub use run_record::ExplicitRun;

use super::rounds::{
    BLOCKS, Ending, RoundLoop, RoundsRound, Source, Turn, claim_places, survey_of_blocks,
};
use crate::multicast::Multicast;
use crate::multicast::congestion::Congestion;
use crate::multicast::inject::inject;
use crate::multicast::visits::{MASTER, MOVING, broadcast_steps};
use crate::permutation::Permutation;
use crate::polynomials::CertificateError;
use meshcast_engine::{Machine, Messages, Shape, Violation};
use meshcast_primitives::{Migration, PermutationRouting};
use places::PolynomialPlaces;
use std::sync::Arc;

/// Multicast without random numbers and without stored ones, with at most eight packets a node: [`Rounds`](crate::Rounds) with groups that
/// nodes compute.
///
/// There are q tiles, q a prime power. The number of a packet, that of its source, is read in base q; its digits are the coefficients
/// of a polynomial over GF(q). In round j a packet is in the group which is the value of its polynomial at the point j of the field
/// ([`PolynomialGroups`](crate::PolynomialGroups)), and goes to the tile of that number, at the place of its rank. A round is that of
/// [`Rounds`](crate::Rounds).
///
/// Two polynomials agree in few points, so packets that want one block are in many groups, all rounds added up, and each of these
/// serves as many of them as the block has nodes. So many rounds as [`ExplicitPlan`] says are enough for *every* message set: no
/// probability is involved, and nothing is assumed. See `docs/explicit.md` for the proof.
///
/// # Tiles
/// As many as a field has elements, in a grid of p^i × p^j for the prime p of its order: the grid for which the certified rounds take the
/// fewest steps, or that of the order which is asked for. After every round a survey counts the packets that want each block of the mesh
/// as one tile; when it is certain that rounds with one tile finish in no more steps than one more round takes, they do, or all packets
/// go past every node, when that takes fewer. With one tile c
/// rounds are enough; where these take no more steps than a single round with other tiles, there is one from the first.
///
/// # Unknown congestion
/// With [`Explicit::with_congestion`] no node knows c. A survey finds what takes its place, as in [`Rounds`](crate::Rounds), and
/// all nodes compute the plan for the next power of two. A guess that is too low makes more rounds; nothing is certified then.
///
/// # Shape
/// Any rows × cols, any message set. Where tiles are uneven and a core has less room than a group has packets, some packets of every
/// group rest in a round, in turn; the certified rounds count that in.
///
/// # Cost
/// That of [`Rounds`](crate::Rounds) with an adaptive pace, in which packets never go home first: where a packet goes follows from its
/// number alone. [`Explicit::steps`] is exact. At most [`ExplicitPlan::certified_steps`]. The buffer is 8 packets; a node stores no word
/// between rounds.
///
/// # Errors
/// As [`Rounds`](crate::Rounds).
///
/// # Source
/// §4 and §5 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, for groups that visit
/// tiles. Groups by polynomials are this project's own combination; `docs/explicit.md` says what it is made of.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Explicit, Multicast, Workload, generate};
/// use meshcast_engine::{Machine, Options, Shape};
/// let shape = Shape::new(16, 16)?;
/// let set = generate(Workload::Uniform, 16, None, Some(16), 1)?;
/// let explicit = Explicit::new(shape, &set, None)?;
/// let (messages, capacity) = (explicit.messages(), explicit.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = explicit.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.deliveries.len(), 16 * 256);
/// assert_eq!(outcome.steps, explicit.steps(&run));
/// assert!(run.rounds.len() as u64 <= explicit.plan().map_or(0, |plan| plan.rounds()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explicit {
    shape: Shape,
    messages: Arc<Messages>,
    order: Option<u64>,
    congestion: Congestion,
    /// None if the congestion is unknown.
    plan: Option<ExplicitPlan>,
    routing: PermutationRouting,
}

impl Explicit {
    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion and how many have destinations, with the field
    /// of some order.
    ///
    /// # Errors
    /// If there is no field of that order, or no grid of as many tiles that fits the mesh.
    pub fn new(
        shape: Shape,
        messages: &Messages,
        order: Option<u64>,
    ) -> Result<Self, CertificateError> {
        let routing = PermutationRouting::new(shape, BLOCKS);
        debug_assert!(routing.capacity() <= MASTER);
        let (messages, congestion) = (Arc::new(messages.clone()), Congestion::Known);
        let plan = Some(ExplicitPlan::new(shape, messages.congestion() as u64, order)?);
        Ok(Self { shape, messages, order, congestion, plan, routing })
    }

    /// Sets what nodes know about the congestion.
    #[must_use]
    pub fn with_congestion(self, congestion: Congestion) -> Self {
        let known = self.messages.congestion() as u64;
        let plan = (congestion == Congestion::Known).then(|| self.plan_for(known));
        Self { congestion, plan, ..self }
    }

    fn plan_for(&self, congestion: u64) -> ExplicitPlan {
        let plan = ExplicitPlan::new(self.shape, congestion, self.order);
        plan.expect("the field fits the mesh, whatever the congestion")
    }

    /// What all nodes know before the run; none if the congestion is unknown.
    pub fn plan(&self) -> Option<&ExplicitPlan> {
        self.plan.as_ref()
    }

    /// Steps of a run.
    pub fn steps(&self, run: &ExplicitRun) -> u64 {
        let first = self.congestion.first_steps(self.shape);
        let rounds = self.rounds();
        let of = |round: &RoundsRound| rounds.steps(round.grid(self.shape), round.anew);
        1 + first
            + run.rounds.iter().map(of).sum::<u64>()
            + broadcast_steps(self.shape, run.broadcast as usize)
    }

    /// [`ExplicitPlan::places`]; none if the congestion is unknown.
    pub fn places(&self) -> impl Iterator<Item = Permutation> {
        self.plan().into_iter().flat_map(ExplicitPlan::places)
    }

    fn rounds(&self) -> RoundLoop<'_> {
        let (shape, degree) = (self.shape, self.messages.degree());
        RoundLoop { shape, routing: &self.routing, survey: survey_of_blocks(shape), degree }
    }
}

/// The places of a run.
struct ComputedPlaces<'p> {
    plan: &'p ExplicitPlan,
    places: Option<PolynomialPlaces>,
}

impl Source for ComputedPlaces<'_> {
    fn first(&self) -> Turn {
        Turn::first(self.plan.grid)
    }

    fn after(&self, turn: Turn) -> Turn {
        turn.then(turn.grid)
    }

    fn comes_home(&self, _: Turn) -> bool {
        false
    }

    fn scatter(
        &mut self,
        rounds: &RoundLoop<'_>,
        machine: &mut Machine,
        turn: Turn,
    ) -> Result<bool, Violation> {
        let places = self.places.as_ref().filter(|places| places.grid() == turn.grid);
        let table = places.expect("other tiles than those of the field are one").table(turn.round);
        machine.span("scatter", |machine| {
            rounds.route(machine, |node| node.source(MOVING).map(|source| table[source as usize]))
        })?;
        claim_places(machine, table)?;
        Ok(false)
    }
}

impl Multicast for Explicit {
    type Run = ExplicitRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        Some(Migration::CAPACITY)
    }

    fn run(&self, machine: &mut Machine) -> Result<ExplicitRun, Violation> {
        inject(machine, MASTER)?;
        let all = self.congestion.at_first(machine, &self.messages, MASTER)?;
        let known = (self.congestion != Congestion::Known).then_some(all);
        let guess = known.map(|known| known.load as usize);
        let nodes = self.shape.nodes();
        let guessed = guess.map(|guess| self.plan_for(guess.next_power_of_two().min(nodes) as u64));
        let plan = self.plan.as_ref().or(guessed.as_ref()).expect("known or guessed");
        let mut places = ComputedPlaces { plan, places: plan.computed_places() };
        let ending = Some(Ending::with_one_tile(self.shape));
        let (rounds, broadcast) = self.rounds().run(machine, &mut places, ending, all.packets)?;
        let (order, digits) = (plan.order(), plan.digits());
        let certified = guess.is_none().then(|| plan.rounds());
        Ok(ExplicitRun { rounds, broadcast, guess, order, digits, certified })
    }
}
