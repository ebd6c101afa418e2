//! Draws points, lines and bands over a plane.

use super::super::figure::{Axis, Curve, FitLine, FitPoint, Mark, Plane, Scale, Style};
use super::super::palette::Palette;
use super::layout::{HEIGHT, layout};
use kuva::TickFormat;
use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::plot::line::LineStyle;
use kuva::plot::scatter::MarkerShape;
use kuva::plot::{BandPlot, LinePlot, ScatterPlot};
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use std::sync::Arc;

/// Ticks of a binary axis, about.
const MOST_TICKS: f64 = 14.0;

/// A curve with more points is a line without dots.
const MOST_DOTS: usize = 40;

/// The plots of this plane and their layout.
pub(super) fn drawn(plane: &Plane, palette: &Palette) -> (Vec<Plot>, Layout) {
    let (x, y) = (Span::of(plane, true), Span::of(plane, false));
    let (mut plots, mut entries) = (Vec::new(), Vec::new());
    for curve in &plane.curves {
        let color = palette.series(curve.color, curve.style == Style::Predicted);
        let look = Look { color, surface: &palette.surface, curve, x: &x, y: &y };
        plots.extend(match plane.mark {
            Mark::Dot => look.lines(),
            Mark::Square => Vec::new(),
        });
        plots.extend(look.marks(plane.mark));
        entries.push(look.entry(plane.mark));
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
    let layout = match x.step(plane.mark) {
        Some(step) => layout.with_x_tick_step(step),
        None => layout,
    };
    let layout = match (plane.y.scale, y.step(plane.mark)) {
        (Scale::Decimal, _) => layout.with_log_y(),
        (_, Some(step)) => layout.with_y_tick_step(step),
        (_, None) => layout,
    };
    (plots, layout)
}

/// How a curve looks.
struct Look<'a> {
    color: String,
    /// The colour of the page.
    surface: &'a str,
    curve: &'a Curve,
    x: &'a Span,
    y: &'a Span,
}

impl Look<'_> {
    fn placed(&self, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        points.iter().map(|&(a, b)| (self.x.place(a), self.y.place(b))).collect()
    }

    /// The line of its formula, else of its fit, else through its points.
    fn lines(&self) -> Vec<Plot> {
        let Curve { points, fit, exact, limit, .. } = self.curve;
        let mut lines = match fit {
            Some(fit) => self.fitted(fit),
            None if exact.is_empty() => vec![self.line(self.placed(points))],
            None => vec![self.line(self.placed(exact))],
        };
        lines.extend(limit.map(|x| self.upright(x)));
        lines
    }

    /// A thin line across the plane, where the curve ends.
    fn upright(&self, x: f64) -> Plot {
        let x = self.x.place(x);
        let line = LinePlot::new().with_data([(x, self.y.first), (x, self.y.last)]);
        line.with_color(&self.color).with_stroke_width(0.7).with_line_style(self.dashes()).into()
    }

    fn line(&self, points: Vec<(f64, f64)>) -> Plot {
        let line = LinePlot::new().with_data(points).with_color(&self.color);
        line.with_stroke_width(1.5).with_line_style(self.dashes()).into()
    }

    /// The line of a fit over its band.
    fn fitted(&self, fit: &FitLine) -> Vec<Plot> {
        let at = |point: &FitPoint| self.x.place(point.x);
        let points = || fit.points.iter();
        let mut plots = Vec::new();
        if fit.has_band {
            let low = points().map(|point| self.y.place(point.low).max(self.y.first));
            let high = points().map(|point| self.y.place(point.high).min(self.y.last));
            let band = BandPlot::new(points().map(at), low, high);
            plots.push(band.with_color(&self.color).with_opacity(0.15).into());
        }
        plots.push(self.line(points().map(|p| (at(p), self.y.place(p.estimate))).collect()));
        plots
    }

    /// Its points, unless there are so many that they would hide the line. Hollow ones have a smaller mark inside in the colour of the
    /// page, for pixels know of no transparent fill.
    fn marks(&self, mark: Mark) -> Vec<Plot> {
        let size = match mark {
            Mark::Dot => 4.5,
            Mark::Square => square(self.x, self.y),
        };
        let marks = |color: &str, size: f64| {
            let placed = self.placed(&self.curve.points);
            let reaches = placed.iter().zip(&self.curve.intervals).map(|(&(_, y), &(from, to))| {
                let (from, to) = (self.y.place(from).max(self.y.first), self.y.place(to));
                (y - from, to.min(self.y.last) - y)
            });
            let reaches: Vec<(f64, f64)> = reaches.collect();
            let marks = ScatterPlot::new().with_data(placed).with_y_err_asymmetric(reaches);
            marks.with_color(color).with_size(size).with_marker(self.shape(mark)).into()
        };
        match self.curve.style {
            _ if self.is_long(mark) => Vec::new(),
            Style::Bound => vec![marks(&self.color, size), marks(self.surface, 0.6 * size)],
            Style::Measured | Style::Predicted => vec![marks(&self.color, size)],
        }
    }

    fn is_long(&self, mark: Mark) -> bool {
        mark == Mark::Dot && self.curve.points.len() > MOST_DOTS
    }

    fn shape(&self, mark: Mark) -> MarkerShape {
        match mark {
            Mark::Dot => SHAPES[self.curve.color % SHAPES.len()],
            Mark::Square => MarkerShape::Square,
        }
    }

    fn dashes(&self) -> LineStyle {
        let dashes = DASHES[self.curve.color % DASHES.len()];
        if dashes.is_empty() { LineStyle::Solid } else { LineStyle::Custom(dashes.to_owned()) }
    }

    fn entry(&self, mark: Mark) -> LegendEntry {
        let Curve { label, fit, .. } = self.curve;
        // The crate has no hollow marks for legends.
        let is_line = self.is_long(mark) || self.curve.style == Style::Bound;
        LegendEntry {
            label: fit.as_ref().map_or(label, |fit| &fit.label).clone(),
            color: self.color.clone(),
            shape: if is_line { LegendShape::Line } else { LegendShape::Marker(self.shape(mark)) },
            dasharray: is_line.then(|| self.dashes().dasharray()).flatten(),
        }
    }
}

/// The marks of curves, by their colours. Of 21 curves no two have the same mark and dashes, and of the first seven no two the same mark.
const SHAPES: [MarkerShape; 7] = [
    MarkerShape::Circle,
    MarkerShape::Diamond,
    MarkerShape::Triangle,
    MarkerShape::Square,
    MarkerShape::TriangleDown,
    MarkerShape::Pentagon,
    MarkerShape::Star,
];

/// The dashes of lines, by the colours of their curves.
const DASHES: [&str; 3] = ["", "7 3", "2 3"];

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
        let curves = plane.curves.iter();
        let values = curves.flat_map(|curve| {
            let limit = curve.limit.filter(|_| across);
            curve.points.iter().chain(&curve.exact).map(of).chain(limit)
        });
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

    /// Between ticks, of which there are about a dozen: a whole number of octaves, and of the cells of a map.
    fn step(&self, mark: Mark) -> Option<f64> {
        let octaves = match mark {
            Mark::Dot => 1.0,
            Mark::Square => self.gap,
        };
        let ticks = (self.last - self.first) / octaves;
        (self.scale == Scale::Binary).then(|| octaves * (ticks / MOST_TICKS).ceil())
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
