//! The tables: which columns there are is said by the rows alone.

use super::row::{Build, ExpanderRow, PlanRow, RunRow};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Serialize, de::DeserializeOwned};
use serde_rusqlite::{Error, from_rows, to_params_named};

/// A kind of row that has a table.
pub(crate) trait Tabled: Clone + Default + PartialEq + Serialize + DeserializeOwned {
    /// The name of the table.
    const TABLE: &'static str;
    /// The columns that order the rows of an export, least varying first; the key comes last.
    const ORDER: &'static str;

    /// The key of the row.
    fn key(&self) -> &str;

    /// The row without what cannot repeat.
    fn repeatable(&self) -> Self;

    /// The program that the row is from.
    fn build(&self) -> Build<'_>;

    /// The row without what cannot repeat and without its program.
    fn of_any_build(&self) -> Self;
}

impl Tabled for RunRow {
    const TABLE: &'static str = "runs";
    const ORDER: &'static str =
        "algorithm, source, mode, knowledge, nodes, asked_congestion, asked_degree, seed, key";

    fn key(&self) -> &str {
        &self.key
    }

    fn repeatable(&self) -> Self {
        Self { timing_seconds: None, timing_node_steps_per_second: None, ..self.clone() }
    }

    fn build(&self) -> Build<'_> {
        Build { version: &self.version, commit: &self.build_commit }
    }

    fn of_any_build(&self) -> Self {
        Self { version: String::new(), build_commit: String::new(), ..self.repeatable() }
    }
}

impl Tabled for ExpanderRow {
    const TABLE: &'static str = "expanders";
    const ORDER: &'static str = "degree, inputs, outputs, seed, effort, key";

    fn key(&self) -> &str {
        &self.key
    }

    fn repeatable(&self) -> Self {
        Self { timing_seconds: None, ..self.clone() }
    }

    fn build(&self) -> Build<'_> {
        Build { version: &self.version, commit: &self.build_commit }
    }

    fn of_any_build(&self) -> Self {
        Self { version: String::new(), build_commit: String::new(), ..self.repeatable() }
    }
}

impl Tabled for PlanRow {
    const TABLE: &'static str = "plans";
    const ORDER: &'static str = "name, seed, key";

    fn key(&self) -> &str {
        &self.key
    }

    fn repeatable(&self) -> Self {
        self.clone()
    }

    /// Plans are from nobody's program.
    fn build(&self) -> Build<'_> {
        Build { version: "", commit: "" }
    }

    fn of_any_build(&self) -> Self {
        self.clone()
    }
}

/// The names of the columns, in the order of the fields.
pub(crate) fn columns<R: Tabled>() -> Result<Vec<String>, Error> {
    let named = to_params_named(R::default())?;
    Ok(named.iter().map(|(name, _)| name.trim_start_matches(':').to_owned()).collect())
}

/// Makes the table if it is not there.
pub(super) fn create<R: Tabled>(connection: &Connection) -> Result<(), Error> {
    let columns = columns::<R>()?.into_iter().map(|name| match name.as_str() {
        "key" => "key PRIMARY KEY NOT NULL".to_owned(),
        _ => name,
    });
    let columns = columns.collect::<Vec<_>>().join(", ");
    connection.execute(&format!("CREATE TABLE IF NOT EXISTS {} ({columns})", R::TABLE), [])?;
    Ok(())
}

/// Adds a row; one with this key must not be there.
pub(super) fn insert<R: Tabled>(connection: &Connection, row: &R) -> Result<(), Error> {
    let columns = columns::<R>()?;
    let places = columns.iter().map(|name| format!(":{name}")).collect::<Vec<_>>().join(", ");
    let named = to_params_named(row)?;
    let sql = format!("INSERT INTO {} ({}) VALUES ({places})", R::TABLE, columns.join(", "));
    connection.prepare_cached(&sql)?.execute(named.to_slice().as_slice())?;
    Ok(())
}

/// All rows, in the order of exports.
pub(super) fn rows<R: Tabled>(connection: &Connection) -> Result<Vec<R>, Error> {
    let mut query =
        connection.prepare(&format!("SELECT * FROM {} ORDER BY {}", R::TABLE, R::ORDER))?;
    from_rows(query.query([])?).collect()
}

/// The row with this key.
pub(super) fn row<R: Tabled>(connection: &Connection, key: &str) -> Result<Option<R>, Error> {
    let mut query = connection.prepare(&format!("SELECT * FROM {} WHERE key = ?1", R::TABLE))?;
    from_rows(query.query(params![key])?).next().transpose()
}

/// Whether there is a row with this key.
pub(super) fn contains<R: Tabled>(connection: &Connection, key: &str) -> Result<bool, Error> {
    let sql = format!("SELECT 1 FROM {} WHERE key = ?1", R::TABLE);
    let found = connection.prepare_cached(&sql)?.query_row(params![key], |_| Ok(())).optional()?;
    Ok(found.is_some())
}
