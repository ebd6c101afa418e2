//! Computes the digest of a row, which shows whether the row is as it was written.

use crate::input::hexadecimal;
use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

/// SHA-256 of the name of a table and of every column of a row: its name, its type and its value.
///
/// `docs/rows.md` defines the text. A length before each string makes it the text of no other row.
pub(super) struct RowDigest(Sha256);

impl RowDigest {
    pub(super) fn new(table: &str) -> Self {
        Self(Sha256::new().chain_update(format!("{table};")))
    }

    /// Adds the next column.
    pub(super) fn add(&mut self, name: &str, value: ValueRef<'_>) {
        self.0.update(format!("{name}="));
        match value {
            ValueRef::Null => self.0.update("null"),
            // The database keeps what is not a number as null.
            ValueRef::Real(number) if number.is_nan() => self.0.update("null"),
            ValueRef::Integer(number) => self.0.update(format!("integer {number}")),
            ValueRef::Real(number) => self.0.update(format!("real {:016x}", number.to_bits())),
            ValueRef::Text(text) => self.add_bytes("text", text),
            ValueRef::Blob(bytes) => self.add_bytes("blob", bytes),
        }
        self.0.update(";");
    }

    fn add_bytes(&mut self, kind: &str, bytes: &[u8]) {
        self.0.update(format!("{kind} {} ", bytes.len()));
        self.0.update(bytes);
    }

    /// In hexadecimal digits.
    pub(super) fn digits(self) -> String {
        hexadecimal(self.0)
    }
}
