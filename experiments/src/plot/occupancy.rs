//! The buffers over time, of runs that were audited in full.

use super::cells::{Panel, algorithms_of};
use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
use crate::store::{DONE, RunRow};
use serde::Deserialize;
use std::collections::BTreeSet;

#[derive(Debug, Deserialize)]
struct Audit {
    occupancy: Vec<Bucket>,
}

/// The buffers during some steps.
#[derive(Debug, Deserialize)]
struct Bucket {
    first_step: u64,
    mean: f64,
}

/// A figure for each panel with audited runs: of its largest mesh and there of its greatest congestion, the run of least seed.
pub(super) fn figures(rows: &[RunRow]) -> Vec<Figure> {
    let audited: Vec<&RunRow> =
        rows.iter().filter(|row| row.status == DONE && row.audit.is_some()).collect();
    let algorithms = algorithms_of(rows);
    let panels: BTreeSet<Panel> = audited.iter().map(|row| Panel::of(row)).collect();
    let figure = |panel: &Panel| {
        let own: Vec<&RunRow> =
            audited.iter().copied().filter(|row| Panel::of(row) == *panel).collect();
        let place = |row: &&RunRow| (row.nodes, row.asked_congestion, row.asked_degree);
        let largest = own.iter().map(place).max()?;
        let curve = |(color, algorithm): (usize, &String)| {
            let own = own.iter().filter(|row| place(row) == largest && row.algorithm == *algorithm);
            let row = own.min_by_key(|row| row.seed)?;
            let audit: Audit = serde_json::from_str(row.audit.as_deref()?).ok()?;
            let points = audit.occupancy.iter().map(|at| (at.first_step as f64, at.mean));
            let (label, points) = (algorithm.clone(), points.collect());
            Some(Curve { label, color, points, ..Curve::default() })
        };
        let curves: Vec<Curve> = algorithms.iter().enumerate().filter_map(curve).collect();
        let congestion = largest.1.map(|c| format!(", c = {c}")).unwrap_or_default();
        (!curves.is_empty()).then(|| Figure {
            name: format!("occupancy-{}", panel.name()),
            title: format!("Buffers over time: {panel}, n = {}{congestion}", largest.0),
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
    panels.iter().filter_map(figure).collect()
}
