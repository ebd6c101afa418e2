//! Judges a claim about a slope.

use super::super::axis::Axis;
use super::super::cells::{Cell, Subject};
use super::super::judge::{Judgement, Target, judge, missing};
use super::super::lines::{Lines, Quantity};
use super::every_run::blank;
use crate::results::verdict::{ClaimResult, Residual, Verdict, signed};
use std::fmt::Write as _;

/// A slope that is off by this much is distinguished from the claimed one, or the claim is not supported. A factor ln n looks like a
/// slope of 1/ln n, 0.09 at n = 2^16.
pub(super) const MARGIN: f64 = 0.05;

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
    /// The cells in the range of the theorems, on their lines.
    pub(super) fn lines<'c, 'a>(&self, subject: &'c Subject<'a>) -> Lines<'c, 'a> {
        let cells = subject.cells.iter().filter(|cell| cell.is_in_range());
        Lines::new(cells, self.axis, self.quantity)
    }

    /// The verdict on these cells.
    pub(super) fn verdict(&self, subject: &Subject) -> ClaimResult {
        let lines = self.lines(subject);
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
                    "{} that differ in this alone: too few for an interval; {}",
                    counted(lines.cells()),
                    missing(&lines, self.axis)
                ),
                ..found
            },
        }
    }

    fn judged(&self, found: ClaimResult, lines: &Lines, judgement: Judgement) -> ClaimResult {
        let Judgement { verdict, fit, interval, because, .. } = judgement;
        let degrees_of_freedom = fit.degrees_of_freedom;
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
            let _ = if at_most {
                write!(rests_on, "; below {}", slope + margin)
            } else {
                write!(rests_on, "; within {slope} ± {margin}")
            };
        }
        if !because.is_empty() {
            rests_on.push_str("; ");
            rests_on.push_str(&because);
        }
        let residual = |(cell, difference): (&Cell, f64)| Residual {
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
            residuals: lines.points().zip(fit.residuals).map(residual).collect(),
            ..found
        }
    }
}

fn counted(cells: usize) -> String {
    format!("{cells} cell{}", if cells == 1 { "" } else { "s" })
}
