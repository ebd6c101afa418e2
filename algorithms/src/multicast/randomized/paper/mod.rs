//! Runs `randomized --variant paper`: the algorithm of Theorem 3, step by step.

mod double_tessellation;
mod groups;
mod guessed_phases;
mod lanes;
mod phase;
mod run_record;
mod tour;

pub(in crate::multicast) use double_tessellation::DoubleTessellation;
pub use run_record::{PaperPhase, PaperRun};

use crate::draws::Draws;
use crate::multicast::Multicast;
use crate::multicast::congestion::{Congestion, Survey};
use crate::multicast::inject::inject;
use crate::multicast::split::{split_full_parts, split_full_parts_steps, whole};
use double_tessellation::is_usable;
use groups::Grouping;
use guessed_phases::GuessedPhases;
use lanes::{ASIDE, MASTERS, REST, open_destinations, strip};
use meshcast_engine::{Machine, Messages, Shape, Violation};
use meshcast_primitives::{Circulation, reduce, reduce_steps};
use phase::Phase;
use std::sync::Arc;

/// Migrations of a visit where blocks are large, or not known beforehand.
const LEAST_INSTANCES: usize = 3;

/// Multicast in O(√(cn)) steps with high probability, in buffers of O(1) packets: the algorithm of Theorem 3, to the
/// letter where the letter allows it.
///
/// In phase i = 0, …, K the mesh is cut into cᵢ = c/16ⁱ tiles, and each tile into about √(n/cᵢ) blocks.
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
/// only: r = 3 or 4 does as well, see below.
///
/// # Shape
/// Any rows × cols, any message set; nodes without a message and messages without destinations allowed; a source may be
/// its own destination. Where c > n/16 every packet tours the whole mesh, as the paper says, and as with
/// [`Hamiltonian`](crate::Hamiltonian). Tiles may be uneven. Their *cores* are the first ⌊rows/down⌋ rows and
/// ⌊cols/across⌋ columns of each, of p nodes; segments have p packets, and masters stand in cores. There are at most
/// t + ⌊(n − t)/p⌋ segments for t tiles, so that a grid can be used if n − t < p(t + 1); of those with t ≥ cᵢ, the one
/// whose tiles have the least sides altogether is taken.
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
/// Before the first phase 1 step for packets without destinations and, if d > c, Lemma 1: a copy, a scan, a spread and a
/// broadcast.
///
/// Let q = √(cn). On uniform sets, five of each, with the default r; with the least r with which phase 0 delivered
/// everything in one execution of Step 2; and with r = 1:
///
/// | n | c | block | r | steps/q | r | steps/q | steps/q, r = 1 |
/// |---|---|---|---|---|---|---|---|
/// | 2¹⁰ | 16 | 8 | 5 | 123.9 | 4 | 100.8 | 67.7: phase 1, 3 or 4 executions |
/// | 2¹⁰ | 64 | 4 | 5 | 101.4 | | | |
/// | 2¹² | 16 | 16 | 4 | 107.7 | 3 | 82.9 | 87.9: 3 executions |
/// | 2¹² | 64 | 8 | 5 | 120.7 | 4 | 97.6 | 68.6: phase 1, 5 executions |
/// | 2¹⁴ | 16 | 32 | 4 | 111.7 | 3 | 85.8 | 90.8: 3 executions |
/// | 2¹⁴ | 64 | 16 | 4 | 104.5 | 4; with 3 two executions, 156.5 | 104.5 | |
///
/// Of the 111.7 q at n = 2¹⁴, c = 16, r = 4, routings take 50, scans 27, the sorts of copies 18, Step 1 6, broadcasts and
/// circulation 4 each and shifts 2.
///
/// The buffer holds 8 packets, 9 if d > c ([`Multicast::capacity`]), whatever r: five slots for copies on their way, two for
/// masters, one for copies that wait while others are routed, and one for the second set of Lemma 1. No more than 6 were
/// seen in use on uniform sets. The paper would have 2r + 1 packets circulate at once.
///
/// # Lemma 1
/// A message of d > c destinations becomes ⌊d/c⌋ packets of c destinations, in the order of blocks, and one of the rest.
/// The packets of c destinations are the first set: there are at most n, since all messages have at most cn destinations.
/// All others, at most one a node, are the second set, and wait where they are.
///
/// # Unknown congestion
/// With [`Paper::with_congestion`] no node knows c, and a guess takes its place: see [`Congestion`]. A phase carries out Step 2
/// once, and a survey finds what it has left. If that is more than a quarter, the next guess is four times as high;
/// otherwise it is a sixteenth, or the load that is counted, but at least 1 and no more than p²/4n for p packets. Marks are
/// kept and only what is left goes on. A guess above n/16 lets that tour the whole mesh. Deviation from §6 of the paper, which starts again
/// with all messages for each guess. Lemma 1 is left out, since nothing but its own proof needs d ≤ c: the messages for a
/// block of b nodes are at most cb for any d.
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
/// - Lemma 1 has a set of full parts and one of the rest, so that no sequence of parts goes on from one set to the other.
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
    degree: usize,
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
    /// The algorithm for `messages` on `shape`, for which their degree and congestion are known to all nodes, with
    /// `instances` = r migrations a visit; by default 3 where blocks have 64 nodes or more, 4 from 16 nodes, else 5.
    ///
    /// # Panics
    /// If there are no instances.
    pub fn new(shape: Shape, messages: &Messages, instances: Option<usize>, seed: u64) -> Self {
        let (degree, congestion) = (messages.degree(), messages.congestion());
        let tiles: Vec<DoubleTessellation> = if congestion > 0 && is_usable(shape, congestion) {
            let tiles =
                |phase| DoubleTessellation::new(shape, congestion.div_ceil(1usize << (4 * phase)));
            (0..=last_phase(shape.nodes(), congestion)).map(tiles).collect()
        } else {
            Vec::new()
        };
        let block = tiles.first().map_or(0, |tiles| tiles.largest().1.nodes());
        assert!(instances != Some(0), "a visit has at least one migration");
        let asked = instances;
        let instances = asked.unwrap_or(match block {
            64.. => LEAST_INSTANCES,
            16.. => LEAST_INSTANCES + 1,
            _ => LEAST_INSTANCES + 2,
        });
        let messages = match tiles.first() {
            Some(tiles) if degree > congestion => {
                let blocks = tiles.block_numbers();
                let rank = |node: u32| u64::from(blocks[node as usize]) << 32 | u64::from(node);
                messages.arranged(rank).in_parts(congestion)
            }
            _ => messages.clone(),
        };
        let planned = |tiles| Phase::new(shape, tiles, instances);
        Self {
            shape,
            messages: Arc::new(messages),
            degree,
            congestion,
            known: Congestion::Known,
            survey: Survey::new(shape, Congestion::Known),
            asked,
            instances,
            seed,
            grouping: Grouping::new(shape),
            phases: tiles.into_iter().map(planned).collect(),
        }
    }

    /// Sets what nodes know about the congestion; by default with 3 migrations a visit if it is
    /// unknown.
    #[must_use]
    pub fn with_congestion(self, known: Congestion) -> Self {
        if known == Congestion::Known {
            return self;
        }
        let instances = self.asked.unwrap_or(LEAST_INSTANCES);
        let survey = Survey::new(self.shape, known);
        // Parts of c destinations are for those who know c.
        let messages =
            if self.sets() > 1 { Arc::new(whole(&self.messages)) } else { self.messages };
        Self { messages, known, survey, instances, phases: Vec::new(), ..self }
    }

    /// Whether the tour of the whole mesh need not take the place of all phases, as far as that is known beforehand.
    fn is_usable(&self) -> bool {
        let least = if self.known == Congestion::Known { self.congestion } else { 1 };
        is_usable(self.shape, least)
    }

    fn sets(&self) -> usize {
        1 + usize::from(!self.phases.is_empty() && self.degree > self.congestion)
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
        let split = match self.sets() {
            1 => 0,
            _ => split_full_parts_steps(self.shape, self.degree, self.congestion),
        };
        1 + split + run.phases.iter().map(phase).sum::<u64>()
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
            let mut found = phase.record(set, number);
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
        Some(match (self.phases.len(), self.sets()) {
            (0, _) if known || !fits => Circulation::new(self.shape).capacity(),
            (_, 1) => ASIDE + 1,
            _ => REST + 1,
        })
    }

    fn run(&self, machine: &mut Machine) -> Result<PaperRun, Violation> {
        let mut run = PaperRun {
            fallback: !self.is_usable(),
            instances: self.instances,
            sets: self.sets(),
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
        if run.sets > 1 {
            machine.span("split", |machine| {
                split_full_parts(machine, (self.degree, self.congestion), REST)
            })?;
        }
        for set in 0..run.sets {
            if set > 0 {
                machine.swap_lanes(|_| [(0, REST)])?;
            }
            self.route(set, machine, &mut run.phases)?;
        }
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
