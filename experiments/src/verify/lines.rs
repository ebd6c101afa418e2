//! Slopes along lines of cells: each line has an intercept of its own, so that only what varies along the variable counts.

use super::cells::Cell;
use super::fit::{Fit, Interval};
use super::result::LocalSlope;
use std::collections::{BTreeMap, BTreeSet};

/// What varies along a line, as a logarithm to base 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Nodes,
    /// log₂ log₂ n.
    LogNodes,
    Congestion,
    Degree,
}

/// A logarithm of something of a run, for each cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantity {
    pub(super) of: fn(&Cell, usize) -> Option<f64>,
    /// Of the seeds of a cell: the greatest or the mean.
    pub(super) greatest: bool,
}

/// Cells on lines.
#[derive(Debug)]
pub(super) struct Lines<'c, 'a> {
    /// A cell with its line, x and y.
    points: Vec<(&'c Cell<'a>, usize, f64, f64)>,
    count: usize,
    /// What the seeds alone say of the standard deviation of y.
    seeds: f64,
}

/// How a slope changes along its lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drift {
    /// The slope at the smallest value.
    pub(super) first: f64,
    /// The slope at the largest.
    pub(super) last: Interval,
    /// Whether the interval of the quadratic term excludes 0.
    pub(super) is_certain: bool,
}

impl Axis {
    pub(super) fn of(self, cell: &Cell) -> f64 {
        match self {
            Self::Nodes => cell.nodes.log2(),
            Self::LogNodes => cell.nodes.log2().log2(),
            Self::Congestion => cell.congestion.log2(),
            Self::Degree => cell.degree.log2(),
        }
    }

    /// x once n, and c and d with it, is 2^`doublings` times as large.
    pub(super) fn after(self, x: f64, doublings: f64) -> f64 {
        match self {
            Self::LogNodes => (x.exp2() + doublings).log2(),
            Self::Nodes | Self::Congestion | Self::Degree => x + doublings,
        }
    }

    /// Whether what is left of a slope shrinks as 1/√x, so that it can be allowed for.
    pub(super) fn has_lower_order_terms(self) -> bool {
        matches!(self, Self::Nodes | Self::Congestion)
    }

    /// The value itself, to be printed.
    pub(super) fn value(self, cell: &Cell) -> u64 {
        let value = match self {
            Self::Nodes | Self::LogNodes => cell.nodes,
            Self::Congestion => cell.congestion,
            Self::Degree => cell.degree,
        };
        value.round() as u64
    }

    /// The line of a cell: all that it is, but for what varies, and what that brings with it.
    fn line(self, cell: &Cell) -> String {
        let mut configuration = cell.configuration.clone();
        let varying = match self {
            Self::Nodes | Self::LogNodes => "side",
            Self::Congestion => "congestion",
            Self::Degree => "degree",
        };
        configuration.remove(varying);
        let fixed = match self {
            Self::Congestion => String::new(),
            // What was asked for is a bound: the measured congestion has to be the same.
            _ => format!("{:.0}", cell.congestion),
        };
        format!("{}{fixed}", serde_json::Value::from(configuration))
    }
}

impl<'c, 'a> Lines<'c, 'a> {
    /// The lines with at least two values of `axis`.
    pub(super) fn new(
        cells: impl Iterator<Item = &'c Cell<'a>>,
        axis: Axis,
        quantity: Quantity,
    ) -> Self {
        let mut lines = BTreeMap::<String, Vec<(&Cell, f64, Vec<f64>)>>::new();
        for cell in cells {
            let runs = (0..cell.runs.len()).map(|run| (quantity.of)(cell, run));
            if let Some(values) = runs.collect::<Option<Vec<f64>>>() {
                lines.entry(axis.line(cell)).or_default().push((cell, axis.of(cell), values));
            }
        }
        lines.retain(|_, cells| {
            cells.iter().map(|(_, x, _)| x.to_bits()).collect::<BTreeSet<_>>().len() > 1
        });
        let count = lines.len();
        let (mut points, mut repeats) = (Vec::new(), Vec::new());
        for (line, cells) in lines.into_values().enumerate() {
            for (cell, x, values) in cells {
                let y = if quantity.greatest {
                    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
                } else {
                    values.iter().sum::<f64>() / values.len() as f64
                };
                points.push((cell, line, x, y));
                repeats.push(values);
            }
        }
        Self { points, count, seeds: spread(&repeats) }
    }

    pub(super) fn cells(&self) -> usize {
        self.points.len()
    }

    pub(super) fn lines(&self) -> usize {
        self.count
    }

