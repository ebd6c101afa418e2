//! Shows steps over √(cn), which the bounds say is flat.

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
        name: slice.name("ratio"),
        title: format!("Steps over √(cn) against {letter}: {}", slice.title()),
        caption: format!(
            "Steps divided by √(cn). A bound of Θ(√(cn)) says that the curve becomes flat as {letter} grows, and its height is the constant \
             of the algorithm; a curve that still falls has lower-order terms, one that rises grows faster."
        ),
        picture: Picture::Plane(Plane {
            x: Axis { label: slice.along.label().to_owned(), scale: Scale::Binary },
            y: Axis { label: "steps / √(cn)".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves: slice.curves(Cell::ratio),
        }),
    }
}
