//! Runs `randomized --variant certified`: phases that suffice for every message set but with a chance that is given.

mod schedule;
#[cfg(test)]
mod tests;

pub use schedule::{CertifiedSchedule, GuaranteedPhase};
pub(super) use schedule::{PARTS, divisors, ln_chance_of_a_phase, phase_steps};

use super::deal;
use crate::draws::Draws;
use crate::multicast::Multicast;
use crate::multicast::congestion::{Congestion, Survey};
use crate::multicast::inject::inject;
use crate::multicast::message_parameters::MessageParameters;
use crate::multicast::visits::{
    MASTER, Manner, Plan, Record, Tessellation, block, block_sizes, claim_served, claimed_strip,
    swap,
};
use meshcast_engine::{Machine, Messages, Shape, Violation, Witness};
use meshcast_primitives::Migration;
use std::sync::Arc;

/// Multicast with at most eight packets a node in a number of steps that is proved for every message set, but with a
/// chance of 2⁻²⁰ or whatever is asked for: [`Tuned`](crate::Tuned) with exact migrations and phases that are computed beforehand.
///
/// In a *phase* the packets are dealt to the nodes by a random permutation of every column and then one of every row. What a tile
/// has in its core then is a *group*; all groups visit all tiles. In a visit every block of the tile gets copies of as many packets
/// of the group as want it, or as it has nodes, by an exact [`Migration`]. What a phase leaves of a block is therefore what its
/// groups have beyond the nodes of the block, and the packets outside cores. How many that may be depends on how
/// many want the block, and on nothing
/// else: not on the messages, nor on what happened before. `docs/certified.md` proves a bound on its distribution;
/// [`CertifiedSchedule`] computes from it the phases after which nothing is left.
///
/// A run ends as soon as a survey counts no packets. If the phases are over and packets are left, which happens with
/// the given chance, phases
/// with one tile follow until nothing is.
///
/// # Unknown congestion
/// With [`Certified::with_congestion`] a survey finds the first guess, an average or the load of counted blocks, and the phases for it are
/// made. If they leave something, those for four times the guess follow. The guarantee then is the sum of the steps for
/// all guesses up to the first that is no less than the congestion.
///
/// # Shape
/// Any rows × cols, any message set. Tiles, cores and blocks are those of [`Tuned`](crate::Tuned); packets outside
/// cores rest for a phase, and
/// the guarantee counts them.
///
/// # Cost
/// | | steps, exact | about, tiles of side a | buffer |
/// |---|---|---|---|
/// | begin | 1 | | 1 |
/// | deal, if there are several tiles | those of a [`rank_routing`](meshcast_primitives::rank_routing) | 3√n | 3 |
/// | visit, for each tile | [`Migration::exact_steps_on`] and a circulation | 10a | 8 |
/// | shift, for each of several tiles | [`TileShift`](meshcast_primitives::TileShift) of cores | a | 3 |
/// | leave and count | 1 + a reduction of a word | 2√n | 1 |
///
/// [`Certified::steps`] is exact, [`CertifiedSchedule::steps`] what is guaranteed.
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below 8.
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §4. Deviations: those of
/// [`Tuned`](crate::Tuned), but that migrations are exact, that the number of tiles follows a proved bound on what is left, and that
/// the proof is ours.
///
/// # Example
/// ```
/// use meshcast_algorithms::{Certified, CertifiedSchedule, Multicast};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// let shape = Shape::new(4, 4)?;
/// let set = Messages::new(16, [(0, vec![3, 5, 12]), (7, vec![5]), (15, vec![0, 5, 15])])?;
/// let certified = Certified::new(shape, &set, -20, 1);
/// let (messages, capacity) = (certified.messages(), certified.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// let run = certified.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.deliveries.len(), 7);
/// assert_eq!(outcome.steps, certified.steps(&run));
/// assert!(outcome.steps <= CertifiedSchedule::new(shape, 3, -20).steps());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certified {
    shape: Shape,
    messages: Arc<Messages>,
    failure_log2: i32,
    seed: u64,
    congestion: Congestion,
}

/// A phase that a run has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertifiedPhase {
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

/// What a run of [`Certified`] has found out on its way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CertifiedRun {
    /// The phases; the last leaves no packets.
    pub phases: Vec<CertifiedPhase>,
    /// The guesses at the congestion, if it is unknown.
    pub guesses: Vec<usize>,
    /// Steps that are enough, but with the chance that was given.
    pub guaranteed_steps: u64,
}

impl Certified {
    /// The lane of packets that wait to be dealt.
    pub(in crate::multicast) const LANE: usize = MASTER;

    /// The exponent of the chance of a failure where none is asked for.
    pub const USUAL_FAILURE_LOG2: i32 = -20;

    /// The algorithm for `messages` on `shape`, of which all nodes know the congestion; the guarantee may fail with a chance of
    /// 2^`failure_log2`; nodes draw their random numbers from `seed`.
    pub fn new(shape: Shape, messages: &Messages, failure_log2: i32, seed: u64) -> Self {
        let messages = Arc::new(messages.clone());
        Self { shape, messages, failure_log2, seed, congestion: Congestion::Known }
    }

