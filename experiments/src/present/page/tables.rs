//! Makes the tables of a report: cells, runs that are not done, expanders, open loops, PRAM programs.

use super::html::{folded, table};
use crate::present::plot::Cell;
use crate::results::worm_experiment::scheme_text;
use crate::store::{DONE, ExpanderRow, LoadRow, PramRow, RunRow};

/// Every point of the figures.
pub(super) fn cells(cells: &[Cell]) -> String {
    let columns = [
        "algorithm",
        "message set",
        "n",
        "c",
        "d",
        "runs",
        "steps (mean)",
        "least",
        "most",
        "steps/√(cn)",
        "lower bound",
        "steps/bound",
        "peak (packets)",
        "capacity",
    ];
    let row = |cell: &Cell| {
        let bound = if cell.peak_is_bound { "≤ " } else { "" };
        let over = cell.steps / cell.lower_bound as f64;
        vec![
            cell.algorithm.clone(),
            cell.panel.to_string(),
            cell.nodes.to_string(),
            cell.congestion.to_string(),
            cell.degree.to_string(),
            cell.runs.to_string(),
            format!("{:.1}", cell.steps),
            cell.least_steps.to_string(),
            cell.most_steps.to_string(),
            format!("{:.2}", cell.ratio()),
            cell.lower_bound.to_string(),
            if over.is_finite() { format!("{over:.1}") } else { String::new() },
            format!("{bound}{}", cell.peak),
            cell.capacity.map_or("none".to_owned(), |packets| packets.to_string()),
        ]
    };
    let rows: Vec<Vec<String>> = cells.iter().map(row).collect();
    let numbers: Vec<usize> = (2..columns.len()).collect();
    shown("Means over the seeds of a cell", &columns, &numbers, &rows)
}

/// The runs that have no part in the figures, and why.
pub(super) fn left_out(rows: &[RunRow]) -> String {
    let columns = ["algorithm", "message set", "n", "seed", "status", "why"];
    let row = |row: &RunRow| {
        let (status, why) = match &row.error {
            _ if row.status == DONE => ("fallback", "another algorithm ran in its place"),
            error => (row.status.as_str(), error.as_deref().unwrap_or_default()),
        };
        let (nodes, seed) = (row.nodes.to_string(), row.seed.to_string());
        vec![
            row.algorithm.clone(),
            row.source.clone(),
            nodes,
            seed,
            status.to_owned(),
            why.to_owned(),
        ]
    };
    let left = rows.iter().filter(|row| row.status != DONE || row.fell_back());
    let rows: Vec<Vec<String>> = left.map(row).collect();
    shown("Runs that are in no figure", &columns, &[2, 3], &rows)
}

/// The verified expanders.
pub(super) fn expanders(rows: &[ExpanderRow]) -> String {
    let columns = [
        "inputs m",
        "outputs c",
        "degree r",
        "seed",
        "status",
        "λ at least",
        "λ at most",
        "exact",
        "λ of the union bound",
        "α certified",
    ];
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.5}"));
    let row = |row: &ExpanderRow| {
        vec![
            row.inputs.to_string(),
            row.outputs.to_string(),
            row.degree.to_string(),
            row.seed.to_string(),
            row.error.clone().unwrap_or_else(|| row.status.clone()),
            number(row.lambda_lower),
            number(row.lambda_upper),
            row.lambda_exact.map_or("", |exact| if exact { "yes" } else { "no" }).to_owned(),
            number(row.union_lambda),
            row.alpha_certified.map_or(String::new(), |alpha| alpha.to_string()),
        ]
    };
    let rows: Vec<Vec<String>> = rows.iter().map(row).collect();
    shown("Expanders", &columns, &[0, 1, 2, 3, 5, 6, 8, 9], &rows)
}

/// The open loops of multicasts.
pub(super) fn loads(rows: &[LoadRow]) -> String {
    let columns = [
        "network",
        "destinations",
        "scheme",
        "grouping",
        "leaders",
        "rate",
        "seed",
        "status",
        "accepted",
        "latency (ns)",
        "from",
        "to",
        "censored",
    ];
    let time = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.0}"));
    let row = |row: &LoadRow| {
        let status = match (&row.error, row.saturated, row.deadlock) {
            (Some(error), ..) => error.as_str(),
            (None, _, Some(true)) => "deadlock",
            (None, Some(true), _) => "saturated",
            (None, ..) => &row.status,
        };
        vec![
            row.network.clone(),
            format!("{} {}", row.size, row.kind),
            scheme_text(&row.scheme, row.ports.as_deref()),
            row.grouping.clone(),
            row.leaders.clone(),
            row.rate.to_string(),
            row.seed.to_string(),
            status.to_owned(),
            row.accepted.map_or(String::new(), |accepted| format!("{accepted:.5}")),
            time(row.latency_ns),
            time(row.latency_low_ns),
            time(row.latency_high_ns),
            row.censored.map_or(String::new(), |count| count.to_string()),
        ]
    };
    let rows: Vec<Vec<String>> = rows.iter().map(row).collect();
    shown("Open loops of multicasts", &columns, &[5, 6, 8, 9, 10, 11, 12], &rows)
}

/// The runs of PRAM programs.
pub(super) fn prams(rows: &[PramRow]) -> String {
    let columns = [
        "program",
        "PRAM",
        "layout",
        "n",
        "cells",
        "seed",
        "mode",
        "status",
        "PRAM steps",
        "steps",
        "steps/√n a PRAM step",
        "lower bound",
        "rehashes",
        "rounds",
        "peak (packets)",
    ];
    let number = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
    let row = |row: &PramRow| {
        let of = row.pattern.as_ref().or(row.source.as_ref());
        let operator = row.operator.as_ref().map_or(String::new(), |name| format!(", {name}"));
        let bound = if row.peak_is.as_deref() == Some("bound") { "≤ " } else { "" };
        vec![
            of.map_or(row.program.clone(), |of| format!("{}, {of}", row.program)),
            format!("{}{operator}", row.pram),
            row.layout.clone(),
            number(row.nodes),
            number(row.cells),
            row.seed.to_string(),
            row.mode.clone(),
            row.error.clone().unwrap_or_else(|| row.status.clone()),
            number(row.pram_steps),
            number(row.steps),
            row.sides_per_pram_step.map_or(String::new(), |sides| format!("{sides:.1}")),
            number(row.lower_bound),
            number(row.rehashes),
            number(row.rounds),
            format!("{bound}{}", number(row.peak)),
        ]
    };
    let rows: Vec<Vec<String>> = rows.iter().map(row).collect();
    shown("PRAM programs", &columns, &[3, 4, 5, 8, 9, 10, 11, 12, 13, 14], &rows)
}

/// A folded table, if it has rows.
fn shown(caption: &str, columns: &[&str], numbers: &[usize], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    folded(caption, &table(caption, columns, numbers, rows))
}
