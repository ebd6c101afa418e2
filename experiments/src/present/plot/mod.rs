//! Makes the figures of a store. A figure says what it shows; `draw` makes pictures of it. Each kind of figure has a file.

mod cells;
mod crossover;
mod draw;
mod figure;
mod heat_map;
mod limits;
mod occupancy;
mod palette;
mod peaks;
mod ratio;
mod scaling;
mod series;
mod shares;

pub(crate) use cells::{Cell, algorithms_of, cells};
pub(crate) use crossover::crossover_map;
pub(crate) use figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale};
pub(crate) use heat_map::heat_map;
pub(crate) use limits::limits_figure;
pub(crate) use palette::COLORS;

use crate::store::RunRow;
use std::collections::HashMap;

/// All figures that the runs of a store give, in the order of a report.
pub(crate) fn figures(rows: &[RunRow]) -> Vec<Figure> {
    let cells = cells(rows);
    let mut figures = scaling::figures(&cells);
    figures.extend(ratio::figures(&cells));
    figures.extend(crossover::figures(rows, &cells::algorithms(&cells)));
    figures.extend(peaks::figures(&cells));
    figures.extend(shares::figures(&cells));
    figures.extend(occupancy::figures(rows));
    figures.extend(heat_map::figures(rows));
    distinguish(&mut figures);
    figures
}

/// Gives figures whose names differ in nothing that a name may have a number.
fn distinguish(figures: &mut [Figure]) {
    let mut met = HashMap::<String, usize>::new();
    for figure in figures {
        let count = met.entry(figure.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            figure.name = format!("{}--{count}", figure.name);
        }
    }
}
