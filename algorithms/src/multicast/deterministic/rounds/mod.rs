//! Runs `deterministic --variant rounds`: groups by stored permutations, until nothing is left.

mod ending;
mod expected;
mod guaranteed_rounds;
mod permutations;
mod place_claim;
mod round_loop;
mod run_record;
mod stored_places;
#[cfg(test)]
mod tests;
mod tile_schedule;

pub use guaranteed_rounds::{Assumption, GuaranteedRounds};
pub use permutations::Permutations;
pub use run_record::{RoundsRound, RoundsRun};
pub use tile_schedule::Pace;

pub(super) use ending::{Ending, survey_of_blocks};
pub(super) use expected::{End, RoundCosts};
pub(super) use place_claim::claim_places;
pub(super) use round_loop::{BLOCKS, RoundLoop, Source};
pub(super) use tile_schedule::Turn;

use crate::guarantee::StoredWords;
use crate::multicast::Multicast;
use crate::multicast::congestion::{Congestion, Left, Survey};
use crate::multicast::inject::inject;
use crate::multicast::visits::{Load, MASTER, broadcast_steps};
use crate::permutation::Permutation;
use meshcast_engine::{Machine, Messages, Shape, Violation};
use meshcast_primitives::{Migration, PermutationRouting};
use place_claim::{StageSoFar, expected_places};
use std::collections::BTreeMap;
use std::sync::Arc;
use stored_places::StoredPlaces;
use tile_schedule::TileSchedule;

