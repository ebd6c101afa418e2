//! Shows steps over √(cn), which the bounds say is flat.

use super::cells::Cell;
use super::figure::{Axis, Figure, Mark, Picture, Plane, Scale};
use super::series::{Slice, Variable};
use crate::results::limits::FormulaCurve;

/// A figure for each slice along n and c.
pub(super) fn figures(cells: &[Cell]) -> Vec<Figure> {
    let along = [Variable::Nodes, Variable::Congestion];
    let slices = along.into_iter().flat_map(|along| Slice::all(cells, along));
    slices.map(|slice| figure(&slice, &[])).collect()
}

/// The figure of a slice, with the curves of formulas that go through it.
pub(super) fn figure(slice: &Slice, formulas: &[FormulaCurve]) -> Figure {
    let letter = slice.along.letter();
    let mut curves = slice.curves(Cell::ratio);
    for curve in &mut curves {
        let own = formulas.iter().filter(|formula| formula.algorithm == curve.label);
        curve.exact = own.flat_map(|formula| exact(slice, formula)).collect();
        curve.exact.sort_by(|a, b| a.0.total_cmp(&b.0));
        curve.exact.dedup();
    }
    let with_formula = curves.iter().filter(|curve| !curve.exact.is_empty());
    let with_formula: Vec<&str> = with_formula.map(|curve| curve.label.as_str()).collect();
    let lines = match &with_formula[..] {
        [] => String::new(),
        names => format!(
            " Marks are runs. The lines of {} are formulas of their steps (`meshcast limits`), which suppose that phases leave as many packets as is \
             expected; other lines go from run to run.",
            names.join(", ")
        ),
    };
    let growing = if curves.iter().any(|curve| curve.label.starts_with("deterministic:paper")) {
        " Theorem 4 lets `deterministic:paper` grow as log² n."
    } else {
        ""
    };
    Figure {
        name: slice.name("ratio"),
        title: format!("Steps over √(cn) against {letter}: {}", slice.title()),
        caption: format!(
            "Steps divided by √(cn). Under a bound of Θ(√(cn)) the curve becomes flat as {letter} grows, and its height is the constant. \
             A curve that falls has lower-order terms; one that rises to the end grows faster.{growing}{lines}"
        ),
        picture: Picture::Plane(Plane {
            x: Axis { label: slice.along.label().to_owned(), scale: Scale::Binary },
            y: Axis { label: "steps / √(cn)".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves,
        }),
    }
}

/// The points of a formula where the other variable of the slice is as fixed.
fn exact(slice: &Slice, formula: &FormulaCurve) -> Vec<(f64, f64)> {
    let at = |variable| slice.fixed_at(variable);
    let points = formula.points.iter().filter(|point| match slice.along {
        Variable::Nodes => at(Variable::Congestion) == Some(point.congestion),
        Variable::Congestion => at(Variable::Nodes) == Some(point.nodes),
        Variable::Degree => false,
    });
    let place = points.map(|point| {
        let x = if slice.along == Variable::Nodes { point.nodes } else { point.congestion };
        let root = (point.nodes as f64 * point.congestion as f64).sqrt();
        (x as f64, point.steps as f64 / root)
    });
    place.collect()
}
