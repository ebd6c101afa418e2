//! Runs `randomized --variant slotted` on a machine of the capacity that it asks for.

use super::runs::run;
use meshcast_algorithms::{Congestion, Slotted, SlottedRun};
use meshcast_engine::{Messages, Options, Outcome, Shape, Violation};

/// A run of `randomized --variant slotted` with a chance of 2^-20, given what nodes know about the congestion.
///
/// # Errors
/// A broken machine rule.
///
/// # Panics
/// If the steps are not those of the formula.
pub fn run_slotted_by(
    congestion: Congestion,
    shape: Shape,
    messages: &Messages,
    seed: u64,
    options: Options,
) -> Result<(Outcome, SlottedRun), Violation> {
    let slotted = Slotted::new(shape, messages, -20, seed).with_congestion(congestion);
    let (outcome, run) = run(&slotted, shape, options)?;
    assert_eq!(outcome.steps, slotted.steps(&run), "{shape:?} {run:?}");
    Ok((outcome, run))
}
