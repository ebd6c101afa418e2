//! Makes laps and drains, step by step or in leaps.

use super::bands::Bands;
use super::columns::Traffic;
use super::leap::{self, Part};
use super::row_laps::{Laps, Round};
use meshcast_engine::{Machine, Variable, Violation};

/// Names the rehearsal of a lap, whose steps follow from the shape.
#[derive(PartialEq)]
struct Lap;

/// Names the rehearsal of a drain of so many cycles.
#[derive(PartialEq)]
struct Drain(usize);

impl Laps {
    /// One lap of all packets in round `round` of a phase.
    pub(super) fn run(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        bands: &Bands,
        round: usize,
    ) -> Result<(), Violation> {
        let round = Round::new(bands, round);
        let leap = machine.leap(&machine.rehearsal(Lap), leap::room(self.windows), |machine| {
            self.lap(machine, traffic, &round)
        })?;
        if let Some(mut effect) = leap {
            leap::follow(self, Part::Lap(&round), &mut effect, traffic);
        }
        Ok(())
    }

    /// Lets the packets of columns move alone, `cycles` times in an invitation and two moves.
    pub(super) fn drain(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        cycles: usize,
    ) -> Result<(), Violation> {
        let leap = machine.leap(
            &machine.rehearsal(Drain(cycles)),
            leap::room(self.windows),
            |machine| self.drain_each(machine, traffic, cycles),
        )?;
        if let Some(mut effect) = leap {
            leap::follow(self, Part::Drain(cycles), &mut effect, traffic);
        }
        Ok(())
    }
}
