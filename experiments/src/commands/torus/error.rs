//! Says why nothing is done on a torus.

use crate::memory::MemoryError;
use crate::output::OutputError;
use meshcast_engine::{MAX_TORUS_DELIVERIES, TorusError as SizeError};
use thiserror::Error;

/// A refused command about tori. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum TorusError {
    #[error("--radix, --dims: {0}")]
    Size(#[from] SizeError),
    #[error(
        "--radix, --dims: expected at most {MAX_TORUS_DELIVERIES} deliveries, found {found} on {radix}^{dims} nodes"
    )]
    Deliveries { radix: usize, dims: usize, found: u64 },
    #[error("{flag}: expected every number once, found {found} twice")]
    NumberTwice { flag: &'static str, found: usize },
    #[error("--svg: expected 2 dimensions of at most {most} nodes, found {dims} of {radix}")]
    NoGraph { most: usize, radix: usize, dims: usize },
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Output(#[from] OutputError),
}
