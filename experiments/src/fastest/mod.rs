//! Finds the algorithm with the fewest steps at (n, c), cell by cell.
//!
//! The sets are uniform ones, where d = c and every node has a message.

mod grid;
mod predict;

use self::grid::{Measured, grid};
use self::predict::{ClosedForms, Predictor};
use crate::catalogue::{self, Algorithm};
use crate::results::crossover::{CrossoverCell, Origin, is_known_exactly};
use crate::store::{DONE, RunRow};
use std::collections::{BTreeMap, BTreeSet};

/// A number of steps, where it is from, and how it was predicted.
type Steps = (u64, Origin, Option<&'static str>);

/// The map, and which algorithms it compares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fastest {
    /// Meshes by their nodes, then by congestion.
    pub(crate) cells: Vec<CrossoverCell>,
    /// Those with rows of uniform sets, and those that need none.
    pub(crate) candidates: Vec<String>,
    /// Those of the program without such rows; the greedy ones and `auto` never count.
    pub(crate) absent: Vec<&'static str>,
}

impl Fastest {
    /// The candidates that are not compared in every cell, each with the number of those without it.
    pub(crate) fn gaps(&self) -> BTreeMap<&str, usize> {
        let mut gaps = BTreeMap::new();
        for name in self.cells.iter().flat_map(|cell| &cell.not_compared) {
            *gaps.entry(name.as_str()).or_default() += 1;
        }
        gaps
    }
}

/// The map of `rows`, up to meshes of so many nodes: the cells in which at least one algorithm with rows has measured or predicted
/// steps.
pub(crate) fn fastest(rows: &[RunRow], to_nodes: u64) -> Fastest {
    let mut measured = measured(rows);
    if measured.is_empty() {
        let absent = absent(known_exactly());
        return Fastest { absent, ..Fastest::default() };
    }
    let without_rows: Vec<&str> =
        known_exactly().filter(|name| !measured.contains_key(name)).collect();
    measured.extend(without_rows.iter().map(|&name| (name, Measured::default())));
    let is_alone = |found: &[(String, Steps)]| {
        found.iter().all(|(name, _)| without_rows.contains(&name.as_str()))
    };
    let closed = ClosedForms::up_to(to_nodes);
    let predictors: Vec<(&str, Predictor)> =
        measured.iter().map(|(&name, steps)| (name, Predictor::of(name, steps, &closed))).collect();
    let found = |nodes, congestion| {
        let at = |(name, predictor): &(&str, Predictor)| {
            let steps = measured[name].get(&(nodes, congestion));
            let steps = steps.map(|&steps| (steps, Origin::Measured, None));
            let predicted = || predictor.steps(nodes, congestion);
            let predicted = || predicted().map(|(steps, by)| (steps, Origin::Predicted, Some(by)));
            steps.or_else(predicted).map(|found| ((*name).to_owned(), found))
        };
        let mut all: Vec<_> = predictors.iter().filter_map(at).collect();
        let is_compared = |name: &str| all.iter().any(|(other, _)| other == name);
        let names = measured.keys().filter(|name| !is_compared(name));
        let not_compared = names.map(|&name| name.to_owned()).collect();
        all.sort_by_key(|(_, (steps, ..))| *steps);
        let cell = cell(nodes, congestion, if is_alone(&all) { Vec::new() } else { all })?;
        Some(CrossoverCell { not_compared, ..cell })
    };
    let cells = grid(to_nodes).filter_map(|(nodes, congestion)| found(nodes, congestion));
    Fastest {
        cells: cells.collect(),
        candidates: measured.keys().map(|&name| name.to_owned()).collect(),
        absent: absent(measured.keys().copied()),
    }
}

/// The algorithms that are compared without rows.
fn known_exactly() -> impl Iterator<Item = &'static str> {
    catalogue::all().map(Algorithm::label).filter(|name| is_known_exactly(name))
}

/// The algorithms of the program that are not among `candidates`, whatever the parameters of these.
fn absent<'a>(candidates: impl Iterator<Item = &'a str>) -> Vec<&'static str> {
    let present: BTreeSet<&str> =
        candidates.filter_map(|name| name.split_whitespace().next()).collect();
    let all = catalogue::all().map(Algorithm::label);
    all.filter(|label| !is_left_out(label) && !present.contains(label)).collect()
}

/// Whether an algorithm is none to be compared: it learns more than others do, or is one of the others.
fn is_left_out(algorithm: &str) -> bool {
    let name = algorithm.split_whitespace().next().unwrap_or_default();
    catalogue::named(name).is_some_and(|algorithm| !algorithm.entry().enters_crossovers())
}

fn cell(nodes: u64, congestion: u64, fastest_first: Vec<(String, Steps)>) -> Option<CrossoverCell> {
    let mut fastest = fastest_first.into_iter();
    let (algorithm, (steps, is, by)) = fastest.next()?;
    let next = fastest.next();
    Some(CrossoverCell {
        nodes,
        congestion,
        algorithm,
        steps,
        is,
        by,
        runner_up_steps: next.as_ref().map(|(_, (steps, ..))| *steps),
        runner_up_is: next.as_ref().map(|(_, (_, is, _))| *is),
        runner_up: next.map(|(name, _)| name),
        not_compared: Vec::new(),
    })
}

/// What was measured, by algorithm.
fn measured(rows: &[RunRow]) -> BTreeMap<&str, Measured> {
    let mut steps: BTreeMap<&str, BTreeMap<(u64, u64), BTreeMap<_, u64>>> = BTreeMap::new();
    let is_meant = |row: &&RunRow| {
        let is_uniform = matches!(row.source.as_str(), "uniform" | "permutation");
        let is_compared = !is_left_out(&row.algorithm) && row.knowledge == "known";
        row.status == DONE && is_uniform && is_compared && !row.fell_back()
    };
    for row in rows.iter().filter(is_meant) {
        if let (Some(congestion), Some(taken)) = (row.congestion, row.steps) {
            let cells = steps.entry(&row.algorithm).or_default();
            // A run that was stepped and leapt took the same steps.
            let run = (&row.source, row.seed);
            cells.entry((row.nodes, congestion)).or_default().insert(run, taken);
        }
    }
    let mean = |taken: BTreeMap<_, u64>| taken.values().sum::<u64>() / taken.len() as u64;
    steps
        .into_iter()
        .map(|(name, cells)| {
            (name, cells.into_iter().map(|(cell, taken)| (cell, mean(taken))).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests;
