//! Turns growth along a variable into a verdict: one rule for support, one for refutation.

use super::axis::Axis;
use super::growth::Growth;
use super::lines::Lines;
use crate::results::verdict::{Verdict, signed};
use crate::stats::{CONFIDENCE, Fit, Interval, coefficients, quantile};

/// The fewest values of the variable that refute a claim.
const FEWEST_VALUES: usize = 6;

/// How many times the nodes of the smallest mesh the largest must have to refute a claim: tiles of whole numbers and what
/// small meshes spare move steps by more than n^0.05 does on less.
const LEAST_RANGE: u64 = 64;

/// The largest mesh worth proposing.
const MOST_NODES: f64 = 60.0;

/// What is claimed of an exponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    pub(super) exponent: f64,
    /// Whether a smaller exponent is as good.
    pub(super) at_most: bool,
    /// What grows with the exponent; then the other growths that have to be excluded.
    pub(super) growths: &'static [Growth],
}

/// A verdict and what it rests on.
#[derive(Clone, Debug)]
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    /// Of the claimed exponent.
    pub(super) interval: Interval,
    pub(super) degrees_of_freedom: usize,
    /// Of a refutation.
    pub(super) alternative: Option<&'static str>,
    /// Why, after the interval.
    pub(super) because: String,
    pub(super) nodes_that_would_decide: Option<u64>,
}

/// By how much an exponent differs from what is claimed.
#[derive(Clone, Debug)]
struct Trend {
    growth: Growth,
    fit: Fit,
    interval: Interval,
    /// In the upper half of the range.
    upper: f64,
}

impl Target {
    /// By how much a difference of exponents is against the claim.
    fn gap(self, off: f64) -> f64 {
        if self.at_most { off } else { off.abs() }
    }

    /// Whether all exponents of the trend are nearer to the claim than is worth telling, those of the upper half too.
    fn is_met(self, trend: &Trend) -> bool {
        let worth = trend.growth.worth();
        let ends = [trend.interval.low, trend.interval.high, trend.upper];
        ends.into_iter().all(|off| self.gap(off) < worth)
    }

    /// Whether all exponents of an interval are off to the same side by more than is worth telling.
    fn is_excluded(self, growth: Growth, interval: Interval) -> bool {
        let is_below = !self.at_most && interval.high < -growth.worth();
        interval.low > growth.worth() || is_below
    }

    /// Whether they are, and the exponent of the upper half too.
    fn is_missed(self, trend: &Trend) -> bool {
        let Trend { growth, interval, upper, .. } = *trend;
        self.is_excluded(growth, interval)
            && self.gap(upper) > growth.worth()
            && (upper > 0.0) == (interval.low > 0.0)
    }

    /// The least value from which on all local exponents are as claimed.
    pub(super) fn holds_from(self, lines: &Lines) -> Option<u64> {
        let slopes = lines.local_slopes(self.growths[0]);
        let is_off = |slope: f64| self.gap(slope - self.exponent) >= self.growths[0].worth();
        let last_off = slopes.iter().filter(|at| is_off(at.slope)).map(|at| at.from).max();
        let after = slopes.iter().map(|local| local.from);
        after.filter(|&from| last_off.is_none_or(|off| from > off)).min()
    }
}

/// The verdict on the exponent of `lines`; `None` if there are too few values for an interval.
pub(super) fn judge(lines: &Lines, target: Target) -> Option<Judgement> {
    let trends = trends(lines, target, CONFIDENCE)?;
    let values = lines.values().len();
    let missed = trends.iter().filter(|trend| target.is_missed(trend));
    // Of several, what fits best.
    let missed = missed.min_by(|left, right| left.fit.deviation.total_cmp(&right.fit.deviation));
    // Where all lines together are off, it is nothing that lines differ.
    let differing = if missed.is_none() { differing(lines, target) } else { None };
    let (verdict, because) = match missed {
        Some(trend) if values >= FEWEST_VALUES && !is_narrow(lines) => {
            (Verdict::Refuted, upper(trend))
        }
        None if target_is_met(target, &trends) && differing.is_none() => {
            (Verdict::Supported, String::new())
        }
        _ => {
            let because = || doubt(lines, target, &trends);
            (Verdict::Undecided, differing.clone().unwrap_or_else(because))
        }
    };
    let first = &trends[0];
    let is_refuted = verdict == Verdict::Refuted;
    let alternative = missed.filter(|_| is_refuted);
    let alternative =
        alternative.map(|trend| trend.growth.named(lines.axis(), trend.interval.estimate));
    let is_open =
        verdict == Verdict::Undecided && lines.axis() == Axis::Nodes && differing.is_none();
    Some(Judgement {
        verdict,
        interval: Interval {
            estimate: target.exponent + first.interval.estimate,
            low: target.exponent + first.interval.low,
            high: target.exponent + first.interval.high,
        },
        degrees_of_freedom: first.fit.degrees_of_freedom,
        alternative,
        because,
        nodes_that_would_decide: is_open.then(|| deciding_nodes(lines, target, first)).flatten(),
    })
}

