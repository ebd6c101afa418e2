//! Runs `randomized --variant paper`: the algorithm of Theorem 3, step by step.

mod choice;
mod double_tessellation;
mod groups;
mod guessed_phases;
mod lanes;
mod phase;
mod run_record;
mod tour;

pub(in crate::multicast) use double_tessellation::{DoubleTessellation, first_enough};
pub use run_record::{PaperPhase, PaperRun};

use crate::draws::Draws;
use crate::multicast::Multicast;
use crate::multicast::congestion::{Congestion, Survey};
use crate::multicast::inject::inject;
use crate::multicast::message_parameters::MessageParameters;
use choice::choose;
use double_tessellation::is_usable;
use groups::Grouping;
use guessed_phases::GuessedPhases;
use lanes::{ASIDE, MASTERS, open_destinations, strip};
use meshcast_engine::{Machine, Messages, Shape, Violation};
use meshcast_primitives::{Circulation, reduce, reduce_steps};
use phase::Phase;
use std::sync::Arc;

/// Migrations of a visit where the congestion is not known beforehand.
const INSTANCES: usize = 3;

/// Multicast in O(√(cn)) steps with high probability, in buffers of O(1) packets: the algorithm of Theorem 3, to the
/// letter where the letter allows it.
///
/// In phase i = 0, …, K the mesh is cut into about cᵢ = c/16ⁱ tiles, and each tile into about √(n/cᵢ) blocks.
///
/// 1. Packets are dealt out to cᵢ groups: (a) every packet draws a tentative group; (b) a sort and a segmented scan rank
///    the packets within these; (c) segments of n/cᵢ packets are numbered; (d) segments j and j + cᵢ make up group j;
///    (e) the packets of a group are ranked, and the ranks are nodes of tile j, at most two packets a node; (f) they go
///    there. There they are *masters*.
/// 2. cᵢ times: (a), (b) r times a t-migration brings every block up to a copy a node of masters that are wanted there,
///    and the copies circulate in the blocks; (c) the masters move on to the next tile of a ring.
/// 3. In phase K Step 2 is repeated until all is delivered.
///
/// The proof wants r = 150, so that with high probability phase K needs one execution of Step 2. That is for the proof
/// only: r = 1, 2 or 3 does as well, see below.
///
/// # Shape
/// Any rows × cols, any message set; nodes without a message and messages without destinations allowed; a source may be
/// its own destination. Where c > n/16 every packet tours the whole mesh, as the paper says, and as with
/// [`Hamiltonian`](crate::Hamiltonian). Tiles may be uneven. Their *cores* are the first ⌊rows/down⌋ rows and
/// ⌊cols/across⌋ columns of each, of p nodes; segments have p packets, and masters stand in cores. With g tentative groups there are at
/// most g + ⌊(n − g)/p⌋ segments: g is the largest number up to t for which these are 2t at most for t tiles, and t where tiles are even.
///
/// # Tiles, blocks and r
/// Of tiles near cᵢ in number, and blocks near √m, or one, for tiles of m nodes, the nearest are taken with which Step 2 takes at most
/// 49.5 √(cn) steps, or else those with which it takes the fewest, r included: the fewest migrations of a visit with which at most an
/// eighth of a delivery is expected to be left if every group has two full segments. This has the constants of friendly sides on all
/// others: 43 to 73 √(cn) on 16,000 random pairs of a side from 16 to 300 and c ≤ n/16, if Step 2 is carried out once.
///
/// # Cost
/// For a phase on tiles of up to A × B nodes with t tiles, where Step 2 was carried out k times ([`Paper::steps`] is the sum
/// of all phases):
///
/// | | steps, exact |
/// |---|---|
/// | the packets of the phase before, to nodes of their own; not in phase 0 | 1 scan, 2 [routings] |
/// | Step 1 | 2 [sorts](meshcast_primitives::Sort), 3 scans, 2 routings |
/// | Step 2 | k·t·(r·([`LiteralMigration::steps`] + [`Circulation::steps`]) + 2·[`TileShift::steps`]) |
/// | deliveries that are left, and the way out of packets that are done | k reductions, and 1 |
///
/// Before the first phase 1 step for packets without destinations.
///
/// Let q = √(cn). On uniform sets, five of each, phase 0 made all deliveries in one execution of Step 2:
///
/// | n | c | tiles | largest block | r | steps/q |
/// |---|---|---|---|---|---|
/// | 2¹⁰ | 16 | 2 × 4 | 16 × 8 | 2 | 55.5 |
/// | 2¹⁰ | 64 | 8 × 8 | 4 × 4 | 2 | 46.1 |
/// | 2¹² | 16 | 2 × 2 | 32 × 32 | 2 | 62.2 |
/// | 2¹² | 17 | 8 × 6 | 8 × 11 | 1 | 62.4 |
/// | 2¹² | 33 | 3 × 3 | 22 × 22 | 2 | 54.8 |
/// | 2¹² | 64 | 4 × 8 | 16 × 8 | 2 | 52.4 |
/// | 2¹⁴ | 16 | 6 × 8 | 8 × 16 | 1 | 61.9 |
/// | 2¹⁴ | 64 | 4 × 4 | 32 × 32 | 2 | 59.0 |
/// | 23² | 16 | 3 × 3 | 8 × 8 | 2 | 53.8 |
///
/// With r = 1 where 2 is the default, 32² nodes with c = 16 take two phases and 54.2 to 75.1 q.
///
/// The buffer holds 8 packets ([`Multicast::capacity`]), whatever r: five slots for copies on their way, two for
/// masters, one for copies that wait while others are routed. No more than 6 were
/// seen in use on uniform sets. The paper would have 2r + 1 packets circulate at once.
///
/// # Lemma 1
/// It is never needed. It makes d ≤ c by cutting messages of more destinations into two sets, one after the other, which doubles the
/// steps. But d is nowhere in the proofs of Lemmas 2 and 3: Lemma 2 begins with at most b·c packets that want a block of b nodes, and
/// these there are whatever d is, since each of its nodes has at most c messages. Every packet is in a group at random, on its own,
/// wherever else it is wanted, and the union bound over blocks and groups asks for no independence between blocks. A tour of a block
/// serves all destinations there at once, and Theorem 3 charges a migration for its blocks and nodes, not for destinations.
///
/// # Unknown congestion
/// With [`Paper::with_congestion`] no node knows c, and a guess takes its place: see [`Congestion`]. A phase carries out Step 2
/// once, and a survey finds what it has left. If that is more than a quarter, the next guess is four times as high;
/// otherwise it is a sixteenth, or the load that is counted, but at least 1 and no more than p²/4n for p packets. Marks are
/// kept and only what is left goes on. A guess above n/16 lets that tour the whole mesh. Deviation from §6 of the paper, which starts again
/// with all messages for each guess.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below [`Multicast::capacity`].
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §4. Deviations:
/// - The copies of a migration circulate before the next migration of the visit begins: r times the steps of one
///   circulation, as if all circulated together, and the buffer does not depend on r. Those of [`LiteralMigration`]
///   and [`Circulation`].
/// - Two masters a node make step 2(a) of a migration two routings, and the shift two shifts.
/// - The deliveries left are counted after every execution of Step 2, by a reduction, and not in phase K alone; the run
///   ends when there are none.
/// - K = ⌈log₁₆⌈c⌈log₂ n⌉²/n⌉⌉, but cᵢ ≥ 1.
/// - The paper begins every phase with a packet a node, but ends it with two: they are ranked by a scan and routed.
/// - Lemma 1 is left out, see above.
/// - There are about cᵢ tiles, within a factor of 6, each in about √m blocks or a single one, and where tiles are uneven fewer tentative
///   groups.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Multicast, Paper};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(8, 8)?;
/// let set = Messages::new(64, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 55, 63])])?;
/// let paper = Paper::new(shape, &set, None, 1);
/// let (messages, capacity) = (paper.messages(), paper.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = paper.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.deliveries.len(), 7);
/// assert_eq!(outcome.steps, paper.steps(&run));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`TileShift::steps`]: meshcast_primitives::TileShift::steps
/// [routings]: meshcast_primitives::PermutationRouting
/// [`LiteralMigration`]: meshcast_primitives::LiteralMigration
/// [`LiteralMigration::steps`]: meshcast_primitives::LiteralMigration::steps
#[derive(Clone, Debug)]
pub struct Paper {
    shape: Shape,
    messages: Arc<Messages>,
    congestion: usize,
    /// What nodes know of it.
    known: Congestion,
    survey: Survey,
    /// Migrations a visit, if they were asked for.
    asked: Option<usize>,
    instances: usize,
    seed: u64,
    grouping: Grouping,
    /// Phases 0 to K; none where the tour of the whole mesh takes their place, or nothing is to be delivered.
    phases: Vec<Phase>,
}

