//! Shows the buffers of a run on the mesh.

use super::cells::{Panel, algorithms_of, named};
use super::figure::{Figure, Heat, Picture};
use super::occupancy::{audit, largest_audited};
use crate::results::audit_summary::NodeMap;
use crate::store::RunRow;

/// The map of the peaks of all nodes of a mesh with `cols` columns, row-major.
pub(crate) fn heat_map(peaks: &[u32], cols: usize, title: &str) -> Figure {
    let values: Vec<f64> = peaks.iter().map(|&peak| f64::from(peak)).collect();
    let most = greatest(values.iter().copied());
    Figure {
        name: "heat-map".to_owned(),
        title: format!("Fullest moment of every buffer (packets): {title}"),
        caption: "A cell is a node, its colour the most packets that its buffer held in the run: bright places are where packets \
                  gather."
            .to_owned(),
        picture: Picture::Heat(Heat { cols, cell: 1, values, most }),
    }
}

/// Two maps for each panel and algorithm with audited runs: of peaks and of means. Those of a panel have one scale each.
pub(super) fn figures(rows: &[RunRow]) -> Vec<Figure> {
    let panels = largest_audited(rows, &algorithms_of(rows)).into_iter();
    panels.flat_map(|(panel, rows)| of_panel(&panel, &rows)).collect()
}

fn of_panel(panel: &Panel, rows: &[&RunRow]) -> Vec<Figure> {
    let maps: Vec<(&RunRow, NodeMap)> =
        rows.iter().filter_map(|row| Some((*row, audit(row)?.map))).collect();
    let peaks = |map: &NodeMap| map.peaks.iter().map(|&peak| f64::from(peak)).collect::<Vec<_>>();
    let most_peak = greatest(maps.iter().flat_map(|(_, map)| &map.peaks).map(|&p| f64::from(p)));
    let most_mean = greatest(maps.iter().flat_map(|(_, map)| &map.means).copied());
    let figures = maps.iter().flat_map(|(row, map)| {
        let congestion = row.asked_congestion.map(|c| format!(", c = {c}")).unwrap_or_default();
        let of = format!("{}, {panel}, n = {}{congestion}", row.algorithm, row.nodes);
        let own = format!("{}-{}", panel.name(), named(&row.algorithm));
        let heat = |values, most| Picture::Heat(Heat { cols: map.cols, cell: map.cell, values, most });
        let scale = "these messages have one scale, so that a map of small numbers is dark all over.";
        let each = if map.cell > 1 { format!("{0} × {0} buffers", map.cell) } else { "a buffer".to_owned() };
        [
            Figure {
                name: format!("heat-peak-{own}"),
                title: format!("Peak of every buffer (packets): {of}"),
                caption: format!("The most packets that {each} held, by their place on the mesh: the fullest of several. The maps of peaks of {scale}"),
                picture: heat(peaks(map), most_peak),
            },
            Figure {
                name: format!("heat-{own}"),
                title: format!("Mean occupancy (packets a buffer): {of}"),
                caption: format!("Packets in {each}, on average over all steps, by their place on the mesh. The maps of means of {scale}"),
                picture: heat(map.means.clone(), most_mean),
            },
        ]
    });
    figures.collect()
}

fn greatest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, f64::max)
}
