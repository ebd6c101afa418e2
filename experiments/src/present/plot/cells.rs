//! Averages runs that differ in their seeds alone: the points of figures.

use crate::store::{DONE, RunRow};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Runs that differ in their seed alone, or in whether packets leapt or what was audited, which changes no step: one run a seed.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) algorithm: String,
    pub(crate) panel: Panel,
    pub(crate) nodes: u64,
    /// What was asked for; else as measured, the greatest of the runs.
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
    /// The order that the nodes of a file are placed in, and what is in the file: another one may have the same name.
    placement: Option<String>,
    sha256: Option<String>,
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

/// Nodes, and what was asked for of congestion and degree.
type Place = (u64, Option<u64>, Option<u64>);

/// The cells of the runs that are done, in the order of their parameters.
pub(crate) fn cells(rows: &[RunRow]) -> Vec<Cell> {
    let mut groups = BTreeMap::<_, Vec<&RunRow>>::new();
    let is_drawn =
        |row: &&RunRow| row.status == DONE && !row.fell_back() && !row.has_several_messages();
    for row in rows.iter().filter(is_drawn) {
        let place = (row.nodes, row.asked_congestion, row.asked_degree);
        let configuration = Value::from(row.cell()).to_string();
        let key = (Panel::of(row), row.algorithm.clone(), place, configuration);
        groups.entry(key).or_default().push(row);
    }
    let cell = |((panel, algorithm, place, _), mut runs): ((_, _, Place, String), Vec<&RunRow>)| {
        // A run that was stepped has measured its peak.
        runs.sort_by_key(|row| (row.seed, row.mode != "step"));
        runs.dedup_by_key(|row| row.seed);
        let (nodes, asked_congestion, asked_degree) = place;
        let steps: Vec<u64> = runs.iter().filter_map(|row| row.steps).collect();
        let most = |of: fn(&RunRow) -> Option<u64>| runs.iter().filter_map(|row| of(row)).max();
        Some(Cell {
            algorithm,
            panel,
            nodes,
            congestion: asked_congestion.or(most(|row| row.congestion)).unwrap_or(1),
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

/// A text as a name of small letters, digits and dashes.
pub(super) fn named(text: &str) -> String {
    let kept = |letter: char| letter.is_ascii_alphanumeric().then_some(letter);
    let text: String =
        text.chars().map(|letter| kept(letter.to_ascii_lowercase()).unwrap_or('-')).collect();
    let words: Vec<&str> = text.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-")
}

impl Panel {
    pub(super) fn of(row: &RunRow) -> Self {
        let cell = row.cell();
        let text = |key: &str| cell.get(key)?.as_str().map(str::to_owned);
        Self {
            source: row.source.clone(),
            knowledge: row.knowledge.clone(),
            placement: text("placement"),
            sha256: text("sha256"),
        }
    }

    /// A name of small letters, digits and dashes.
    pub(crate) fn name(&self) -> String {
        let (placed, known) = (self.placed().unwrap_or_default(), self.known().unwrap_or_default());
        named(&format!("{} {placed} {known}", self.source))
    }

    /// The placement, unless it is the one that files have by default: of the panels of a file one at most says nothing of it.
    fn placed(&self) -> Option<&str> {
        self.placement.as_deref().filter(|placement| *placement != "row-major")
    }

    fn known(&self) -> Option<&str> {
        (self.knowledge != "known").then_some(&self.knowledge)
    }
}

impl fmt::Display for Panel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.source)?;
        self.placed().map_or(Ok(()), |placement| write!(out, ", {placement} placement"))?;
        self.known().map_or(Ok(()), |knowledge| write!(out, ", congestion {knowledge}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(mode: &str, placement: &str, seed: u64, steps: u64) -> RunRow {
        let sha256 = "00ff";
        RunRow {
            configuration: format!(
                "{{\"file\":\"a.mtx\",\"sha256\":\"{sha256}\",\"placement\":\"{placement}\",\"mode\":\"{mode}\",\"seed\":{seed}}}"
            ),
            source: "a.mtx".to_owned(),
            knowledge: "known".to_owned(),
            mode: mode.to_owned(),
            status: DONE.to_owned(),
            nodes: 64,
            congestion: Some(4),
            peak: Some(if mode == "step" { 5 } else { 8 }),
            peak_is: Some(if mode == "step" { "measured" } else { "bound" }.to_owned()),
            seed,
            steps: Some(steps),
            ..RunRow::default()
        }
    }

    #[test]
    fn a_seed_counts_once_and_a_placement_is_a_cell_of_its_own() {
        let rows = [
            row("leap", "row-major", 1, 10),
            row("step", "row-major", 1, 10),
            row("step", "row-major", 2, 40),
            row("step", "hilbert", 1, 100),
        ];
        let found: Vec<_> = cells(&rows)
            .iter()
            .map(|cell| (cell.panel.to_string(), cell.panel.name(), cell.runs, cell.steps))
            .collect();
        let of =
            |title: &str, name: &str, runs, steps| (title.to_owned(), name.to_owned(), runs, steps);
        let expected = [
            of("a.mtx, hilbert placement", "a-mtx-hilbert", 1, 100.0),
            of("a.mtx", "a-mtx", 2, 25.0),
        ];
        assert_eq!(found, expected);
        let stepped = &cells(&rows)[1];
        assert_eq!((stepped.peak, stepped.peak_is_bound, stepped.congestion), (5, false, 4));
    }

    #[test]
    fn blocks_are_drawn_where_the_file_needs_none() {
        let in_blocks = |seed, per_node| {
            let plain = row("step", "row-major", seed, 10);
            let configuration = plain.configuration.replacen('{', "{\"block\":\"cyclic\",", 1);
            RunRow { configuration, per_node, ..plain }
        };
        let rows = [
            row("step", "row-major", 1, 10),
            in_blocks(2, Some(1)),
            in_blocks(3, Some(2)),
            in_blocks(4, None),
        ];
        assert_eq!(cells(&rows).iter().map(|cell| cell.runs).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn files_of_one_name_are_not_one_file() {
        let mut other = row("step", "row-major", 2, 20);
        other.configuration = other.configuration.replace("00ff", "11ff");
        let cells = cells(&[row("step", "row-major", 1, 10), other]);
        assert_eq!(cells.iter().map(|cell| cell.steps).collect::<Vec<_>>(), [10.0, 20.0]);
        assert_ne!(cells[0].panel, cells[1].panel);
    }

    /// What a workload makes of a seed is no other cell.
    #[test]
    fn a_congestion_that_was_left_open_is_the_greatest_one() {
        let with =
            |seed, congestion| RunRow { congestion: Some(congestion), ..row("step", "", seed, 10) };
        let cells = cells(&[with(1, 4), with(2, 5)]);
        assert_eq!(
            cells.iter().map(|cell| (cell.runs, cell.congestion)).collect::<Vec<_>>(),
            [(2, 5)]
        );
    }
}
