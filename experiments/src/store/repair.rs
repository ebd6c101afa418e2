//! Repairs a damaged store: a new file gets the rows that are as they were written.

use super::load_row::LoadRow;
use super::pram_row::PramRow;
use super::row::{ExpanderRow, PlanRow, RunRow};
use super::table::{Tabled, inspect};
use super::{DATABASE, Part, Store, StoreError, connect, locked, printed};
use crate::output::{Temporary, save_whole};
use rusqlite::OpenFlags;
use serde::Serialize;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// How the names of damaged files begin, which stay beside the new one.
pub(super) const DAMAGED: &str = "results.sqlite.damaged";

/// The new file until it is whole.
pub(super) const REPAIRED: &str = "results.sqlite.repaired";

/// What a repair found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Repair {
    /// Damaged or edited rows.
    pub(crate) dropped: usize,
    /// Whether there is more that could not even be read as rows.
    pub(crate) unreadable: bool,
    /// Whether there is a new file.
    pub(crate) renewed: bool,
    /// The name of the damaged file, which stays beside the new one.
    pub(crate) damaged: Option<String>,
}

/// Drops the rows of the store in `folder`, if there is one, that are damaged or edited. A store with nothing wrong stays as it
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
            let damaged = Some(renew(folder, part)?);
            Ok(Repair { damaged, ..found })
        }
        Err(error) => Err(error),
    }
}

impl Store {
    /// The rows that are as they were written, and a count of the others.
    fn rescued(&self) -> Result<(Part, Repair), StoreError> {
        let mut found = Repair { renewed: true, ..Repair::default() };
        let part = Part {
            folder: self.folder.clone(),
            runs: self.rescued_rows::<RunRow>(&mut found)?,
            expanders: self.rescued_rows::<ExpanderRow>(&mut found)?,
            plans: self.rescued_rows::<PlanRow>(&mut found)?,
            loads: self.rescued_rows::<LoadRow>(&mut found)?,
            prams: self.rescued_rows::<PramRow>(&mut found)?,
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

/// Puts a database with the rows of `part` in the place of the one in `folder`, all at once. Returns the name under
/// which the old one stays.
fn renew(folder: &Path, part: Part) -> Result<String, StoreError> {
    let unrepaired = |source| StoreError::Unrepaired { folder: printed(folder), source };
    let new = Temporary::at(folder.join(REPAIRED));
    let _journal = Temporary::at(folder.join(format!("{REPAIRED}-journal")));
    match fs::remove_file(new.path()) {
        // Left by a repair that was killed.
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(unrepaired(error)),
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut store = Store::connected(folder, connect(new.path(), flags), None)?;
    store.begin().map_err(|source| store.error(source))?;
    store.take_in(&[part])?;
    drop(store);
    // Through a link to the database itself.
    let old = fs::canonicalize(folder.join(DATABASE)).map_err(unrepaired)?;
    let damaged = unused(folder).ok_or(io::ErrorKind::AlreadyExists.into()).map_err(unrepaired)?;
    let copy = |mut file: &File| io::copy(&mut File::open(&old)?, &mut file).map(|_| ());
    save_whole(&folder.join(&damaged), copy).map_err(unrepaired)?;
    new.move_to(&old).map_err(unrepaired)?;
    Ok(damaged)
}

/// A name for a damaged file that no file in `folder` has.
fn unused(folder: &Path) -> Option<String> {
    let names = (2..=u32::MAX).map(|number| format!("{DAMAGED}.{number}"));
    let mut names = std::iter::once(DAMAGED.to_owned()).chain(names);
    names.find(|name| fs::symlink_metadata(folder.join(name)).is_err())
}
