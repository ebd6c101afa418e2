//! Which algorithm needs the fewest steps at n and c.

use super::cells::{Cell, Panel, algorithms};
use super::figure::{Axis, Curve, Curves, Figure, Mark, Picture, Scale};
use std::collections::{BTreeMap, BTreeSet};

/// The algorithm with the fewest steps at a place of the map.
#[derive(Clone, Debug)]
pub(crate) struct Winner {
    pub(crate) nodes: u64,
    pub(crate) congestion: u64,
    pub(crate) algorithm: String,
    /// Rather than predicted.
    pub(crate) measured: bool,
}

/// The map of each panel, as far as it was measured, where two algorithms or more were run.
pub(super) fn figures(cells: &[Cell]) -> Vec<Figure> {
    let panels: BTreeSet<_> = cells.iter().map(|cell| &cell.panel).collect();
    let algorithms = algorithms(cells);
    let figure = |panel: &Panel| {
        let own: Vec<&Cell> = cells.iter().filter(|cell| cell.panel == *panel).collect();
        let winners = measured(&own);
        let several = own.iter().any(|cell| cell.algorithm != own[0].algorithm);
        several.then(|| crossover_map(&winners, &algorithms, &panel.to_string(), &panel.name()))
    };
    panels.into_iter().filter_map(figure).collect()
}

/// The winners among the measured cells.
fn measured(cells: &[&Cell]) -> Vec<Winner> {
    let mut best = BTreeMap::<(u64, u64), &Cell>::new();
    for &cell in cells {
        let place = best.entry((cell.nodes, cell.congestion)).or_insert(cell);
        if cell.steps < place.steps {
            *place = cell;
        }
    }
    let winner = |(&(nodes, congestion), cell): (&(u64, u64), &&Cell)| {
        let algorithm = cell.algorithm.clone();
        Winner { nodes, congestion, algorithm, measured: true }
    };
    best.iter().map(winner).collect()
}

/// The map of these winners. `algorithms` gives each its colour.
pub(crate) fn crossover_map(
    winners: &[Winner],
    algorithms: &[String],
    title: &str,
    name: &str,
) -> Figure {
    let mut curves = Vec::new();
    for (color, algorithm) in algorithms.iter().enumerate() {
        for measured in [true, false] {
            let own = winners
                .iter()
                .filter(|winner| winner.algorithm == *algorithm && winner.measured == measured);
            let points: Vec<(f64, f64)> =
                own.map(|winner| (winner.nodes as f64, winner.congestion as f64)).collect();
            let label =
                if measured { algorithm.clone() } else { format!("{algorithm}, predicted") };
            if !points.is_empty() {
                curves.push(Curve { label, color, pale: !measured, points, fit: None });
            }
        }
    }
    Figure {
        name: format!("crossover-{name}"),
        title: format!("Fewest steps at n and c: {title}"),
        caption: "A square is the algorithm with the fewest steps at this n and c among those of the sweep, pale where it is predicted. \
                  Where the colour changes, one algorithm overtakes another."
            .to_owned(),
        picture: Picture::Curves(Curves {
            x: Axis { label: "n (nodes)".to_owned(), scale: Scale::Binary },
            y: Axis { label: "c (messages for a node)".to_owned(), scale: Scale::Binary },
            mark: Mark::Square,
            curves,
        }),
    }
}
