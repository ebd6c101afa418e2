//! Holds the result of `meshcast limits`.

use serde::{Serialize, Serializer};

/// The result of `meshcast limits`.
#[derive(Debug, Serialize)]
pub(crate) struct LimitsResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) algorithms: Vec<LimitResult>,
    /// Algorithms of which nothing can be said before they run.
    pub(crate) without_formula: Vec<String>,
}

/// The steps of an algorithm or a primitive over its envelope, for one congestion.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LimitResult {
    pub(crate) name: String,
    /// Null of a primitive, whose steps do not follow from it.
    pub(crate) congestion: Option<usize>,
    pub(crate) envelope: &'static str,
    /// What is taken for what depends on data.
    pub(crate) supposes: &'static str,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
    /// On the largest mesh.
    pub(crate) last: f64,
    /// The least n from which on the ratio is within a twentieth of that of the last decade of n.
    pub(crate) from_nodes: ExactNumber,
    pub(crate) bounded: bool,
    /// Whether it is not, and grows all along.
    pub(crate) grows: bool,
    /// By increasing n.
    pub(crate) points: Vec<LimitPoint>,
}

/// A square mesh.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LimitPoint {
    pub(crate) nodes: ExactNumber,
    pub(crate) steps: ExactNumber,
    pub(crate) ratio: f64,
}

/// The steps of an algorithm by its formula, on some meshes for some congestions: a curve of a figure.
#[derive(Clone, Debug)]
pub(crate) struct FormulaCurve {
    pub(crate) algorithm: String,
    /// Along n for one congestion, and along c on one mesh.
    pub(crate) points: Vec<FormulaPoint>,
}

/// The steps on a square mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FormulaPoint {
    pub(crate) nodes: u64,
    pub(crate) congestion: u64,
    pub(crate) steps: u64,
}

/// A number, which JSON has as a string where readers of floating-point numbers would lose digits: beyond 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExactNumber(pub(crate) u64);

impl Serialize for ExactNumber {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 > 1 << 53 { to.collect_str(&self.0) } else { to.serialize_u64(self.0) }
    }
}
