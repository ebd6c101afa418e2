//! Checks how large a graph is.

use super::error::ExpanderError;
use crate::flags::InputsArgs;
use crate::memory;

/// The edges of a graph, whose memory is there.
pub(super) fn edges(
    args: &InputsArgs,
    outputs: usize,
    threads: usize,
) -> Result<usize, ExpanderError> {
    let InputsArgs { inputs, degree } = *args;
    let edges = inputs.checked_mul(degree).filter(|&edges| u32::try_from(edges).is_ok());
    let edges = edges.ok_or(ExpanderError::Edges { inputs, degree })?;
    let subject = || "--inputs, --outputs, --degree".to_owned();
    memory::check(subject, memory::graph(edges, outputs, threads))?;
    Ok(edges)
}