/// Multicast without random numbers, with at most eight packets a node: in every round each packet goes to a place that a
/// stored permutation gives it, and the groups of packets that this makes visit all tiles.
///
/// A *round* has a grid of t tiles. One routing brings the packet of every source node i to node π(i), for the
/// round's own permutation π: what a tile has then is a *group*. All groups go round the ring of tiles, visit each, and come home.
/// In a visit every block of the tile gets copies of packets of the group that have *open* destinations in
/// it: of as many as there are, or as the block has nodes, by one exact [`Migration`]; the copies tour the block by a
/// [`Circulation`](meshcast_primitives::Circulation), are delivered at these destinations and leave. A packet is marked when it is
/// selected, and there is no other copy of the mark, so nothing is delivered twice. A census counts and numbers
/// the packets with open destinations; if there are any, the next round comes, with the next permutation, and now and then fewer tiles.
///
/// What bounds the number of rounds: a packet that is passed over for a block of b nodes has been in a group with b others that
/// were served. Of the at most cb packets that want the block, a set that is passed over in all rounds has met few
/// groups in each; random permutations bring every set into many. See `docs/rounds.md` for the proof, and
/// [`guarantee`](crate::guarantee) for numbers. It holds for all message sets at once, and for almost all permutations.
///
/// # Tiles
/// [`Pace`] says how many there are:
/// - `Set`: stages of so many rounds with so many tiles as [`guarantee`](crate::guarantee) computes for n, c and a share of
///   2⁻²⁰ of the permutations. Where n is no power of two nothing is computed: 16 rounds on each of c tiles (`Fixed`: as many as
///   `Adaptive` begins with; `Overload`: about c/ln(n/c)), and but for `Fixed` on a quarter of them, and so on.
/// - `Adaptive`: about c tiles at first, in the grid from which a run is expected to take the fewest steps:
///   [`Tuned`](crate::Tuned) says how that is found. After every round the survey counts the packets that want each block of
///   the mesh as one tile: at most κ for each of its nodes. Then κ rounds with one tile would be enough, whatever the
///   permutations, and so is a [`KBroadcast`](meshcast_primitives::KBroadcast), which takes the packets past every node. Once the one with
///   fewer steps takes no more than one more round, the end begins, which takes no more steps than that round and its survey: what remains
///   of them beside what is enough may be spent on other grids. So an adaptive run
///   never takes more steps than one whose rounds all have its first grid, but for the longer surveys of these.
///
/// When all stages are over, which the guarantee excludes but for 2⁻²⁰ of the permutations, one tile remains. It always
/// finishes: there is one group, and every round serves as many packets for every block as want it, or as it has nodes.
///
/// # Permutations
/// Every stage begins with the first permutation. A node stores an entry for each round of the longest stage: π₁ of its
/// own number, for the packet that is at home, and then the places πⱼ₊₁(πⱼ⁻¹(v)) to which node v passes on the packet
/// that it holds, computed off line. A new stage brings packets home first, by a routing to the sources that their
/// headers name. With [`Permutations::Rotated`] a node stores one entry for each length of a segment that occurs,
/// mostly one, and no packet has to go home. How many words that makes a node: [`Rounds::stored_words`].
///
/// # Unknown congestion
/// With [`Rounds::with_congestion`] no node knows c. A survey finds what takes its place, as in
/// [`Tuned`](crate::Tuned); it is not corrected later: too low a guess makes more rounds, with fewer tiles. All nodes
/// know the stages for every power of two, a table that depends on the shape and the parameters alone, and look up the
/// least that is no less than the guess; the words stored for permutations are those for all of them.
///
/// # Shape
/// Any rows × cols, any message set; nodes without a message and messages without destinations allowed; a source may be
/// its own destination. Tiles, cores and blocks are those of [`Tuned`](crate::Tuned): blocks of up to 2√m nodes in
/// tiles of m, twice the b of the proof, which is no worse: twice as many packets want one, and twice as many are
/// served. A packet that a permutation puts outside the cores of uneven tiles rests in that round; it is in no group,
/// and the guarantee, which is for even tiles, does not speak of it.
///
/// # Cost
/// A round takes the same number of steps whatever the messages; how many rounds there are, and with `Adaptive` the
/// tiles, depend on data. [`Rounds::steps`] is exact:
///
/// | | steps, exact | about, tiles of side a | buffer |
/// |---|---|---|---|
/// | begin | 1 | | 1 |
/// | scatter, if t > 1 | [`PermutationRouting::steps`] with 3 × 3 blocks, twice where packets go home first | 3.4√n | 7 |
/// | visit, t times | [`Migration::steps`] of an exact one and [`Circulation::steps`] of the slowest tile | 11a; 2a | 8 |
/// | shift, t times, if t > 1 | [`TileShift::steps`] of cores | a | 3 |
/// | count | [`census_steps`] of a word, if adaptive of one for each block of one tile, too | 2√n, 2.5√n | 1 |
/// | end of k packets, if it comes | [`KBroadcast::steps_on`] | k + 3√n | 7 |
///
/// An unknown congestion takes a survey more before the first round. Surveys that count blocks take registers for each of about √n
/// blocks; a node would do with O(1): see `docs/adr/0005-local-work.md`. The buffer is that of a migration, 8 packets.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below 8;
/// [`Rule::Claim`](meshcast_engine::Rule::Claim) where something that the proof supposes does not hold, which would be a mistake in here.
///
/// # Source
/// Ours: the one-copy relative of the algorithm of Theorem 4 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward
/// multicast routing on the mesh", 2006, §5, which makes log n replicas of every packet. We know of no published proof.
/// Deviations from the paper: one copy and new places in every round for replicas; hence nothing is coalesced, no
/// destination is served twice, and neither d ≤ c nor c ≥ log⁴n is needed.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Multicast, Pace, Permutations, Rounds, Schedule, StoredWords};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(4, 4)?;
/// let set = Messages::new(16, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 5, 15])])?;
/// let permutations = Permutations::Drawn { words: StoredWords::All, seed: 1 };
/// let rounds = Rounds::new(shape, &set, Pace::Set(Schedule::Fixed), permutations);
/// let (messages, capacity) = (rounds.messages(), rounds.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = rounds.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.deliveries.len(), 7);
/// assert_eq!(outcome.steps, rounds.steps(&run));
/// assert_eq!((run.rounds[0].down, run.rounds[0].across), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Circulation::steps`]: meshcast_primitives::Circulation::steps
/// [`TileShift::steps`]: meshcast_primitives::TileShift::steps
/// [`census_steps`]: meshcast_primitives::census_steps
/// [`KBroadcast::steps_on`]: meshcast_primitives::KBroadcast::steps_on
#[derive(Clone, Debug)]
pub struct Rounds {
    shape: Shape,
    messages: Arc<Messages>,
    pace: Pace,
    permutations: Permutations,
    congestion: Congestion,
    /// What nodes are ready for: the schedule for the congestion or, if it is unknown, one for every power of two that may take
    /// its place.
    schedules: Vec<TileSchedule>,
    routing: PermutationRouting,
}

impl Rounds {
    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion, how many have destinations, and how many
    /// destinations there are.
    ///
    /// # Panics
    /// If there are no permutations, or one is not of as many numbers as there are nodes.
    pub fn new(shape: Shape, messages: &Messages, pace: Pace, permutations: Permutations) -> Self {
        permutations.check(shape);
        let routing = PermutationRouting::new(shape, BLOCKS);
        debug_assert!(routing.capacity() <= MASTER);
        let (messages, congestion) = (Arc::new(messages.clone()), Congestion::Known);
        let (words, limit) = (permutations.kind(), permutations.limit());
        let schedules =
            vec![TileSchedule::new(shape, load(Left::all_of(&messages)), pace, words, limit)];
        Self { shape, messages, pace, permutations, congestion, schedules, routing }
    }

