//! Repair of a damaged store: a new file with the rows that are as they were written.

use super::row::{ExpanderRow, PlanRow, RunRow};
use super::table::{Tabled, inspect};
use super::{DATABASE, Part, Store, StoreError, connect, locked, printed};
use rusqlite::OpenFlags;
use serde::Serialize;
use std::fs;
use std::io;
use std::path::Path;

/// The damaged file, which stays beside the new one.
pub(crate) const DAMAGED: &str = "results.sqlite.damaged";

/// The new file until it is whole.
const REPAIRED: &str = "results.sqlite.repaired";

/// What a repair found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Repair {
    /// Rows that were not as they were written.
    pub(crate) dropped: usize,
    /// Whether there is more that could not even be read as rows.
    pub(crate) unreadable: bool,
    /// Whether there is a new file, and the damaged one beside it.
    pub(crate) renewed: bool,
}

/// Drops the rows of the store in `folder`, if there is one, that are not as they were written. A store with nothing wrong stays as it
/// is; tables of another version are refused.
pub(crate) fn repair(folder: &Path) -> Result<Repair, StoreError> {
    if !folder.join(DATABASE).is_file() {
        return Ok(Repair::default());
    }
    let _lock = locked(folder)?;
    let store = Store::unchecked(folder)?;
    match store.check() {
        Ok(_) => Ok(Repair::default()),
        Err(error) if error.is_damage() => {
            let (part, found) = store.rescued()?;
            drop(store);
            renew(folder, part)?;
            Ok(found)
        }
        Err(error) => Err(error),
    }
}

impl Store {
    /// The rows that are as they were written, and what became of the others.
    fn rescued(&self) -> Result<(Part, Repair), StoreError> {
        let mut found = Repair { renewed: true, ..Repair::default() };
        let part = Part {
            folder: self.folder.clone(),
            runs: self.rescued_rows::<RunRow>(&mut found)?,
            expanders: self.rescued_rows::<ExpanderRow>(&mut found)?,
            plans: self.rescued_rows::<PlanRow>(&mut found)?,
        };
        Ok((part, found))
    }

    /// Those of a table, up to where it cannot be read.
    fn rescued_rows<R: Tabled>(&self, found: &mut Repair) -> Result<Vec<R>, StoreError> {
        let mut rows = Vec::new();
        let read = self.check_table::<R>().and_then(|()| {
            let read = inspect(&self.connection, |row: R| rows.push(row), |_| found.dropped += 1);
            read.map_err(|source| self.error(source))
        });
        match read {
            Ok(()) => {}
            Err(error) if error.is_damage() => found.unreadable = true,
            Err(error) => return Err(error),
        }
        // A page that two places of a damaged file lead to is read twice.
        rows.sort_by(|left, right| left.key().cmp(right.key()));
        rows.dedup_by(|left, right| left.key() == right.key());
        Ok(rows)
    }
}

/// Puts a database with the rows of `part` in the place of the one in `folder`, all at once.
fn renew(folder: &Path, part: Part) -> Result<(), StoreError> {
    let unrepaired = |source| StoreError::Unrepaired { folder: printed(folder), source };
    let (old, new) = (folder.join(DATABASE), folder.join(REPAIRED));
    match fs::remove_file(&new) {
        // Left by a repair that was killed.
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(unrepaired(error)),
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut store = Store::connected(folder, connect(&new, flags), None)?;
    store.begin().map_err(|source| store.error(source))?;
    store.take_in(&[part])?;
    drop(store);
    fs::copy(&old, folder.join(DAMAGED)).map_err(unrepaired)?;
    fs::rename(&new, &old).map_err(unrepaired)
}