impl Paper {
    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion, with `instances` = r migrations a visit; by
    /// default as many as a phase is expected to need.
    ///
    /// # Panics
    /// If there are no instances.
    pub fn new(shape: Shape, messages: &Messages, instances: Option<usize>, seed: u64) -> Self {
        let congestion = messages.congestion();
        assert!(instances != Some(0), "a visit has at least one migration");
        let asked = instances;
        let chosen: Vec<(DoubleTessellation, usize)> =
            if congestion > 0 && is_usable(shape, congestion) {
                let choice = |phase| choose(shape, congestion.div_ceil(1usize << (4 * phase)));
                (0..=last_phase(shape.nodes(), congestion)).map(choice).collect()
            } else {
                Vec::new()
            };
        let in_first = chosen.first().map(|&(_, enough)| enough);
        let instances = asked.or(in_first).unwrap_or(INSTANCES);
        let planned = |(tiles, enough)| Phase::new(shape, tiles, asked.unwrap_or(enough));
        Self {
            shape,
            messages: Arc::new(messages.clone()),
            congestion,
            known: Congestion::Known,
            survey: Congestion::Known.survey(shape),
            asked,
            instances,
            seed,
            grouping: Grouping::new(shape),
            phases: chosen.into_iter().map(planned).collect(),
        }
    }

