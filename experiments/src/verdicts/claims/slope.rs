//! Judges a claim about an exponent.

use super::super::axis::Axis;
use super::super::cells::Subject;
use super::super::judge::{Judgement, Target, judge, missing};
use super::super::lines::{Lines, Quantity};
use super::every_run::blank;
use crate::results::verdict::{ClaimResult, Residual, Verdict, signed};

/// What is claimed of the exponent of something along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlopeClaim {
    pub(super) claim: &'static str,
    pub(super) says: &'static str,
    pub(super) axis: Axis,
    pub(super) quantity: Quantity,
    pub(super) target: Target,
}

impl SlopeClaim {
    /// The cells in the range of the theorems, on lines that have values in common.
    pub(super) fn lines<'c, 'a>(&self, subject: &'c Subject<'a>) -> Lines<'c, 'a> {
        let cells = subject.cells.iter().filter(|cell| cell.is_in_range());
        Lines::new(cells, self.axis, self.quantity).connected()
    }

    /// The verdict on these cells.
    pub(super) fn verdict(&self, subject: &Subject) -> ClaimResult {
        let lines = self.lines(subject);
        let found = ClaimResult {
            holds_from: self.target.holds_from(&lines),
            claimed: Some(self.target.exponent),
            values: lines.values().len(),
            cells: lines.points().len(),
            runs: lines.runs(),
            local_slopes: lines.local_slopes(self.target.growths[0]),
            ..blank(subject, self.claim, self.says)
        };
        match judge(&lines, self.target) {
            Some(judgement) => self.judged(found, &lines, judgement),
            None => ClaimResult {
                rests_on: format!(
                    "{} that differ in this alone: too few for an interval; {}",
                    counted(lines.points().len(), "cell"),
                    missing(&lines)
                ),
                ..found
            },
        }
    }

    fn judged(&self, found: ClaimResult, lines: &Lines, judgement: Judgement) -> ClaimResult {
        let Judgement { verdict, interval, degrees_of_freedom, .. } = judgement;
        let Target { exponent, growths, at_most } = self.target;
        let [estimate, low, high] = [interval.estimate, interval.low, interval.high];
        let mut parts = vec![format!(
            "exponent {} in {}..{}, df {degrees_of_freedom}, {}, {}",
            signed(estimate),
            signed(low),
            signed(high),
            format!("{} of {}", counted(found.values, "value"), self.axis.name()),
            counted(found.cells, "cell"),
        )];
        let worth = growths[0].worth();
        if verdict == Verdict::Supported {
            parts.push(if at_most {
                format!("below {}", exponent + worth)
            } else {
                format!("within {exponent} ± {worth}")
            });
        }
        if at_most && high < exponent - worth {
            parts.push("smaller than claimed".to_owned());
        }
        if let Some(alternative) = judgement.alternative {
            parts.push(format!("instead {alternative}"));
        }
        if !judgement.because.is_empty() {
            parts.push(judgement.because);
        }
        let rests = lines.residuals(growths[0], estimate);
        let residuals = lines.points().iter().zip(rests).map(|(point, difference)| Residual {
            source: point.cell.runs[0].source.clone(),
            nodes: point.cell.nodes as u64,
            congestion: point.cell.congestion.round() as u64,
            degree: point.cell.degree.round() as u64,
            difference,
        });
        ClaimResult {
            verdict,
            estimate: Some(estimate),
            interval: (low.is_finite() && high.is_finite()).then_some([low, high]),
            degrees_of_freedom: Some(degrees_of_freedom),
            alternative: judgement.alternative,
            rests_on: parts.join("; "),
            nodes_that_would_decide: judgement.nodes_that_would_decide,
            residuals: residuals.collect(),
            ..found
        }
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
