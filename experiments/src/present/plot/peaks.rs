//! Shows the fullest buffer of a run.

use super::cells::Cell;
use super::figure::{Axis, Curve, Figure, Mark, Picture, Plane, Scale, Style};
use super::series::{Slice, Variable};

/// A figure for each slice along n and c.
pub(super) fn figures(cells: &[Cell]) -> Vec<Figure> {
    let along = [Variable::Nodes, Variable::Congestion];
    let slices = along.into_iter().flat_map(|along| Slice::all(cells, along));
    slices.map(|slice| figure(&slice)).collect()
}

/// The figure of a slice.
pub(super) fn figure(slice: &Slice) -> Figure {
    let letter = slice.along.letter();
    let peak = |cell: &Cell| cell.peak as f64;
    let mut curves = slice.curves_of(|cell| !cell.peak_is_bound, peak);
    let bounds = slice.curves_of(|cell| cell.peak_is_bound, peak).into_iter();
    curves.extend(bounds.map(|curve| Curve {
        label: format!("{}, bound", curve.label),
        style: Style::Bound,
        ..curve
    }));
    Figure {
        name: slice.name("peak"),
        title: format!("Fullest buffer against {letter}: {}", slice.title()),
        caption: "Filled: the most packets that any buffer held at the end of any step. Hollow: runs in leap mode, which know only a \
                  bound. The randomized and deterministic algorithms promise a flat curve, `buffered` a peak of Θ(c)."
            .to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: slice.along.label().to_owned(), scale: Scale::Binary },
            y: Axis { label: "packets of the fullest buffer".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves,
        }),
    }
}
