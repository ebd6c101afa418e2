//! From a slope to a verdict.

use super::fit::{Fit, Interval, quantile};
use super::lines::{Axis, Drift, Lines};
use super::result::{LocalSlope, Verdict};

/// Of every interval.
pub(crate) const CONFIDENCE: f64 = 0.95;

/// An interval that misses what is claimed by this share of the margin, or less, counts as holding it: nothing that is measured
/// is a power exactly, and the more precise an interval is, the less it takes to miss.
const SLIGHT: f64 = 0.1;

/// An interval has to miss it by this share to speak against it, and a slope that changes by less is steady.
const CLEAR: f64 = 0.5;

/// The largest mesh worth proposing.
const MOST_NODES: u64 = 1 << 60;

/// What is claimed of a slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    pub(super) slope: f64,
    /// A slope that is off by this much is the alternative to be excluded.
    pub(super) margin: f64,
    /// Whether a smaller slope is as good.
    pub(super) at_most: bool,
}

/// A verdict and what it rests on.
#[derive(Clone, Debug)]
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    pub(super) interval: Interval,
    pub(super) degrees_of_freedom: usize,
    /// Why, after the interval.
    pub(super) because: String,
    pub(super) nodes_that_would_decide: Option<u64>,
}

impl Target {
    pub(super) const fn exactly(slope: f64, margin: f64) -> Self {
        Self { slope, margin, at_most: false }
    }

    pub(super) const fn at_most(slope: f64, margin: f64) -> Self {
        Self { slope, margin, at_most: true }
    }

    /// How far a slope is from what is claimed.
    fn gap(self, slope: f64) -> f64 {
        let gap = slope - self.slope;
        if self.at_most { gap.max(0.0) } else { gap.abs() }
    }

    /// The least value from which on all local slopes are within the margin.
    pub(super) fn holds_from(self, slopes: &[LocalSlope]) -> Option<u64> {
        let off = slopes.iter().filter(|local| self.gap(local.slope) >= self.margin);
        let last_off = off.map(|local| local.from).max();
        let after = slopes.iter().map(|local| local.from);
        after.filter(|&from| last_off.is_none_or(|off| from > off)).min()
    }

    /// Whether the interval holds what is claimed, or all but does, and nothing that is off by the margin.
    fn is_met(self, interval: Interval) -> bool {
        let Self { slope, margin, at_most } = self;
        let excludes = interval.high < slope + margin && (at_most || interval.low > slope - margin);
        excludes && self.excess(interval) <= margin * SLIGHT
    }

    /// How far the nearest slope of the interval is from what is claimed.
    fn excess(self, interval: Interval) -> f64 {
        let below = if self.at_most { 0.0 } else { (self.slope - interval.high).max(0.0) };
        (interval.low - self.slope).max(0.0).max(below)
    }

    /// Whether the slope changes, certainly and by enough to matter.
    fn is_moving(self, drift: Drift) -> bool {
        drift.is_certain && (drift.last.estimate - drift.first).abs() >= self.margin * CLEAR
    }

    fn is_approached(self, drift: Drift) -> bool {
        self.is_moving(drift) && self.gap(drift.last.estimate) < self.gap(drift.first)
    }
}

