//! Checks how large a graph is, and reads its permutation.

use super::error::ExpanderError;
use crate::flags::InputsArgs;
use crate::input::npy::Stored;
use crate::load::permutation;
use crate::memory;
use crate::readable::Printed;
use std::path::Path;

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

/// The permutation in the file at `path`, by its name. One of two dimensions must have a row for every input.
pub(super) fn stored(path: &Path, args: &InputsArgs) -> Result<(String, Stored), ExpanderError> {
    let InputsArgs { inputs, degree } = *args;
    let (name, stored) = permutation(path)?;
    match stored.shape {
        Some((rows, columns)) if (rows, columns) != (inputs as u64, degree as u64) => {
            let file = Printed::of(&name);
            Err(ExpanderError::Rows { file, inputs, degree, rows, columns })
        }
        _ => Ok((name, stored)),
    }
}
