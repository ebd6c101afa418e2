//! Turns a slope into a verdict.

use super::axis::Axis;
use super::lines::{Drift, Form, Lines};
use crate::results::verdict::{LocalSlope, Verdict, signed};
use crate::stats::{CONFIDENCE, Fit, Interval, quantile};

/// An interval that misses the claimed slope by at most this share of the margin counts as holding it: finite sizes make very narrow
/// intervals miss by a little.
const SLIGHT: f64 = 0.1;

/// An interval that misses the claimed slope by this share of the margin speaks against it; a slope that changes by less is steady.
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
    form: Form,
    /// Of this form: what the interval is of.
    pub(super) fit: Fit,
    pub(super) interval: Interval,
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

    /// Whether that is so, and the interval holds no slope that is off to the other side either.
    fn is_met_on_both_sides(self, interval: Interval) -> bool {
        self.is_met(interval) && interval.low > self.slope - self.margin
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

/// The verdict on the slope of `lines`; `None` if the cells do not determine one.
pub(super) fn judge(lines: &Lines, axis: Axis, target: Target) -> Option<Judgement> {
    let found = of_common_slope(lines, axis, target)?;
    let doubt = match found.verdict {
        Verdict::NotSupported => None,
        Verdict::Supported | Verdict::Undecided => difference(lines, target, &found),
    };
    Some(match doubt {
        Some(doubt) => Judgement {
            verdict: Verdict::Undecided,
            because: [found.because.as_str(), &doubt].join(if found.because.is_empty() {
                ""
            } else {
                "; "
            }),
            nodes_that_would_decide: None,
            ..found
        },
        None => found,
    })
}

/// What there is too little of where the cells do not show how a slope changes.
pub(super) fn missing(lines: &Lines, axis: Axis) -> String {
    let what = match lines.most_values() {
        0 | 1 => "several values",
        2 => "a third value",
        _ => "more values",
    };
    format!("{what} of {} would decide", axis.name())
}

/// Whether lines have slopes of their own, one of which is off: what the slope that they have in common does not show.
fn difference(lines: &Lines, target: Target, found: &Judgement) -> Option<String> {
    if lines.lines() == 1 || lines.most_values() < 3 {
        return None;
    }
    let Some(by_line) = lines.fit_by_line(found.form) else {
        return Some("too few cells to see whether slopes differ between lines".to_owned());
    };
    // Of all lines at once, so that many do not make one that is off by chance.
    let each = 1.0 - (1.0 - CONFIDENCE) / lines.lines() as f64;
    let slopes = lines.slopes(&by_line, each);
    let is_off = |&slope: &Interval| {
        target.gap(slope.estimate) >= target.margin && target.excess(slope) >= target.margin * CLEAR
    };
    if !slopes.iter().any(is_off) || !by_line.is_better_than(&found.fit, CONFIDENCE) {
        return None;
    }
    let estimates = || slopes.iter().map(|slope| slope.estimate);
    let least = estimates().fold(f64::INFINITY, f64::min);
    let greatest = estimates().fold(f64::NEG_INFINITY, f64::max);
    Some(format!("slopes differ between lines, {}..{}", signed(least), signed(greatest)))
}

/// The verdict on the slope that all lines have in common.
fn of_common_slope(lines: &Lines, axis: Axis, target: Target) -> Option<Judgement> {
    let fit = lines.fit(Form::Power)?;
    let interval = lines.slope(&fit, CONFIDENCE);
    let judgement = |verdict, because: String| Judgement {
        verdict,
        form: Form::Power,
        fit: fit.clone(),
        interval,
        because,
        nodes_that_would_decide: None,
    };
    let drift = lines.drift(CONFIDENCE).filter(|_| lines.most_values() > 2);
    let Some(drift) = drift else {
        let because =
            format!("too few values to see whether the slope changes; {}", missing(lines, axis));
        return Some(judgement(Verdict::Undecided, because));
    };
    let undecided = |because: String| {
        if axis.is_of_nodes() {
            let nodes = deciding_nodes(lines, &fit, interval, axis, target, drift);
            let found = judgement(Verdict::Undecided, because);
            Judgement { nodes_that_would_decide: nodes, ..found }
        } else {
            let because =
                format!("{because}; more and larger values of {} would decide", axis.name());
            judgement(Verdict::Undecided, because)
        }
    };
    let ends =
        format!("{} at first and {} at last", signed(drift.first), signed(drift.last.estimate));
    let is_left = target.is_moving(drift) && !target.is_approached(drift);
    let is_off_at_last = target.excess(drift.last) > target.margin * SLIGHT;
    if is_left && is_off_at_last && target.gap(drift.last.estimate) >= target.margin {
        let because = format!("the slope moves away, {ends}");
        // What the slope is on the whole range is not refuted by where it may be going.
        return Some(if target.excess(interval) > target.margin * SLIGHT {
            judgement(Verdict::NotSupported, because)
        } else {
            undecided(because)
        });
    }
    if target.is_met(interval) {
        return Some(judgement(Verdict::Supported, String::new()));
    }
    if target.excess(interval) <= target.margin * SLIGHT {
        return Some(undecided("the interval is too wide".to_owned()));
    }
    let corrected = lines.fit(Form::LowerOrder).filter(|_| lines.has_lower_order_terms());
    let corrected = corrected.map(|fit| (lines.slope(&fit, CONFIDENCE), fit));
    if target.is_approached(drift) {
        let is_reached = target.holds_from(&lines.local_slopes(axis)).is_some();
        return Some(match corrected {
            Some((interval, fit)) if is_reached && target.is_met_on_both_sides(interval) => {
                let because = format!("once a lower-order term is allowed for; {ends}");
                let found = judgement(Verdict::Supported, because);
                Judgement { form: Form::LowerOrder, fit, interval, ..found }
            }
            _ => undecided(format!("the slope moves towards what is claimed, {ends}")),
        });
    }
    let corrected = corrected.map(|(interval, _)| interval);
    Some(if target.excess(interval) < target.margin * CLEAR {
        undecided("the slope is off by less than could be told from a lower-order term".to_owned())
    } else if let Some(Interval { low, high, .. }) =
        corrected.filter(|&corrected| target.excess(corrected) <= target.margin * SLIGHT)
    {
        let (low, high) = (signed(low), signed(high));
        undecided(format!("{low}..{high} once a lower-order term is allowed for"))
    } else if is_off_at_last {
        let because = format!("and off at the end of the range too, {ends}");
        judgement(Verdict::NotSupported, because)
    } else {
        undecided(format!("the slope may move towards what is claimed, {ends}"))
    })
}

/// A power of 4 that the largest mesh should have for a verdict.
fn deciding_nodes(
    lines: &Lines,
    fit: &Fit,
    interval: Interval,
    axis: Axis,
    target: Target,
    drift: Drift,
) -> Option<u64> {
    let largest = lines.points().map(|cell| cell.nodes).fold(1.0, f64::max);
    let (low, high) = lines.range();
    let doublings = if target.is_approached(drift) && target.excess(interval) > 0.0 {
        // The gap goes on shrinking as it did, by the same factor for the same way.
        let (first, last) = (target.gap(drift.first), target.gap(drift.last.estimate));
        let pace = (first / last.max(1e-9)).log2() / (high - low);
        let x = high + (last / (target.margin * CLEAR)).log2().max(0.0) / pace;
        (0..60).map(f64::from).find(|&doublings| axis.after(high, doublings) >= x)?
    } else {
        let gap = target.gap(interval.estimate);
        let narrow = (target.margin - gap).max(gap - target.margin * CLEAR);
        let reach = |more: i32| {
            let free = fit.degrees_of_freedom + more.unsigned_abs() as usize * lines.lines();
            quantile(free, CONFIDENCE) * fit.deviation / lines.breadth(axis, more).sqrt()
        };
        2.0 * f64::from((1..=30).find(|&more| reach(more) < narrow)?)
    };
    // Meshes grow by factors of 4.
    let power =
        f64::midpoint(largest.log2(), doublings).ceil().max((largest.log2() / 2.0).floor() + 1.0);
    let nodes = (2.0 * power).exp2() as u64;
    (nodes <= MOST_NODES).then_some(nodes)
}
