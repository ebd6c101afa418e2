//! Fits slopes along lines of cells. Each line has its own intercept, so that only what varies along the variable counts.

use super::axis::Axis;
use super::cells::{Cell, Peaks};
use super::observations::{self, Observation, values};
use crate::results::verdict::LocalSlope;
use crate::stats::{Fit, Interval};
use crate::store::RunRow;
use std::collections::BTreeMap;

/// A logarithm of something of a run, for each cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantity {
    pub(super) of: fn(&RunRow) -> Option<f64>,
    /// Of steps the mean over all seeds counts; of buffers the greatest over those with such peaks.
    pub(super) peaks: Option<Peaks>,
}

/// What is fitted along a line, besides its intercept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// b·log x.
    Power,
    /// b·log x + k/√x: a lower-order term, smaller by a factor √x, is allowed for.
    LowerOrder,
}

/// Cells on lines.
#[derive(Debug)]
pub(super) struct Lines<'c, 'a> {
    /// A cell with its line, x and y.
    points: Vec<(&'c Cell<'a>, usize, f64, f64)>,
    count: usize,
    runs: usize,
    /// The values of the line that has most.
    most_values: usize,
    /// Whether what is left of a slope shrinks as 1/√x, so that it can be allowed for. Peaks are few whole numbers, of which any
    /// growth looks like that.
    has_lower_order_terms: bool,
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

impl Form {
    /// The columns besides x itself.
    fn rest(self, x: f64) -> Vec<f64> {
        match self {
            Self::Power => Vec::new(),
            Self::LowerOrder => vec![(-x / 2.0).exp2()],
        }
    }
}

impl<'c, 'a> Lines<'c, 'a> {
    /// The lines with at least two values of `axis`, every observation on one of them.
    pub(super) fn new(
        cells: impl Iterator<Item = &'c Cell<'a>>,
        axis: Axis,
        quantity: Quantity,
    ) -> Self {
        let observed = cells.filter_map(|cell| {
            let values = cell.runs_with(quantity.peaks).map(quantity.of);
            let values =
                values.collect::<Option<Vec<f64>>>().filter(|values| !values.is_empty())?;
            let y = if quantity.peaks.is_some() {
                values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.iter().sum::<f64>() / values.len() as f64
            };
            Some(Observation { cell, x: axis.of(cell), values, y })
        });
        let lines = observations::lines(observed, axis);
        let most_values = lines.iter().map(values).max().unwrap_or(0);
        let count = lines.len();
        let (mut points, mut repeats) = (Vec::new(), Vec::new());
        for (line, cells) in lines.into_iter().enumerate() {
            for Observation { cell, x, values, y } in cells {
                points.push((cell, line, x, y));
                repeats.push(values);
            }
        }
        let runs = repeats.iter().map(Vec::len).sum();
        let has_lower_order_terms = axis.has_lower_order_terms() && quantity.peaks.is_none();
        Self { points, count, runs, most_values, has_lower_order_terms, seeds: spread(&repeats) }
    }

    pub(super) fn cells(&self) -> usize {
        self.points.len()
    }

    pub(super) fn lines(&self) -> usize {
        self.count
    }

    pub(super) fn runs(&self) -> usize {
        self.runs
    }

    /// Values of the variable on the line that has most; 0 if there is no line.
    pub(super) fn most_values(&self) -> usize {
        self.most_values
    }

    pub(super) fn has_lower_order_terms(&self) -> bool {
        self.has_lower_order_terms
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

    /// The fit of a slope that all lines have.
    pub(super) fn fit(&self, form: Form) -> Option<Fit> {
        self.fit_with(|_, x| [vec![x], form.rest(x)].concat())
    }

    /// The slope that all lines have.
    pub(super) fn slope(&self, fit: &Fit, confidence: f64) -> Interval {
        fit.interval(self.count, confidence)
    }

    /// The fit of a slope for each line, whose standard deviation is that of all: two cells say nothing of it.
    pub(super) fn fit_by_line(&self, form: Form) -> Option<Fit> {
        self.fit_with(|line, x| {
            let mut slopes = vec![0.0; self.count];
            slopes[line] = x;
            slopes.extend(form.rest(x));
            slopes
        })
    }

    /// The slope of each line.
    pub(super) fn slopes(&self, by_line: &Fit, confidence: f64) -> Vec<Interval> {
        let columns = self.count..2 * self.count;
        columns.map(|column| by_line.interval(column, confidence)).collect()
    }

    /// How the common slope changes, if it does as a line.
    pub(super) fn drift(&self, confidence: f64) -> Option<Drift> {
        let (low, high) = self.range();
        // Seen from the end of the range, the slope there is a coefficient.
        let fit = self.fit_with(|_, x| vec![x - high, (x - high).powi(2)])?;
        let last = fit.interval(self.count, confidence);
        let curvature = fit.interval(self.count + 1, confidence);
        let first = last.estimate + 2.0 * (low - high) * curvature.estimate;
        let is_certain = curvature.low > 0.0 || curvature.high < 0.0;
        Some(Drift { first, last, is_certain })
    }

    /// The fit of an intercept for each line and the columns that belong to a line and x.
    fn fit_with(&self, columns: impl Fn(usize, f64) -> Vec<f64>) -> Option<Fit> {
        let row = |&(_, line, x, _): &(&Cell, usize, f64, f64)| {
            let mut row = vec![0.0; self.count];
            row[line] = 1.0;
            row.extend(columns(line, x));
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
