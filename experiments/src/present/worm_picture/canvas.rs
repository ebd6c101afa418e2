//! Collects the elements of a drawing and how far they reach, so that the picture can be cropped to them.

use crate::present::markup::escaped;
use std::fmt::Write as _;
use std::ops::{Add, Mul, Sub};

/// Around what is drawn.
const MARGIN: f64 = 16.0;
/// About how wide a letter is, as a share of its height.
const LETTER: f64 = 0.58;

/// A place or a way in the picture, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The way of length 1 in this direction.
    pub(super) fn unit(self) -> Self {
        self * (1.0 / self.length().max(f64::MIN_POSITIVE))
    }

    /// To the left of this direction.
    pub(super) fn left(self) -> Self {
        Self { x: self.y, y: -self.x }
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Mul<f64> for Point {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        Self { x: self.x * by, y: self.y * by }
    }
}

/// A rectangle of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) low: Point,
    pub(super) high: Point,
}

/// Where a text stands beside its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in the making.
#[derive(Debug)]
pub(super) struct Canvas {
    body: String,
    low: Point,
    high: Point,
}

impl Canvas {
    pub(super) fn new() -> Self {
        let (low, high) = (f64::INFINITY, f64::NEG_INFINITY);
        Self {
            body: String::new(),
            low: Point { x: low, y: low },
            high: Point { x: high, y: high },
        }
    }

    /// The lower left corner of what is drawn.
    pub(super) fn bottom_left(&self) -> Point {
        Point { x: self.low.x, y: self.high.y }
    }

    /// Sees to it that a place and so much around it is in the picture.
    fn cover(&mut self, at: Point, around: f64) {
        self.low = Point { x: self.low.x.min(at.x - around), y: self.low.y.min(at.y - around) };
        self.high = Point { x: self.high.x.max(at.x + around), y: self.high.y.max(at.y + around) };
    }

    /// Lines from place to place, each list for itself, with the attributes of a path.
    pub(super) fn lines(&mut self, lines: &[Vec<Point>], attributes: &str) {
        let mut way = String::new();
        for line in lines {
            for (place, &point) in line.iter().enumerate() {
                let letter = if place == 0 { 'M' } else { 'L' };
                let _ = write!(way, "{letter}{} {}", number(point.x), number(point.y));
                self.cover(point, 2.0);
            }
        }
        if !way.is_empty() {
            let _ = writeln!(self.body, "<path d=\"{way}\" {attributes}/>");
        }
    }

    /// A closed shape.
    pub(super) fn polygon(&mut self, points: &[Point], attributes: &str) {
        let places: Vec<String> =
            points.iter().map(|at| format!("{},{}", number(at.x), number(at.y))).collect();
        for &point in points {
            self.cover(point, 1.0);
        }
        let _ = writeln!(self.body, "<polygon points=\"{}\" {attributes}/>", places.join(" "));
    }

    /// A circle, with a title that whoever points at it sees.
    pub(super) fn circle(&mut self, at: Point, radius: f64, attributes: &str, title: &str) {
        self.cover(at, radius + 1.0);
        let (x, y, radius) = (number(at.x), number(at.y), number(radius));
        let _ = write!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {attributes}");
        self.close("circle", title);
    }

    /// A square around a place.
    pub(super) fn square(&mut self, at: Point, side: f64, attributes: &str, title: &str) {
        self.cover(at, side / 2.0 + 1.0);
        let (x, y, side) = (number(at.x - side / 2.0), number(at.y - side / 2.0), number(side));
        let _ = write!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" {attributes}"
        );
        self.close("rect", title);
    }

    fn close(&mut self, name: &str, title: &str) {
        let _ = if title.is_empty() {
            writeln!(self.body, "/>")
        } else {
            writeln!(self.body, "><title>{}</title></{name}>", escaped(title))
        };
    }

    /// A line of text whose letters are so high.
    pub(super) fn text(&mut self, at: Point, height: f64, anchor: Anchor, fill: &str, text: &str) {
        self.write(at, (height, anchor), &format!("fill=\"{fill}\""), text);
    }

    /// The same in front of lines that may cross it.
    pub(super) fn text_on_lines(
        &mut self,
        at: Point,
        height: f64,
        anchor: Anchor,
        fill: &str,
        text: &str,
    ) {
        let halo = "fill=\"#ffffff\" stroke=\"#ffffff\" stroke-width=\"3\"";
        for attributes in [halo, &format!("fill=\"{fill}\"")] {
            self.write(at, (height, anchor), attributes, text);
        }
    }

    fn write(&mut self, at: Point, (height, anchor): (f64, Anchor), attributes: &str, text: &str) {
        let name = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let Area { low, high } = text_area(at, height, anchor, text);
        self.cover(low, 0.0);
        self.cover(high, 0.0);
        let (x, y, height) = (number(at.x), number(at.y), number(height));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{height}\" text-anchor=\"{name}\" {attributes}>{}</text>",
            escaped(text)
        );
    }

    /// The picture, cropped to what is drawn, with what it shows in words.
    pub(super) fn finish(self, title: &str, description: &str) -> String {
        let (low, size) = (self.low, self.high - self.low);
        let (x, y) = (number((low.x - MARGIN).floor()), number((low.y - MARGIN).floor()));
        let width = number((size.x + 2.0 * MARGIN).ceil() + 1.0);
        let height = number((size.y + 2.0 * MARGIN).ceil() + 1.0);
        let (title, description) = (escaped(title), escaped(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title description\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\" font-family=\"sans-serif\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"description\">{description}</desc>\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// About how wide a text is whose letters are so high.
pub(super) fn width(height: f64, text: &str) -> f64 {
    LETTER * height * text.chars().count() as f64
}

/// About where a text is.
pub(super) fn text_area(at: Point, height: f64, anchor: Anchor, text: &str) -> Area {
    let width = width(height, text);
    let left = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    let low = Point { x: at.x - left, y: at.y - height };
    Area { low, high: low + Point { x: width, y: 1.25 * height } }
}

/// With a decimal at most.
fn number(number: f64) -> String {
    let text = format!("{number:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".to_owned(),
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_as_large_as_what_is_drawn() {
        let mut canvas = Canvas::new();
        let places = [Point { x: -10.0, y: 5.0 }, Point { x: 30.0, y: 25.0 }];
        canvas.lines(&[places.to_vec()], "stroke=\"#000000\"");
        let picture = canvas.finish("a & b", "a line");
        assert!(
            picture.contains("width=\"77\" height=\"57\" viewBox=\"-28 -13 77 57\""),
            "{picture}"
        );
        assert!(picture.contains("<path d=\"M-10 5L30 25\" stroke=\"#000000\"/>"), "{picture}");
        assert!(picture.contains("<title id=\"title\">a &amp; b</title>"), "{picture}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, -0.04, 2.25, -3.5].map(number), ["1", "0", "2.2", "-3.5"]);
    }
}
