//! `meshcast expander`: graphs that expand, stored as permutations.

mod family;
mod generate;
mod guarantee;
mod result;
mod verify;

pub(crate) use guarantee::{GuaranteeResult, StageResult};
pub(crate) use result::{
    FamilyResult, GraphResult, MethodResult, ReachResult, Timing, VerifyResult,
};

use crate::cli::{ExpanderArgs, ExpanderCommand, InputsArgs};
use crate::failure::Failure;
use crate::input::{Printed, npy::Stored, read_permutation};
use crate::memory;
use crate::reply::Reply;
use crate::terminal::Terminal;
use std::path::Path;

/// Does what `args` ask for.
pub(crate) fn expander(args: &ExpanderArgs, terminal: Terminal) -> Result<Reply, Failure> {
    match &args.command {
        ExpanderCommand::Generate(args) => generate::generate(args),
        ExpanderCommand::Verify(args) => verify::verify(args, terminal),
        ExpanderCommand::Family(args) => family::family(args, terminal),
        ExpanderCommand::Rounds(args) => guarantee::guaranteed(args, terminal),
    }
}

/// The edges of a graph, whose memory is there.
fn edges(args: &InputsArgs, outputs: usize, threads: usize) -> Result<usize, Failure> {
    let InputsArgs { inputs, degree } = *args;
    let edges = inputs.checked_mul(degree).filter(|&edges| u32::try_from(edges).is_ok());
    let edges = edges.ok_or(Failure::Edges { inputs, degree })?;
    let subject = || "--inputs, --outputs, --degree".to_owned();
    memory::check(subject, memory::graph(edges, outputs, threads))?;
    Ok(edges)
}

/// The name and the permutation of the file at `path`.
pub(crate) fn load(path: &Path) -> Result<(String, Stored), Failure> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    memory::check(|| Printed::of(&name).to_string(), memory::reading_permutation(path))?;
    Ok((name, read_permutation(path)?))
}