    pub(super) fn runs(&self) -> usize {
        self.points.iter().map(|(cell, ..)| cell.runs.len()).sum()
    }

    /// Σ(x − x̄)², about the mean of each line: what the standard error of the slope falls with. Every line goes on by
    /// `more` cells, each for four times the nodes of the one before.
    pub(super) fn breadth(&self, axis: Axis, more: i32) -> f64 {
        let of_line = |line: usize| {
            let on = self.points.iter().filter(|point| point.1 == line).map(|point| point.2);
            let mut xs: Vec<f64> = on.collect();
            let end = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            xs.extend((1..=more).map(|step| axis.after(end, 2.0 * f64::from(step))));
            let mean = xs.iter().sum::<f64>() / xs.len() as f64;
            xs.iter().map(|x| (x - mean).powi(2)).sum::<f64>()
        };
        (0..self.count).map(of_line).sum()
    }

    /// The smallest and the largest x.
    pub(super) fn range(&self) -> (f64, f64) {
        let xs = || self.points.iter().map(|point| point.2);
        (xs().fold(f64::INFINITY, f64::min), xs().fold(f64::NEG_INFINITY, f64::max))
    }

    /// The cells of the points.
    pub(super) fn points(&self) -> impl Iterator<Item = &'c Cell<'a>> {
        self.points.iter().map(|point| point.0)
    }

    /// The fit of a common slope, the last column.
    pub(super) fn fit(&self) -> Option<Fit> {
        self.fit_with(|x| [x])
    }

    /// The slope once a lower-order term, smaller by a factor √x, is allowed for: log y ≈ a + b·log x + k/√x.
    pub(super) fn corrected(&self, confidence: f64) -> Option<Interval> {
        let fit = self.fit_with(|x| [x, (-x / 2.0).exp2()])?;
        Some(fit.interval(self.count, confidence))
    }

    /// How the common slope changes, if it does as a line.
    pub(super) fn drift(&self, confidence: f64) -> Option<Drift> {
        let (low, high) = self.range();
        // Seen from the end of the range, the slope there is a coefficient.
        let fit = self.fit_with(|x| [x - high, (x - high).powi(2)])?;
        let last = fit.interval(self.count, confidence);
        let curvature = fit.interval(self.count + 1, confidence);
        let first = last.estimate + 2.0 * (low - high) * curvature.estimate;
        let is_certain = curvature.low > 0.0 || curvature.high < 0.0;
        Some(Drift { first, last, is_certain })
    }

    fn fit_with<const COLUMNS: usize>(
        &self,
        columns: impl Fn(f64) -> [f64; COLUMNS],
    ) -> Option<Fit> {
        let row = |&(_, line, x, _): &(&Cell, usize, f64, f64)| {
            let mut row = vec![0.0; self.count];
            row[line] = 1.0;
            row.extend(columns(x));
            row
        };
        let design: Vec<Vec<f64>> = self.points.iter().map(row).collect();
        let values: Vec<f64> = self.points.iter().map(|point| point.3).collect();
        Some(Fit::new(&design, &values)?.with_deviation_from(self.seeds))
    }

    /// The mean slope between neighbouring values, over the lines that have both.
    pub(super) fn local_slopes(&self, axis: Axis) -> Vec<LocalSlope> {
        let mut slopes: BTreeMap<(u64, u64), Vec<f64>> = BTreeMap::new();
        for line in 0..self.count {
            let mut on: Vec<_> = self.points.iter().filter(|point| point.1 == line).collect();
            on.sort_by(|left, right| left.2.total_cmp(&right.2));
            for pair in on.windows(2) {
                let (&(from, _, x, y), &(to, _, next, value)) = (pair[0], pair[1]);
                if next > x {
                    let ends = (axis.value(from), axis.value(to));
                    slopes.entry(ends).or_default().push((value - y) / (next - x));
                }
            }
        }
        let mean = |slopes: &[f64]| slopes.iter().sum::<f64>() / slopes.len() as f64;
        slopes
            .into_iter()
            .map(|((from, to), slopes)| LocalSlope { from, to, slope: mean(&slopes) })
            .collect()
    }
}

/// The standard deviation of the mean of a cell as its seeds show it, pooled over all cells; 0 if no cell has two seeds.
fn spread(repeats: &[Vec<f64>]) -> f64 {
    let (mut squares, mut free) = (0.0, 0);
    for values in repeats {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        squares += values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        free += values.len() - 1;
    }
    if free == 0 {
        return 0.0;
    }
    let shares: f64 = repeats.iter().map(|values| 1.0 / values.len() as f64).sum();
    (squares / free as f64 * shares / repeats.len() as f64).sqrt()
}
