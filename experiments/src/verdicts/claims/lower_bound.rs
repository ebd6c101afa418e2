//! Checks that no run takes fewer steps than its message set needs, or its first reads.

use super::super::cells::Subject;
use super::every_run::enforced;
use crate::results::verdict::ClaimResult;

/// The verdict on the steps of all runs of an algorithm, in the range of the theorems or not.
pub(super) fn verdict(subject: &Subject) -> ClaimResult {
    // Rows of a file may have no bounds at all.
    let is_known = subject.done.iter().any(|row| row.lower_bound.is_some());
    let runs = subject.done.iter().copied().filter(|_| is_known);
    let says = "no run takes fewer steps than its lower bound";
    enforced(subject, "lower-bound", says, runs, |row| {
        let (Some(steps), Some(bound)) = (row.steps, row.lower_bound) else {
            return Some("no steps or no bound are stored".to_owned());
        };
        (steps < bound).then(|| format!("{steps} steps, the bound is {bound}"))
    })
}
