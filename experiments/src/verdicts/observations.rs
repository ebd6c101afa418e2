//! Finds the cells that say nothing new: each observation counts once.
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
pub(super) fn values<'o, 'c: 'o, 'a: 'c>(
    cells: impl IntoIterator<Item = &'o Observation<'c, 'a>>,
) -> usize {
    cells.into_iter().map(|cell| cell.x.to_bits()).collect::<BTreeSet<_>>().len()
}

/// The lines of `cells` along `axis` that have two values or more, those with most values first, without what is said twice.
///
/// A line whose observations are all on one other line is a copy of a part of it. Of any other line, those that are not on the line with
/// which it shares most count, and one that is: it says where the line is, so that each of the others adds one degree of freedom.
///
/// What is kept depends on the observations alone, not on the names of their lines.
pub(super) fn lines<'c, 'a>(
    cells: impl Iterator<Item = Observation<'c, 'a>>,
    axis: Axis,
) -> Vec<Vec<Observation<'c, 'a>>> {
    let mut lines = BTreeMap::<String, BTreeMap<Identity, Observation>>::new();
    for cell in cells {
        lines.entry(axis.line(cell.cell)).or_default().entry(cell.identity()).or_insert(cell);
    }
    let mut lines: Vec<_> = lines.into_values().collect();
    lines.sort_by_cached_key(|line| {
        (Reverse(values(line.values())), line.keys().copied().collect::<Vec<_>>())
    });
    let mut whole: Vec<BTreeSet<Identity>> = Vec::new();
    let mut kept = Vec::new();
    for mut line in lines {
        let all: BTreeSet<Identity> = line.keys().copied().collect();
        // Of several, the first.
        let nearest = whole.iter().rev().max_by_key(|other| other.intersection(&all).count());
        let shared = |identity: &Identity| nearest.is_some_and(|other| other.contains(identity));
        if all.iter().all(shared) {
            continue;
        }
        let anchor = all.iter().copied().find(shared);
        line.retain(|identity, _| anchor == Some(*identity) || !shared(identity));
        if values(line.values()) > 1 {
            whole.push(all);
            kept.push(line.into_values().collect());
        }
    }
    kept
}
