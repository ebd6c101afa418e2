//! Lets packets of columns run on alone after a phase, until a survey finds none.

use super::SweepRun;
use super::columns::{Columns, DOWN, HERE, Traffic, UP};
use super::row_laps::Laps;
use super::survey::{Left, cycles_meanwhile};
use super::windows::Windows;
use meshcast_engine::{Falsehood, Machine, Shape, Variable, Violation, Witness};
use meshcast_primitives::reduce_steps;

/// The cycles of the drain before the next survey, after `before` others since phase `phase`, counted from 1.
///
/// A packet gets on by two rows a cycle where none is in its way, so the first drain is as long as the farthest takes that
/// goes one way, and an eighth of the rows longer where packets rested, which make more copies in the last phase. One that
/// rises and then sinks may take twice as long, one that is delivered to many nodes longer. Drains that double need few
/// surveys.
///
/// Phases but the first leave little: the survey comes at once, and if it does not know how long that takes, once more, before drains.
pub(super) fn drain_cycles(shape: Shape, phase: usize, before: usize) -> usize {
    let rows = shape.rows();
    let before = if phase > 1 { before.checked_sub(AT_ONCE) } else { Some(before) };
    match before {
        None => 0,
        Some(0) if Windows::new(shape.cols()).any_rests() => rows / 2 + 1 + rows.div_ceil(8),
        Some(before) => (rows / 2 + 1) << before.saturating_sub(1).min(MOST_DOUBLINGS),
    }
}

/// Surveys with nothing before them after a phase that is not the first.
const AT_ONCE: usize = 2;

/// From here on drains stay as long as they are: far longer than any that is needed.
const MOST_DOUBLINGS: usize = 26;

/// The steps of the drains of a run, and of its surveys.
pub(super) fn drain_steps(shape: Shape, run: &SweepRun) -> u64 {
    let surveyed = run.drains.iter().map(|&cycles| Laps::drain_steps(cycles) + reduce_steps(shape));
    surveyed.sum::<u64>() + Laps::drain_steps(run.last_drain)
}

/// The cycles of a last drain where one packet is under way.
pub(super) fn usual_last_drain(shape: Shape) -> usize {
    let cycles = Left::one_packet_for(1).drain_cycles(shape.rows()).unwrap_or(0);
    cycles.saturating_sub(cycles_meanwhile(shape))
}

/// Lets the packets of columns arrive. If any destination is open then, returns the most times in one column that a
/// packet was passed over.
///
/// A survey says how long the packets take at most that are still under way: that is waited for, unless the next drain, with
/// a survey and a usual last drain, takes fewer steps.
pub(super) fn drain(
    laps: Laps,
    machine: &mut Machine,
    traffic: &mut Variable<Traffic>,
    run: &mut SweepRun,
) -> Result<Option<u32>, Violation> {
    let (shape, phase) = (machine.shape(), run.bands.len());
    for before in 0.. {
        let cycles = drain_cycles(shape, phase, before);
        run_on(laps, machine, traffic, cycles)?;
        let left = laps.survey(machine, traffic)?;
        run.leftovers.push(left.passed_on);
        run.drains.push(cycles);
        if left.is_open {
            return Ok(Some(left.passed_on));
        }
        let most = left.drain_cycles(shape.rows());
        let most = most.map(|most| most.saturating_sub(cycles_meanwhile(shape)));
        let next = drain_cycles(shape, phase, before + 1) + usual_last_drain(shape);
        let others = Laps::drain_steps(next) + reduce_steps(shape);
        if let Some(most) = most.filter(|&most| Laps::drain_steps(most) <= others) {
            run.last_drain = most;
            run_on(laps, machine, traffic, most)?;
            claim_drained(machine)?;
            break;
        }
    }
    Ok(None)
}

/// Lets the packets of columns move alone for so many cycles.
fn run_on(
    laps: Laps,
    machine: &mut Machine,
    traffic: &mut Variable<Traffic>,
    cycles: usize,
) -> Result<(), Violation> {
    if cycles == 0 {
        return Ok(());
    }
    machine.span("drain", |machine| laps.drain(machine, traffic, cycles))
}

/// Claims that the columns have no packets.
fn claim_drained(machine: &mut Machine) -> Result<(), Violation> {
    machine.claim(DRAINED, &mut Witness::new(()), |all, ()| {
        match all.nodes().find(Columns::any_at) {
            Some(node) => {
                let actual = [UP, DOWN, HERE].map(|queue| node.queue(queue).len() as u64);
                Err(Falsehood { node: node.index(), actual: actual.iter().sum(), claimed: 0 })
            }
            None => Ok(()),
        }
    })
}

/// What is claimed after the last drain.
const DRAINED: &str = "no packet is under way after the cycles of a drain that are enough";
