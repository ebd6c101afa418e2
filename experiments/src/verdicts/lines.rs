//! Puts cells on lines, along which one variable varies, and takes what all lines have in common at each of its values.

use super::axis::Axis;
use super::cells::{Cell, Peaks};
use super::growth::Growth;
use super::observations::{self, Observation};
use crate::results::verdict::LocalSlope;
use crate::stats::coefficients;
use crate::store::RunRow;
use std::collections::{BTreeMap, BTreeSet};

/// A logarithm of something of a run, for each cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantity {
    pub(super) of: fn(&RunRow) -> Option<f64>,
    /// Of steps the mean over all seeds counts; of buffers the greatest over those with such peaks.
    pub(super) peaks: Option<Peaks>,
}

/// Cells on lines along a variable.
#[derive(Debug)]
pub(super) struct Lines<'c, 'a> {
    axis: Axis,
    points: Vec<Point<'c, 'a>>,
    runs: usize,
    /// The variance of the mean of a cell as its seeds show it, pooled over all cells; 0 if no cell has two seeds.
    seeds: f64,
}

/// A cell on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point<'c, 'a> {
    pub(super) cell: &'c Cell<'a>,
    pub(super) line: usize,
    /// The value of the variable that it belongs to: points of one value are one cluster.
    pub(super) value: u64,
    pub(super) y: f64,
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
        let (mut points, mut repeats) = (Vec::new(), Vec::new());
        for (line, cells) in observations::lines(observed, axis).into_iter().enumerate() {
            for Observation { cell, values, y, .. } in cells {
                points.push(Point { cell, line, value: axis.cluster(cell), y });
                repeats.push(values);
            }
        }
        let runs = repeats.iter().map(Vec::len).sum();
        Self { axis, points, runs, seeds: variance(&repeats) }
    }

    /// These lines with something else as what varies.
    fn with(&self, points: Vec<Point<'c, 'a>>) -> Self {
        Self { points, ..*self }
    }

    pub(super) fn axis(&self) -> Axis {
        self.axis
    }

    pub(super) fn runs(&self) -> usize {
        self.runs
    }

    pub(super) fn points(&self) -> &[Point<'c, 'a>] {
        &self.points
    }

    /// The values of the variable.
    pub(super) fn values(&self) -> BTreeSet<u64> {
        self.points.iter().map(|point| point.value).collect()
    }

    /// Every line by itself.
    pub(super) fn each(&self) -> Vec<Self> {
        let lines: BTreeSet<usize> = self.points.iter().map(|point| point.line).collect();
        let on = |line: usize| self.points.iter().copied().filter(move |point| point.line == line);
        lines.into_iter().map(|line| self.with(on(line).collect())).collect()
    }

    /// The points whose values are in the upper half of the range of logarithms: two values at least, if there are two.
    pub(super) fn upper_half(&self) -> Self {
        let values: Vec<u64> = self.values().into_iter().collect();
        let [first, .., before, last] = values[..] else {
            return self.with(self.points.clone());
        };
        let middle = ((first as f64) * (last as f64)).sqrt().min(before as f64);
        let upper = self.points.iter().copied().filter(|point| point.value as f64 >= middle);
        self.with(upper.collect())
    }

    /// The lines that have values in common, directly or by way of others: of several such groups, that with most values.
    pub(super) fn connected(&self) -> Self {
        let mut groups: Vec<(BTreeSet<u64>, BTreeSet<usize>)> = Vec::new();
        for Point { line, value, .. } in &self.points {
            let joins = |group: &(BTreeSet<u64>, BTreeSet<usize>)| {
                group.0.contains(value) || group.1.contains(line)
            };
            let (joined, rest): (Vec<_>, Vec<_>) = groups.into_iter().partition(joins);
            let mut group = (BTreeSet::from([*value]), BTreeSet::from([*line]));
            for (values, lines) in joined {
                group.0.extend(values);
                group.1.extend(lines);
            }
            groups = rest;
            groups.push(group);
        }
        let largest = groups.into_iter().max_by_key(|(values, _)| values.len());
        let (_, lines) = largest.unwrap_or_default();
        self.with(self.points.iter().copied().filter(|on| lines.contains(&on.line)).collect())
    }

    /// What all lines have in common of `of` at each value, smallest value first, from the least squares fit of a constant
    /// for each line and one for each value. The constant of the first value is 0. `None` unless lines are connected.
    pub(super) fn effects(&self, of: impl Fn(&Point) -> f64) -> Option<Vec<f64>> {
        let values: Vec<u64> = self.values().into_iter().collect();
        let lines: BTreeSet<usize> = self.points.iter().map(|point| point.line).collect();
        let row = |point: &Point| -> Vec<f64> {
            let is = |is: bool| if is { 1.0 } else { 0.0 };
            let of_lines = lines.iter().map(|&line| is(point.line == line));
            of_lines.chain(values.iter().skip(1).map(|&value| is(point.value == value))).collect()
        };
        let design: Vec<Vec<f64>> = self.points.iter().map(row).collect();
        let observed: Vec<f64> = self.points.iter().map(of).collect();
        let mut found = coefficients(&design, &observed)?;
        let mut effects = vec![0.0];
        effects.extend(found.drain(lines.len()..));
        Some(effects)
    }

    /// The exponents of a growth at the points.
    pub(super) fn growth(&self, growth: Growth) -> impl Fn(&Point) -> f64 {
        let axis = self.axis;
        move |point| growth.of(axis, point.cell)
    }

    /// The standard deviation of an effect by the seeds alone: that of a mean over the lines that have the value.
    pub(super) fn deviation_by_seeds(&self) -> f64 {
        let lines = self.points.len() as f64 / self.values().len().max(1) as f64;
        (self.seeds / lines.max(1.0)).sqrt()
    }

    /// The mean slope between neighbouring values, over the lines that have both.
    pub(super) fn local_slopes(&self, growth: Growth) -> Vec<LocalSlope> {
        let mut slopes: BTreeMap<(u64, u64), Vec<f64>> = BTreeMap::new();
        let x = self.growth(growth);
        for line in self.each() {
            let mut on = line.points;
            on.sort_by(|left, right| x(left).total_cmp(&x(right)));
            for pair in on.windows(2) {
                let (run, rise) = (x(&pair[1]) - x(&pair[0]), pair[1].y - pair[0].y);
                if run > 0.0 {
                    let ends = (self.axis.value(pair[0].cell), self.axis.value(pair[1].cell));
                    slopes.entry(ends).or_default().push(rise / run);
                }
            }
        }
        let mean = |slopes: &[f64]| slopes.iter().sum::<f64>() / slopes.len() as f64;
        slopes
            .into_iter()
            .map(|((from, to), slopes)| LocalSlope { from, to, slope: mean(&slopes) })
            .collect()
    }

    /// What is left of each point of its own line with this slope.
    pub(super) fn residuals(&self, growth: Growth, slope: f64) -> Vec<f64> {
        let x = self.growth(growth);
        let rest = |point: &Point| point.y - slope * x(point);
        let mut means: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for point in &self.points {
            let (sum, count) = means.entry(point.line).or_default();
            *sum += rest(point);
            *count += 1.0;
        }
        let mean = |line: usize| means.get(&line).map_or(0.0, |(sum, count)| sum / count);
        self.points.iter().map(|point| rest(point) - mean(point.line)).collect()
    }
}

/// The variance of the mean of a cell as its seeds show it, pooled over all cells.
fn variance(repeats: &[Vec<f64>]) -> f64 {
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
    squares / free as f64 * shares / repeats.len() as f64
}