/// Whether meshes differ too little in size to refute anything.
fn is_narrow(lines: &Lines) -> bool {
    let values = lines.values();
    let range = values.last().zip(values.first()).map_or(0, |(most, least)| most / least);
    lines.axis() == Axis::Nodes && range < LEAST_RANGE
}

/// What there is too little of where there is no interval.
pub(super) fn missing(lines: &Lines) -> String {
    let what = match lines.values().len() {
        0 | 1 => "several values",
        2 => "a third value",
        _ => "values that lines have in common",
    };
    format!("{what} of {} would decide", lines.axis().name())
}

fn target_is_met(target: Target, trends: &[Trend]) -> bool {
    trends.iter().all(|trend| target.is_met(trend))
}

/// The trends of `lines` by all growths of the target. Clusters are the values of the variable: what all lines have in common at a value is
/// one observation.
fn trends(lines: &Lines, target: Target, confidence: f64) -> Option<Vec<Trend>> {
    let of = |&growth: &Growth| {
        let fit = Fit::line(&points(lines, target, growth)?)?
            .with_deviation_from(lines.deviation_by_seeds());
        let design = points(&lines.upper_half().connected(), target, growth)?;
        let (rows, ys): (Vec<_>, Vec<_>) =
            design.into_iter().map(|(x, y)| (vec![1.0, x], y)).unzip();
        let upper = coefficients(&rows, &ys)?[1];
        Some(Trend { growth, interval: fit.interval(1, confidence), fit, upper })
    };
    target.growths.iter().map(of).collect()
}

/// The growth and what is left of the claim, at each value.
fn points(lines: &Lines, target: Target, growth: Growth) -> Option<Vec<(f64, f64)>> {
    let claimed = lines.growth(target.growths[0]);
    let x = lines.effects(lines.growth(growth))?;
    let y = lines.effects(|point| point.y - target.exponent * claimed(point))?;
    Some(x.into_iter().zip(y).collect())
}

/// Whether some line by itself is off, of all lines at once with the confidence of one.
fn differing(lines: &Lines, target: Target) -> Option<String> {
    let each = lines.each();
    let confidence = 1.0 - (1.0 - CONFIDENCE) / each.len() as f64;
    let growth = target.growths[0];
    let of = |line: &Lines| trends(line, target, confidence)?.into_iter().next();
    let found: Vec<Trend> = each.iter().filter_map(of).collect();
    if each.len() == 1 || !found.iter().any(|trend| target.is_excluded(growth, trend.interval)) {
        return None;
    }
    let slopes = || found.iter().map(|trend| target.exponent + trend.interval.estimate);
    let least = slopes().fold(f64::INFINITY, f64::min);
    let greatest = slopes().fold(f64::NEG_INFINITY, f64::max);
    Some(format!("exponents differ between lines, {}..{}", signed(least), signed(greatest)))
}

fn upper(trend: &Trend) -> String {
    format!("off by {} in the upper half of the range", signed(trend.upper))
}

/// Why there is no verdict.
fn doubt(lines: &Lines, target: Target, trends: &[Trend]) -> String {
    let unmet = trends.iter().find(|trend| !target.is_met(trend));
    let Some(trend) = unmet else { return String::new() };
    let values = lines.values().len();
    let is_outside = target.is_excluded(trend.growth, trend.interval);
    if is_outside && target.is_missed(trend) && values < FEWEST_VALUES {
        format!("off, but {values} values refute nothing: {FEWEST_VALUES} do")
    } else if is_outside && target.is_missed(trend) {
        format!("off, but less than {LEAST_RANGE} times the nodes refute nothing")
    } else if is_outside || target.gap(trend.interval.high) < trend.growth.worth() {
        format!("but {}", upper(trend))
    } else {
        "the interval holds what is claimed and what is not".to_owned()
    }
}

/// A power of 4 that the largest mesh should have for a verdict, if what is left of the fit stays as large.
fn deciding_nodes(lines: &Lines, target: Target, trend: &Trend) -> Option<u64> {
    let Trend { growth, fit, interval, .. } = trend;
    let gap = target.gap(interval.estimate).max(0.0);
    let room = (growth.worth() - gap).abs();
    let mut logs: Vec<f64> =
        lines.values().into_iter().map(|nodes| (nodes as f64).log2()).collect();
    let (few, from) = (logs.len(), logs.last()?.div_euclid(2.0));
    for power in (1..).map(|more| 2.0 * (from + f64::from(more))).take_while(|&to| to <= MOST_NODES)
    {
        logs.push(power);
        let xs = logs.iter().map(|&log| if *growth == Growth::Log { log.log2() } else { log });
        let mean = xs.clone().sum::<f64>() / logs.len() as f64;
        let breadth: f64 = xs.map(|x| (x - mean).powi(2)).sum();
        let free = fit.degrees_of_freedom + logs.len() - few;
        let reach = quantile(free, CONFIDENCE) * fit.deviation / breadth.sqrt();
        if reach < room && logs.len() >= FEWEST_VALUES {
            return Some(power.exp2() as u64);
        }
    }
    None
}
