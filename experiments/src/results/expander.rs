//! Holds the results of `meshcast expander generate`, `verify` and `family`.

use meshcast_algorithms::{
    Bound, ExpanderGraph, FAILURE_LOG2, Finding, Lambda, Method, Reach, SizeBounds, Sizes,
    Verification, likely_neighbours, safe_lambda, union_bound,
};
use serde::Serialize;

/// The result of `meshcast expander verify`.
#[derive(Debug, Serialize)]
pub(crate) struct VerifyResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) file: String,
    pub(crate) sha256: String,
    #[serde(flatten)]
    pub(crate) graph: GraphResult,
    /// The λ that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) asked: Option<Asked>,
    pub(crate) seed: u64,
    pub(crate) effort: u64,
    pub(crate) timing: Timing,
}

/// The result of `meshcast expander family`.
#[derive(Debug, Serialize)]
pub(crate) struct FamilyResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) file: String,
    pub(crate) sha256: String,
    pub(crate) graphs: Vec<GraphResult>,
    /// All graphs together.
    pub(crate) union_bound: Option<UnionBound>,
    pub(crate) seed: u64,
    pub(crate) effort: u64,
    /// What the verification of each graph may spend.
    pub(crate) effort_of_each: u64,
    pub(crate) timing: Timing,
}

/// One graph.
#[derive(Debug, Serialize)]
pub(crate) struct GraphResult {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) degree: usize,
    /// r ≤ c < m; equal degrees are `regular`.
    pub(crate) definition_ok: bool,
    pub(crate) vacuous: bool,
    pub(crate) regular: bool,
    pub(crate) degrees: (u64, u64),
    pub(crate) parallel_edges: usize,
    pub(crate) lambda: Option<LambdaResult>,
    pub(crate) union_bound: Option<UnionBound>,
    pub(crate) alpha: Option<Alpha>,
    pub(crate) sizes: Vec<SizeResult>,
    pub(crate) methods: Vec<MethodResult>,
}

/// λ, between two bounds.
#[derive(Debug, Serialize)]
pub(crate) struct LambdaResult {
    pub(crate) exact: bool,
    pub(crate) lower: BoundResult,
    pub(crate) upper: BoundResult,
}

#[derive(Debug, Serialize)]
pub(crate) struct BoundResult {
    pub(crate) value: f64,
    pub(crate) gamma: usize,
    pub(crate) size: usize,
    pub(crate) by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) witness: Option<Vec<u32>>,
}

/// The fewest neighbours of sets of one size.
#[derive(Debug, Serialize)]
pub(crate) struct SizeResult {
    pub(crate) size: usize,
    pub(crate) lower: usize,
    pub(crate) lower_by: &'static str,
    pub(crate) upper: usize,
    pub(crate) upper_by: &'static str,
}

/// What one method found by itself, or why it did not run.
#[derive(Debug, Serialize)]
pub(crate) struct MethodResult {
    pub(crate) method: &'static str,
    pub(crate) lower: Option<ReachResult>,
    pub(crate) upper: Option<ReachResult>,
    pub(crate) exact: bool,
    pub(crate) effort: u64,
    pub(crate) not_run: Option<String>,
}

/// A bound for the sets of some sizes.
#[derive(Debug, Serialize)]
pub(crate) struct ReachResult {
    pub(crate) value: f64,
    pub(crate) gamma: usize,
    pub(crate) size: usize,
    /// The smallest and the largest of the sizes.
    pub(crate) sizes: (usize, usize),
}

