//! Peaks of buffers: flat where buffers are constant, Θ(c) where packets are stored.

use super::super::cells::Subject;
use super::super::judge::Target;
use super::super::lines::{Axis, Quantity};
use super::super::result::{ClaimResult, Verdict};
use super::of_every_run;
use super::slope::SlopeClaim;
use std::fmt::Write as _;

/// A peak that grows like this is told from a flat one.
const MARGIN: f64 = 0.05;

const PEAK: Quantity = Quantity {
    of: |cell, run| Some((cell.runs[run].peak? as f64).max(1.0).log2()),
    greatest: true,
};

const CAPACITY: Quantity = Quantity {
    of: |cell, run| Some((cell.runs[run].capacity? as f64).max(1.0).log2()),
    greatest: true,
};

const FLAT: [SlopeClaim; 3] = [
    flat("peak-on-n", "the peak of the buffers does not grow with n", Axis::Nodes),
    flat("peak-on-c", "the peak of the buffers does not grow with c", Axis::Congestion),
    flat("peak-on-d", "the peak of the buffers does not grow with d", Axis::Degree),
];

const THETA: [SlopeClaim; 2] = [
    FLAT[0],
    SlopeClaim {
        claim: "peak-is-theta-c",
        says: "the peak of the buffers is Θ(c): slope 1 of log peak on log c",
        axis: Axis::Congestion,
        quantity: PEAK,
        target: Target::exactly(1.0, MARGIN),
    },
];

const fn flat(claim: &'static str, says: &'static str, axis: Axis) -> SlopeClaim {
    let target = Target::at_most(0.0, MARGIN);
    SlopeClaim { claim, says, axis, quantity: PEAK, target }
}

/// The verdicts on the buffers of an algorithm.
pub(super) fn claims(subject: &Subject) -> Vec<ClaimResult> {
    let slopes: &[SlopeClaim] = match subject.name.split(':').next() {
        Some("buffered") => &THETA,
        Some("randomized" | "deterministic") => &FLAT,
        _ => return Vec::new(),
    };
    let within = of_every_run(
        subject,
        "peak-within-capacity",
        "no buffer holds more than its capacity",
        subject.done.iter().copied().filter(|row| row.capacity.is_some()),
        |row| {
            let (peak, capacity) = (row.peak?, row.capacity?);
            (peak > capacity).then(|| format!("{peak} packets in a buffer of {capacity}"))
        },
    );
    let slopes = slopes.iter().map(|claim| bounded(claim, subject));
    std::iter::once(within).chain(slopes).map(|claim| with_bounds(claim, subject)).collect()
}

/// A peak that grows below a capacity that does not is not yet known to break anything.
fn bounded(slope: &SlopeClaim, subject: &Subject) -> ClaimResult {
    let mut claim = slope.verdict(subject);
    let room = || SlopeClaim { quantity: CAPACITY, ..*slope }.verdict(subject);
    if claim.verdict == Verdict::NotSupported && room().verdict == Verdict::Supported {
        claim.verdict = Verdict::Undecided;
        claim.rests_on.push_str("; but capacities, which are kept, do what is claimed");
    }
    claim
}

/// Says how many of the peaks are not measured.
fn with_bounds(mut claim: ClaimResult, subject: &Subject) -> ClaimResult {
    let is_bound = |row: &&&crate::store::RunRow| row.peak_is.as_deref() == Some("bound");
    let bounds = subject.done.iter().filter(is_bound).count();
    if bounds > 0 {
        let of = subject.done.len();
        let _ = write!(claim.rests_on, "; {bounds} of {of} peaks are bounds, from leaps");
    }
    claim
}
