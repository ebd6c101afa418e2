//! A claim about a slope.

use super::super::cells::Subject;
use super::super::judge::{Judgement, Target, judge};
use super::super::lines::{Axis, Lines, Quantity};
use super::super::result::{ClaimResult, Residual, Verdict};
use super::blank;
use std::fmt::Write as _;

/// What is claimed of the slope of something along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlopeClaim {
    pub(super) claim: &'static str,
    pub(super) says: &'static str,
    pub(super) axis: Axis,
    pub(super) quantity: Quantity,
    pub(super) target: Target,
}

impl SlopeClaim {
    /// The verdict on the cells in the range of the theorems.
    pub(super) fn verdict(&self, subject: &Subject) -> ClaimResult {
        let cells = subject.cells.iter().filter(|cell| cell.is_in_range());
        let lines = Lines::new(cells, self.axis, self.quantity);
        let judgement = judge(&lines, self.axis, self.target);
        let local_slopes = lines.local_slopes(self.axis);
        let found = ClaimResult {
            holds_from: self.target.holds_from(&local_slopes),
            claimed: Some(self.target.slope),
            cells: lines.cells(),
            runs: lines.runs(),
            local_slopes,
            ..blank(subject, self.claim, self.says)
        };
        match judgement {
            Some(judgement) => self.judged(found, &lines, judgement),
            None => ClaimResult {
                rests_on: format!(
                    "{} that differ in this alone: too few for an interval",
                    counted(lines.cells())
                ),
                ..found
            },
        }
    }

    fn judged(&self, found: ClaimResult, lines: &Lines, judgement: Judgement) -> ClaimResult {
        let Judgement { verdict, interval, degrees_of_freedom, because, .. } = judgement;
        let Target { slope, margin, at_most } = self.target;
        let [estimate, low, high] = [interval.estimate, interval.low, interval.high];
        let mut rests_on = format!(
            "slope {} in {}..{}, df {degrees_of_freedom}, {}",
            signed(estimate),
            signed(low),
            signed(high),
            counted(lines.cells())
        );
        if verdict == Verdict::Supported {
            let sign = if at_most { "+" } else { "±" };
            let _ = write!(rests_on, "; excludes {slope} {sign} {margin}");
        }
        if !because.is_empty() {
            rests_on.push_str("; ");
            rests_on.push_str(&because);
        }
        let residuals = lines.fit().map(|fit| fit.residuals).unwrap_or_default();
        let residual = |(cell, difference): (&super::super::cells::Cell, f64)| Residual {
            source: cell.runs[0].source.clone(),
            nodes: cell.nodes as u64,
            congestion: cell.congestion.round() as u64,
            degree: cell.degree.round() as u64,
            difference,
        };
        ClaimResult {
            verdict,
            estimate: Some(estimate),
            interval: (low.is_finite() && high.is_finite()).then_some([low, high]),
            degrees_of_freedom: Some(degrees_of_freedom),
            rests_on,
            nodes_that_would_decide: judgement.nodes_that_would_decide,
            residuals: lines.points().zip(residuals).map(residual).collect(),
            ..found
        }
    }
}

/// Three decimals, of which 0 has no sign.
fn signed(value: f64) -> String {
    format!("{:.3}", if value.abs() < 0.0005 { 0.0 } else { value })
}

fn counted(cells: usize) -> String {
    format!("{cells} cell{}", if cells == 1 { "" } else { "s" })
}
