//! Writes the means of all cells as a table of comma-separated values, with the times that they were measured under.

use crate::output::{OutputError, Piped, save_whole, shown};
use crate::results::worm::WormholeResult;
use crate::results::worm_experiment::{Cell, ExperimentResult};
use crate::stats::Mean;
use serde_json::Value;
use std::fs::File;
use std::io;
use std::path::Path;

/// The columns before those of the times.
const COLUMNS: [&str; 13] = [
    "kind",
    "destinations",
    "scheme",
    "ports",
    "grouping",
    "leaders",
    "sets",
    "links",
    "groups",
    "mean_ns",
    "low_ns",
    "high_ns",
    "unproved",
];

/// Writes a row for every cell and rule of leaders to the file of `--csv`, whole or not at all; returns what is for standard output.
pub(super) fn write(result: &ExperimentResult, path: &Path) -> Result<Option<Piped>, OutputError> {
    let unwritten = |source| OutputError::Unwritten { flag: "--csv", file: shown(path), source };
    save_whole(path, |file| write_rows(result, file)).map_err(unwritten)
}

fn write_rows(result: &ExperimentResult, file: &File) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    let (names, times): (Vec<_>, Vec<_>) = times(&result.wormhole)?.into_iter().unzip();
    writer.write_record(COLUMNS.map(str::to_owned).iter().chain(&names))?;
    for cell in result.cells.iter().chain(&result.scheme_cells) {
        for (leaders, latency) in
            [("barrier", cell.latency_barrier_ns), ("async", cell.latency_async_ns)]
        {
            let row = row(cell, result.sets, leaders, latency);
            writer.write_record(row.iter().chain(&times))?;
        }
    }
    writer.flush()
}

/// The names and values of all times.
fn times(wormhole: &WormholeResult) -> io::Result<Vec<(String, String)>> {
    let Value::Object(times) = serde_json::to_value(wormhole).map_err(io::Error::other)? else {
        return Ok(Vec::new());
    };
    let text = |value: Value| match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        value => value.to_string(),
    };
    Ok(times.into_iter().map(|(name, value)| (name, text(value))).collect())
}

fn row(cell: &Cell, sets: usize, leaders: &str, latency: Option<Mean>) -> [String; COLUMNS.len()] {
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let mean = |mean: Option<Mean>| number(mean.map(|mean| mean.estimate));
    [
        cell.kind.name().to_owned(),
        cell.destinations.to_string(),
        cell.method.scheme.to_owned(),
        cell.method.ports.unwrap_or_default().to_owned(),
        cell.method.grouping.to_owned(),
        leaders.to_owned(),
        sets.to_string(),
        mean(cell.links),
        mean(cell.groups),
        mean(latency),
        number(latency.and_then(|latency| latency.low)),
        number(latency.and_then(|latency| latency.high)),
        cell.unproved.to_string(),
    ]
}
