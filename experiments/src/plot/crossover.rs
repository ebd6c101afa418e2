//! Which algorithm takes the fewest steps at n and c.

use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
use crate::fastest::{CrossoverCell, Origin, crossover_cells};
use crate::store::RunRow;

/// The greatest mesh of the map, in nodes.
const TO_NODES: u64 = 1 << 26;

/// The map of the runs on uniform sets, if there are any; `algorithms` gives each its colour.
pub(super) fn figures(rows: &[RunRow], algorithms: &[String]) -> Vec<Figure> {
    let cells = crossover_cells(rows, TO_NODES);
    (!cells.is_empty()).then(|| crossover_map(&cells, algorithms)).into_iter().collect()
}

/// The map of these cells.
pub(crate) fn crossover_map(cells: &[CrossoverCell], algorithms: &[String]) -> Figure {
    let mut curves = Vec::new();
    for (color, algorithm) in algorithms.iter().enumerate() {
        for origin in [Origin::Measured, Origin::Predicted] {
            let own = cells.iter().filter(|cell| cell.algorithm == *algorithm && cell.is == origin);
            let points: Vec<(f64, f64)> =
                own.map(|cell| (cell.nodes as f64, cell.congestion as f64)).collect();
            let (label, pale) = match origin {
                Origin::Measured => (algorithm.clone(), false),
                Origin::Predicted => (format!("{algorithm}, predicted"), true),
            };
            if !points.is_empty() {
                curves.push(Curve { label, color, pale, points, fit: None });
            }
        }
    }
    Figure {
        name: "crossover".to_owned(),
        title: "Fewest steps at n and c on uniform message sets".to_owned(),
        caption: "A square is the algorithm with the fewest steps at this n and c among those of the sweep, the greedy ones left out; \
                  pale where its steps are predicted rather than measured: by a closed form; beyond 2^16 nodes by one scaled with \
                  √(cn) from there; or by a fit of what was measured to √(cn), √n and 1. Closed forms were seen to be up to 16 % too low, \
                  scaled ones from 14 % too low to 15 % too high, fits 12 % too low, so that a border next to a pale field may lie a field \
                  off. Where the colour changes, one algorithm overtakes another."
            .to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: "n (nodes)".to_owned(), scale: Scale::Binary },
            y: Axis { label: "c (messages for a node)".to_owned(), scale: Scale::Binary },
            mark: Mark::Square,
            curves,
        }),
    }
}
