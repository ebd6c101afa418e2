//! Says why an input is no message set, in one line: the file, the line, what was expected and what was found.

use crate::readable::{Excerpt, Printable, Printed};
use meshcast_algorithms::NotAPermutation;
use meshcast_engine::{MAX_NODES, MessagesError};
use std::fmt;
use std::io;
use thiserror::Error;

/// A refused input. Its `Display` is one printable line, whatever the file holds and whatever its name is.
///
/// ```
/// use meshcast::input::edge_list;
/// let error = edge_list::read(&b"0 1\n2 x\n"[..], "graph.txt").unwrap_err();
/// assert_eq!(error.to_string(), r#"graph.txt:2: expected a destination from 0 to 67108863, found "x""#);
/// ```
#[derive(Debug, Error)]
#[error("{}{}: {problem}", Printable(.file), LineSuffix(*.line))]
pub struct InputError {
    /// The file's name as the user gave it.
    pub file: String,
    /// The line, counted from 1, where the problem has one.
    pub line: Option<u64>,
    /// What was expected and what was found.
    #[source]
    pub problem: Problem,
}

/// What was expected of an input and what was found.
#[derive(Debug, Error)]
pub enum Problem {
    /// The file cannot be opened or read.
    #[error("expected a file that can be read, found: {0}")]
    Unreadable(#[source] io::Error),
    /// The path leads to a directory.
    #[error("expected a file, found a directory")]
    Directory,
    /// A suffix that no reader claims.
    #[error(
        "expected a name that ends in .mtx, .jsonl, .txt or .edges, with or without .gz or .zst after it, found {}",
        SuffixFound(.found.as_ref())
    )]
    Suffix {
        /// The suffix, if the name has one.
        found: Option<Excerpt>,
    },
    /// A stream that begins as no message set does.
    #[error(
        "expected a Matrix Market file, JSON lines or an edge list, compressed by gzip or zstd or not, found {found}"
    )]
    Unknown {
        /// How it begins.
        found: Excerpt,
    },
    /// An archive that is none, is damaged or cut off.
    #[error("expected a whole {kind} archive, found {found}")]
    Archive {
        /// How it is compressed.
        kind: &'static str,
        /// What is wrong with it.
        found: Printed,
    },
    /// A text of unknown length that takes more memory than there is.
    #[error("expected a message set that fits in memory, but {found}")]
    Oversized {
        /// How much of it was read, and both amounts of memory.
        found: Printed,
    },
    /// A file without any data.
    #[error("expected {expected}, found an empty file")]
    Empty {
        /// What the format needs at least.
        expected: &'static str,
    },
    /// A line longer than the format can need.
    #[error("expected a line of at most {limit} bytes, found a longer one")]
    LongLine {
        /// The most bytes of a line.
        limit: usize,
    },
    /// A line with another number of fields.
    #[error("expected {expected}, found {count} in {line}")]
    Fields {
        /// The fields of such a line.
        expected: &'static str,
        /// How many there are.
        count: usize,
        /// The line.
        line: Excerpt,
    },
    /// A field that is no integer of its range.
    #[error("expected a {what} from {low} to {high}, found {found}")]
    Integer {
        /// What the field stands for.
        what: &'static str,
        /// The least value.
        low: u32,
        /// The greatest value.
        high: u32,
        /// The field.
        found: Excerpt,
    },
    /// A word that is no count.
    #[error("expected a whole number of 64 bits, found {found}")]
    Count {
        /// The word.
        found: Excerpt,
    },
    /// More counts than a mesh has nodes.
    #[error("expected at most {most} numbers, found more")]
    ManyCounts {
        /// The most.
        most: usize,
    },
    /// An index 0 in a format that counts from 1.
    #[error(
        "expected a {what} from 1 to {high}, found 0: the file looks 0-based, but Matrix Market counts from 1"
    )]
    ZeroBased {
        /// What the index stands for.
        what: &'static str,
        /// The greatest index.
        high: u32,
    },
    /// A matrix entry whose value is no number.
    #[error("expected a number as the value, found {found}")]
    Value {
        /// The field.
        found: Excerpt,
    },
    /// A word of the Matrix Market banner that the format does not know.
    #[error("expected {expected} in the Matrix Market banner, found {found}")]
    Banner {
        /// The words that may stand there.
        expected: &'static str,
        /// The word.
        found: Excerpt,
    },
    /// A dense Matrix Market file.
    #[error("expected the sparse format \"coordinate\", found the dense format \"array\"")]
    DenseFormat,
    /// A Matrix Market file that ends before its size line.
    #[error("expected a size line (rows, columns, entries), found the end of the file")]
    NoSize,
    /// A matrix without rows and columns.
    #[error("expected a matrix of at least one row or column, found 0 x 0")]
    NoNodes,
    /// Entries in a matrix that has no room for one.
    #[error(
        "expected no entries in a matrix of {rows} x {columns}, found a size line that says {entries}"
    )]
    EntriesOfNothing {
        /// Rows of the matrix.
        rows: u32,
        /// Columns of the matrix.
        columns: u32,
        /// Entries that the size line says.
        entries: u32,
    },
    /// Symmetric storage of a matrix that is not square.
    #[error("expected as many rows as columns in a {symmetry} matrix, found {rows} x {columns}")]
    NotSquare {
        /// The symmetry of the banner.
        symmetry: &'static str,
        /// Rows of the matrix.
        rows: u32,
        /// Columns of the matrix.
        columns: u32,
    },
    /// An entry in the half of the matrix that symmetric storage leaves out.
    #[error(
        "expected an entry {place} the diagonal ({symmetry} storage), found row {row}, column {column}"
    )]
    UnstoredHalf {
        /// The symmetry of the banner.
        symmetry: &'static str,
        /// Where its entries lie: "on or below" or "below".
        place: &'static str,
        /// Row of the entry, counted from 1.
        row: u32,
        /// Column of the entry, counted from 1.
        column: u32,
    },
    /// Fewer entries than the size line says.
    #[error("expected {expected} entries as the size line says, found {found}")]
    FewEntries {
        /// What the size line says.
        expected: u32,
        /// What the file holds.
        found: u32,
    },
    /// More entries than the size line says.
    #[error("expected {expected} entries as the size line says, found one more")]
    ManyEntries {
        /// What the size line says.
        expected: u32,
    },
    /// A line that is no JSON message.
    #[error(
        "expected {{\"source\":5,\"destinations\":[1,17]}}, found {found} (column {column}: {reason})"
    )]
    Json {
        /// The line.
        found: Excerpt,
        /// Where the parser gave up, counted from 1.
        column: usize,
        /// Why.
        reason: Printed,
    },
    /// A file of paths of worms that has another form.
    #[error(
        "expected {{\"worms\":[{{\"path\":[[0,0],[1,0]],\"destinations\":[[1,0]],\"start\":0}}]}}, found none of that form (column {column}{}: {reason})",
        at(path)
    )]
    Routes {
        /// Where the parser gave up, counted from 1.
        column: usize,
        /// The keys and indices above that place.
        path: String,
        /// Why.
        reason: Printed,
    },
    /// A file of paths without any.
    #[error("expected at least one worm, found none")]
    NoWorms,
    /// A second message from one source.
    #[error(
        "expected at most one message a source, found a second one from {source_node} (the first is in line {first})"
    )]
    SourceTwice {
        /// The source.
        source_node: u32,
        /// The line of its first message, counted from 1.
        first: u64,
    },
    /// A file that does not begin as `NumPy`'s do.
    #[error("expected a NumPy file (.npy), which begins with \\x93NUMPY, found {found}")]
    NoNumPy {
        /// How it begins.
        found: Excerpt,
    },
    /// A version of the format that nobody knows.
    #[error("expected version 1, 2 or 3 of the NumPy format, found {}", VersionFound(*.found))]
    NumPyVersion {
        /// The version, if the file has one.
        found: Option<u8>,
    },
    /// A file that ends within its header, or before it.
    #[error("expected {what} of {length} bytes, found the end of the file after {found} of them")]
    NumPyCut {
        /// What is cut.
        what: &'static str,
        /// The bytes that it has.
        length: u64,
        /// How many of these the file has.
        found: u64,
    },
    /// A header that is too long or no dictionary of the three keys.
    #[error("expected a header with 'descr', 'fortran_order' and 'shape', found {found}")]
    NumPyHeader {
        /// The header, or its length.
        found: Excerpt,
    },
    /// Entries of another type.
    #[error(
        "expected whole numbers of 8 to 64 bits, little-endian (such as <i8 or <u4), found {found}"
    )]
    NumPyType {
        /// The type.
        found: Excerpt,
    },
    /// An array of no or many dimensions.
    #[error(
        "expected an array of one dimension, such as (1024,), or two, such as (1024, 10), found {found}"
    )]
    NumPyShape {
        /// The shape.
        found: Excerpt,
    },
    /// Fewer entries than the header says.
    #[error("expected {expected} entries as the header says, found {found}")]
    NumPyShort {
        /// What the header says.
        expected: u64,
        /// What the file holds.
        found: usize,
    },
    /// More entries than the header says.
    #[error("expected {expected} entries as the header says, found more")]
    NumPyLong {
        /// What the header says.
        expected: u64,
    },
    /// A file that ends within an entry.
    #[error("expected whole entries, found a piece of one at the end")]
    NumPyPiece,
    /// An entry that no permutation of this length has.
    #[error("expected numbers from 0 to {last}, found {found} in entry {entry}")]
    NumPyEntry {
        /// The greatest number.
        last: u64,
        /// The number.
        found: Printed,
        /// Its place, counted from 0.
        entry: usize,
    },
    /// A list that misses a number.
    #[error(transparent)]
    NoPermutation(NotAPermutation),
    /// A side file that is no JSON object with a digest.
    #[error(
        "expected a JSON object with \"sha256\", as expander generate writes it, found {found}"
    )]
    SideFile {
        /// Why the parser gave up.
        found: Printed,
    },
    /// Another file than the side file tells of.
    #[error("expected the SHA-256 of {name}, {expected}, found {found}")]
    Digest {
        /// The side file.
        name: Printed,
        /// What it says.
        expected: Printed,
        /// That of the file.
        found: String,
    },
    /// The messages do not fit together.
    #[error("expected a message set: {0}")]
    Messages(#[source] MessagesError),
}

/// The greatest index of a node in any file.
pub(crate) const LAST_NODE: u32 = MAX_NODES as u32 - 1;

/// `:7` after the file's name, or nothing.
struct LineSuffix(Option<u64>);

impl fmt::Display for LineSuffix {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |line| write!(out, ":{line}"))
    }
}

/// The suffix, or the fact that there is none.
struct SuffixFound<'a>(Option<&'a Excerpt>);

impl fmt::Display for SuffixFound<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(suffix) => suffix.fmt(out),
            None => out.write_str("no suffix"),
        }
    }
}

/// The version, or the fact that there is none.
struct VersionFound(Option<u8>);

impl fmt::Display for VersionFound {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(version) => version.fmt(out),
            None => out.write_str("none"),
        }
    }
}

/// A path in a JSON text after a column.
fn at(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(", {path}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_cannot_break_the_line() {
        let file = "a\nb\u{1b}\u{2028}é'.mtx".to_string();
        let error = InputError { file, line: Some(3), problem: Problem::Directory };
        assert_eq!(
            error.to_string(),
            r"a\nb\u{1b}\u{2028}é'.mtx:3: expected a file, found a directory"
        );
    }
}
