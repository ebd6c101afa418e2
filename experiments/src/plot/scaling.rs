//! Steps against n, c and d, with the line that fits best and its band.

use super::cells::Cell;
use super::figure::{Axis, Curve, Curves, Figure, FitLine, FitPoint, Mark, Picture, Scale};
use super::slice::{Slice, Variable};
use crate::verify::Fit;

/// Of every band and slope.
const CONFIDENCE: f64 = 0.95;

/// Half a band at most, in logarithms: three points can give one that no number could hold.
const WIDEST: f64 = 10.0;

/// Pieces of a line: a band is curved.
const PIECES: usize = 24;

/// A figure for each slice.
pub(super) fn figures(cells: &[Cell]) -> Vec<Figure> {
    let along = [Variable::Nodes, Variable::Congestion, Variable::Degree];
    let slices = along.into_iter().flat_map(|along| Slice::all(cells, along));
    slices.map(|slice| figure(&slice)).collect()
}

fn figure(slice: &Slice) -> Figure {
    let letter = slice.along.letter();
    let mut curves = slice.curves(|cell| cell.steps);
    for curve in &mut curves {
        curve.fit = fit(curve, letter);
    }
    let slope = match slice.along {
        Variable::Degree => "An algorithm whose steps do not depend on d has a flat line, slope 0.",
        _ => {
            "Steps that grow as √(cn) lie on a line of slope 1/2; a steeper line loses to a flatter one in the end."
        }
    };
    Figure {
        name: slice.name("steps"),
        title: format!("Steps against {letter}: {}", slice.title()),
        caption: format!(
            "A dot is a mean over seeds. {slope} A dashed line is the least-squares fit of log steps on log {letter}, with the band \
             that has the line in it with 95 % confidence; it is drawn where three points or more are."
        ),
        picture: Picture::Curves(Curves {
            x: Axis { label: slice.along.label().to_owned(), scale: Scale::Binary },
            y: Axis { label: "steps".to_owned(), scale: Scale::Decimal },
            mark: Mark::Dot,
            curves,
        }),
    }
}

fn fit(curve: &Curve, letter: &str) -> Option<FitLine> {
    let logs: Vec<(f64, f64)> = curve.points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    let fit = Fit::line(&logs)?;
    let (first, last) = (logs.first()?.0, logs.last()?.0);
    let point = |piece: usize| {
        let x = first + (last - first) * piece as f64 / PIECES as f64;
        let at = fit.at(&[1.0, x], CONFIDENCE);
        let (low, high) = (at.low.max(at.estimate - WIDEST), at.high.min(at.estimate + WIDEST));
        FitPoint { x: x.exp(), estimate: at.estimate.exp(), low: low.exp(), high: high.exp() }
    };
    let slope = fit.interval(1, CONFIDENCE);
    let label = format!(
        "{}: slope {:.2} in {letter} ({:.2} to {:.2})",
        curve.label, slope.estimate, slope.low, slope.high
    );
    Some(FitLine { label, points: (0..=PIECES).map(point).collect() })
}
