//! Runs `meshcast expander verify`, which bounds the expansion of a graph from both sides.

use super::edges::{edges, stored};
use super::error::ExpanderError;
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::VerifyArgs;
use crate::present::text;
use crate::results::expander::{Asked, GraphResult, Timing, VerifyResult};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{ExpanderGraph, Lambda, Verification, verify as bound};
use std::time::Instant;

/// Bounds the expansion of a graph.
pub(super) fn verify(args: &VerifyArgs, terminal: Terminal) -> Result<Reply, ExpanderError> {
    let (inputs, degree) = (args.graph.of_inputs.inputs, args.graph.of_inputs.degree);
    let threads = args.run.threads();
    edges(&args.graph.of_inputs, args.graph.outputs, threads)?;
    let (file, stored) = stored(&args.file, &args.graph.of_inputs)?;
    let graph = ExpanderGraph::new(&stored.permutation, inputs, args.graph.outputs, degree)?;
    let start = Instant::now();
    let verification = watch("bounding the expansion", terminal.progress, || {
        bound(&graph, args.search.effort, threads, args.run.seed)
    });
    let asked = args.lambda.map(|lambda| Asked {
        lambda: lambda.value(),
        verdict: verdict(lambda, verification.as_ref(), degree),
    });
    let complaint = asked.as_ref().filter(|asked| asked.verdict == REFUTED).and(args.lambda);
    let result = VerifyResult {
        schema: "meshcast.expander/1",
        version: VERSION,
        commit: COMMIT,
        file,
        sha256: stored.sha256,
        graph: GraphResult::new(&graph, verification.as_ref(), args.lambda),
        asked,
        seed: args.run.seed,
        effort: args.search.effort,
        timing: Timing { seconds: start.elapsed().as_secs_f64(), threads },
    };
    let reply = Reply::showing(args.run.format, &result, text::verified);
    let complaint = complaint.map(|lambda| format!("--lambda {lambda}: refuted by the witness"));
    Ok(reply.complaining(complaint))
}

const REFUTED: &str = "refuted";

/// What is known of a λ: whether every set has an expansion of at least that.
fn verdict(lambda: Lambda, verification: Option<&Verification>, degree: usize) -> &'static str {
    let Some(verification) = verification else { return "vacuous" };
    let upper = verification.upper.bound;
    let below = |gamma, size| lambda.refuted_by(gamma, size * degree);
    if below(upper.gamma, upper.size) {
        REFUTED
    } else if below(verification.lower.gamma, verification.lower.size) {
        "open"
    } else {
        "proved"
    }
}
