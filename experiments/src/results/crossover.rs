//! Holds the result of `meshcast crossover`.

use crate::catalogue::{self, Growth};
use serde::Serialize;

/// The fastest algorithms of all cells.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CrossoverResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    /// Meshes by their nodes, then by congestion.
    pub(crate) cells: Vec<CrossoverCell>,
    /// The algorithms that are compared, and those of the program that are not since the store has no rows of them.
    pub(crate) candidates: Vec<String>,
    pub(crate) absent: Vec<&'static str>,
    /// Candidates that are not compared in every cell, each with the number of cells without it.
    #[serde(skip)]
    pub(crate) gaps: Vec<(String, usize)>,
}

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
    /// Candidates without a row here that nothing predicts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) not_compared: Vec<String>,
}

impl CrossoverCell {
    /// Whether it is not known which of the two is the faster one: one of them is predicted, not exactly, and they are
    /// closer to each other than predictions have been seen to be to measurements.
    pub(crate) fn is_tie(&self) -> bool {
        let is_uncertain = |name: &str, is| is == Origin::Predicted && !is_known_exactly(name);
        let next = self.runner_up.as_deref().zip(self.runner_up_is);
        let predicted = is_uncertain(&self.algorithm, self.is)
            || next.is_some_and(|(name, is)| is_uncertain(name, is));
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

/// Whether the steps of an algorithm are known exactly on every mesh.
pub(crate) fn is_known_exactly(name: &str) -> bool {
    catalogue::named(name).is_some_and(|algorithm| algorithm.entry().growth() == Growth::Circuit)
}
