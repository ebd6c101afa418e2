//! Groups the runs of a store into cells: those that differ in their seeds alone.

use crate::store::{DONE, FAILED, RunRow};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// An algorithm with what its nodes know of the congestion: whom a claim is about.
#[derive(Debug)]
pub(super) struct Subject<'a> {
    /// As rows spell it, and what nodes know if they do not know the congestion: `randomized:tuned, counted`.
    pub(super) label: String,
    /// The first word of it.
    pub(super) name: &'a str,
    pub(super) cells: Vec<Cell<'a>>,
    pub(super) done: Vec<&'a RunRow>,
    pub(super) failed: Vec<&'a RunRow>,
}

/// Runs that differ in nothing but their seeds: at most one observation, since seeds of one mesh say nothing of other meshes.
#[derive(Debug)]
pub(super) struct Cell<'a> {
    /// All that the runs have in common, but for how they were made.
    pub(super) configuration: Map<String, Value>,
    /// A run for each seed, done.
    pub(super) runs: Vec<&'a RunRow>,
    pub(super) nodes: f64,
    /// Geometric means of what was measured.
    pub(super) congestion: f64,
    pub(super) degree: f64,
}

/// What is known of the peak of a run, what says most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Peaks {
    Measured,
    /// It is no more than this: from leaps.
    Bounds,
    Unknown,
}

/// The algorithms of a store, in the order of their labels.
pub(super) fn subjects<'a>(rows: impl Iterator<Item = &'a RunRow>) -> Vec<Subject<'a>> {
    let mut subjects: BTreeMap<(&str, &str), Vec<&RunRow>> = BTreeMap::new();
    for row in rows {
        subjects.entry((&row.algorithm, &row.knowledge)).or_default().push(row);
    }
    subjects
        .into_iter()
        .map(|((algorithm, knows), rows)| subject(algorithm, knows, &rows))
        .collect()
}

fn subject<'a>(algorithm: &'a str, knows: &str, rows: &[&'a RunRow]) -> Subject<'a> {
    let with = |status: &str| rows.iter().copied().filter(|row| row.status == status).collect();
    let (done, failed): (Vec<&RunRow>, Vec<_>) = (with(DONE), with(FAILED));
    let mut cells: BTreeMap<String, (Map<String, Value>, Vec<&RunRow>)> = BTreeMap::new();
    for &row in &done {
        let configuration = row.cell();
        let key = Value::from(configuration.clone()).to_string();
        cells.entry(key).or_insert_with(|| (configuration, Vec::new())).1.push(row);
    }
    Subject {
        label: match knows {
            "known" => algorithm.to_owned(),
            _ => format!("{algorithm}, {knows}"),
        },
        name: algorithm.split_whitespace().next().unwrap_or_default(),
        cells: cells
            .into_values()
            .filter_map(|(configuration, runs)| Cell::new(configuration, runs))
            .collect(),
        done,
        failed,
    }
}

impl Peaks {
    pub(super) fn of(row: &RunRow) -> Self {
        match (row.peak, row.peak_is.as_deref()) {
            (Some(_), Some("measured")) => Self::Measured,
            (Some(_), Some("bound")) => Self::Bounds,
            _ => Self::Unknown,
        }
    }
}

impl<'a> Cell<'a> {
    /// `None` if no run is with a congestion, where no claim says anything.
    fn new(configuration: Map<String, Value>, mut runs: Vec<&'a RunRow>) -> Option<Self> {
        // Steps and leaps are the same run: one that was stepped has measured its peak.
        runs.sort_by_key(|row| (row.seed, row.mode != "step"));
        runs.dedup_by_key(|row| row.seed);
        let mean = |of: fn(&RunRow) -> Option<u64>| {
            let logs = runs.iter().map(|row| of(row).map(|value| (value as f64).log2()));
            let logs = logs.collect::<Option<Vec<f64>>>()?;
            let mean = (logs.iter().sum::<f64>() / logs.len() as f64).exp2();
            (mean >= 1.0).then_some(mean)
        };
        let (congestion, degree) = (mean(|row| row.congestion)?, mean(|row| row.degree)?);
        Some(Self { configuration, nodes: runs[0].nodes as f64, congestion, degree, runs })
    }

    /// All runs; or those that measured their peaks, or, where none did, those with bounds of them.
    pub(super) fn runs_with(&self, peaks: Option<Peaks>) -> impl Iterator<Item = &'a RunRow> {
        let best = self.runs.iter().map(|row| Peaks::of(row)).min();
        let counts = move |row: &&RunRow| {
            peaks.is_none_or(|peaks| best == Some(peaks) && Peaks::of(row) == peaks)
        };
        self.runs.iter().copied().filter(counts)
    }

    /// The mean of log₂ steps, if all runs have some.
    pub(super) fn steps(&self) -> Option<f64> {
        let logs = self.runs.iter().map(|row| Some((row.steps? as f64).log2()));
        let logs = logs.collect::<Option<Vec<f64>>>()?;
        Some(logs.iter().sum::<f64>() / logs.len() as f64)
    }

    /// Whether the algorithm itself ran, on a congestion that the theorems are about: c ≤ n/16.
    pub(super) fn is_in_range(&self) -> bool {
        16.0 * self.congestion <= self.nodes * (1.0 + 1e-9)
            && !self.runs.iter().any(|row| row.fell_back())
    }
}

/// A row in a few words.
pub(super) fn named(row: &RunRow) -> String {
    let RunRow { source, nodes, seed, .. } = row;
    let asked = |name: &str, value: Option<u64>| {
        value.map_or_else(String::new, |value| format!(", {name} = {value}"))
    };
    let congestion = asked("c", row.congestion.or(row.asked_congestion));
    let degree = asked("d", row.degree.or(row.asked_degree));
    format!("{source}, n = {nodes}{congestion}{degree}, seed {seed} (key {:.8})", row.key)
}