    /// Sets what nodes know about the congestion.
    #[must_use]
    pub fn with_congestion(self, congestion: Congestion) -> Self {
        Self { congestion, ..self }
    }

    /// The steps for messages of which no more is known, exactly, if one phase is certain to deliver all of them; the guarantee is as
    /// [usual](Self::USUAL_FAILURE_LOG2).
    pub(in crate::multicast) fn certain_steps(
        shape: Shape,
        known: MessageParameters,
    ) -> Option<u64> {
        let MessageParameters { packets, congestion, .. } = known;
        // No block has more nodes than those of the whole mesh as one tile, and then no search is needed.
        let largest = block_sizes(Tessellation::of_grid(shape, 1, 1)).pop()?;
        if !(1..=largest).contains(&packets) {
            return None;
        }
        let schedule = CertifiedSchedule::new(shape, congestion.max(1), Self::USUAL_FAILURE_LOG2);
        schedule.steps_of_one_phase(packets)
    }

    /// Steps of a run.
    pub fn steps(&self, run: &CertifiedRun) -> u64 {
        let of = |phase: &CertifiedPhase| {
            phase_steps(Tessellation::of_grid(self.shape, phase.down, phase.across))
        };
        1 + self.congestion.first_steps(self.shape) + run.phases.iter().map(of).sum::<u64>()
    }

    fn schedule(&self, congestion: usize) -> CertifiedSchedule {
        CertifiedSchedule::new(self.shape, congestion.max(1), self.failure_log2)
    }

    /// Routes the packets of messages with destinations, which are in [`Self::LANE`].
    pub(in crate::multicast) fn route_injected(
        &self,
        machine: &mut Machine,
    ) -> Result<CertifiedRun, Violation> {
        let mut run = CertifiedRun::default();
        let all = self.congestion.at_first(machine, &self.messages, MASTER)?;
        let (truth, most) = (self.messages.congestion(), all.packets as usize);
        let (mut live, mut guess) = (all.packets, all.load as usize);
        let (degree, mut visits) = (self.messages.degree(), None);
        let mut record = Witness::new(Record::default());
        claim_served(machine, &mut record)?;
        run.guaranteed_steps = 1 + self.congestion.first_steps(self.shape);
        let mut is_guaranteed = truth == 0;
        // Guesses that do not come to pass are guaranteed, too.
        while live > 0 || !is_guaranteed {
            let schedule = self.schedule(guess);
            if !is_guaranteed {
                run.guaranteed_steps += schedule.steps() - 1;
                is_guaranteed = guess >= truth;
            }
            if self.congestion != Congestion::Known && live > 0 {
                run.guesses.push(guess);
            }
            let grid = |down, across| Tessellation::of_grid(self.shape, down, across);
            let phases = schedule.phases.iter().flat_map(|phase| {
                std::iter::repeat_n(grid(phase.down, phase.across), phase.times as usize)
            });
            // What is not to be expected follows the last guess: every phase with one tile serves some.
            let is_last = self.congestion == Congestion::Known || guess >= most;
            let rest = std::iter::repeat(grid(1, 1)).take_while(|_| is_last);
            for grid in phases.chain(rest) {
                if live == 0 {
                    break;
                }
                let visits = match visits.take() {
                    Some((of, plan)) if of == grid => visits.insert((of, plan)),
                    _ => visits.insert((grid, Plan::new(grid, Manner::Exact, degree))),
                };
                let at = (grid, &visits.1);
                live = self.phase(machine, at, (&mut record, &mut run.phases))?;
            }
            guess = (4 * guess.max(1)).min(most);
        }
        Ok(run)
    }

    /// Makes a phase with such a grid of tiles; what is left. What the proof supposes of visits is claimed.
    fn phase(
        &self,
        machine: &mut Machine,
        (grid, plan): (Tessellation, &Plan),
        (record, made): (&mut Witness<Record>, &mut Vec<CertifiedPhase>),
    ) -> Result<u32, Violation> {
        let left = machine.span("phase", |machine| {
            if grid.tiles() > 1 {
                let draws = &mut Draws::of_phase(self.seed, made.len());
                machine.span("deal", |machine| {
                    swap(machine, |_, _| true)?;
                    deal::sparse_shuffle(machine, draws)?;
                    swap(machine, |_, _| true)
                })?;
            }
            plan.claimed_round(machine, record)?;
            claimed_strip(machine, record)?;
            Survey::without_blocks(self.shape).run(machine, &[MASTER])
        })?;
        let (down, across) = (grid.down(), grid.across());
        let (block_rows, block_cols) = block(grid.core());
        made.push(CertifiedPhase { down, across, block_rows, block_cols, left: left.packets });
        Ok(left.packets)
    }
}

impl CertifiedRun {
    /// Packets left after each phase.
    pub fn leftovers(&self) -> Vec<u32> {
        self.phases.iter().map(|phase| phase.left).collect()
    }
}

impl Multicast for Certified {
    type Run = CertifiedRun;

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        Some(Migration::CAPACITY)
    }

    fn run(&self, machine: &mut Machine) -> Result<CertifiedRun, Violation> {
        inject(machine, Self::LANE)?;
        self.route_injected(machine)
    }
}
