//! Stores a sweep: a folder with a row a run, in `SQLite`.
//!
//! `DIR/results.sqlite` has the tables `runs`, `expanders`, `loads`, `prams` and `plans`, and is written a row at a time, each in a
//! transaction of its own: whenever the program is killed, the rows that it has are whole, and the runs without a row are still to be made.
//! `DIR/lock` is locked as long as a program writes; the system lets go of it with the process. Whoever only reads is let in, and a
//! writer waits until readers are done. There is no write-ahead log, so that a store is one file.
//!
//! Every row has a digest of all its columns. Opening a store checks the file, the digests and the keys, and refuses a store that is
//! not as it was written; [`repair`] keeps the rows that are.

mod digest;
mod error;
mod integrity;
mod load_row;
mod pram_row;
mod repair;
mod row;
mod rows_file;
mod table;

pub(crate) use error::StoreError;
pub(crate) use load_row::LoadRow;
pub(crate) use pram_row::PramRow;
pub(crate) use repair::{Repair, repair};
pub(crate) use row::{
    Build, DONE, ExpanderRow, FAILED, PlanRow, REFUSED, Row, RunRow, builds, key_of,
};
pub(crate) use rows_file::{RowsError, read_rows};
pub(crate) use table::{Tabled, columns};

use crate::readable::Printed;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the tables; another one is refused. Version 1 had no digests, so that nothing says whether its rows are as they
/// were written.
const SCHEMA: i64 = 2;

/// The database in its folder.
const DATABASE: &str = "results.sqlite";

/// The file that a writer locks.
const LOCK: &str = "lock";

/// How long to wait for others that read or write at the moment: longer than any of them takes.
const PATIENCE: Duration = Duration::from_hours(1);

/// An open store.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    connection: Connection,
    /// Held by a store that may be written to.
    _lock: Option<File>,
}

/// All rows of a store, to be put together with those of others.
#[derive(Debug)]
pub(crate) struct Part {
    folder: PathBuf,
    runs: Vec<RunRow>,
    expanders: Vec<ExpanderRow>,
    plans: Vec<PlanRow>,
    loads: Vec<LoadRow>,
    prams: Vec<PramRow>,
}

impl Store {
    /// Opens the store in `folder` for writing, or begins it. Refuses a folder that another process writes to.
    pub(crate) fn create(folder: &Path) -> Result<Self, StoreError> {
        let unusable = |source| StoreError::Folder { folder: printed(folder), source };
        fs::create_dir_all(folder).map_err(unusable)?;
        let lock = locked(folder)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let store = Self::connected(folder, connect(&folder.join(DATABASE), flags), Some(lock))?;
        if !store.check()? {
            store.begin().map_err(|source| store.error(source))?;
        }
        store.catch_up().map_err(|source| store.error(source))?;
        Ok(store)
    }

    /// Opens the store in `folder` for reading: what a killed writer left half done is undone.
    pub(crate) fn open(folder: &Path) -> Result<Self, StoreError> {
        let store = Self::unchecked(folder)?;
        if store.check()? {
            Ok(store)
        } else {
            // Whoever made the file was killed before, or has not come to, its tables.
            Err(StoreError::NoStore { folder: printed(folder) })
        }
    }

