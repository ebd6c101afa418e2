//! Which algorithm takes the fewest steps at (n, c), cell by cell.
//!
//! The sets are uniform ones, where d = c and every node has a message.

mod grid;
mod predict;

use self::grid::{Measured, grid};
use self::predict::{ClosedForms, Predictor};
use crate::store::{DONE, RunRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// The two fastest algorithms at (n, c).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CrossoverCell {
    pub(crate) nodes: u64,
    pub(crate) congestion: u64,
    pub(crate) algorithm: String,
    pub(crate) steps: u64,
    pub(crate) is: Origin,
    /// Of a prediction: `closed form`, `scaled closed form`, `fit to closed forms`, or `fit`, of rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<&'static str>,
    pub(crate) runner_up: Option<String>,
    pub(crate) runner_up_steps: Option<u64>,
    pub(crate) runner_up_is: Option<Origin>,
}

impl CrossoverCell {
    /// Whether it is not known which of the two is the faster one: one of them is predicted, and they are closer to each other than
    /// predictions have been seen to be to measurements.
    pub(crate) fn is_tie(&self) -> bool {
        let predicted = [Some(self.is), self.runner_up_is].contains(&Some(Origin::Predicted));
        // Within a fifth.
        predicted && self.runner_up_steps.is_some_and(|next| 5 * next <= 6 * self.steps)
    }
}

/// Where a number of steps is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Origin {
    Measured,
    Predicted,
}

/// A number of steps, where it is from, and how it was predicted.
type Steps = (u64, Origin, Option<&'static str>);

/// The cells of `rows`, up to meshes of so many nodes.
pub(crate) fn crossover_cells(rows: &[RunRow], to_nodes: u64) -> Vec<CrossoverCell> {
    let measured = measured(rows);
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
        all.sort_by_key(|(_, (steps, ..))| *steps);
        cell(nodes, congestion, all)
    };
    grid(to_nodes).filter_map(|(nodes, congestion)| found(nodes, congestion)).collect()
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
    })
}

/// What was measured, by algorithm.
fn measured(rows: &[RunRow]) -> BTreeMap<&str, Measured> {
    let mut steps: BTreeMap<&str, BTreeMap<(u64, u64), BTreeMap<_, u64>>> = BTreeMap::new();
    let is_meant = |row: &&RunRow| {
        let told = row.algorithm.starts_with("greedy-") || row.algorithm == "auto";
        let is_uniform = matches!(row.source.as_str(), "uniform" | "permutation");
        row.status == DONE && is_uniform && row.knowledge == "known" && !told && !row.fell_back()
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
