//! Shows the buffers of a run on the mesh.

use super::cells::{Panel, algorithms_of};
use super::figure::{Figure, Heat, Picture};
use super::occupancy::{audit, largest_audited};
use crate::store::RunRow;

/// The map of the peaks of all nodes of a mesh with `cols` columns, row-major.
pub(crate) fn heat_map(peaks: &[u32], cols: usize, title: &str) -> Figure {
    let values = peaks.iter().map(|&peak| f64::from(peak)).collect();
    Figure {
        name: "heat-map".to_owned(),
        title: format!("Fullest moment of every buffer (packets): {title}"),
        caption: "A cell is a node, its colour the most packets that its buffer held in the run: bright places are where packets \
                  gather."
            .to_owned(),
        picture: Picture::Heat(Heat { cols, cell: 1, values }),
    }
}

/// A map of the means for each panel and algorithm with audited runs.
pub(super) fn figures(rows: &[RunRow]) -> Vec<Figure> {
    let figure = |(panel, rows): (Panel, Vec<&RunRow>)| {
        let figure = move |row: &RunRow| {
            let map = audit(row)?.map;
            let congestion = row.asked_congestion.map(|c| format!(", c = {c}")).unwrap_or_default();
            Some(Figure {
                name: format!("heat-{}-{}", panel.name(), row.algorithm.replace([':', ' ', '='], "-")),
                title: format!("Mean occupancy (packets a buffer): {}, {panel}, n = {}{congestion}", row.algorithm, row.nodes),
                caption: "Packets that a buffer holds, on average over all steps, by its place on the mesh: bright places are \
                          where packets gather. The scale is of this picture alone."
                    .to_owned(),
                picture: Picture::Heat(Heat { cols: map.cols, cell: map.cell, values: map.means }),
            })
        };
        rows.into_iter().filter_map(figure).collect::<Vec<Figure>>()
    };
    largest_audited(rows, &algorithms_of(rows)).into_iter().flat_map(figure).collect()
}
