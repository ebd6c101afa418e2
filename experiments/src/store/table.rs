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

    /// The columns that the table lacks in stores of earlier programs. Whoever reads such a store finds what can be known of them;
    /// whoever writes makes the table anew.
    const LATER: &'static [&'static str] = &[];

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

    /// The row of an earlier program with what can be known of the later columns.
    fn of_earlier_program(self) -> Self {
        self
    }
}

/// Makes the rows of runs a table: a run is named by its configuration, and has its program and wall times in columns. What stores of
/// earlier programs lack stands last.
macro_rules! tabled {
    ($row:ident, $table:literal, $order:literal, [$($timing:ident),+] $(, { $($earlier:tt)+ })?) => {
        impl Tabled for $row {
            const TABLE: &'static str = $table;
            const ORDER: &'static str = $order;
            $($($earlier)+)?

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
    "algorithm, source, mode, knowledge, nodes, asked_congestion, asked_degree, seed, key",
    [timing_seconds, timing_node_steps_per_second],
    {
        const LATER: &'static [&'static str] = &["per_node"];

        fn of_earlier_program(self) -> Self {
            self.with_messages_of_a_node()
        }
    }
);

tabled!(ExpanderRow, "expanders", "degree, inputs, outputs, seed, effort, key", [timing_seconds]);

tabled!(
    LoadRow,
    "loads",
    "network, kind, size, scheme, ports, grouping, leaders, arrivals, rate, seed, key",
    [timing_seconds],
    {
        const IS_LATER: bool = true;
    }
);

tabled!(
    PramRow,
    "prams",
    "program, pram, operator, layout, pattern, source, mode, nodes, cells, seed, key",
    [timing_seconds, timing_node_steps_per_second],
    {
        const IS_LATER: bool = true;
    }
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

/// What a store has of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableState {
    Whole,
    /// It lacks the later columns.
    Earlier,
    Missing,
    /// It has columns that no program gave it.
    Other,
}

impl TableState {
    /// What the store has of the table of `R`.
    pub(super) fn of<R: Tabled>(connection: &Connection) -> Result<Self, Error> {
        let sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        let found = connection.query_row(sql, [R::TABLE], |row| {
            Ok(match row.get_ref(0)? {
                ValueRef::Text(sql) => sql.to_vec(),
                _ => Vec::new(),
            })
        });
        let Some(found) = found.optional()? else { return Ok(Self::Missing) };
        for state in [Self::Whole, Self::Earlier] {
            if found == definition::<R>(&state.columns::<R>()?).as_bytes() {
                return Ok(state);
            }
        }
        Ok(Self::Other)
    }

    /// The columns that are there.
    fn columns<R: Tabled>(self) -> Result<Vec<String>, Error> {
        let mut columns = columns::<R>()?;
        if self == Self::Earlier {
            columns.retain(|name| !R::LATER.contains(&name.as_str()));
        }
        Ok(columns)
    }

    /// A row of the table that was read.
    fn read<R: Tabled>(self, row: R) -> R {
        if self == Self::Earlier { row.of_earlier_program() } else { row }
    }

    /// Whether there are no rows, since an earlier program made the store.
    fn is_without_rows<R: Tabled>(self) -> bool {
        self == Self::Missing && R::IS_LATER
    }
}

/// The command that makes a table with these columns, as the database keeps it.
fn definition<R: Tabled>(columns: &[String]) -> String {
    let columns = columns.iter().map(|name| match name.as_str() {
        "key" => "key PRIMARY KEY NOT NULL",
        _ => name,
    });
    let columns = columns.collect::<Vec<_>>().join(", ");
    format!("CREATE TABLE {} ({columns}, {DIGEST} NOT NULL)", R::TABLE)
}

/// Makes the table.
pub(super) fn create<R: Tabled>(connection: &Connection) -> Result<(), Error> {
    connection.execute(&definition::<R>(&columns::<R>()?), [])?;
    Ok(())
}

/// Makes what the store of an earlier program lacks: the table, or its later columns, with what can be known of them.
pub(super) fn catch_up<R: Tabled>(connection: &Connection) -> Result<(), Error> {
    match TableState::of::<R>(connection)? {
        TableState::Missing => create::<R>(connection),
        TableState::Earlier => {
            let rows = rows::<R>(connection)?;
            connection.execute(&format!("DROP TABLE {}", R::TABLE), [])?;
            create::<R>(connection)?;
            rows.iter().try_for_each(|row| insert(connection, row))
        }
        TableState::Whole | TableState::Other => Ok(()),
    }
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
    let state = TableState::of::<R>(connection)?;
    if state.is_without_rows::<R>() {
        return Ok(());
    }
    let columns = state.columns::<R>()?;
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
            Ok(row) if is_own && row.key() == key_of(&row.named_by()) => sound(state.read(row)),
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
    let state = TableState::of::<R>(connection)?;
    if state.is_without_rows::<R>() {
        return Ok(Vec::new());
    }
    let mut query =
        connection.prepare(&format!("SELECT * FROM {} ORDER BY {}", R::TABLE, R::ORDER))?;
    from_rows(query.query([])?).map(|row| row.map(|row| state.read(row))).collect()
}

/// The row with this key.
pub(super) fn row<R: Tabled>(connection: &Connection, key: &str) -> Result<Option<R>, Error> {
    let mut query = connection.prepare(&format!("SELECT * FROM {} WHERE key = ?1", R::TABLE))?;
    from_rows(query.query(params![key])?).next().transpose()
}

/// Whether there is a row with this key.
pub(super) fn contains<R: Tabled>(connection: &Connection, key: &str) -> Result<bool, Error> {
    // Sweeps ask for every key: the state is looked up only of tables that may be missing.
    if R::IS_LATER && TableState::of::<R>(connection)?.is_without_rows::<R>() {
        return Ok(false);
    }
    let sql = format!("SELECT 1 FROM {} WHERE key = ?1", R::TABLE);
    let found = connection.prepare_cached(&sql)?.query_row(params![key], |_| Ok(())).optional()?;
    Ok(found.is_some())
}
