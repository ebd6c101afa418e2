//! The rows of a store, read without the program.

use rusqlite::Connection;
use rusqlite::types::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;

/// The tables of a store.
pub(crate) const TABLES: [&str; 4] = ["runs", "expanders", "loads", "plans"];

/// The names and the values of the columns.
pub(crate) type Row = Vec<(String, Value)>;

/// All rows of a table by the order of their keys, with the names of the columns.
pub(crate) fn rows(database: &Path, table: &str) -> Vec<Row> {
    let store = Connection::open(database).unwrap();
    let mut query = store.prepare(&format!("SELECT * FROM {table} ORDER BY key")).unwrap();
    let names: Vec<String> = query.column_names().map(str::to_owned).collect();
    let mut found = query.query([]).unwrap();
    let mut rows = Vec::new();
    while let Some(row) = found.next().unwrap() {
        let cells = names.iter().enumerate();
        rows.push(cells.map(|(at, name)| (name.clone(), row.get(at).unwrap())).collect());
    }
    rows
}

/// The digest of a row as docs/rows.md defines it.
pub(crate) fn digest(table: &str, row: &[(String, Value)]) -> String {
    let mut text = format!("{table};").into_bytes();
    for (name, value) in row.iter().filter(|(name, _)| name != "digest") {
        text.extend(format!("{name}=").bytes());
        match value {
            Value::Null => text.extend(b"null"),
            Value::Integer(number) => text.extend(format!("integer {number}").bytes()),
            Value::Real(number) => text.extend(format!("real {:016x}", number.to_bits()).bytes()),
            Value::Text(string) => {
                text.extend(format!("text {} {string}", string.len()).bytes());
            }
            Value::Blob(_) => panic!("no column holds a blob"),
        }
        text.push(b';');
    }
    let mut digits = String::new();
    for byte in Sha256::digest(&text) {
        write!(digits, "{byte:02x}").unwrap();
    }
    digits
}
