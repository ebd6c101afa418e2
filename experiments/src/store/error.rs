//! Why a store cannot be used.

use super::printed;
use crate::input::Printed;
use std::fmt;
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
    #[error("{folder}: expected runs of multicast algorithms, found none")]
    NoRuns { folder: Printed },
    #[error("{folder}: expected that nobody else writes to it, found another process that does")]
    Locked { folder: Printed },
    #[error("{folder}: expected tables of version {expected}, found version {found}")]
    Version { folder: Printed, expected: i64, found: i64 },
    #[error(
        "{folder}: expected the same results of the run {key} as the others have, found other ones"
    )]
    Differing { folder: Printed, key: String },
    #[error(
        "{folder}: expected the same results of the run {key} as the others have, found ones made by another build \
         ({found} and {other})"
    )]
    OtherBuild { folder: Printed, key: String, found: String, other: String },
    #[error("{folder}: the results cannot be read or written: {source}")]
    Database { folder: Printed, source: DatabaseError },
}

impl StoreError {
    pub(super) fn database(folder: &Path, source: impl Into<DatabaseError>) -> Self {
        Self::Database { folder: printed(folder), source: source.into() }
    }
}

/// What the database complains about, in its own words.
#[derive(Debug, Error)]
pub(crate) struct DatabaseError(Box<serde_rusqlite::Error>);

impl fmt::Display for DatabaseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        use serde_rusqlite::Error;
        let words = match self.0.as_ref() {
            Error::Rusqlite(error) => error.to_string(),
            Error::Deserialization { column: Some(column), message } => {
                format!("in the column {column}: {message}")
            }
            Error::Deserialization { message, .. } | Error::Serialization(message) => {
                message.clone()
            }
            error => error.to_string(),
        };
        // They can quote what is stored.
        write!(out, "{}", Printed::of(&words))
    }
}

impl From<serde_rusqlite::Error> for DatabaseError {
    fn from(error: serde_rusqlite::Error) -> Self {
        Self(Box::new(error))
    }
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        Self(Box::new(error.into()))
    }
}
