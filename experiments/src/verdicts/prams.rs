//! Shows runs of PRAM programs to the judge as runs of algorithms.
//!
//! A step of a PRAM is a multicast problem with c = 1: each processor wants one value. Its algorithm is the kind of PRAM, and its message
//! set the pattern of accesses. Only `access` has patterns, which make the runs of one kind comparable; other programs are here so that a
//! run that fails is seen.

use crate::store::{PramRow, RunRow};
use serde_json::json;

/// How the names of kinds of PRAM begin.
pub(super) const PREFIX: &str = "pram:";

/// What a name has after the kind where cells are not hashed.
pub(super) const IDENTITY: &str = "layout=identity";

/// What begins the name of another program than `access` after the kind.
pub(super) const PROGRAM: &str = "program=";

/// These runs, each as a run of an algorithm.
pub(crate) fn as_runs(rows: &[PramRow]) -> Vec<RunRow> {
    rows.iter().map(as_run).collect()
}

fn as_run(row: &PramRow) -> RunRow {
    let (algorithm, source) = (name(row), source(row));
    let nodes = row.nodes.unwrap_or_default();
    let cells = row.cells.zip(row.nodes).map(|(cells, nodes)| cells / nodes);
    let configuration = json!({
        "algorithm": algorithm, "source": source, "cells_per_processor": cells,
        "side": row.mesh_rows, "mode": row.mode, "seed": row.seed,
    });
    RunRow {
        key: row.key.clone(),
        configuration: configuration.to_string(),
        algorithm,
        source,
        mesh_rows: row.mesh_rows.unwrap_or_default(),
        mesh_cols: row.mesh_cols.unwrap_or_default(),
        nodes,
        seed: row.seed,
        mode: row.mode.clone(),
        knowledge: "known".to_owned(),
        status: row.status.clone(),
        error: row.error.clone(),
        degree: Some(1),
        congestion: Some(1),
        deliveries: Some(nodes),
        steps: row.steps,
        lower_bound: row.lower_bound,
        peak: row.peak,
        peak_is: row.peak_is.clone(),
        capacity: row.capacity,
        parameters: Some(json!({ "rehashes": row.rehashes }).to_string()),
        version: row.version.clone(),
        build_commit: row.build_commit.clone(),
        ..RunRow::default()
    }
}

/// The kind, then what else makes a difference.
fn name(row: &PramRow) -> String {
    let operator = row.operator.as_ref().map(|operator| format!("operator={operator}"));
    let layout = (row.layout == "identity").then(|| IDENTITY.to_owned());
    let program = (row.program != "access").then(|| format!("{PROGRAM}{}", row.program));
    let words = [Some(format!("{PREFIX}{}", row.pram)), operator, layout, program];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn source(row: &PramRow) -> String {
    row.pattern.as_ref().or(row.source.as_ref()).unwrap_or(&row.program).clone()
}
