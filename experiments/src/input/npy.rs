//! Permutations as `NumPy` writes arrays: `.npy` of whole numbers, signed or unsigned, of 8 to 64 bits, little-endian.
//!
//! An array has one dimension, or two: the permutation of a graph of m inputs with r edges each may be of shape (m, r). Its rows
//! follow each other, in whichever order they are stored.
//!
//! The format is read here and not by `npyz` 0.9 or `ndarray-npy` 0.10, both well kept: they allocate whatever length,
//! up to 4 GiB, a header claims before they read it, their refusals have several lines, and they would replace but the
//! reading of the header, forty lines, since entries are hashed and refused one by one, and what follows them too.

use super::error::{InputError, Problem};
use crate::output::{Piped, write_whole};
use crate::readable::{Excerpt, Printed};
use meshcast_algorithms::Permutation;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

#[cfg(test)]
mod tests;

const MAGIC: &[u8] = b"\x93NUMPY";
/// `NumPy` writes less, and no more is read.
const LONGEST_HEADER: u32 = 1 << 16;
/// Where the data begin is divisible by this.
const ALIGNMENT: usize = 64;

/// A permutation and the SHA-256 of its file.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The permutation.
    pub permutation: Permutation,
    /// The digest of the whole file, in hexadecimal digits.
    pub sha256: String,
    /// The rows and columns of an array of two dimensions.
    pub shape: Option<(u64, u64)>,
}

/// Reads a permutation from `source`; `file` is its name for errors.
///
/// Nothing is allocated for what the header merely claims.
///
/// # Errors
/// Whatever is no such file or no permutation.
pub fn read(source: impl Read, file: &str) -> Result<Stored, InputError> {
    let mut source = Hashed { source: BufReader::new(source), digest: Sha256::new() };
    read_from(&mut source)
        .map(|(permutation, shape)| Stored {
            permutation,
            sha256: hexadecimal(source.digest),
            shape,
        })
        .map_err(|problem| InputError { file: file.to_owned(), line: None, problem })
}

fn read_from(source: &mut Hashed<impl Read>) -> Result<(Permutation, Option<(u64, u64)>), Problem> {
    let start = source.begin()?;
    if !start.starts_with(MAGIC) {
        return Err(Problem::NoNumPy { found: Excerpt::of(&start) });
    }
    let length = match start.get(6) {
        Some(1) => source.number::<2>()?,
        Some(2 | 3) => source.number::<4>()?,
        _ => return Err(Problem::NumPyVersion { found: start.get(6).copied() }),
    };
    if length > u64::from(LONGEST_HEADER) {
        return Err(Problem::NumPyHeader { found: Excerpt::of(length.to_string().as_bytes()) });
    }
    let header = source.take("a header", length)?;
    let Header { kind, rows, columns, by_columns } = header_of(&header)?;
    let count = rows.saturating_mul(columns.unwrap_or(1));
    let mut entries = Vec::new();
    while let Some(entry) = source.entry(kind)? {
        if entries.len() as u64 == count {
            return Err(Problem::NumPyLong { expected: count });
        }
        let last = count.saturating_sub(1);
        let small = u32::try_from(entry).ok().filter(|&entry| u64::from(entry) <= last);
        entries.push(small.ok_or(Problem::NumPyEntry {
            last,
            found: Printed::of(&entry.to_string()),
            entry: entries.len(),
        })?);
    }
    if (entries.len() as u64) < count {
        return Err(Problem::NumPyShort { expected: count, found: entries.len() });
    }
    let entries = if by_columns { by_rows(&entries, rows as usize) } else { entries };
    let permutation = Permutation::new(entries).map_err(Problem::NoPermutation)?;
    Ok((permutation, columns.map(|columns| (rows, columns))))
}

/// The entries of an array of so many rows that is stored column after column, row after row.
fn by_rows(entries: &[u32], rows: usize) -> Vec<u32> {
    (0..rows).flat_map(|row| entries.iter().skip(row).step_by(rows).copied()).collect()
}

/// How entries are stored.
#[derive(Clone, Copy)]
enum Kind {
    Signed8,
    Signed16,
    Signed32,
    Signed64,
    Unsigned8,
    Unsigned16,
    Unsigned32,
    Unsigned64,
}

/// What `NumPy` calls them. A type of one byte has no order of bytes.
const KINDS: [(&str, Kind); 8] = [
    ("'|i1'", Kind::Signed8),
    ("'<i2'", Kind::Signed16),
    ("'<i4'", Kind::Signed32),
    ("'<i8'", Kind::Signed64),
    ("'|u1'", Kind::Unsigned8),
    ("'<u2'", Kind::Unsigned16),
    ("'<u4'", Kind::Unsigned32),
    ("'<u8'", Kind::Unsigned64),
];

/// What a header says.
struct Header {
    kind: Kind,
    rows: u64,
    /// None of an array of one dimension.
    columns: Option<u64>,
    /// Whether the columns are stored one after the other, and not the rows.
    by_columns: bool,
}

