//! The tables: which columns there are is said by the rows alone, but for the digest of the row, which stands last.

use super::digest::RowDigest;
use super::load_row::LoadRow;
use super::pram_row::PramRow;
use super::row::{Build, ExpanderRow, PlanRow, RunRow, key_of};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, ToSql, params};
use serde::{Serialize, de::DeserializeOwned};
use serde_rusqlite::{Error, from_row, from_rows, to_params_named};
use std::borrow::Cow;

/// The column with the digest of all others.
const DIGEST: &str = "digest";

/// A kind of row that has a table.
pub(crate) trait Tabled: Clone + Default + PartialEq + Serialize + DeserializeOwned {
    /// The name of the table.
    const TABLE: &'static str;
    /// The columns that order the rows of an export, least varying first; the key comes last.
    const ORDER: &'static str;

    /// Whether stores of earlier programs lack the table. Whoever reads such a store finds no rows; whoever writes makes the table.
    const IS_LATER: bool = false;

    /// The key of the row.
    fn key(&self) -> &str;

    /// The text that the key is the SHA-256 of.
    fn named_by(&self) -> Cow<'_, str>;

    /// The row without what cannot repeat.
    fn repeatable(&self) -> Self;

    /// The program that the row is from.
    fn build(&self) -> Build<'_>;

    /// The row without what cannot repeat and without its program.
    fn of_any_build(&self) -> Self;
}

/// Makes the rows of runs a table: a run is named by its configuration, and has its program and wall times in columns.
macro_rules! tabled {
    ($row:ident, $table:literal, is later: $is_later:literal, $order:literal, $($timing:ident),+) => {
        impl Tabled for $row {
            const TABLE: &'static str = $table;
            const ORDER: &'static str = $order;
            const IS_LATER: bool = $is_later;

            fn key(&self) -> &str {
                &self.key
            }

            fn named_by(&self) -> Cow<'_, str> {
                Cow::Borrowed(&self.configuration)
            }

            fn repeatable(&self) -> Self {
                Self { $($timing: None,)+ ..self.clone() }
            }

            fn build(&self) -> Build<'_> {
                Build { version: &self.version, commit: &self.build_commit }
            }

            fn of_any_build(&self) -> Self {
                Self { version: String::new(), build_commit: String::new(), ..self.repeatable() }
            }
        }
    };
}

tabled!(
    RunRow,
    "runs",
    is later: false,
    "algorithm, source, mode, knowledge, nodes, asked_congestion, asked_degree, seed, key",
    timing_seconds,
    timing_node_steps_per_second
);

tabled!(
    ExpanderRow,
    "expanders",
    is later: false,
    "degree, inputs, outputs, seed, effort, key",
    timing_seconds
);

tabled!(
    LoadRow,
    "loads",
    is later: true,
    "network, kind, size, scheme, ports, grouping, leaders, arrivals, rate, seed, key",
    timing_seconds
);

tabled!(
    PramRow,
    "prams",
    is later: true,
    "program, pram, operator, layout, pattern, source, mode, nodes, cells, seed, key",
    timing_seconds,
    timing_node_steps_per_second
);

impl Tabled for PlanRow {
    const TABLE: &'static str = "plans";
    const ORDER: &'static str = "name, seed, key";

    fn key(&self) -> &str {
        &self.key
    }

