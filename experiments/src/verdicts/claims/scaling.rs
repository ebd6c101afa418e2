//! Judges steps against n, c and d: Theorems 2 to 4, and the bounds of `docs/rounds.md` and `docs/explicit.md`.

use super::super::axis::Axis;
use super::super::cells::{Cell, Subject};
use super::super::growth::Growth::{Log, Power};
use super::super::judge::Target;
use super::super::lines::Quantity;
use super::slope::SlopeClaim;
use crate::results::verdict::{ClaimResult, Verdict};
use crate::store::RunRow;

const STEPS: Quantity = Quantity { of: steps, peaks: None };

const RATIO: Quantity = Quantity {
    of: |row| Some(steps(row)? - (row.nodes as f64 * congestion(row)?).log2() / 2.0),
    peaks: None,
};

/// To √(cn)(1 + ln(n/c)/ln ln(n/c)).
const ROUNDS_RATIO: Quantity = Quantity {
    of: |row| {
        let ln = (row.nodes as f64 / congestion(row)?).ln();
        Some((RATIO.of)(row)? - (1.0 + ln / ln.ln()).log2())
    },
    peaks: None,
};

/// To √(cn)·√(c·ln n/ln c), c at least 2.
const EXPLICIT_RATIO: Quantity = Quantity {
    of: |row| {
        let c = congestion(row)?.max(2.0);
        let rounds = (c * (row.nodes as f64).ln() / c.ln()).sqrt();
        Some((RATIO.of)(row)? - rounds.log2())
    },
    peaks: None,
};

/// That steps are not fewer is Theorem 1, which `lower-bound` holds every run to.
const THETA: [SlopeClaim; 3] = [
    SlopeClaim {
        claim: "steps-on-n",
        says: "steps grow no faster than √n: exponent at most 1/2 of n",
        axis: Axis::Nodes,
        quantity: STEPS,
        target: Target { exponent: 0.5, at_most: true, growths: &[Power, Log] },
    },
    SlopeClaim {
        claim: "steps-on-c",
        says: "steps grow no faster than √c: exponent at most 1/2 of c",
        axis: Axis::Congestion,
        quantity: STEPS,
        target: Target { exponent: 0.5, at_most: true, growths: &[Power] },
    },
    SlopeClaim {
        claim: "ratio-flat",
        says: "steps/√(cn) has no factor log n: exponent at most 0 of log n",
        axis: Axis::Nodes,
        quantity: RATIO,
        target: Target { exponent: 0.0, at_most: true, growths: &[Log, Power] },
    },
];

const ROUNDS: [SlopeClaim; 2] = [
    SlopeClaim {
        claim: "rounds-envelope-n",
        says: "steps/(√(cn)(1 + ln(n/c)/ln ln(n/c))) does not grow with n",
        axis: Axis::Nodes,
        quantity: ROUNDS_RATIO,
        target: Target { exponent: 0.0, at_most: true, growths: &[Power, Log] },
    },
    SlopeClaim {
        claim: "rounds-envelope-c",
        says: "steps/(√(cn)(1 + ln(n/c)/ln ln(n/c))) does not grow with c",
        axis: Axis::Congestion,
        quantity: ROUNDS_RATIO,
        target: Target { exponent: 0.0, at_most: true, growths: &[Power] },
    },
];

const EXPLICIT: [SlopeClaim; 2] = [
    SlopeClaim {
        claim: "explicit-envelope-n",
        says: "steps/(√(cn)·√(c·ln n/ln c)) does not grow with n",
        axis: Axis::Nodes,
        quantity: EXPLICIT_RATIO,
        target: Target { exponent: 0.0, at_most: true, growths: &[Power, Log] },
    },
    SlopeClaim {
        claim: "explicit-envelope-c",
        says: "steps/(√(cn)·√(c·ln n/ln c)) does not grow with c",
        axis: Axis::Congestion,
        quantity: EXPLICIT_RATIO,
        target: Target { exponent: 0.0, at_most: true, growths: &[Power] },
    },
];

const ENVELOPE: SlopeClaim = SlopeClaim {
    claim: "log-squared-envelope",
    says: "steps/√(cn) grows no faster than log² n: exponent at most 2 of log n",
    axis: Axis::Nodes,
    quantity: RATIO,
    target: Target { exponent: 2.0, at_most: true, growths: &[Log, Power] },
};

const NO_DEGREE: SlopeClaim = SlopeClaim {
    claim: "no-growth-with-d",
    says: "steps do not grow with d: exponent at most 0 of d",
    axis: Axis::Degree,
    quantity: STEPS,
    target: Target { exponent: 0.0, at_most: true, growths: &[Power] },
};

/// The verdicts on steps that grow as √(cn).
pub(super) fn theta(subject: &Subject) -> Vec<ClaimResult> {
    with_degree(subject, THETA.iter().map(|claim| claim.verdict(subject)))
}

/// The verdicts on steps that grow as √n, where c is 1.
pub(super) fn root(subject: &Subject) -> Vec<ClaimResult> {
    let on_nodes = THETA.iter().filter(|claim| claim.axis == Axis::Nodes);
    on_nodes.map(|claim| claim.verdict(subject)).collect()
}

/// The verdicts on steps in the bound of `docs/rounds.md`.
pub(super) fn rounds(subject: &Subject) -> Vec<ClaimResult> {
    with_degree(subject, ROUNDS.iter().map(|claim| claim.verdict(subject)))
}

/// The verdicts on steps in the bound of `docs/explicit.md`.
pub(super) fn explicit(subject: &Subject) -> Vec<ClaimResult> {
    with_degree(subject, EXPLICIT.iter().map(|claim| claim.verdict(subject)))
}

/// The verdicts on steps in O(√(cn) log² n).
pub(super) fn log_squared(subject: &Subject) -> Vec<ClaimResult> {
    let mut found = ENVELOPE.verdict(subject);
    let is_large = |cell: &Cell| cell.congestion >= cell.nodes.log2().powi(4);
    if found.verdict == Verdict::Refuted && !subject.cells.iter().any(is_large) {
        (found.verdict, found.alternative) = (Verdict::Undecided, None);
        found.rests_on.push_str("; c < log⁴ n everywhere, where the theorem says nothing");
    }
    with_degree(subject, std::iter::once(found))
}

/// Verdicts on n and c, and the one on d.
fn with_degree(subject: &Subject, claims: impl Iterator<Item = ClaimResult>) -> Vec<ClaimResult> {
    claims.chain([NO_DEGREE.verdict(subject)]).collect()
}

/// The logarithm of steps over √(cn).
pub(super) fn over_root(row: &RunRow) -> Option<f64> {
    (RATIO.of)(row)
}

/// The logarithm of steps over √(cn)(1 + ln(n/c)/ln ln(n/c)).
pub(super) fn over_rounds(row: &RunRow) -> Option<f64> {
    (ROUNDS_RATIO.of)(row)
}

/// The logarithm of steps over √(cn)·√(c·ln n/ln c).
pub(super) fn over_explicit(row: &RunRow) -> Option<f64> {
    (EXPLICIT_RATIO.of)(row)
}

/// The logarithm of steps over √(cn)·log₂² n.
pub(super) fn over_log_squared(row: &RunRow) -> Option<f64> {
    Some((RATIO.of)(row)? - 2.0 * (row.nodes as f64).log2().log2())
}

fn steps(row: &RunRow) -> Option<f64> {
    Some((row.steps? as f64).log2())
}

fn congestion(row: &RunRow) -> Option<f64> {
    Some(row.congestion? as f64)
}
