//! Hands the figures as data to the script that redraws them.

use crate::present::plot::{Axis, Curve, Figure, Mark, Picture, Plane, Scale, Style};
use serde::Serialize;

#[derive(Serialize)]
struct Drawing<'a> {
    name: &'a str,
    x: AxisData<'a>,
    y: AxisData<'a>,
    squares: bool,
    curves: Vec<CurveData<'a>>,
}

#[derive(Serialize)]
struct AxisData<'a> {
    label: &'a str,
    scale: &'static str,
}

#[derive(Serialize)]
struct CurveData<'a> {
    label: &'a str,
    color: usize,
    style: &'static str,
    points: &'a [(f64, f64)],
    exact: &'a [(f64, f64)],
    /// x, estimate, low and high.
    fit: Option<Vec<[f64; 4]>>,
    band: bool,
}

/// A JSON array of the figures that can be moved about in. No end tag can be in it.
pub(super) fn data<'a>(figures: impl Iterator<Item = &'a Figure>) -> String {
    let drawings: Vec<Drawing> = figures.filter_map(drawing).collect();
    serde_json::to_string(&drawings).unwrap_or_default().replace('<', "\\u003c")
}

/// Whether a script can draw it better.
pub(super) fn is_interactive(figure: &Figure) -> bool {
    matches!(figure.picture, Picture::Plane(_))
}

fn drawing(figure: &Figure) -> Option<Drawing<'_>> {
    let Picture::Plane(Plane { x, y, mark, curves }) = &figure.picture else { return None };
    Some(Drawing {
        name: &figure.name,
        x: axis(x),
        y: axis(y),
        squares: *mark == Mark::Square,
        curves: curves.iter().map(curve).collect(),
    })
}

fn axis(axis: &Axis) -> AxisData<'_> {
    let scale = match axis.scale {
        Scale::Linear => "linear",
        Scale::Binary => "binary",
        Scale::Decimal => "decimal",
    };
    AxisData { label: &axis.label, scale }
}

fn curve(curve: &Curve) -> CurveData<'_> {
    let fit = curve.fit.as_ref();
    let points = fit.map(|fit| {
        let points = fit.points.iter();
        points.map(|point| [point.x, point.estimate, point.low, point.high]).collect()
    });
    CurveData {
        label: fit.map_or(&curve.label, |fit| &fit.label),
        color: curve.color,
        style: match curve.style {
            Style::Measured => "measured",
            Style::Bound => "bound",
            Style::Predicted => "predicted",
        },
        points: &curve.points,
        exact: &curve.exact,
        fit: points,
        band: fit.is_some_and(|fit| fit.has_band),
    }
}