    fn named_by(&self) -> Cow<'_, str> {
        Cow::Owned(format!("{}\n{}\n{}", self.name, self.seed, self.text))
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

/// The command that makes the table, as the database keeps it.
pub(super) fn definition<R: Tabled>() -> Result<String, Error> {
    let columns = columns::<R>()?.into_iter().map(|name| match name.as_str() {
        "key" => "key PRIMARY KEY NOT NULL".to_owned(),
        _ => name,
    });
    let columns = columns.collect::<Vec<_>>().join(", ");
    Ok(format!("CREATE TABLE {} ({columns}, {DIGEST} NOT NULL)", R::TABLE))
}

/// Makes the table.
pub(super) fn create<R: Tabled>(connection: &Connection) -> Result<(), Error> {
    connection.execute(&definition::<R>()?, [])?;
    Ok(())
}

/// Makes the table unless it is there.
pub(super) fn create_if_missing<R: Tabled>(connection: &Connection) -> Result<(), Error> {
    if is_there::<R>(connection)? { Ok(()) } else { create::<R>(connection) }
}

/// Whether there is the table.
fn is_there<R: Tabled>(connection: &Connection) -> Result<bool, Error> {
    let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1";
    Ok(connection.query_row(sql, [R::TABLE], |_| Ok(())).optional()?.is_some())
}

/// Whether a store of an earlier program lacks the table.
fn is_earlier<R: Tabled>(connection: &Connection) -> Result<bool, Error> {
    Ok(R::IS_LATER && !is_there::<R>(connection)?)
}

/// Adds a row with its digest; one with this key must not be there.
pub(super) fn insert<R: Tabled>(connection: &Connection, row: &R) -> Result<(), Error> {
    let columns = columns::<R>()?;
    let places = columns.iter().map(|name| format!(":{name}")).collect::<Vec<_>>().join(", ");
    let named = to_params_named(row)?;
    let mut digest = RowDigest::new(R::TABLE);
    for (name, value) in named.iter() {
        match value.to_sql()? {
            ToSqlOutput::Borrowed(value) => digest.add(name.trim_start_matches(':'), value),
            ToSqlOutput::Owned(value) => {
                digest.add(name.trim_start_matches(':'), ValueRef::from(&value));
            }
            _ => return Err(Error::ser_unsupported("a value of an unknown kind")),
        }
    }
    let digest = digest.digits();
    let mut values = named.to_slice();
    values.push((":digest", &digest));
    let sql = format!(
        "INSERT INTO {} ({}, {DIGEST}) VALUES ({places}, :digest)",
        R::TABLE,
        columns.join(", ")
    );
    connection.prepare_cached(&sql)?.execute(values.as_slice())?;
    Ok(())
}

/// Reads every row of the table and gives those that are as they were written to `sound`. To `damaged` go the keys of the others: those
/// whose digest or whose key is not theirs.
pub(super) fn inspect<R: Tabled>(
    connection: &Connection,
    mut sound: impl FnMut(R),
    mut damaged: impl FnMut(String),
) -> Result<(), Error> {
    if is_earlier::<R>(connection)? {
        return Ok(());
    }
    let columns = columns::<R>()?;
    let mut query = connection.prepare(&format!("SELECT * FROM {}", R::TABLE))?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let mut digest = RowDigest::new(R::TABLE);
        for name in &columns {
            digest.add(name, row.get_ref(name.as_str())?);
        }
        let is_own = match row.get_ref(DIGEST)? {
            ValueRef::Text(stored) => stored == digest.digits().as_bytes(),
            _ => false,
        };
        match from_row::<R>(row) {
            Ok(row) if is_own && row.key() == key_of(&row.named_by()) => sound(row),
            _ => damaged(match row.get_ref("key")? {
                ValueRef::Text(key) => String::from_utf8_lossy(key).into_owned(),
                _ => "without a key".to_owned(),
            }),
        }
    }
    Ok(())
}

/// All rows, in the order of exports.
pub(super) fn rows<R: Tabled>(connection: &Connection) -> Result<Vec<R>, Error> {
    if is_earlier::<R>(connection)? {
        return Ok(Vec::new());
    }
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
    if is_earlier::<R>(connection)? {
        return Ok(false);
    }
    let sql = format!("SELECT 1 FROM {} WHERE key = ?1", R::TABLE);
    let found = connection.prepare_cached(&sql)?.query_row(params![key], |_| Ok(())).optional()?;
    Ok(found.is_some())
}
