//! Observations: cells of which none says again what another one said.
//!
//! Steps of an oblivious algorithm depend on n and c alone. Sets of several workloads or degrees then give the same number again and
//! again, and say no more of its growth than one of them does.

use super::axis::Axis;
use super::cells::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Logarithms that are closer are of one number: means of equal numbers can differ in their last digits.
const RESOLUTION: f64 = 1e-9;

/// A cell on a line.
#[derive(Debug)]
pub(super) struct Observation<'c, 'a> {
    pub(super) cell: &'c Cell<'a>,
    /// What varies along the line.
    pub(super) x: f64,
    /// The quantity of each run.
    pub(super) values: Vec<f64>,
    /// The quantity of the cell.
    pub(super) y: f64,
}

/// What two cells have in common that are one observation.
type Identity = (u64, u64, u64, Option<i64>, i64);

impl Observation<'_, '_> {
    /// n, c, x, the steps and the quantity.
    fn identity(&self) -> Identity {
        let rounded = |log: f64| (log / RESOLUTION).round() as i64;
        let Self { cell, x, y, .. } = self;
        let congestion = cell.congestion.round() as u64;
        (cell.nodes as u64, congestion, x.to_bits(), cell.steps().map(rounded), rounded(*y))
    }
}

/// How many values of the variable there are.
pub(super) fn values(cells: &[Observation]) -> usize {
    cells.iter().map(|cell| cell.x.to_bits()).collect::<BTreeSet<_>>().len()
}

/// The lines of `cells` along `axis` that have two values or more. Every observation counts on one of them, on the one that has most
/// values. A line with observations of its own keeps one of those that count elsewhere, that of the least x: it says where the line is, so
/// that every observation of its own adds one degree of freedom, and none is lost. A line without is a copy.
pub(super) fn lines<'c, 'a>(
    cells: impl Iterator<Item = Observation<'c, 'a>>,
    axis: Axis,
) -> Vec<Vec<Observation<'c, 'a>>> {
    let mut lines = BTreeMap::<String, Vec<Observation>>::new();
    for cell in cells {
        lines.entry(axis.line(cell.cell)).or_default().push(cell);
    }
    let mut longest_first: Vec<_> = lines.into_iter().collect();
    longest_first.sort_by_key(|(_, cells)| Reverse(values(cells)));
    let mut seen = BTreeSet::new();
    let mut kept = BTreeMap::new();
    for (line, mut cells) in longest_first {
        let mut met = BTreeSet::new();
        cells.retain(|cell| met.insert(cell.identity()));
        let is_own = |cell: &Observation| !seen.contains(&cell.identity());
        if !cells.iter().any(is_own) {
            continue;
        }
        let shared = cells.iter().enumerate().filter(|(_, cell)| !is_own(cell));
        let anchor = shared.min_by(|left, right| left.1.x.total_cmp(&right.1.x)).map(|(at, _)| at);
        let mut places = 0..;
        cells.retain(|cell| places.next() == anchor || is_own(cell));
        if values(&cells) > 1 {
            seen.extend(met);
            kept.insert(line, cells);
        }
    }
    kept.into_values().collect()
}