/// The verdict on a common slope; `None` if the cells do not determine one.
pub(super) fn judge(lines: &Lines, axis: Axis, target: Target) -> Option<Judgement> {
    let fit = lines.fit()?;
    let interval = fit.interval(lines.lines(), CONFIDENCE);
    let drift = lines.drift(CONFIDENCE);
    let judgement = |verdict, interval, because: &str| Judgement {
        verdict,
        interval,
        degrees_of_freedom: fit.degrees_of_freedom,
        because: because.to_owned(),
        nodes_that_would_decide: None,
    };
    let undecided = |because: &str| Judgement {
        nodes_that_would_decide: deciding_nodes(lines, &fit, interval, axis, target, drift),
        ..judgement(Verdict::Undecided, interval, because)
    };
    // Two values leave the quadratic term undetermined.
    let Some(drift) = drift else {
        return Some(undecided("too few values to see whether the slope changes"));
    };
    let ends = format!("{:.3} at first and {:.3} at last", drift.first, drift.last.estimate);
    let is_left = target.is_moving(drift) && !target.is_approached(drift);
    let is_off_at_last = target.excess(drift.last) > target.margin * SLIGHT;
    if is_left && is_off_at_last && target.gap(drift.last.estimate) >= target.margin {
        let because = format!("the slope moves away, {ends}");
        return Some(judgement(Verdict::NotSupported, interval, &because));
    }
    if target.is_met(interval) {
        return Some(judgement(Verdict::Supported, interval, ""));
    }
    if target.excess(interval) <= target.margin * SLIGHT {
        return Some(undecided("the interval is too wide"));
    }
    let corrected = lines.corrected(CONFIDENCE).filter(|_| axis.has_lower_order_terms());
    if target.is_approached(drift) {
        return Some(match corrected {
            Some(corrected) if target.is_met(corrected) => {
                let because = format!("once a lower-order term is allowed for; {ends}");
                let degrees_of_freedom = fit.degrees_of_freedom - 1;
                let found = judgement(Verdict::Supported, corrected, &because);
                Judgement { degrees_of_freedom, ..found }
            }
            _ => undecided(&format!("the slope moves towards what is claimed, {ends}")),
        });
    }
    Some(if target.excess(interval) < target.margin * CLEAR {
        undecided("the slope is off by less than could be told from a lower-order term")
    } else if let Some(Interval { low, high, .. }) =
        corrected.filter(|&corrected| target.excess(corrected) <= target.margin * SLIGHT)
    {
        undecided(&format!("{low:.3}..{high:.3} once a lower-order term is allowed for"))
    } else if is_off_at_last {
        let because = format!("and off at the end of the range too, {ends}");
        judgement(Verdict::NotSupported, interval, &because)
    } else {
        undecided(&format!("the slope may move towards what is claimed, {ends}"))
    })
}

/// A power of 4 that the largest mesh should have for a verdict.
fn deciding_nodes(
    lines: &Lines,
    fit: &Fit,
    interval: Interval,
    axis: Axis,
    target: Target,
    drift: Option<Drift>,
) -> Option<u64> {
    let largest = lines.points().map(|cell| cell.nodes).fold(1.0, f64::max);
    let (low, high) = lines.range();
    let doublings = match drift {
        Some(drift) if target.is_approached(drift) && target.excess(interval) > 0.0 => {
            // The gap goes on shrinking as it did, by the same factor for the same way.
            let (first, last) = (target.gap(drift.first), target.gap(drift.last.estimate));
            let pace = (first / last.max(1e-9)).log2() / (high - low);
            let x = high + (last / (target.margin * CLEAR)).log2().max(0.0) / pace;
            (0..60).map(f64::from).find(|&doublings| axis.after(high, doublings) >= x)?
        }
        _ => {
            let gap = target.gap(interval.estimate);
            let narrow = (target.margin - gap).max(gap - target.margin * CLEAR);
            let reach = |more: i32| {
                let free = fit.degrees_of_freedom + more.unsigned_abs() as usize * lines.lines();
                quantile(free, CONFIDENCE) * fit.deviation / lines.breadth(axis, more).sqrt()
            };
            2.0 * f64::from((1..=30).find(|&more| reach(more) < narrow)?)
        }
    };
    // Meshes grow by factors of 4; c and d grow with them.
    let power =
        f64::midpoint(largest.log2(), doublings).ceil().max((largest.log2() / 2.0).floor() + 1.0);
    let nodes = (2.0 * power).exp2() as u64;
    (nodes <= MOST_NODES).then_some(nodes)
}
