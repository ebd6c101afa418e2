//! Checks that no run takes fewer steps than its message set needs.

use super::super::cells::Subject;
use super::every_run::of_every_run;
use crate::results::verdict::ClaimResult;

/// The verdict on the steps of all runs of an algorithm, in the range of the theorems or not.
pub(super) fn verdict(subject: &Subject) -> ClaimResult {
    let runs = subject.done.iter().copied();
    let says = "no run takes fewer steps than the lower bound of its message set";
    of_every_run(subject, "lower-bound", says, runs, |row| {
        let (Some(steps), Some(bound)) = (row.steps, row.lower_bound) else {
            return Some("no steps or no bound are stored".to_owned());
        };
        (steps < bound).then(|| format!("{steps} steps, the bound is {bound}"))
    })
}
