//! Shows what the steps of a run are spent on.

use super::cells::{Cell, Panel, algorithms};
use super::figure::{Bar, Figure, Part, Picture, Shares};
use super::palette::COLORS;
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
            caption: "The ledger of the run with the least seed: phases by the first two names of their paths, the largest first. \
                      A phase that fills most of a bar is where a faster primitive would pay."
                .to_owned(),
            picture: Picture::Shares(Shares { label: "steps (% of the run)".to_owned(), bars }),
        })
    };
    panels.into_iter().filter_map(figure).collect()
}

/// The largest phases, of a hundredth of the steps or more, and the rest as one.
fn bar(cell: &Cell) -> Bar {
    let total: u64 = cell.ledger.iter().map(|leaf| leaf.steps).sum();
    let mut phases = Vec::<(String, u64)>::new();
    for leaf in &cell.ledger {
        let phase = match leaf.path.split('/').take(2).collect::<Vec<_>>().join("/") {
            empty if empty.is_empty() => "(outside of phases)".to_owned(),
            phase => phase,
        };
        match phases.iter_mut().find(|(name, _)| *name == phase) {
            Some((_, steps)) => *steps += leaf.steps,
            None => phases.push((phase, leaf.steps)),
        }
    }
    // Stable: equal shares stay in the order of the run.
    phases.sort_by_key(|&(_, steps)| std::cmp::Reverse(steps));
    let seen = phases.iter().filter(|&&(_, steps)| steps * 100 >= total).count();
    let rest = phases.split_off(seen.min(COLORS.len() - 1)).into_iter();
    match rest.map(|(_, steps)| steps).sum() {
        0 => {}
        steps => phases.push(("the rest".to_owned(), steps)),
    }
    let part = |(label, steps): (String, u64)| Part {
        label,
        percent: 100.0 * steps as f64 / total.max(1) as f64,
    };
    Bar { label: cell.algorithm.clone(), parts: phases.into_iter().map(part).collect() }
}