/// How likely the generator is to fail.
#[derive(Debug, Serialize)]
pub(crate) struct UnionBound {
    pub(crate) lambda: f64,
    /// `None` where it cannot fail.
    pub(crate) failure_log2: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Alpha {
    pub(crate) certified: usize,
    /// That of all but 2⁻²⁰ of all permutations.
    pub(crate) union_bound: usize,
    pub(crate) at_least: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct Asked {
    pub(crate) lambda: f64,
    pub(crate) verdict: &'static str,
}

/// Whatever cannot repeat.
#[derive(Debug, Serialize)]
pub(crate) struct Timing {
    pub(crate) seconds: f64,
    pub(crate) threads: usize,
}

impl GraphResult {
    /// What is known of `graph`; the union bound is that of `asked`, or the λ that fails with probability 2^−20.
    pub(crate) fn new(
        graph: &ExpanderGraph,
        verification: Option<&Verification>,
        asked: Option<Lambda>,
    ) -> Self {
        let (inputs, outputs, degree) = (graph.inputs(), graph.outputs(), graph.degree());
        let degrees = graph.output_degrees();
        let sizes = Sizes { inputs, outputs, degree };
        let alpha = |verification: &Verification| Alpha {
            certified: verification.certified_alpha(outputs),
            union_bound: likely_neighbours(sizes, FAILURE_LOG2)
                .last()
                .map_or(1, |&gamma| outputs.div_ceil(gamma)),
            at_least: verification.least_alpha(outputs),
        };
        // Of sets with more inputs than there are, nothing is to be certified.
        let has_largest = outputs / degree <= inputs;
        Self {
            inputs,
            outputs,
            degree,
            definition_ok: degree <= outputs && outputs < inputs,
            vacuous: verification.is_none(),
            regular: degrees.0 == degrees.1,
            degrees,
            parallel_edges: graph.parallel_edges(),
            lambda: verification.map(|verification| LambdaResult::of(verification, degree)),
            union_bound: verification.and_then(|_| UnionBound::of(&[sizes], asked)),
            alpha: verification.filter(|_| has_largest).map(alpha),
            sizes: verification
                .map_or(&[][..], |known| &known.sizes)
                .iter()
                .map(SizeResult::of)
                .collect(),
            methods: verification
                .map_or(&[][..], |known| &known.findings)
                .iter()
                .map(|finding| MethodResult::of(finding, degree))
                .collect(),
        }
    }
}

impl LambdaResult {
    fn of(verification: &Verification, degree: usize) -> Self {
        let bound = |bound: &Bound, witness| BoundResult {
            value: bound.expansion(degree),
            gamma: bound.gamma,
            size: bound.size,
            by: name(bound.by),
            witness,
        };
        let upper = &verification.upper;
        Self {
            exact: verification.is_exact(),
            lower: bound(&verification.lower, None),
            upper: bound(&upper.bound, Some(upper.set.clone())),
        }
    }
}

impl SizeResult {
    fn of(bounds: &SizeBounds) -> Self {
        let SizeBounds { lower, upper } = *bounds;
        let (lower_by, upper_by) = (name(lower.by), name(upper.by));
        Self { size: lower.size, lower: lower.gamma, lower_by, upper: upper.gamma, upper_by }
    }
}

impl MethodResult {
    fn of(finding: &Finding, degree: usize) -> Self {
        let reach = |reach: Reach| {
            let Bound { size, gamma, .. } = reach.bound;
            ReachResult { value: reach.bound.expansion(degree), gamma, size, sizes: reach.sizes }
        };
        Self {
            method: name(finding.method),
            lower: finding.lower.map(reach),
            upper: finding.upper.map(reach),
            exact: finding.is_exact(),
            effort: finding.effort,
            not_run: finding.not_run.map(|why| why.to_string()),
        }
    }
}

impl UnionBound {
    /// That of `asked`, or of the largest λ that fails with probability 2^−20 at most, if there is one.
    pub(crate) fn of(family: &[Sizes], asked: Option<Lambda>) -> Option<Self> {
        let lambda = asked.or_else(|| safe_lambda(family, FAILURE_LOG2))?;
        let failure_log2 = union_bound(family, lambda);
        let failure_log2 = failure_log2.is_finite().then_some(failure_log2);
        Some(Self { lambda: lambda.value(), failure_log2 })
    }
}

/// A method as results name it.
fn name(method: Method) -> &'static str {
    match method {
        Method::Trivial => "trivial",
        Method::CoDegree => "co-degree",
        Method::Spectral => "spectral",
        Method::Averaging => "averaging",
        Method::Annealing => "annealing",
        Method::PairSeeded => "pair-seeded",
        Method::Enumeration => "enumeration",
    }
}
