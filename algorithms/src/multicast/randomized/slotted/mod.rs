//! Runs `randomized --variant slotted`: packets board trains with seats, and how many do is proved for every message set.

mod schedule;
#[cfg(test)]
mod tests;
mod trains;

pub use schedule::{GuaranteedBands, SlottedSchedule};

use super::certified::phase_steps;
use super::deal;
use crate::draws::Draws;
use crate::multicast::Multicast;
use crate::multicast::congestion::{Congestion, Survey};
use crate::multicast::inject::inject;
use crate::multicast::visits::{
    MASTER, Manner, Plan, Record, Tessellation, claim_served, claimed_strip,
};
use meshcast_engine::{Machine, Messages, Shape, Violation, Witness};
use meshcast_primitives::Migration;
use schedule::bands_steps;
use std::sync::Arc;
use trains::Trains;

/// Multicast with at most eight packets a node in a number of steps that is proved for every message set, but with a chance of
/// 2⁻²⁰ or whatever is asked for: a [`Sweep`](crate::Sweep) whose copies board trains.
///
/// A *phase* deals the packets to the nodes by a random permutation of every column and then one of every row, and cuts the rows into H
/// *bands* of h rows; a column of a band is a *segment*. In each of H rounds the packets make a *lap*: on a belt that runs along the row
/// and back they stop in every column once, one at a node at a time. Then they shift to another band, so that in H rounds each
/// packet passes every segment.
///
/// In every segment a *train* with two seats leaves the bottom every three steps, goes up a row in three steps, reverses at the top, goes
/// down and is empty at the bottom again. A packet that stops in a segment where it has open destinations boards the train that is
/// there on its way up, if a seat is free: a copy takes the seat, and is delivered to all destinations in the segment on its way down.
/// Otherwise the packet waits for the next phase.
///
/// So a train takes two of the packets that meet it, or all. Which train of which segment a packet meets follows from the node that it is
/// dealt to alone, and each train meets the packets of h nodes. What is left of A packets that want a segment is the sum of what the
/// n/h trains meet beyond two: `docs/slotted.md` proves a bound on its distribution for every message set, and
/// [`SlottedSchedule`] computes from it how many phases with which bands are enough. The last packets are served by visits of the
/// whole mesh, those of [`Certified`](crate::Certified) with one tile, each of which serves as many packets for a block as
/// it has nodes, for certain.
///
/// A run ends as soon as a survey counts no packets; there is one after every phase but a first one that is to leave something. If the
/// schedule is over and packets are left, which happens with the given chance, visits go on until nothing is.
///
/// # Unknown congestion
/// With [`Slotted::with_congestion`] a survey finds the average of the messages for a node, and the schedule is for that. Everything is
/// delivered, but there is a guarantee only where no node has more.
///
/// # Shape
/// Any rows × cols, any message set. Bands are of equal height, so H divides the rows, or the columns if that takes fewer steps; where
/// both are prime, H is 1 and there are many phases or visits: Θ(√(cn)) steps need a divisor near √(c/4).
///
/// # Cost
/// | | steps, exact | about, side s | buffer |
/// |---|---|---|---|
/// | begin | 1 | | 1 |
/// | deal | those of a [`rank_routing`](meshcast_primitives::rank_routing) | 3s | 3 |
/// | lap, H times | 3 cols | 3s | 7 |
/// | shift, H − 1 times | those of a shift of [`Sweep`](crate::Sweep) | 2h | 8 |
/// | last trains | 3(2h − 1) | 6h | 7 |
/// | leave and count | 1 + a reduction of a word | 2s | 1 |
/// | visit | [`Migration::exact_steps_on`] and a circulation, leave and count | 14s | 8 |
///
/// [`Slotted::steps`] is exact, [`SlottedSchedule::steps`] what is guaranteed.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below 8.
///
/// # Source
/// Ours; the setting is that of Theorem 3 in K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on
/// the mesh", 2006.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Multicast, Slotted, SlottedSchedule};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(4, 4)?;
/// let set = Messages::new(16, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 5, 15])])?;
/// let slotted = Slotted::new(shape, &set, -20, 1);
/// let (messages, capacity) = (slotted.messages(), slotted.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = slotted.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.deliveries.len(), 7);
/// assert_eq!(outcome.steps, slotted.steps(&run));
/// assert!(outcome.steps <= SlottedSchedule::new(shape, 3, -20).steps());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Slotted {
    shape: Shape,
    messages: Arc<Messages>,
    failure_log2: i32,
    seed: u64,
    congestion: Congestion,
}

/// What a run of [`Slotted`] has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlottedRun {
    /// Whether bands were of columns.
    pub transposed: bool,
    /// The bands of every phase.
    pub bands: Vec<usize>,
    /// Visits of the whole mesh after them.
    pub visits: usize,
    /// By survey, the packets that still had destinations to reach.
    pub leftovers: Vec<u32>,
    /// Steps that are enough, but with the chance that was given; none where the schedule was for fewer messages than a node has.
    pub guaranteed_steps: Option<u64>,
}

