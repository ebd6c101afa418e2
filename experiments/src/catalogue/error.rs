//! Says why an algorithm does not run on a message set.

use crate::memory::MemoryError;
use meshcast_algorithms::CertificateError;
use meshcast_engine::MessagesError;
use thiserror::Error;

/// A run that cannot be planned or does not fit in memory. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum AdmissionError {
    #[error(
        "--permutations: expected at most {most}, one for each round of the longest stage, found {found}"
    )]
    ManyPermutations { most: usize, found: usize },
    #[error("--permutations: expected one file with {with}, found {found}")]
    OnePermutation { with: &'static str, found: usize },
    #[error(
        "--instances: expected at most {most} replicas of a packet on this mesh, found {found}"
    )]
    ManyReplicas { most: usize, found: usize },
    #[error("--marking: expected lean where tiles have 2^22 nodes, found literal")]
    LargeTiles,
    #[error(transparent)]
    Field(#[from] CertificateError),
    #[error(transparent)]
    Messages(#[from] MessagesError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
}