/// Reads a header: a dictionary as Python writes it.
fn header_of(header: &[u8]) -> Result<Header, Problem> {
    let bad = || Problem::NumPyHeader { found: Excerpt::of(header) };
    let text = std::str::from_utf8(header).map_err(|_| bad())?;
    let described = value(text, "descr").ok_or_else(bad)?;
    let known = KINDS.iter().find(|(name, _)| *name == described);
    let unknown = || Problem::NumPyType { found: Excerpt::of(described.as_bytes()) };
    let &(_, kind) = known.ok_or_else(unknown)?;
    let by_columns = match value(text, "fortran_order").ok_or_else(bad)? {
        "False" => false,
        "True" => true,
        _ => return Err(bad()),
    };
    let shape = value(text, "shape").ok_or_else(bad)?;
    let no_shape = || Problem::NumPyShape { found: Excerpt::of(shape.as_bytes()) };
    let (rows, columns) = sides(shape).ok_or_else(no_shape)?;
    // The order of an array of one dimension means nothing.
    Ok(Header { kind, rows, columns, by_columns: by_columns && columns.is_some() })
}

/// The rows and columns of a shape: of `(12,)`, 12 rows and no columns.
fn sides(shape: &str) -> Option<(u64, Option<u64>)> {
    let (rows, columns) = shape.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let columns = columns.trim();
    let columns = if columns.is_empty() { None } else { Some(columns.parse().ok()?) };
    Some((rows.trim().parse().ok()?, columns))
}

/// The value of `key`: up to the comma after it, or the parenthesis that closes it.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let quoted = format!("'{key}'");
    let (_, rest) = text.split_once(&quoted)?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    let end = if rest.starts_with(['(', '[']) {
        rest.find([')', ']'])? + 1
    } else {
        rest.find([',', '}'])?
    };
    Some(rest[..end].trim())
}

/// A source of which every byte that is read is hashed.
struct Hashed<S> {
    source: BufReader<S>,
    digest: Sha256,
}

impl<S: Read> Hashed<S> {
    /// The first bytes, up to the version of the format, as far as there are any.
    fn begin(&mut self) -> Result<Vec<u8>, Problem> {
        let bytes = self.up_to(MAGIC.len() as u64 + 2)?;
        if bytes.is_empty() { Err(Problem::Empty { expected: "a NumPy file" }) } else { Ok(bytes) }
    }

    /// The next `length` bytes, which are `what`.
    fn take(&mut self, what: &'static str, length: u64) -> Result<Vec<u8>, Problem> {
        let bytes = self.up_to(length)?;
        let found = bytes.len() as u64;
        if found == length { Ok(bytes) } else { Err(Problem::NumPyCut { what, length, found }) }
    }

    /// The next `length` bytes, or fewer where the file ends.
    fn up_to(&mut self, length: u64) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        let read = self.source.by_ref().take(length).read_to_end(&mut bytes);
        read.map_err(Problem::Unreadable)?;
        self.digest.update(&bytes);
        Ok(bytes)
    }

    /// The next number of N bytes.
    fn number<const N: usize>(&mut self) -> Result<u64, Problem> {
        let bytes = self.take("the length of the header, a number", N as u64)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// The next entry, unless the file is at its end.
    fn entry(&mut self, kind: Kind) -> Result<Option<i128>, Problem> {
        if self.source.fill_buf().map_err(Problem::Unreadable)?.is_empty() {
            return Ok(None);
        }
        Ok(Some(match kind {
            Kind::Signed8 => i8::from_le_bytes(self.whole()?).into(),
            Kind::Signed16 => i16::from_le_bytes(self.whole()?).into(),
            Kind::Signed32 => i32::from_le_bytes(self.whole()?).into(),
            Kind::Signed64 => i64::from_le_bytes(self.whole()?).into(),
            Kind::Unsigned8 => u8::from_le_bytes(self.whole()?).into(),
            Kind::Unsigned16 => u16::from_le_bytes(self.whole()?).into(),
            Kind::Unsigned32 => u32::from_le_bytes(self.whole()?).into(),
            Kind::Unsigned64 => u64::from_le_bytes(self.whole()?).into(),
        }))
    }

    fn whole<const N: usize>(&mut self) -> Result<[u8; N], Problem> {
        let mut bytes = [0; N];
        self.source.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Problem::NumPyPiece,
            _ => Problem::Unreadable(error),
        })?;
        self.digest.update(bytes);
        Ok(bytes)
    }
}

/// Writes `permutation` as unsigned 32-bit integers and gives the SHA-256 of the file.
///
/// # Errors
/// Whatever the system says.
pub(crate) fn write(permutation: &Permutation, path: &Path) -> io::Result<(String, Option<Piped>)> {
    let mut bytes = header(permutation.len());
    bytes.extend(permutation.entries().iter().flat_map(|entry| entry.to_le_bytes()));
    let piped = write_whole(path, &bytes)?;
    Ok((hexadecimal(Sha256::new().chain_update(&bytes)), piped))
}

/// What `NumPy` itself writes before the data.
fn header(entries: usize) -> Vec<u8> {
    let mut text = format!("{{'descr': '<u4', 'fortran_order': False, 'shape': ({entries},), }}");
    let before = MAGIC.len() + 4;
    while !(before + text.len() + 1).is_multiple_of(ALIGNMENT) {
        text.push(' ');
    }
    text.push('\n');
    let length = (text.len() as u16).to_le_bytes();
    [MAGIC, &[1, 0], &length, text.as_bytes()].concat()
}

/// A digest in hexadecimal digits.
pub(crate) fn hexadecimal(digest: Sha256) -> String {
    let mut text = String::new();
    for byte in digest.finalize() {
        // Writing to memory cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
