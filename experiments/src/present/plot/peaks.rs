//! Shows the fullest buffer of a run.

use super::cells::Cell;
use super::figure::{Axis, Figure, Mark, Picture, Plane, Scale};
use super::series::{Slice, Variable};

/// A figure for each slice along n and c.
pub(super) fn figures(cells: &[Cell]) -> Vec<Figure> {
    let along = [Variable::Nodes, Variable::Congestion];
    let slices = along.into_iter().flat_map(|along| Slice::all(cells, along));
    slices.map(|slice| figure(&slice)).collect()
}

fn figure(slice: &Slice) -> Figure {
    let letter = slice.along.letter();
    Figure {
        name: slice.name("peak"),
        title: format!("Fullest buffer against {letter}: {}", slice.title()),
        caption: "The most packets that any buffer of any run held; of runs in leap mode, a bound of it. The randomized and \
                  deterministic algorithms promise a flat curve, the buffered one a peak of Θ(c): flat in n, slope 1 in c. Of \
                  curves that coincide, the last one is seen."
            .to_owned(),
        picture: Picture::Plane(Plane {
            x: Axis { label: slice.along.label().to_owned(), scale: Scale::Binary },
            y: Axis { label: "packets of the fullest buffer".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves: slice.curves(|cell| cell.peak as f64),
        }),
    }
}
