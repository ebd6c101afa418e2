//! Says why what flags name cannot be loaded.

use crate::catalogue::AdmissionError;
use crate::flags::FlagError;
use crate::input::{BlockError, InputError, PlacementError};
use crate::memory::MemoryError;
use crate::readable::Printed;
use meshcast_algorithms::WorkloadError;
use meshcast_engine::ShapeError;
use thiserror::Error;

/// A message set or permutation that cannot be loaded. Its `Display` is one line that names the flag, or the file and line.
#[derive(Debug, Error)]
pub(crate) enum LoadError {
    #[error("expected a message set, --input FILE or --workload NAME, found neither")]
    NoMessageSet,
    #[error("expected one message set, found both --input and --workload")]
    TwoMessageSets,
    #[error("--workload {workload}: expected --side S with it, found none")]
    NoSide { workload: &'static str },
    #[error("--workload moe: expected --experts E or --popularity FILE with it, found neither")]
    NoExperts,
    #[error("--workload moe: expected --top k with it, the experts of a token, found none")]
    NoTop,
    #[error(
        "{flag}: expected only with another workload, since --top and the fullest expert say it for moe"
    )]
    OfExperts { flag: &'static str },
    #[error(
        "--popularity: expected {experts} numbers, one for each expert, found {found} in {file}"
    )]
    Counts { file: Printed, experts: usize, found: usize },
    #[error(
        "--workload adversarial needs --against FILE.npy, the permutations under which its messages collide"
    )]
    NoPermutation,
    #[error(
        "--against: {file}: expected a permutation of {nodes} numbers, one for each node, found {found}"
    )]
    AgainstLength { file: Printed, nodes: usize, found: usize },
    #[error(
        "--permutations: expected a permutation of {numbers} numbers, one {each}, found {found} in {file}"
    )]
    PermutationLength { file: Printed, numbers: usize, each: &'static str, found: usize },
    #[error("--cols: expected {side}, since a workload is for a square mesh, found {cols}")]
    OblongWorkload { side: usize, cols: usize },
    #[error("{flags}: {error}")]
    Shape { flags: &'static str, error: ShapeError },
    #[error("{flags}: {error}")]
    Placement { flags: &'static str, error: PlacementError },
    #[error("--block: {0}")]
    Blocks(#[from] BlockError),
    #[error(transparent)]
    Flag(#[from] FlagError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error(transparent)]
    Admission(#[from] AdmissionError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
}
