//! The points of figures: means over the seeds of runs that differ in nothing else.

use crate::store::{DONE, RunRow};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Runs that differ in their seed alone, or in whether packets leapt, which changes no step.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) algorithm: String,
    pub(crate) panel: Panel,
    pub(crate) nodes: u64,
    /// What was asked for; of a file, as measured.
    pub(crate) congestion: u64,
    /// What was asked for, if anything was: what a workload makes of it may differ from seed to seed.
    pub(crate) asked_degree: Option<u64>,
    /// As measured, the greatest of the runs.
    pub(crate) degree: u64,
    pub(crate) runs: usize,
    /// Mean, least and most over the runs.
    pub(crate) steps: f64,
    pub(crate) least_steps: u64,
    pub(crate) most_steps: u64,
    /// The greatest of the runs, as is the peak.
    pub(crate) lower_bound: u64,
    pub(crate) peak: u64,
    /// Whether the peak is a bound rather than what was seen.
    pub(crate) peak_is_bound: bool,
    pub(crate) capacity: Option<u64>,
    /// The ledger of the run with the least seed.
    pub(crate) ledger: Vec<Leaf>,
}

/// What runs have in common that are shown together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Panel {
    pub(crate) source: String,
    pub(crate) knowledge: String,
}

/// A leaf of a ledger.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Leaf {
    pub(crate) path: String,
    pub(crate) steps: u64,
}

impl Cell {
    pub(crate) fn ratio(&self) -> f64 {
        self.steps / (self.nodes as f64 * self.congestion as f64).sqrt()
    }
}

/// The cells of the runs that are done, in the order of their parameters.
pub(crate) fn cells(rows: &[RunRow]) -> Vec<Cell> {
    let mut groups = BTreeMap::<_, Vec<&RunRow>>::new();
    for row in rows.iter().filter(|row| row.status == DONE && !row.fell_back()) {
        let panel = Panel::of(row);
        let congestion = row.asked_congestion.or(row.congestion).unwrap_or(1);
        let key = (panel, row.algorithm.clone(), row.nodes, congestion, row.asked_degree);
        groups.entry(key).or_default().push(row);
    }
    let cell =
        |((panel, algorithm, nodes, congestion, asked_degree), mut runs): (_, Vec<&RunRow>)| {
            runs.sort_by_key(|row| row.seed);
            let steps: Vec<u64> = runs.iter().filter_map(|row| row.steps).collect();
            let most = |of: fn(&RunRow) -> Option<u64>| runs.iter().filter_map(|row| of(row)).max();
            Some(Cell {
                algorithm,
                panel,
                nodes,
                congestion,
                asked_degree,
                degree: most(|row| row.degree).unwrap_or(1),
                runs: runs.len(),
                steps: steps.iter().sum::<u64>() as f64 / steps.len() as f64,
                least_steps: *steps.iter().min()?,
                most_steps: *steps.iter().max()?,
                lower_bound: most(|row| row.lower_bound).unwrap_or(0),
                peak: most(|row| row.peak).unwrap_or(0),
                peak_is_bound: runs.iter().any(|row| row.peak_is.as_deref() == Some("bound")),
                capacity: most(|row| row.capacity),
                ledger: leaves(runs.first()?.ledger.as_deref()),
            })
        };
    groups.into_iter().filter_map(cell).collect()
}

fn leaves(ledger: Option<&str>) -> Vec<Leaf> {
    ledger.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// All algorithms, whose place is their colour in every figure.
pub(crate) fn algorithms(cells: &[Cell]) -> Vec<String> {
    distinct(cells.iter().map(|cell| &cell.algorithm))
}

/// The same of the runs that the cells are made of.
pub(crate) fn algorithms_of(rows: &[RunRow]) -> Vec<String> {
    let done = rows.iter().filter(|row| row.status == DONE && !row.fell_back());
    distinct(done.map(|row| &row.algorithm))
}

fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    names.collect::<BTreeSet<_>>().into_iter().cloned().collect()
}

impl Panel {
    pub(super) fn of(row: &RunRow) -> Self {
        Self { source: row.source.clone(), knowledge: row.knowledge.clone() }
    }

    /// A name of small letters, digits and dashes.
    pub(crate) fn name(&self) -> String {
        let text = format!("{} {}", self.source, self.known().unwrap_or_default());
        let kept = |letter: char| letter.is_ascii_alphanumeric().then_some(letter);
        let text: String =
            text.chars().map(|letter| kept(letter.to_ascii_lowercase()).unwrap_or('-')).collect();
        let words: Vec<&str> = text.split('-').filter(|word| !word.is_empty()).collect();
        words.join("-")
    }

    fn known(&self) -> Option<&str> {
        (self.knowledge != "known").then_some(&self.knowledge)
    }
}

impl fmt::Display for Panel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.source)?;
        self.known().map_or(Ok(()), |knowledge| write!(out, ", congestion {knowledge}"))
    }
}
