//! Lets packets of columns run on alone after a phase, until a survey finds none.

use super::SweepRun;
use super::columns::Traffic;
use super::leftovers::{OPEN, survey};
use super::row_laps::Laps;
use super::windows::Windows;
use meshcast_engine::{Machine, Shape, Variable, Violation};
use meshcast_primitives::reduce_steps;

/// The cycles of the drain before the next survey, after `before` others since the last phase.
///
/// A packet gets on by two rows a cycle where none is in its way, so the first drain is as long as the farthest takes that
/// goes one way, and an eighth of the rows longer where packets rested, which make more copies in the last phase. One that
/// rises and then sinks may take twice as long, one that is delivered to many nodes longer. Drains that double need few
/// surveys.
pub(super) fn drain_cycles(shape: Shape, before: usize) -> usize {
    let rows = shape.rows();
    let doublings = before.saturating_sub(1).min(MOST_DOUBLINGS);
    match before {
        0 if Windows::new(shape.cols()).any_rests() => rows / 2 + 1 + rows.div_ceil(8),
        _ => (rows / 2 + 1) << doublings,
    }
}

/// From here on drains stay as long as they are: far longer than any that is needed.
const MOST_DOUBLINGS: usize = 26;

/// The steps of drains of so many cycles, each with the survey after it.
pub(super) fn drain_steps(shape: Shape, drains: &[usize]) -> u64 {
    drains.iter().map(|&cycles| Laps::drain_steps(cycles) + reduce_steps(shape)).sum()
}

/// Lets the packets of columns arrive. If any destination is open then, returns the most times in one column that a
/// packet was passed over.
pub(super) fn drain(
    laps: Laps,
    machine: &mut Machine,
    traffic: &mut Variable<Traffic>,
    run: &mut SweepRun,
) -> Result<Option<u32>, Violation> {
    for before in 0.. {
        let cycles = drain_cycles(machine.shape(), before);
        machine.span("drain", |machine| laps.drain(machine, traffic, cycles))?;
        let (passed_on, left) = survey(machine, traffic)?;
        run.leftovers.push(passed_on);
        run.drains.push(cycles);
        if left & OPEN != 0 {
            return Ok(Some(passed_on));
        }
        if left == 0 {
            break;
        }
    }
    Ok(None)
}
