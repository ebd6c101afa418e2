//! Shows which algorithm takes the fewest steps at n and c.

use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale, Style};
use crate::fastest::{Fastest, fastest};
use crate::results::crossover::Origin;
use crate::store::RunRow;
use std::fmt::Write as _;

/// The greatest mesh of the map, in nodes.
const TO_NODES: u64 = 1 << 26;

/// The map of the runs on uniform sets, if there are any; `algorithms` gives each its colour.
pub(super) fn figures(rows: &[RunRow], algorithms: &[String]) -> Vec<Figure> {
    let found = fastest(rows, TO_NODES);
    (!found.cells.is_empty()).then(|| crossover_map(&found, algorithms)).into_iter().collect()
}

/// The map of these cells.
pub(crate) fn crossover_map(found: &Fastest, algorithms: &[String]) -> Figure {
    let mut curves = Vec::new();
    // Candidates without rows have the colours after all others.
    let others = found.candidates.iter().filter(|name| !algorithms.contains(name));
    for (color, algorithm) in algorithms.iter().chain(others).enumerate() {
        for origin in [Origin::Measured, Origin::Predicted] {
            let own =
                found.cells.iter().filter(|cell| cell.algorithm == *algorithm && cell.is == origin);
            let points: Vec<(f64, f64)> =
                own.map(|cell| (cell.nodes as f64, cell.congestion as f64)).collect();
            let (label, style) = match origin {
                Origin::Measured => (algorithm.clone(), Style::Measured),
                Origin::Predicted => (format!("{algorithm}, predicted"), Style::Predicted),
            };
            if !points.is_empty() {
                curves.push(Curve { label, color, style, points, ..Curve::default() });
            }
        }
    }
    Figure {
        name: "crossover".to_owned(),
        title: "Fewest steps at n and c on uniform message sets".to_owned(),
        caption: caption(found),
        picture: Picture::Plane(Plane {
            x: Axis { label: "n (nodes)".to_owned(), scale: Scale::Binary },
            y: Axis { label: "c (messages for a node)".to_owned(), scale: Scale::Binary },
            mark: Mark::Square,
            curves,
        }),
    }
}

/// What to see, and which algorithms the map is of.
fn caption(found: &Fastest) -> String {
    let mut caption = format!(
        "The algorithm with the fewest steps at n and c among {}; pale where its steps are predicted, not measured. Predictions were seen \
         16 % too low to 15 % too high, so that a border in the pale part may lie a field off.",
        found.candidates.join(", ")
    );
    if !found.absent.is_empty() {
        let _ = write!(caption, " Absent, since there are no rows: {}.", found.absent.join(", "));
    }
    caption
}
