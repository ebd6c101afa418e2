//! The store of a sweep: a folder with a row a run, in `SQLite`.
//!
//! `DIR/results.sqlite` has the tables `runs`, `expanders` and `plans`, and is written a row at a time, each in a transaction of its
//! own: whenever the program is killed, the rows that it has are whole, and the runs without a row are still to be made.
//! `DIR/lock` is locked as long as a program writes; the system lets go of it with the process.

mod error;
mod row;
mod table;

pub(crate) use error::StoreError;
pub(crate) use row::{DONE, ExpanderRow, FAILED, PlanRow, REFUSED, Row, RunRow};
pub(crate) use table::{Tabled, columns};

use crate::input::Printed;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The version of the tables; another one is refused.
const SCHEMA: i64 = 1;

/// The database in its folder.
const DATABASE: &str = "results.sqlite";

/// The file that a writer locks.
const LOCK: &str = "lock";

/// An open store.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    connection: Connection,
    /// Held by a store that may be written to.
    _lock: Option<File>,
}

impl Store {
    /// Opens the store in `folder` for writing, or begins it. Refuses a folder that another process writes to.
    pub(crate) fn create(folder: &Path) -> Result<Self, StoreError> {
        let unusable = |source| StoreError::Folder { folder: printed(folder), source };
        fs::create_dir_all(folder).map_err(unusable)?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join(LOCK))
            .map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Locked { folder: printed(folder) });
            }
            Err(TryLockError::Error(source)) => return Err(unusable(source)),
        }
        let connection = Connection::open(folder.join(DATABASE));
        let connection = connection.map_err(|source| StoreError::database(folder, source))?;
        let store = Self { folder: folder.to_owned(), connection, _lock: Some(lock) };
        let (version, tables) = store.version().map_err(|source| store.error(source))?;
        if tables == 0 {
            store.begin().map_err(|source| store.error(source))?;
        } else {
            store.check(version)?;
        }
        Ok(store)
    }

    /// Opens the store in `folder` for reading: what a killed writer left half done is undone.
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(DATABASE);
        if !path.is_file() {
            return Err(StoreError::NoStore { folder: printed(folder) });
        }
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
        let connection = connection.map_err(|source| StoreError::database(folder, source))?;
        let store = Self { folder: folder.to_owned(), connection, _lock: None };
        let (version, _) = store.version().map_err(|source| store.error(source))?;
        store.check(version)?;
        Ok(store)
    }

    /// All rows of a kind, in an order that depends on them alone.
    pub(crate) fn rows<R: Tabled>(&self) -> Result<Vec<R>, StoreError> {
        table::rows(&self.connection).map_err(|source| self.error(source))
    }

    /// Whether there is a row with this key.
    pub(crate) fn contains<R: Tabled>(&self, key: &str) -> Result<bool, StoreError> {
        table::contains::<R>(&self.connection, key).map_err(|source| self.error(source))
    }

    /// Adds a plan, if it is not there.
    pub(crate) fn keep(&mut self, plan: PlanRow) -> Result<(), StoreError> {
        self.add_new(&[plan]).map_err(|source| self.error(source))
    }

    /// Adds a row, which lasts from then on.
    pub(crate) fn add(&self, row: &Row) -> Result<(), StoreError> {
        let added = match row {
            Row::Run(row) => table::insert(&self.connection, row.as_ref()),
            Row::Expander(row) => table::insert(&self.connection, row.as_ref()),
        };
        added.map_err(|source| self.error(source))
    }

    /// Adds the rows of a kind that `other` has, all or none. A row that both have must be the same but for its timing.
    pub(crate) fn take_in<R: Tabled>(&mut self, other: &Self) -> Result<(), StoreError> {
        let rows = other.rows::<R>()?;
        for row in &rows {
            let found = table::row::<R>(&self.connection, row.key());
            let found = found.map_err(|source| self.error(source))?;
            if found.is_some_and(|found| found.repeatable() != row.repeatable()) {
                return Err(StoreError::Differing {
                    folder: printed(&other.folder),
                    key: row.key().to_owned(),
                });
            }
        }
        self.add_new(&rows).map_err(|source| self.error(source))
    }

    fn add_new<R: Tabled>(&mut self, rows: &[R]) -> Result<(), serde_rusqlite::Error> {
        let transaction = self.connection.transaction()?;
        for row in rows {
            if !table::contains::<R>(&transaction, row.key())? {
                table::insert(&transaction, row)?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// The version of the tables, and how many there are.
    fn version(&self) -> Result<(i64, i64), serde_rusqlite::Error> {
        let version = self.connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        let count = "SELECT count(*) FROM sqlite_schema";
        Ok((version, self.connection.query_row(count, [], |row| row.get(0))?))
    }

    fn begin(&self) -> Result<(), serde_rusqlite::Error> {
        let transaction = self.connection.unchecked_transaction()?;
        table::create::<RunRow>(&transaction)?;
        table::create::<ExpanderRow>(&transaction)?;
        table::create::<PlanRow>(&transaction)?;
        transaction.pragma_update(None, "user_version", SCHEMA)?;
        Ok(transaction.commit()?)
    }

    fn check(&self, found: i64) -> Result<(), StoreError> {
        if found == SCHEMA {
            Ok(())
        } else {
            Err(StoreError::Version { folder: printed(&self.folder), expected: SCHEMA, found })
        }
    }

    fn error(&self, source: serde_rusqlite::Error) -> StoreError {
        StoreError::Database { folder: printed(&self.folder), source: Box::new(source) }
    }
}

fn printed(path: &Path) -> Printed {
    Printed::of(&path.to_string_lossy())
}

#[cfg(test)]
mod tests;
