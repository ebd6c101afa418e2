//! Says what a figure shows, however it is drawn.

/// A figure with what it takes to read it.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// The name of its file and its place in a page: small letters, digits and dashes.
    pub(crate) name: String,
    pub(crate) title: String,
    /// What to see in it.
    pub(crate) caption: String,
    pub(crate) picture: Picture,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub(crate) enum Picture {
    Plane(Plane),
    Shares(Shares),
    Heat(Heat),
}

/// Points over a plane, with or without lines through them.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) mark: Mark,
    pub(crate) curves: Vec<Curve>,
}

/// An axis.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// With the unit.
    pub(crate) label: String,
    pub(crate) scale: Scale,
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Evenly, from 0.
    Linear,
    /// By powers of two.
    Binary,
    /// By powers of ten.
    Decimal,
}

/// How a point is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A dot, with a line to the next one.
    Dot,
    /// A square, or what is left of one between its neighbours: an area of a map.
    Square,
}

/// The points that belong together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Curve {
    pub(crate) label: String,
    /// The same for the same algorithm in all figures; marks and dashes follow from it.
    pub(crate) color: usize,
    pub(crate) style: Style,
    /// By increasing x, in a map in any order.
    pub(crate) points: Vec<(f64, f64)>,
    /// Where the truth is with some confidence, point by point, from and to; empty if that is not known.
    pub(crate) intervals: Vec<(f64, f64)>,
    /// The x beyond which it does not go on, if there is one: drawn as an upright line.
    pub(crate) limit: Option<f64>,
    pub(crate) fit: Option<FitLine>,
    /// What a formula says, by increasing x: drawn as a line, in place of one from point to point.
    pub(crate) exact: Vec<(f64, f64)>,
}

/// What the points of a curve are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Style {
    /// Seen in runs: filled marks.
    #[default]
    Measured,
    /// Upper bounds of what runs did: hollow marks.
    Bound,
    /// Not run: pale.
    Predicted,
}

/// A line that was fitted to a curve.
#[derive(Clone, Debug, Default)]
pub(crate) struct FitLine {
    pub(crate) label: String,
    /// By increasing x.
    pub(crate) points: Vec<FitPoint>,
    /// Whether the band is narrow enough to be drawn.
    pub(crate) has_band: bool,
}

/// A point of a fit, and where the truth is with some confidence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FitPoint {
    pub(crate) x: f64,
    pub(crate) estimate: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Bars divided into parts.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    /// What a bar is divided into, with the unit.
    pub(crate) label: String,
    pub(crate) bars: Vec<Bar>,
}

/// A whole and its parts.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) parts: Vec<Part>,
}

/// A part and how much of the whole it is, in percent.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// A part has the same colour as those with this label in other figures, or grey.
    pub(crate) label: &'static str,
    pub(crate) color: Option<usize>,
    pub(crate) percent: f64,
}

/// A number for every node of a mesh, or for every square cell of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Heat {
    /// Cells in a row.
    pub(crate) cols: usize,
    /// Rows and columns of nodes in a cell.
    pub(crate) cell: usize,
    /// Row-major.
    pub(crate) values: Vec<f64>,
    /// The value with the last colour of the scale, the same in figures that are compared; 0 has the first.
    pub(crate) most: f64,
}
