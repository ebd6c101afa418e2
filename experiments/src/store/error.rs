//! Why a store cannot be used.

use super::printed;
use crate::input::Printed;
use std::io;
use std::path::Path;
use thiserror::Error;

/// A refused store. Its `Display` is one line that names the folder.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    #[error("{folder}: expected a folder that can be written to, found: {source}")]
    Folder { folder: Printed, source: io::Error },
    #[error(
        "{folder}: expected the results of a sweep, found none; `meshcast sweep PLAN --out` makes them"
    )]
    NoStore { folder: Printed },
    #[error("{folder}: expected that nobody else writes to it, found another process that does")]
    Locked { folder: Printed },
    #[error("{folder}: expected tables of version {expected}, found version {found}")]
    Version { folder: Printed, expected: i64, found: i64 },
    #[error(
        "{folder}: expected the same results of the run {key} as the others have, found other ones"
    )]
    Differing { folder: Printed, key: String },
    #[error("{folder}: the results cannot be read or written: {source}")]
    Database { folder: Printed, source: Box<serde_rusqlite::Error> },
}

impl StoreError {
    pub(super) fn database(folder: &Path, source: rusqlite::Error) -> Self {
        Self::Database { folder: printed(folder), source: Box::new(source.into()) }
    }
}
