//! Runs `meshcast expander family`, which verifies a family of expanders.

use super::edges::{edges, stored};
use super::error::ExpanderError;
use crate::console::progress::watch;
use crate::console::reply::Reply;
use crate::console::terminal::Terminal;
use crate::flags::FamilyArgs;
use crate::present::text;
use crate::results::expander::{FamilyResult, GraphResult, Timing, UnionBound};
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::{ExpanderGraph, Sizes, verify};
use std::time::Instant;

/// Bounds the expansion of the graphs of one permutation for several c.
pub(super) fn family(args: &FamilyArgs, terminal: Terminal) -> Result<Reply, ExpanderError> {
    let (inputs, degree) = (args.of_inputs.inputs, args.of_inputs.degree);
    let threads = args.run.threads();
    let all_outputs = outputs(args)?;
    let most = all_outputs.iter().copied().max().unwrap_or(1);
    edges(&args.of_inputs, most, threads)?;
    let (file, stored) = stored(&args.file, &args.of_inputs)?;
    let start = Instant::now();
    let effort = args.search.effort / all_outputs.len() as u64;
    let graph = |&outputs: &usize| -> Result<GraphResult, ExpanderError> {
        let graph = ExpanderGraph::new(&stored.permutation, inputs, outputs, degree)?;
        let verification = watch("bounding the expansion", terminal.progress, || {
            verify(&graph, effort, threads, args.run.seed)
        });
        Ok(GraphResult::new(&graph, verification.as_ref(), None))
    };
    let graphs: Vec<GraphResult> = all_outputs.iter().map(graph).collect::<Result<_, _>>()?;
    let constrained = all_outputs.iter().filter(|&&outputs| outputs >= degree);
    let family: Vec<Sizes> =
        constrained.map(|&outputs| Sizes { inputs, outputs, degree }).collect();
    let result = FamilyResult {
        schema: "meshcast.expander-family/1",
        version: VERSION,
        commit: COMMIT,
        file,
        sha256: stored.sha256.clone(),
        graphs,
        union_bound: (!family.is_empty()).then(|| UnionBound::of(&family, None)).flatten(),
        seed: args.run.seed,
        effort: args.search.effort,
        effort_of_each: effort,
        timing: Timing { seconds: start.elapsed().as_secs_f64(), threads },
    };
    Ok(Reply::showing(args.run.format, &result, text::family))
}

/// The numbers c of the grid.
fn outputs(args: &FamilyArgs) -> Result<Vec<usize>, ExpanderError> {
    let from = args.from.unwrap_or(args.of_inputs.degree.next_power_of_two());
    let to = args.to.unwrap_or(from.max(args.of_inputs.inputs - 1));
    let next = |&outputs: &usize| outputs.checked_mul(args.factor);
    let grid: Vec<usize> =
        std::iter::successors(Some(from), next).take_while(|&outputs| outputs <= to).collect();
    if grid.is_empty() { Err(ExpanderError::EmptyFamily { from, to }) } else { Ok(grid) }
}
