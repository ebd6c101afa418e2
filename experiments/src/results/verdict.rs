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
    /// Where the rows are from: those of a file are nobody's that this program knows.
    pub(crate) rows: RowsOf,
    pub(crate) runs: RunCounts,
    pub(crate) headline: Vec<Headline>,
    pub(crate) claims: Vec<ClaimResult>,
}

/// Where rows are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RowsOf {
    /// A store, whose rows are as this program wrote them.
    Store,
    /// A file, which anybody can have written.
    File,
}

/// What the rows say of a theorem about the steps of an algorithm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Headline {
    pub(crate) theorem: &'static str,
    /// As rows spell it, `randomized:tuned`.
    pub(crate) algorithm: String,
    pub(crate) claim: &'static str,
    pub(crate) verdict: Verdict,
    pub(crate) evidence: Evidence,
    /// The greatest ratio of steps to the bound, in the upper half of the range of n; null if no run is in the range of the theorem.
    pub(crate) constant: Option<f64>,
    /// The least.
    pub(crate) constant_least: Option<f64>,
    /// What the formula of its steps says, if it has one and runs of the store can be held against it.
    pub(crate) exact: Option<ExactEvidence>,
    /// The claims that it is made of and that runs do not support.
    pub(crate) open: Vec<&'static str>,
}

/// What a formula says of steps over the bound for c = 4 and c = 64, on 2^28 to 2^60 nodes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct ExactEvidence {
    pub(crate) bounded: bool,
    /// Whether one of the ratios is not bounded and grows all along.
    pub(crate) grows: bool,
    /// The lesser ratio on the largest mesh.
    pub(crate) least: f64,
    /// The greater.
    pub(crate) greatest: f64,
    /// The least that a run of the store takes over the steps of the formula for its mesh.
    pub(crate) least_over_formula: f64,
    /// The most.
    pub(crate) most_over_formula: f64,
}

/// The rows that verdicts rest on, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct RunCounts {
    pub(crate) done: usize,
    pub(crate) refused: usize,
    pub(crate) failed: usize,
    /// Rows with several messages a node, whatever their status: claims are about one. The other counts are without them.
    pub(crate) left_out: usize,
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
    pub(crate) evidence: Evidence,
    /// The named growth that a refutation found in place of what is claimed.
    pub(crate) alternative: Option<&'static str>,
    /// What is claimed of the estimate; null where the claim is about every row.
    pub(crate) claimed: Option<f64>,
    pub(crate) estimate: Option<f64>,
    /// Null where there are too few cells for one.
    pub(crate) interval: Option<[f64; 2]>,
    pub(crate) confidence: f64,
    pub(crate) degrees_of_freedom: Option<usize>,
    /// Values of the variable: the clusters that intervals rest on.
    pub(crate) values: usize,
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

/// Supported, refuted or not yet known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    Supported,
    Refuted,
    Undecided,
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Evidence {
    /// A formula that tests hold to runs, and that the rows bear out.
    Exact,
    /// Runs, of which some could have been otherwise.
    Measured,
    /// The machine, which stops a run that breaks the claim.
    Enforced,
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
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

impl Evidence {
    /// As results spell it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Measured => "measured",
            Self::Enforced => "enforced",
        }
    }
}

/// Three decimals, of which 0 has no sign.
pub(crate) fn signed(value: f64) -> String {
    format!("{:.3}", if value.abs() < 0.0005 { 0.0 } else { value })
}
