//! Shows what the steps of a run are spent on.

use super::cells::{Cell, Panel, algorithms};
use super::families::family;
use super::figure::{Bar, Figure, Part, Picture, Shares};
use std::collections::BTreeSet;

/// A figure for each panel, of its largest mesh and there of its greatest congestion.
pub(super) fn figures(cells: &[Cell]) -> Vec<Figure> {
    let panels: BTreeSet<_> = cells.iter().map(|cell| &cell.panel).collect();
    let figure = |panel: &Panel| {
        let own: Vec<&Cell> = cells.iter().filter(|cell| cell.panel == *panel).collect();
        let place = |cell: &&Cell| (cell.nodes, cell.congestion, cell.asked_degree);
        let largest = own.iter().map(place).max()?;
        let bars = algorithms(cells).into_iter().filter_map(|algorithm| {
            let cell =
                own.iter().find(|cell| place(cell) == largest && cell.algorithm == algorithm)?;
            (!cell.ledger.is_empty()).then(|| bar(cell))
        });
        let bars: Vec<Bar> = bars.collect();
        let (nodes, congestion, _) = largest;
        (!bars.is_empty()).then(|| Figure {
            name: format!("shares-{}", panel.name()),
            title: format!("What steps are spent on: {panel}, n = {nodes}, c = {congestion}"),
            caption: "The ledger of the run with the least seed, by the primitive that spends the steps. A family that fills most of a \
                      bar is where a faster primitive would pay."
                .to_owned(),
            picture: Picture::Shares(Shares { label: "steps (% of the run)".to_owned(), bars }),
        })
    };
    panels.into_iter().filter_map(figure).collect()
}

/// The families with steps, in one order for all bars, the rest last.
fn bar(cell: &Cell) -> Bar {
    let total: u64 = cell.ledger.iter().map(|leaf| leaf.steps).sum();
    let mut families = Vec::<((&'static str, Option<usize>), u64)>::new();
    for leaf in &cell.ledger {
        let own = family(&leaf.path);
        match families.iter_mut().find(|(family, _)| *family == own) {
            Some((_, steps)) => *steps += leaf.steps,
            None => families.push((own, leaf.steps)),
        }
    }
    families.sort_by_key(|&((_, color), _)| color.unwrap_or(usize::MAX));
    let part = |((label, color), steps): ((&'static str, Option<usize>), u64)| Part {
        label,
        color,
        percent: 100.0 * steps as f64 / total.max(1) as f64,
    };
    Bar { label: cell.algorithm.clone(), parts: families.into_iter().map(part).collect() }
}
