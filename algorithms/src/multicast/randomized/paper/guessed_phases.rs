//! Routes by phases for guesses at the congestion, where no node knows it.

use super::choice::choose;
use super::double_tessellation::is_usable;
use super::groups::Grouping;
use super::lanes::{MASTERS, strip};
use super::phase::Phase;
use super::run_record::{PaperPhase, PaperRun};
use crate::draws::Draws;
use crate::multicast::congestion::{Congestion, Survey};
use meshcast_engine::{Machine, Shape, Violation};
use meshcast_primitives::Circulation;

/// The phases of a run in which no node knows the congestion.
pub(super) struct GuessedPhases<'a> {
    pub(super) shape: Shape,
    /// How guesses follow one another.
    pub(super) known: Congestion,
    pub(super) survey: &'a Survey,
    /// Migrations of a visit.
    pub(super) instances: usize,
    pub(super) seed: u64,
    pub(super) grouping: &'a Grouping,
}

impl GuessedPhases<'_> {
    /// Routes the packets of lane 0, at most one a node: phases with one execution of Step 2 each, for as many tiles as are
    /// guessed, until nothing is left or the guess is above n/16; then what is left tours the whole mesh.
    pub(super) fn run(&self, machine: &mut Machine, run: &mut PaperRun) -> Result<(), Violation> {
        let mut before = self.survey.run(machine, &[0])?;
        let mut guess = before.load as usize;
        while before.open > 0 {
            let number = run.phases.len();
            if number > 0 {
                self.grouping.gather(machine)?;
            }
            if !is_usable(self.shape, guess) {
                run.fallback = true;
                return Circulation::new(self.shape)
                    .run_where(machine, |node, lane, index| node.words(lane).get(index) == 0);
            }
            let phase = self.guessed(guess);
            let mut draws = Draws::of_phase(self.seed, number);
            self.grouping.run(&phase.tiles, &mut draws, machine)?;
            phase.tour.begin(machine)?;
            phase.tour.run(machine)?;
            strip(machine)?;
            let left = self.survey.run(machine, &MASTERS)?;
            run.phases.push(PaperPhase { tours: 1, left: left.open, ..phase.record(number) });
            run.guesses.push(guess);
            let fewer = guess.div_ceil(16);
            guess = self.known.next(guess, fewer, (before, left), self.shape.nodes());
            before = left;
        }
        Ok(())
    }

    /// Steps of a run with these phases, but for a tour of the whole mesh.
    pub(super) fn steps(&self, run: &PaperRun) -> u64 {
        let phases = run.guesses.iter().map(|&guess| {
            self.grouping.steps() + self.guessed(guess).tour.steps() + 1 + self.survey.steps()
        });
        let gathered = run.phases.len() + usize::from(run.fallback);
        1 + self.survey.steps()
            + phases.sum::<u64>()
            + gathered.saturating_sub(1) as u64 * self.grouping.gather_steps()
    }

    fn guessed(&self, guess: usize) -> Phase {
        let tiles = choose(self.shape, guess).0;
        Phase::new(self.shape, tiles, self.instances)
    }
}
