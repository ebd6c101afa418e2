//! Checks whether a store is as it was written: the file by the database's own check, each row by its digest and its key.

use super::load_row::LoadRow;
use super::pram_row::PramRow;
use super::row::{ExpanderRow, PlanRow, RunRow};
use super::table::{TableState, Tabled, inspect};
use super::{SCHEMA, Store, StoreError, printed};
use crate::readable::Printed;

/// Keys that a refusal names.
const NAMED: usize = 3;

/// Damaged or edited rows.
#[derive(Debug, Default)]
pub(super) struct Damage {
    /// All rows, these among them.
    pub(super) rows: usize,
    pub(super) keys: Vec<String>,
}

impl Store {
    /// Whether there are tables yet. Refuses those of another version and whatever is not as it was written.
    pub(super) fn check(&self) -> Result<bool, StoreError> {
        let (version, tables) = self.version().map_err(|source| self.error(source))?;
        if tables > 0 && version != SCHEMA {
            let folder = printed(&self.folder);
            return Err(StoreError::Version { folder, expected: SCHEMA, found: version });
        }
        self.check_file()?;
        if tables == 0 {
            return Ok(false);
        }
        self.check_table::<RunRow>()?;
        self.check_table::<ExpanderRow>()?;
        self.check_table::<PlanRow>()?;
        self.check_table::<LoadRow>()?;
        self.check_table::<PramRow>()?;
        let mut damage = Damage::default();
        self.check_rows::<RunRow>(&mut damage)?;
        self.check_rows::<ExpanderRow>(&mut damage)?;
        self.check_rows::<PlanRow>(&mut damage)?;
        self.check_rows::<LoadRow>(&mut damage)?;
        self.check_rows::<PramRow>(&mut damage)?;
        if damage.keys.is_empty() {
            return Ok(true);
        }
        let Damage { rows, keys } = damage;
        let mut named: Vec<String> =
            keys.iter().take(NAMED).map(|key| Printed::of(key).to_string()).collect();
        if keys.len() > NAMED {
            named.push(format!("{} more", keys.len() - NAMED));
        }
        let (folder, count) = (printed(&self.folder), keys.len());
        Err(StoreError::Altered { folder, count, rows, keys: named.join(", ") })
    }

    /// Pages, trees, and that the index of every table has the keys of its rows.
    fn check_file(&self) -> Result<(), StoreError> {
        let check = self.connection.query_row("PRAGMA integrity_check(1)", [], |row| {
            Ok(String::from_utf8_lossy(row.get_ref(0)?.as_bytes()?).into_owned())
        });
        match check {
            Ok(said) if said == "ok" => Ok(()),
            Ok(said) => Err(StoreError::damaged(&self.folder, &said)),
            Err(source) => Err(StoreError::database(&self.folder, source)),
        }
    }

    /// A table is as it was made, so that its columns mean what they did.
    pub(super) fn check_table<R: Tabled>(&self) -> Result<(), StoreError> {
        let state = TableState::of::<R>(&self.connection).map_err(|source| self.error(source))?;
        let said = match state {
            TableState::Whole | TableState::Earlier => return Ok(()),
            TableState::Missing if R::IS_LATER => return Ok(()),
            TableState::Missing => format!("there is no table {}", R::TABLE),
            TableState::Other => format!("the table {} has other columns", R::TABLE),
        };
        Err(StoreError::damaged(&self.folder, &said))
    }

    fn check_rows<R: Tabled>(&self, damage: &mut Damage) -> Result<(), StoreError> {
        let Damage { rows, keys } = damage;
        let (mut sound, before) = (0, keys.len());
        let inspected = inspect::<R>(&self.connection, |_| sound += 1, |key| keys.push(key));
        *rows += sound + keys.len() - before;
        inspected.map_err(|source| self.error(source))
    }
}