    /// Sets what nodes know about the congestion; by default with 3 migrations a visit if it is
    /// unknown.
    #[must_use]
    pub fn with_congestion(self, known: Congestion) -> Self {
        if known == Congestion::Known {
            return self;
        }
        let instances = self.asked.unwrap_or(INSTANCES);
        let survey = known.survey(self.shape);
        Self { known, survey, instances, phases: Vec::new(), ..self }
    }

    /// Whether the tour of the whole mesh need not take the place of all phases, as far as that is known beforehand.
    fn is_usable(&self) -> bool {
        let least = if self.known == Congestion::Known { self.congestion } else { 1 };
        is_usable(self.shape, least)
    }

    /// The phases where the congestion is unknown.
    fn guessed_phases(&self) -> GuessedPhases<'_> {
        GuessedPhases {
            shape: self.shape,
            known: self.known,
            survey: &self.survey,
            instances: self.instances,
            seed: self.seed,
            grouping: &self.grouping,
        }
    }

    /// The steps of a run whose first phase and tour leave nothing, as the migrations of a visit are chosen for, also on meshes for
    /// formulas alone.
    pub fn expected_steps(shape: Shape, known: MessageParameters) -> u64 {
        if known.congestion == 0 || !is_usable(shape, known.congestion) {
            return Circulation::steps_on(shape);
        }
        let (tiles, instances) = choose(shape, known.congestion);
        let tour = tour::steps_on(shape, &tiles, instances) + reduce_steps(shape);
        1 + Grouping::steps_on(shape) + tour + 1
    }

    /// The steps of a run that found out what `run` says.
    pub fn steps(&self, run: &PaperRun) -> u64 {
        let whole = Circulation::steps_on(self.shape);
        if !self.is_usable() {
            return whole;
        }
        if self.known != Congestion::Known {
            return self.guessed_phases().steps(run) + if run.fallback { whole } else { 0 };
        }
        let grouping = &self.grouping;
        let phase = |run: &PaperPhase| {
            let gather = if run.phase > 0 { grouping.gather_steps() } else { 0 };
            let tour = self.phases[run.phase].tour.steps() + reduce_steps(self.shape);
            gather + grouping.steps() + run.tours * tour + 1
        };
        1 + run.phases.iter().map(phase).sum::<u64>()
    }

    /// Routes the packets of lane 0, at most one a node.
    fn route(&self, machine: &mut Machine, phases: &mut Vec<PaperPhase>) -> Result<(), Violation> {
        for (number, phase) in self.phases.iter().enumerate() {
            let last = number + 1 == self.phases.len();
            let mut found = phase.record(number);
            // Step 1.
            if number > 0 {
                self.grouping.gather(machine)?;
            }
            let mut draws = Draws::of_phase(self.seed, number);
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
            strip(machine)?;
            phases.push(found);
            if found.left == 0 {
                break;
            }
        }
        Ok(())
    }
}

impl Multicast for Paper {
    type Run = PaperRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        let (known, fits) = (self.known == Congestion::Known, is_usable(self.shape, 1));
        Some(if fits && !(known && self.phases.is_empty()) {
            ASIDE + 1
        } else {
            Circulation::new(self.shape).capacity()
        })
    }

    fn run(&self, machine: &mut Machine) -> Result<PaperRun, Violation> {
        let mut run = PaperRun {
            fallback: !self.is_usable(),
            instances: self.instances,
            phases: Vec::new(),
            guesses: Vec::new(),
        };
        if run.fallback {
            machine.inject(0, |_| 0);
            return Circulation::new(self.shape).run(machine).map(|()| run);
        }
        inject(machine, 0)?;
        if self.known != Congestion::Known {
            self.guessed_phases().run(machine, &mut run)?;
            return Ok(run);
        }
        self.route(machine, &mut run.phases)?;
        Ok(run)
    }
}

/// The number K of the last phase: log₁₆⌈c·log₂²n/n⌉ rounded up, as long as there is a tile.
fn last_phase(nodes: usize, congestion: usize) -> u32 {
    let log = nodes.next_power_of_two().ilog2() as usize;
    let excess = (congestion * log * log).div_ceil(nodes);
    let wanted = if excess > 1 { (excess - 1).ilog2() / 4 + 1 } else { 0 };
    wanted.min(congestion.ilog2() / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_as_many_as_the_logarithm_says() {
        for (log, c, last) in [(14, 16, 0), (14, 64, 0), (14, 1024, 1), (12, 64, 1), (10, 16, 1)] {
            assert_eq!(last_phase(1 << log, c), last, "n = 2^{log}, c = {c}");
        }
        // 25 = 65536 · 20² / 2²⁰, and tiles come to an end.
        assert_eq!(last_phase(1 << 20, 65536), 2);
        assert_eq!((last_phase(64, 4), last_phase(16, 1)), (0, 0));
    }
}