    /// Sets what nodes know about the congestion.
    #[must_use]
    pub fn with_congestion(self, congestion: Congestion) -> Self {
        let schedules = match congestion {
            Congestion::Known => vec![self.schedule(load(Left::all_of(&self.messages)))],
            Congestion::Doubled | Congestion::Counted => {
                let last = self.shape.nodes().next_power_of_two().ilog2();
                let guess = |exponent| Load::of(f64::from(1_u32 << exponent), 1.0);
                (0..=last).map(|exponent| self.schedule(guess(exponent))).collect()
            }
        };
        Self { congestion, schedules, ..self }
    }

    /// The schedule for a load.
    fn schedule(&self, load: Load) -> TileSchedule {
        let (words, limit) = (self.permutations.kind(), self.permutations.limit());
        TileSchedule::new(self.shape, load, self.pace, words, limit)
    }

    /// Steps of a run.
    pub fn steps(&self, run: &RoundsRun) -> u64 {
        let first = self.congestion.first_steps(self.shape);
        let rounds = self.rounds();
        let of = |round: &RoundsRound| rounds.steps(round.grid(self.shape), round.anew);
        1 + first
            + run.rounds.iter().map(of).sum::<u64>()
            + broadcast_steps(self.shape, run.broadcast as usize)
    }

    /// The rounds of a run.
    fn rounds(&self) -> RoundLoop<'_> {
        let (shape, degree) = (self.shape, self.messages.degree());
        RoundLoop { shape, routing: &self.routing, survey: self.survey(), degree }
    }

    /// What is found out after a round.
    fn survey(&self) -> Survey {
        match self.pace {
            Pace::Set(_) => Survey::without_blocks(self.shape),
            Pace::Adaptive => survey_of_blocks(self.shape),
        }
    }

    /// Words that a node stores for the permutations: if the congestion is unknown, for whatever a survey may find.
    pub fn stored_words(&self) -> usize {
        TileSchedule::stored_words(&self.schedules, self.permutations.kind())
    }

    /// Permutations of the nodes by which rounds form groups: what an adversary has to know. In round j the packet of node i
    /// stands at πⱼ(i).
    ///
    /// These are all where there is one for each round. With one for all they are πρʲπ⁻¹ for the rounds of the first stage
    /// or, if the congestion is unknown, of all stages that may be the first: later ones depend on how many rounds have been made.
    #[expect(clippy::missing_panics_doc, reason = "packets stand at different nodes")]
    pub fn places(&self) -> impl Iterator<Item = Permutation> {
        let kind = self.permutations.kind();
        // Rounds by the length of segments, if there are any.
        let mut stages = BTreeMap::new();
        for schedule in self.schedules.iter().filter(|schedule| schedule.used(kind) > 0) {
            let first = schedule.first();
            let (segment, rounds) = match kind {
                StoredWords::All => (0, schedule.cycle),
                StoredWords::One => (schedule.segment(first), schedule.longest(first)),
            };
            let most = stages.entry(segment).or_insert(rounds);
            *most = rounds.max(*most);
        }
        stages.into_values().flat_map(move |most| {
            (1..=most).map(move |made| {
                let stages = [StageSoFar { most, made }];
                let places = expected_places(&self.permutations, self.shape.nodes(), most, &stages);
                Permutation::new(places).expect("packets stand at different nodes")
            })
        })
    }
}

/// The load of the first round.
fn load(all: Left) -> Load {
    Load::of(f64::from(all.load), all.degree())
}

impl Multicast for Rounds {
    type Run = RoundsRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        Some(Migration::CAPACITY)
    }

    fn run(&self, machine: &mut Machine) -> Result<RoundsRun, Violation> {
        inject(machine, MASTER)?;
        let all = self.congestion.at_first(machine, &self.messages, MASTER)?;
        let known = (self.congestion != Congestion::Known).then_some(all);
        let guess = known.map(|known| known.load as usize);
        let number = guess.map_or(0, |guess| guess.next_power_of_two().ilog2() as usize);
        let schedule = match (self.pace, known) {
            // Nothing of it is computed before.
            (Pace::Adaptive, Some(known)) => &self.schedule(load(known)),
            _ => &self.schedules[number],
        };
        let mut places = StoredPlaces::new(&self.permutations, schedule, self.shape);
        let ending = (self.pace == Pace::Adaptive).then(|| Ending::new(self.shape));
        let (rounds, broadcast) = self.rounds().run(machine, &mut places, ending, all.packets)?;
        Ok(RoundsRun {
            pace: self.pace,
            rounds,
            broadcast,
            guess,
            permutations: schedule.used(self.permutations.kind()),
            stored_words: self.stored_words(),
            guaranteed: schedule.guaranteed.filter(|guaranteed| {
                let holds =
                    guaranteed.assumes == Assumption::Nothing || self.permutations.are_drawn();
                guess.is_none() && holds
            }),
        })
    }
}