impl Slotted {
    /// The lane in which packets begin.
    const LANE: usize = deal::LANE;

    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion; the guarantee may fail with a chance of
    /// 2^`failure_log2`; nodes draw their random numbers from `seed`.
    pub fn new(shape: Shape, messages: &Messages, failure_log2: i32, seed: u64) -> Self {
        let messages = Arc::new(messages.clone());
        Self { shape, messages, failure_log2, seed, congestion: Congestion::Known }
    }

    /// Sets what nodes know about the congestion: if not the truth, a survey finds the average.
    #[must_use]
    pub fn with_congestion(self, congestion: Congestion) -> Self {
        let surveyed =
            if congestion == Congestion::Known { congestion } else { Congestion::Doubled };
        Self { congestion: surveyed, ..self }
    }

    /// Steps of a run.
    pub fn steps(&self, run: &SlottedRun) -> u64 {
        let seen = if run.transposed { self.shape.transposed() } else { self.shape };
        let is_surveyed = |number: usize| {
            let of_phases = run.leftovers.len() - run.visits;
            number + of_phases >= run.bands.len()
        };
        let phases = run.bands.iter().enumerate();
        1 + self.congestion.first_steps(self.shape)
            + phases
                .map(|(number, &bands)| bands_steps(seen, bands, is_surveyed(number)))
                .sum::<u64>()
            + run.visits as u64 * phase_steps(self.whole())
    }

    /// The whole mesh as one tile.
    fn whole(&self) -> Tessellation {
        Tessellation::of_grid(self.shape, 1, 1)
    }

    /// Deals the packets, and lets them pass all segments of bands, those of the first phase being of `piece` rows.
    fn phase(
        &self,
        machine: &mut Machine,
        number: usize,
        (bands, piece): (usize, usize),
    ) -> Result<(), Violation> {
        machine.span("deal", |machine| {
            deal::sparse_shuffle(machine, &mut Draws::of_phase(self.seed, number))
        })?;
        let seen = machine.shape();
        Trains { seen, height: seen.rows() / bands, piece }.run(machine)
    }

    /// Counts the packets with open destinations, once the others have left.
    fn survey(&self, machine: &mut Machine) -> Result<u32, Violation> {
        machine.span("strip", |machine| {
            machine
                .step(|step| step.discard(Self::LANE, |node| !Migration::is_open(node, Self::LANE)))
        })?;
        Ok(Survey::without_blocks(self.shape).run(machine, &[Self::LANE])?.packets)
    }

    /// Lets the packets visit the whole mesh until none is left.
    fn visits(&self, machine: &mut Machine, run: &mut SlottedRun) -> Result<(), Violation> {
        machine.swap_lanes(|_| Some((Self::LANE, MASTER)))?;
        let plan = Plan::new(self.whole(), Manner::Exact, self.messages.degree());
        let mut record = Witness::new(Record::default());
        claim_served(machine, &mut record)?;
        let mut live = 1;
        while live > 0 {
            live = machine
                .span("visit", |machine| {
                    plan.claimed_round(machine, &mut record)?;
                    claimed_strip(machine, &mut record)?;
                    Survey::without_blocks(self.shape).run(machine, &[MASTER])
                })?
                .packets;
            run.visits += 1;
            run.leftovers.push(live);
        }
        Ok(())
    }
}

impl Multicast for Slotted {
    type Run = SlottedRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        Some(Migration::CAPACITY)
    }

    fn run(&self, machine: &mut Machine) -> Result<SlottedRun, Violation> {
        inject(machine, Self::LANE)?;
        let all = self.congestion.at_first(machine, &self.messages, Self::LANE)?;
        let (mut live, load) = (all.packets, all.load as usize);
        let first = self.congestion.first_steps(self.shape);
        if live == 0 {
            return Ok(SlottedRun { guaranteed_steps: Some(1 + first), ..SlottedRun::default() });
        }
        let schedule = SlottedSchedule::new(self.shape, load, self.failure_log2);
        let is_enough = load >= self.messages.congestion();
        let mut run = SlottedRun {
            transposed: schedule.transposed,
            guaranteed_steps: is_enough.then(|| schedule.steps() + first),
            ..SlottedRun::default()
        };
        let piece = schedule.phases.first().map_or(1, |phase| phase.segment);
        for (number, phase) in schedule.phases.iter().enumerate() {
            let bands = (phase.bands, piece);
            machine.span("phase", |machine| {
                if schedule.transposed {
                    machine.transposed(|machine| self.phase(machine, number, bands))
                } else {
                    self.phase(machine, number, bands)
                }
            })?;
            run.bands.push(phase.bands);
            if phase.surveys {
                live = self.survey(machine)?;
                run.leftovers.push(live);
            }
            if live == 0 {
                return Ok(run);
            }
        }
        self.visits(machine, &mut run)?;
        Ok(run)
    }
}
