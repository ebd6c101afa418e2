//! Judges steps against n, c and d: Theorems 2 to 4, and the bound of `docs/rounds.md`.

use super::super::axis::Axis;
use super::super::cells::{Cell, Subject};
use super::super::judge::Target;
use super::super::lines::Quantity;
use super::slope::{MARGIN, SlopeClaim};
use crate::results::verdict::ClaimResult;
use crate::store::RunRow;

/// On log log n, of which a factor log n has slope 1.
const LOG_MARGIN: f64 = 0.5;

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

const THETA: [SlopeClaim; 3] = [
    SlopeClaim {
        claim: "steps-on-n",
        says: "steps grow as √n: slope 1/2 of log steps on log n",
        axis: Axis::Nodes,
        quantity: STEPS,
        target: Target::exactly(0.5, MARGIN),
    },
    SlopeClaim {
        claim: "steps-on-c",
        says: "steps grow as √c: slope 1/2 of log steps on log c",
        axis: Axis::Congestion,
        quantity: STEPS,
        target: Target::exactly(0.5, MARGIN),
    },
    SlopeClaim {
        claim: "ratio-flat",
        says: "steps/√(cn) has no factor log n: slope 0 on log log n",
        axis: Axis::LogNodes,
        quantity: RATIO,
        target: Target::exactly(0.0, LOG_MARGIN),
    },
];

const ROUNDS: [SlopeClaim; 2] = [
    SlopeClaim {
        claim: "rounds-envelope-n",
        says: "steps/(√(cn)(1 + ln(n/c)/ln ln(n/c))) does not grow with n",
        axis: Axis::Nodes,
        quantity: ROUNDS_RATIO,
        target: Target::at_most(0.0, MARGIN),
    },
    SlopeClaim {
        claim: "rounds-envelope-c",
        says: "steps/(√(cn)(1 + ln(n/c)/ln ln(n/c))) does not grow with c",
        axis: Axis::Congestion,
        quantity: ROUNDS_RATIO,
        target: Target::at_most(0.0, MARGIN),
    },
];

const ENVELOPE: SlopeClaim = SlopeClaim {
    claim: "log-squared-envelope",
    says: "steps/√(cn) grows no faster than log² n: slope at most 2 on log log n",
    axis: Axis::LogNodes,
    quantity: RATIO,
    target: Target::at_most(2.0, LOG_MARGIN),
};

const NO_DEGREE: SlopeClaim = SlopeClaim {
    claim: "no-growth-with-d",
    says: "steps do not grow with d: slope at most 0 of log steps on log d",
    axis: Axis::Degree,
    quantity: STEPS,
    target: Target::at_most(0.0, MARGIN),
};

/// The verdicts on steps that grow as √(cn).
pub(super) fn theta(subject: &Subject) -> Vec<ClaimResult> {
    with_degree(subject, THETA.iter().map(|claim| claim.verdict(subject)))
}

/// The verdicts on steps in the bound of `docs/rounds.md`.
pub(super) fn rounds(subject: &Subject) -> Vec<ClaimResult> {
    with_degree(subject, ROUNDS.iter().map(|claim| claim.verdict(subject)))
}

/// The verdicts on steps in O(√(cn) log² n).
pub(super) fn log_squared(subject: &Subject) -> Vec<ClaimResult> {
    with_degree(subject, std::iter::once(envelope(subject)))
}

/// Verdicts on n and c, and the one on d.
fn with_degree(subject: &Subject, claims: impl Iterator<Item = ClaimResult>) -> Vec<ClaimResult> {
    claims.chain([no_growth(subject)]).collect()
}

/// The envelope with the largest ratio of steps to √(cn) log₂² n.
fn envelope(subject: &Subject) -> ClaimResult {
    let mut found = ENVELOPE.verdict(subject);
    let ratio = |cell: &Cell| {
        let logs = cell.runs.iter().copied().filter_map(RATIO.of);
        let log = logs.fold(f64::NEG_INFINITY, f64::max) - 2.0 * cell.nodes.log2().log2();
        (log.exp2(), cell.nodes, cell.congestion)
    };
    let ratios = subject.cells.iter().filter(|cell| cell.is_in_range()).map(ratio);
    if let Some((ratio, n, c)) = ratios.max_by(|left, right| left.0.total_cmp(&right.0)) {
        let at = format!("; steps/(√(cn)·log² n) at most {ratio:.2}, at n = {n}, c = {c:.0}");
        found.rests_on.push_str(&at);
    }
    found
}

/// The verdict on steps against d, with what more there is to say where they fall.
fn no_growth(subject: &Subject) -> ClaimResult {
    let mut found = NO_DEGREE.verdict(subject);
    if found.interval.is_some_and(|[_, high]| high < -MARGIN) {
        found.rests_on.push_str("; steps fall with d");
    }
    found
}

fn steps(row: &RunRow) -> Option<f64> {
    Some((row.steps? as f64).log2())
}

fn congestion(row: &RunRow) -> Option<f64> {
    Some(row.congestion? as f64)
}