    /// The store in `folder`, whatever is in it.
    fn unchecked(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(DATABASE);
        if !path.is_file() {
            return Err(StoreError::NoStore { folder: printed(folder) });
        }
        Self::connected(folder, connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE), None)
    }

    /// Opens the store in `folder` for writing, if there is one. Refuses a folder that another process writes to, at once: whoever
    /// reads first may have to wait until that process is done.
    pub(crate) fn continued(folder: &Path) -> Result<Option<Self>, StoreError> {
        folder.join(DATABASE).is_file().then(|| Self::create(folder)).transpose()
    }

    /// Creates a store in memory, whose errors name `folder`.
    pub(crate) fn fleeting(folder: &Path) -> Result<Self, StoreError> {
        let store = Self::connected(folder, Connection::open_in_memory(), None)?;
        store.begin().map_err(|source| store.error(source))?;
        Ok(store)
    }

    fn connected(
        folder: &Path,
        connection: rusqlite::Result<Connection>,
        lock: Option<File>,
    ) -> Result<Self, StoreError> {
        let patient = |connection: Connection| {
            connection.busy_timeout(PATIENCE)?;
            Ok(connection)
        };
        let connection = connection.and_then(patient);
        let connection = connection.map_err(|source| StoreError::database(folder, source))?;
        Ok(Self { folder: folder.to_owned(), connection, _lock: lock })
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
    pub(crate) fn keep(&self, plan: &PlanRow) -> Result<(), StoreError> {
        if self.contains::<PlanRow>(&plan.key)? {
            return Ok(());
        }
        table::insert(&self.connection, plan).map_err(|source| self.error(source))
    }

    /// Adds a row, which lasts from then on.
    pub(crate) fn add(&self, row: &Row) -> Result<(), StoreError> {
        let added = match row {
            Row::Run(row) => table::insert(&self.connection, row.as_ref()),
            Row::Expander(row) => table::insert(&self.connection, row.as_ref()),
            Row::Load(row) => table::insert(&self.connection, row.as_ref()),
            Row::Pram(row) => table::insert(&self.connection, row.as_ref()),
        };
        added.map_err(|source| self.error(source))
    }

    /// All rows.
    pub(crate) fn part(&self) -> Result<Part, StoreError> {
        Ok(Part {
            folder: self.folder.clone(),
            runs: self.rows()?,
            expanders: self.rows()?,
            plans: self.rows()?,
            loads: self.rows()?,
            prams: self.rows()?,
        })
    }

    /// Adds the rows of all parts, all or none. A row that several have must be the same but for its timing.
    pub(crate) fn take_in(&mut self, parts: &[Part]) -> Result<(), StoreError> {
        let folder = self.folder.clone();
        let error = |source| StoreError::database(&folder, source);
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior).map_err(error)?;
        for part in parts {
            part.put(&transaction, &part.runs)?;
            part.put(&transaction, &part.expanders)?;
            part.put(&transaction, &part.plans)?;
            part.put(&transaction, &part.loads)?;
            part.put(&transaction, &part.prams)?;
        }
        transaction.commit().map_err(error)
    }

    /// The version of the tables, and how many there are, both at one moment.
    fn version(&self) -> Result<(i64, i64), serde_rusqlite::Error> {
        let both =
            "SELECT user_version, (SELECT count(*) FROM sqlite_schema) FROM pragma_user_version";
        Ok(self.connection.query_row(both, [], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }

    fn begin(&self) -> Result<(), serde_rusqlite::Error> {
        let transaction = self.connection.unchecked_transaction()?;
        table::create::<RunRow>(&transaction)?;
        table::create::<ExpanderRow>(&transaction)?;
        table::create::<PlanRow>(&transaction)?;
        table::create::<LoadRow>(&transaction)?;
        table::create::<PramRow>(&transaction)?;
        transaction.pragma_update(None, "user_version", SCHEMA)?;
        Ok(transaction.commit()?)
    }

    /// Makes the tables and the columns that a store of an earlier program lacks, all or none.
    fn catch_up(&self) -> Result<(), serde_rusqlite::Error> {
        let transaction = self.connection.unchecked_transaction()?;
        table::catch_up::<RunRow>(&transaction)?;
        table::catch_up::<LoadRow>(&transaction)?;
        table::catch_up::<PramRow>(&transaction)?;
        Ok(transaction.commit()?)
    }

    fn error(&self, source: serde_rusqlite::Error) -> StoreError {
        StoreError::database(&self.folder, source)
    }
}

impl Part {
    /// Adds those of its rows that are not there.
    fn put<R: Tabled>(&self, to: &Connection, rows: &[R]) -> Result<(), StoreError> {
        for row in rows {
            let found = table::row::<R>(to, row.key());
            let found = found.map_err(|source| StoreError::database(&self.folder, source))?;
            match found {
                Some(found) => self.compare(&found, row)?,
                None => table::insert(to, row)
                    .map_err(|source| StoreError::database(&self.folder, source))?,
            }
        }
        Ok(())
    }

    /// Refuses a row unless it is the one `found` before, timing aside.
    fn compare<R: Tabled>(&self, found: &R, row: &R) -> Result<(), StoreError> {
        let (folder, key) = (printed(&self.folder), row.key().to_owned());
        if found.repeatable() == row.repeatable() {
            Ok(())
        } else if found.of_any_build() == row.of_any_build() {
            let [found, other] = [row, found].map(|row| row.build().to_string());
            Err(StoreError::OtherBuild { folder, key, found, other })
        } else {
            Err(StoreError::Differing { folder, key })
        }
    }
}

/// The files of the store in `folder`, damaged ones that a repair has left included, each with what it is called in a refusal.
pub(crate) fn files(folder: &Path) -> Vec<(&'static str, PathBuf)> {
    let journals = [DATABASE, repair::REPAIRED].map(|name| format!("{name}-journal"));
    let names = [DATABASE, LOCK, repair::REPAIRED].map(str::to_owned).into_iter().chain(journals);
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let found = found.filter_map(|entry| entry.file_name().into_string().ok());
    let damaged = found.filter(|name| name.starts_with(repair::DAMAGED));
    names.chain(damaged).map(|name| ("the store", folder.join(name))).collect()
}

/// The lock file of `folder`, locked. Refuses a folder that another process writes to.
fn locked(folder: &Path) -> Result<File, StoreError> {
    let unusable = |source| StoreError::Folder { folder: printed(folder), source };
    let path = folder.join(LOCK);
    let lock = File::options().create(true).truncate(false).write(true).open(path);
    let lock = lock.map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked { folder: printed(folder) }),
        Err(TryLockError::Error(source)) => Err(unusable(source)),
    }
}

/// The database at `path`. `SQLite` is built to take a name that begins with `file:` for an address, whatever the flags: a name after a
/// folder does not begin so.
fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    Connection::open_with_flags(Path::new(".").join(path), flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
}

fn printed(path: &Path) -> Printed {
    Printed::of(&path.to_string_lossy())
}

#[cfg(test)]
mod tests;
