//! Shows the buffers over time, of runs with a full audit.

use super::cells::{Panel, algorithms_of};
use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
use super::series::FEWEST;
use crate::results::audit_summary::AuditSummary;
use crate::store::{DONE, RunRow};
use std::collections::BTreeSet;

/// A figure for each panel with audited runs.
pub(super) fn figures(rows: &[RunRow]) -> Vec<Figure> {
    let algorithms = algorithms_of(rows);
    let figure = |(panel, rows): (Panel, Vec<&RunRow>)| {
        let curve = |row: &&RunRow| {
            let points = audit(row)?.occupancy;
            let points = points.iter().map(|at| (at.first_step as f64, at.mean)).collect();
            let (label, color) = (row.algorithm.clone(), place(&algorithms, &row.algorithm));
            Some(Curve { label, color, points, ..Curve::default() })
        };
        let curves = rows.iter().filter_map(curve);
        let curves: Vec<Curve> = curves.filter(|curve| curve.points.len() >= FEWEST).collect();
        let first = rows.first().filter(|_| !curves.is_empty())?;
        let congestion = first.asked_congestion.map(|c| format!(", c = {c}")).unwrap_or_default();
        Some(Figure {
            name: format!("occupancy-{}", panel.name()),
            title: format!("Buffers over time: {panel}, n = {}{congestion}", first.nodes),
            caption: "Packets that a buffer holds, on average over the nodes, from the first step of the run to the last. A \
                      plateau is what an algorithm keeps in flight; what it falls to and stays at is overhead."
                .to_owned(),
            picture: Picture::Plane(Plane {
                x: Axis { label: "time (steps)".to_owned(), scale: Scale::Linear },
                y: Axis { label: "mean occupancy (packets a buffer)".to_owned(), scale: Scale::Linear },
                mark: Mark::Dot,
                curves,
            }),
        })
    };
    largest_audited(rows, &algorithms).into_iter().filter_map(figure).collect()
}

fn place(algorithms: &[String], name: &str) -> usize {
    algorithms.iter().position(|algorithm| algorithm == name).unwrap_or(0)
}

/// For each panel with audited runs, those on its largest mesh and there of its greatest congestion: of every algorithm the
/// run of least seed.
pub(super) fn largest_audited<'r>(
    rows: &'r [RunRow],
    algorithms: &[String],
) -> Vec<(Panel, Vec<&'r RunRow>)> {
    let audited: Vec<&RunRow> =
        rows.iter().filter(|row| row.status == DONE && row.audit.is_some()).collect();
    let panels: BTreeSet<Panel> = audited.iter().map(|row| Panel::of(row)).collect();
    let of_panel = |panel: Panel| {
        let own = || audited.iter().copied().filter(|row| Panel::of(row) == panel);
        let place = |row: &RunRow| (row.nodes, row.asked_congestion, row.asked_degree);
        let largest = own().map(place).max();
        let of = |algorithm: &String| {
            let runs = own().filter(|row| Some(place(row)) == largest);
            runs.filter(|row| row.algorithm == *algorithm).min_by_key(|row| row.seed)
        };
        let runs = algorithms.iter().filter_map(of).collect();
        (panel, runs)
    };
    panels.into_iter().map(of_panel).collect()
}

/// The audit of a run that has one.
pub(super) fn audit(row: &RunRow) -> Option<AuditSummary> {
    serde_json::from_str(row.audit.as_deref()?).ok()
}
