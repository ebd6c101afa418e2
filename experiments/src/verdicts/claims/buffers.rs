//! Judges peaks of buffers: flat where buffers are constant, Θ(c) where packets are stored.

use super::super::axis::Axis;
use super::super::cells::{Peaks, Subject};
use super::super::growth::Growth::Power;
use super::super::judge::Target;
use super::super::lines::Quantity;
use super::every_run::enforced;
use super::slope::SlopeClaim;
use crate::results::verdict::{ClaimResult, Evidence, Verdict};
use crate::store::RunRow;
use std::fmt::Write as _;

const PEAK: Quantity =
    Quantity { of: |row| Some((row.peak? as f64).max(1.0).log2()), peaks: Some(Peaks::Measured) };

/// Of the runs whose peaks are measured.
const CAPACITY: Quantity =
    Quantity { of: |row| Some((row.capacity? as f64).max(1.0).log2()), ..PEAK };

const FLAT: [SlopeClaim; 3] = [
    flat("peak-on-n", "the peak of the buffers does not grow with n", Axis::Nodes),
    flat("peak-on-c", "the peak of the buffers does not grow with c", Axis::Congestion),
    flat("peak-on-d", "the peak of the buffers does not grow with d", Axis::Degree),
];

const THETA: [SlopeClaim; 2] = [
    FLAT[0],
    SlopeClaim {
        claim: "peak-is-theta-c",
        says: "the peak of the buffers is Θ(c): exponent 1 of c",
        axis: Axis::Congestion,
        quantity: PEAK,
        target: Target { exponent: 1.0, at_most: false, growths: &[Power] },
    },
];

const fn flat(claim: &'static str, says: &'static str, axis: Axis) -> SlopeClaim {
    let target = Target { exponent: 0.0, at_most: true, growths: &[Power] };
    SlopeClaim { claim, says, axis, quantity: PEAK, target }
}

/// The verdicts on buffers that hold a few packets.
pub(super) fn constant(subject: &Subject) -> Vec<ClaimResult> {
    claims(subject, &FLAT)
}

/// The same where only n varies.
pub(super) fn constant_in_nodes(subject: &Subject) -> Vec<ClaimResult> {
    claims(subject, &FLAT[..1])
}

/// The verdicts on buffers that hold O(c) packets.
pub(super) fn theta_c(subject: &Subject) -> Vec<ClaimResult> {
    claims(subject, &THETA)
}

fn claims(subject: &Subject, slopes: &[SlopeClaim]) -> Vec<ClaimResult> {
    let slopes = slopes.iter().map(|claim| peaks(claim, subject));
    std::iter::once(within(subject)).chain(slopes).collect()
}

/// Peaks against the capacities of their runs. A bound is no more than the capacity whatever the run did.
fn within(subject: &Subject) -> ClaimResult {
    let has_room = |row: &&RunRow| row.capacity.is_some() && Peaks::of(row) != Peaks::Bounds;
    let mut claim = enforced(
        subject,
        "peak-within-capacity",
        "no buffer holds more than its capacity",
        subject.done.iter().copied().filter(has_room),
        |row| {
            let Some(peak) = row.peak else {
                return Some("no peak is stored".to_owned());
            };
            let capacity = row.capacity?;
            (peak > capacity).then(|| format!("{peak} packets in a buffer of {capacity}"))
        },
    );
    if claim.runs == 0 && !is_any_measured(subject) {
        "no peak is measured".clone_into(&mut claim.rests_on);
    }
    claim.rests_on.push_str(&bounds(subject, "which do not count"));
    claim
}

/// A claim on the growth of measured peaks, or, where they are too few, of bounds: a peak does not grow if a bound of it does not.
fn peaks(measured: &SlopeClaim, subject: &Subject) -> ClaimResult {
    let on_bounds =
        SlopeClaim { quantity: Quantity { peaks: Some(Peaks::Bounds), ..PEAK }, ..*measured };
    // More than three values make no verdict that three do not.
    let values = |claim: &SlopeClaim| claim.lines(subject).values().len().min(3);
    if measured.target.at_most && values(measured) < values(&on_bounds) {
        // A bound is of the capacity that the machine enforces.
        let mut claim = ClaimResult { evidence: Evidence::Enforced, ..on_bounds.verdict(subject) };
        if claim.verdict == Verdict::Refuted {
            (claim.verdict, claim.alternative) = (Verdict::Undecided, None);
            claim.rests_on.push_str("; but a bound that grows does not say that the peak does");
        }
        claim.rests_on.push_str(&bounds(subject, "on which alone it rests"));
        return claim;
    }
    let mut claim = measured.verdict(subject);
    if !measured.target.at_most && !is_any_measured(subject) {
        "no peak is measured".clone_into(&mut claim.rests_on);
    }
    // A peak that grows below a capacity that does not is not yet known to break anything.
    if measured.target.at_most && claim.verdict == Verdict::Refuted {
        let room = SlopeClaim { quantity: CAPACITY, ..*measured }.verdict(subject);
        if room.verdict == Verdict::Supported && room.cells == claim.cells {
            (claim.verdict, claim.alternative) = (Verdict::Undecided, None);
            claim.rests_on.push_str("; but capacities, which are kept, do what is claimed");
        }
    }
    claim.rests_on.push_str(&bounds(subject, "which do not count"));
    claim
}

fn is_any_measured(subject: &Subject) -> bool {
    subject.done.iter().any(|row| Peaks::of(row) == Peaks::Measured)
}

/// How many of the peaks are not measured, and what that means.
fn bounds(subject: &Subject, what: &str) -> String {
    let bounds = subject.done.iter().filter(|row| Peaks::of(row) == Peaks::Bounds).count();
    let mut text = String::new();
    if bounds > 0 {
        let of = subject.done.len();
        let _ = write!(text, "; {bounds} of {of} peaks are bounds, from leaps, {what}");
    }
    text
}
