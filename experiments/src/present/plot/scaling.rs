//! Shows steps against n, c and d, with the line that fits best and its band.

use super::cells::Cell;
use super::figure::{Axis, Curve, Figure, FitLine, FitPoint, Mark, Picture, Plane, Scale};
use super::series::{Slice, Variable};
use crate::stats::{CONFIDENCE, Fit};

/// A wider band, from its low to its high edge, would cover all else.
const WIDEST_FACTOR: f64 = 4.0;

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
            "A dot is a mean over seeds. {slope} A curve of three points or more has the line of the least-squares fit of log steps on log {letter}, \
             and the band that has it in it with 95 % confidence, if that is no wider than a factor of 4."
        ),
        picture: Picture::Plane(Plane {
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
        // Three points can give a band that no number could hold.
        let (low, high) = (at.low.max(at.estimate - 10.0), at.high.min(at.estimate + 10.0));
        FitPoint { x: x.exp(), estimate: at.estimate.exp(), low: low.exp(), high: high.exp() }
    };
    let slope = fit.interval(1, CONFIDENCE);
    let [estimate, low, high] = [slope.estimate, slope.low, slope.high].map(hundredths);
    let label = format!("{}: slope {estimate} in {letter} ({low} to {high})", curve.label);
    let points: Vec<FitPoint> = (0..=PIECES).map(point).collect();
    let has_band = points.iter().all(|point| point.high <= WIDEST_FACTOR * point.low);
    Some(FitLine { label, points, has_band })
}

/// Two decimals, and no sign of a zero.
fn hundredths(value: f64) -> String {
    let rounded = (100.0 * value).round() / 100.0;
    format!("{:.2}", if rounded == 0.0 { 0.0 } else { rounded })
}
