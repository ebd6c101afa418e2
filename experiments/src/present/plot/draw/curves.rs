//! Draws points, lines and bands over a plane.

use super::super::figure::{Axis, FitLine, FitPoint, Mark, Plane, Scale};
use super::super::palette::Palette;
use super::layout::{HEIGHT, layout};
use kuva::TickFormat;
use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::plot::scatter::MarkerShape;
use kuva::plot::{BandPlot, LinePlot, ScatterPlot};
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use std::sync::Arc;

/// A curve with more points is a line without dots.
const MOST_DOTS: usize = 40;

/// The plots of this plane and their layout.
pub(super) fn drawn(plane: &Plane, palette: &Palette) -> (Vec<Plot>, Layout) {
    let (x, y) = (Span::of(plane, true), Span::of(plane, false));
    let (mut plots, mut entries) = (Vec::new(), Vec::new());
    for curve in &plane.curves {
        let color = &palette.series(curve.color, curve.pale);
        if let Some(fit) = &curve.fit {
            plots.extend(fitted(fit, color, &x, &y));
        }
        let points = || curve.points.iter().map(|&(a, b)| (x.place(a), y.place(b)));
        if plane.mark == Mark::Dot && curve.fit.is_none() {
            let line = LinePlot::new().with_data(points()).with_color(color);
            plots.push(line.with_stroke_width(1.5).into());
        }
        let (shape, size) = match plane.mark {
            Mark::Dot => (SHAPES[curve.color % SHAPES.len()], 4.5),
            Mark::Square => (MarkerShape::Square, square(&x, &y)),
        };
        let is_line = plane.mark == Mark::Dot && curve.points.len() > MOST_DOTS;
        if !is_line {
            let dots = ScatterPlot::new().with_data(points()).with_color(color).with_size(size);
            plots.push(dots.with_marker(shape).into());
        }
        entries.push(LegendEntry {
            label: curve.fit.as_ref().map_or(&curve.label, |fit| &fit.label).clone(),
            color: color.clone(),
            shape: if is_line { LegendShape::Line } else { LegendShape::Marker(shape) },
            dasharray: None,
        });
    }
    let layout = layout(&plots, entries.len())
        .with_legend_entries(entries)
        .with_x_label(plane.x.label.as_str())
        .with_y_label(plane.y.label.as_str())
        .with_x_axis_min(x.first)
        .with_x_axis_max(x.last)
        .with_y_axis_min(y.first)
        .with_y_axis_max(y.last)
        .with_x_tick_format(x.format())
        .with_y_tick_format(y.format());
    let layout = match x.step() {
        Some(step) => layout.with_x_tick_step(step),
        None => layout,
    };
    let layout = match (plane.y.scale, y.step()) {
        (Scale::Decimal, _) => layout.with_log_y(),
        (_, Some(step)) => layout.with_y_tick_step(step),
        (_, None) => layout,
    };
    (plots, layout)
}

/// The line of a fit, dashed, over its band.
fn fitted(fit: &FitLine, color: &str, x: &Span, y: &Span) -> Vec<Plot> {
    let at = |point: &FitPoint| x.place(point.x);
    let points = || fit.points.iter();
    let mut plots = Vec::new();
    if fit.has_band {
        let low = points().map(|point| y.place(point.low).max(y.first));
        let high = points().map(|point| y.place(point.high).min(y.last));
        let band = BandPlot::new(points().map(at), low, high);
        plots.push(band.with_color(color).with_opacity(0.15).into());
    }
    let line = points().map(|point| (at(point), y.place(point.estimate)));
    plots.push(LinePlot::new().with_data(line).with_color(color).with_dashed().into());
    plots
}

/// The dots of curves, by their colours.
const SHAPES: [MarkerShape; 4] =
    [MarkerShape::Circle, MarkerShape::Diamond, MarkerShape::Triangle, MarkerShape::Square];

/// Half the side of the squares of a map: those of neighbours nearly touch.
fn square(x: &Span, y: &Span) -> f64 {
    let across = x.gap * (super::WIDTH - 110.0) / (x.last - x.first);
    let down = y.gap * (HEIGHT - 110.0) / (y.last - y.first);
    0.46 * across.min(down)
}

/// An axis in the units that it is drawn in: a binary one in powers of two.
struct Span {
    scale: Scale,
    first: f64,
    last: f64,
    /// Between the nearest two places of points; 1 if there is one place.
    gap: f64,
}

impl Span {
    fn of(plane: &Plane, across: bool) -> Self {
        let axis: &Axis = if across { &plane.x } else { &plane.y };
        let of = |&(x, y): &(f64, f64)| if across { x } else { y };
        let values = plane.curves.iter().flat_map(|curve| curve.points.iter().map(of));
        let mut span = Self { scale: axis.scale, first: 0.0, last: 1.0, gap: 1.0 };
        let mut places: Vec<f64> = values.map(|value| span.place(value)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        if let (Some(&first), Some(&last)) = (places.first(), places.last()) {
            (span.first, span.last) = (first, last);
        }
        let gaps = places.windows(2).map(|pair| pair[1] - pair[0]);
        span.gap = gaps.min_by(f64::total_cmp).unwrap_or(1.0);
        (span.first, span.last) = match (axis.scale, plane.mark) {
            (Scale::Linear, _) if span.last > 0.0 => (0.0, 1.05 * span.last),
            (Scale::Linear, _) => (0.0, 1.0),
            (Scale::Binary, Mark::Dot) => (span.first - 0.25, span.last + 0.25),
            (Scale::Binary, Mark::Square) => {
                (span.first - 0.6 * span.gap, span.last + 0.6 * span.gap)
            }
            (Scale::Decimal, _) => (span.first / 1.3, span.last * 1.3),
        };
        span
    }

    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Decimal => value,
            Scale::Binary => value.log2(),
        }
    }

    fn step(&self) -> Option<f64> {
        match self.scale {
            Scale::Linear | Scale::Decimal => None,
            Scale::Binary if self.last - self.first > 12.0 => Some(2.0),
            Scale::Binary => Some(1.0),
        }
    }

    fn format(&self) -> TickFormat {
        match self.scale {
            Scale::Linear => TickFormat::Auto,
            Scale::Binary if self.last > LONGEST => {
                TickFormat::Custom(Arc::new(|place| format!("2{}", raised(place))))
            }
            Scale::Binary => TickFormat::Custom(Arc::new(|place| number(place.exp2()))),
            Scale::Decimal => TickFormat::Custom(Arc::new(number)),
        }
    }
}

/// Greater powers of two than this one are written as such: their digits would not fit.
const LONGEST: f64 = 17.0;

/// A whole exponent.
fn raised(exponent: f64) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let text = format!("{exponent:.0}");
    text.chars().filter_map(|digit| Some(digits[digit.to_digit(10)? as usize])).collect()
}

/// A number of two digits of precision at least, with thousands apart.
fn number(value: f64) -> String {
    if value < 10.0 && value.fract().abs() > 0.05 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}
