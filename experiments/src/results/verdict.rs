//! Holds the result of `meshcast verify`, in the order of its contract.

use serde::Serialize;

/// All verdicts on a store.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct VerifyResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    /// Of every interval.
    pub(crate) confidence: f64,
    /// The programs that the rows are from: one if all is well.
    pub(crate) made_by: Vec<String>,
    pub(crate) runs: RunCounts,
    pub(crate) claims: Vec<ClaimResult>,
}

/// The rows that verdicts rest on, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct RunCounts {
    pub(crate) done: usize,
    pub(crate) refused: usize,
    pub(crate) failed: usize,
}

/// A claim about an algorithm, and what the rows say of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ClaimResult {
    pub(crate) claim: &'static str,
    /// What is claimed, in words and symbols.
    pub(crate) says: String,
    /// As rows spell it, `randomized:tuned`.
    pub(crate) algorithm: String,
    pub(crate) verdict: Verdict,
    /// What is claimed of the estimate; null where the claim is about every row.
    pub(crate) claimed: Option<f64>,
    pub(crate) estimate: Option<f64>,
    /// Null where there are too few cells for one.
    pub(crate) interval: Option<[f64; 2]>,
    pub(crate) confidence: f64,
    pub(crate) degrees_of_freedom: Option<usize>,
    /// Observations: means over seeds.
    pub(crate) cells: usize,
    /// Runs in these cells.
    pub(crate) runs: usize,
    /// The number that the verdict rests on, in a sentence.
    pub(crate) rests_on: String,
    /// A power of 4 that the largest mesh should have for a verdict, if there is none yet.
    pub(crate) nodes_that_would_decide: Option<u64>,
    /// The least value of the variable from which on all local slopes are within the margin of what is claimed; null if the last
    /// one is not.
    pub(crate) holds_from: Option<u64>,
    /// Slopes between neighbouring values of the variable, smallest values first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) local_slopes: Vec<LocalSlope>,
    /// What the fit leaves, a cell each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) residuals: Vec<Residual>,
}

/// Supported, not supported or not yet known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Verdict {
    #[serde(rename = "supported")]
    Supported,
    #[serde(rename = "not supported")]
    NotSupported,
    #[serde(rename = "undecided")]
    Undecided,
}

/// The mean slope between two values of a variable, over the cells that differ in nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct LocalSlope {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) slope: f64,
}

/// What a fit leaves of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Residual {
    pub(crate) source: String,
    pub(crate) nodes: u64,
    pub(crate) congestion: u64,
    pub(crate) degree: u64,
    /// What was found less what was fitted, logarithms to base 2.
    pub(crate) difference: f64,
}

impl Verdict {
    /// As results spell it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::NotSupported => "not supported",
            Self::Undecided => "undecided",
        }
    }
}

/// Three decimals, of which 0 has no sign.
pub(crate) fn signed(value: f64) -> String {
    format!("{:.3}", if value.abs() < 0.0005 { 0.0 } else { value })
}
