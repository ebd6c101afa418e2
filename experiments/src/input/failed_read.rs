//! Says what a failed read means: reasons of readers below travel inside an [`io::Error`].

use super::error::Problem;
use crate::readable::Printed;
use std::io;
use thiserror::Error;

/// An archive that cannot be read.
#[derive(Debug, Error)]
#[error("a damaged {kind} archive: {found}")]
pub(super) struct BrokenArchive {
    /// How it is compressed.
    pub(super) kind: &'static str,
    /// What is wrong with it.
    pub(super) found: Printed,
}

/// A text that would not fit in memory.
#[derive(Debug, Error)]
#[error("{0}")]
pub(super) struct Oversized(pub(super) Printed);

/// What a failed read means.
pub(super) fn problem_of(error: io::Error) -> Problem {
    let cause = error.get_ref();
    let archive = cause.and_then(|cause| cause.downcast_ref::<BrokenArchive>());
    let oversized = cause.and_then(|cause| cause.downcast_ref::<Oversized>());
    match (archive, oversized) {
        (Some(BrokenArchive { kind, found }), _) => Problem::Archive { kind, found: found.clone() },
        (_, Some(oversized)) => Problem::Oversized { found: oversized.0.clone() },
        (None, None) => Problem::Unreadable(error),
    }
}
