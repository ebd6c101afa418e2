//! Says why a store cannot be used.

use super::printed;
use crate::readable::Printed;
use rusqlite::ErrorCode;
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
    #[error("{folder}: expected runs of multicast algorithms or of PRAM programs, found none")]
    NoRuns { folder: Printed },
    #[error("{folder}: expected that nobody else writes to it, found another process that does")]
    Locked { folder: Printed },
    #[error(
        "{folder}: has tables of version {found}, and this program reads version {expected}: sweep again into a new folder, \
         or use the program that made it"
    )]
    Version { folder: Printed, expected: i64, found: i64 },
    #[error(
        "{folder}: {count} of {rows} rows are damaged or edited (keys {keys}): \
         `meshcast sweep PLAN --out DIR --repair` drops them and repeats their runs"
    )]
    Altered { folder: Printed, count: usize, rows: usize, keys: String },
    #[error(
        "{folder}: results.sqlite is damaged ({said}): `meshcast sweep PLAN --out DIR --repair` keeps the sound rows \
         and repeats the other runs"
    )]
    Damaged { folder: Printed, said: Printed },
    #[error("{folder}: the store cannot be repaired: {source}")]
    Unrepaired { folder: Printed, source: io::Error },
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
    /// The refusal that `source` means: of a damaged file, or of what cannot be done with a whole one.
    pub(super) fn database(folder: &Path, source: impl Into<DatabaseError>) -> Self {
        let source = source.into();
        if source.is_of_a_damaged_file() {
            Self::damaged(folder, &source.to_string())
        } else {
            Self::Database { folder: printed(folder), source }
        }
    }

    /// The refusal of a file of which `said` says what is wrong with it.
    pub(super) fn damaged(folder: &Path, said: &str) -> Self {
        let said = said.lines().collect::<Vec<_>>().join(" ");
        Self::Damaged { folder: printed(folder), said: Printed::of(&said) }
    }

    /// Whether something in the store is not as it was written.
    pub(super) fn is_damage(&self) -> bool {
        matches!(self, Self::Altered { .. } | Self::Damaged { .. })
    }
}

/// What the database complains about, in its own words.
#[derive(Debug, Error)]
pub(crate) struct DatabaseError(Box<serde_rusqlite::Error>);

impl DatabaseError {
    /// Whether the database finds its file damaged, or no file of its own.
    fn is_of_a_damaged_file(&self) -> bool {
        let serde_rusqlite::Error::Rusqlite(error) = self.0.as_ref() else { return false };
        let code = error.sqlite_error_code();
        matches!(code, Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
    }
}

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
