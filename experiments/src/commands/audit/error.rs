//! Says why nothing is audited.

use crate::memory::MemoryError;
use crate::readable::Printed;
use crate::store::StoreError;
use std::io;
use thiserror::Error;

/// A refused audit. Its `Display` is one line.
#[derive(Debug, Error)]
pub(crate) enum AuditError {
    #[error("--run: {file} cannot be read: {source}")]
    UnreadRun { file: Printed, source: io::Error },
    #[error(
        "--run: {file}: expected what `meshcast route --audit full --format json` prints, found {found}"
    )]
    NoSavedRun { file: Printed, found: String },
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
