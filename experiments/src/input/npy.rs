//! Permutations as `NumPy` writes arrays: `.npy` of one dimension, 64-bit integers or unsigned 32-bit integers.
//!
//! The format is read here and not by `npyz` 0.9 or `ndarray-npy` 0.10, both well kept: they allocate whatever length,
//! up to 4 GiB, a header claims before they read it, their refusals have several lines, and they would replace but the
//! reading of the header, forty lines, since entries are hashed and refused one by one, and what follows them too.

use super::error::{InputError, Problem};
use crate::output::{Piped, write_whole};
use crate::readable::Excerpt;
use meshcast_algorithms::Permutation;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

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
        .map(|permutation| Stored { permutation, sha256: hexadecimal(source.digest) })
        .map_err(|problem| InputError { file: file.to_owned(), line: None, problem })
}

fn read_from(source: &mut Hashed<impl Read>) -> Result<Permutation, Problem> {
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
    let (kind, count) = header_of(&header)?;
    let mut entries = Vec::new();
    while let Some(entry) = source.entry(kind)? {
        if entries.len() as u64 == count {
            return Err(Problem::NumPyLong { expected: count });
        }
        let last = count.saturating_sub(1);
        let small = u32::try_from(entry).ok().filter(|&entry| u64::from(entry) <= last);
        entries.push(small.ok_or(Problem::NumPyEntry {
            last,
            found: entry,
            entry: entries.len(),
        })?);
    }
    if (entries.len() as u64) < count {
        return Err(Problem::NumPyShort { expected: count, found: entries.len() });
    }
    Permutation::new(entries).map_err(Problem::NoPermutation)
}

/// How entries are stored.
#[derive(Clone, Copy)]
enum Kind {
    Signed64,
    Unsigned32,
}

/// The type and the number of entries that a header gives: a dictionary as Python writes it.
fn header_of(header: &[u8]) -> Result<(Kind, u64), Problem> {
    let bad = || Problem::NumPyHeader { found: Excerpt::of(header) };
    let text = std::str::from_utf8(header).map_err(|_| bad())?;
    let kind = match value(text, "descr").ok_or_else(bad)? {
        "'<i8'" => Kind::Signed64,
        "'<u4'" => Kind::Unsigned32,
        other => return Err(Problem::NumPyType { found: Excerpt::of(other.as_bytes()) }),
    };
    if !matches!(value(text, "fortran_order").ok_or_else(bad)?, "False" | "True") {
        return Err(bad());
    }
    let shape = value(text, "shape").ok_or_else(bad)?;
    let count = shape.strip_prefix('(').and_then(|rest| rest.strip_suffix(",)"));
    let count = count.and_then(|count| count.trim().parse().ok());
    let shown = || Excerpt::of(shape.as_bytes());
    Ok((kind, count.ok_or_else(|| Problem::NumPyShape { found: shown() })?))
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
    fn entry(&mut self, kind: Kind) -> Result<Option<i64>, Problem> {
        if self.source.fill_buf().map_err(Problem::Unreadable)?.is_empty() {
            return Ok(None);
        }
        Ok(Some(match kind {
            Kind::Signed64 => i64::from_le_bytes(self.whole()?),
            Kind::Unsigned32 => i64::from(u32::from_le_bytes(self.whole()?)),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What `numpy.save` writes for `numpy.array([2, 0, 1])`, up to the data.
    fn numpy(descr: &str, shape: &str) -> Vec<u8> {
        let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
        let text = format!("{text:<117}\n");
        [b"\x93NUMPY\x01\x00\x76\x00", text.as_bytes()].concat()
    }

    fn refused(bytes: &[u8]) -> String {
        read(bytes, "p.npy").unwrap_err().to_string()
    }

    #[test]
    fn both_types_are_read() {
        let mut file = numpy("<i8", "(3,)");
        for entry in [2u64, 0, 1] {
            file.extend(entry.to_le_bytes());
        }
        let read_back = read(&file[..], "p.npy").unwrap();
        assert_eq!(read_back.permutation.entries(), [2, 0, 1]);
        let mut file = numpy("<u4", "(2,)");
        for entry in [1u32, 0] {
            file.extend(entry.to_le_bytes());
        }
        assert_eq!(read(&file[..], "p.npy").unwrap().permutation.entries(), [1, 0]);
    }

    #[test]
    fn headers_are_those_of_numpy() {
        assert_eq!(header(3).len(), 128);
        assert_eq!(header(3), numpy("<u4", "(3,)"));
        assert_eq!(header(4_000_000_000).len() % ALIGNMENT, 0);
    }

    #[test]
    fn digests_are_those_of_sha256() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hexadecimal(Sha256::new().chain_update("abc")), abc);
    }

    #[test]
    fn what_is_no_list_of_whole_numbers_is_refused() {
        assert_eq!(refused(b""), "p.npy: expected a NumPy file, found an empty file");
        assert_eq!(
            refused(b"0 1\n2 3\n4 5\n"),
            "p.npy: expected a NumPy file (.npy), which begins with \\x93NUMPY, found \"0 1\\n2 3\""
        );
        assert_eq!(
            refused(b"\x93NUMPY\x09\x00"),
            "p.npy: expected version 1, 2 or 3 of the NumPy format, found 9"
        );
        assert_eq!(
            refused(&numpy("<f8", "(3,)")),
            "p.npy: expected entries of type <i8 or <u4 (int64 or uint32, little-endian), found \"\\'<f8\\'\""
        );
        assert_eq!(
            refused(&numpy("<i8", "(3, 4)")),
            "p.npy: expected an array of one dimension, such as (1024,), found \"(3, 4)\""
        );
        assert_eq!(
            refused(b"\x93NUMPY\x01\x00\x04\x00{}\n\n"),
            "p.npy: expected a header with 'descr', 'fortran_order' and 'shape', found \"{}\""
        );
    }

    #[test]
    fn what_is_no_permutation_is_refused() {
        let list = |count: u32, entries: &[i64]| {
            let mut file = numpy("<i8", &format!("({count},)"));
            for entry in entries {
                file.extend(entry.to_le_bytes());
            }
            file
        };
        assert_eq!(
            refused(&list(3, &[0, 1])),
            "p.npy: expected 3 entries as the header says, found 2"
        );
        assert_eq!(
            refused(&list(3, &[0, 1, 2])[..150]),
            "p.npy: expected whole entries, found a piece of one at the end"
        );
        assert_eq!(
            refused(&list(2, &[0, 1, 2])),
            "p.npy: expected 2 entries as the header says, found more"
        );
        assert_eq!(
            refused(&list(2, &[0, -1])),
            "p.npy: expected numbers from 0 to 1, found -1 in entry 1"
        );
        assert_eq!(
            refused(&list(2, &[1, 1])),
            "p.npy: expected every number from 0 to 1 once, found 1 again in entry 1"
        );
        // Nothing is allocated for a claim.
        let claim = list(0, &[0]);
        let claim: Vec<u8> =
            String::from_utf8_lossy(&claim[10..]).replace("(0,)", "(9000000000000,)").into_bytes();
        let claim = [&b"\x93NUMPY\x01\x00\x82\x00"[..], &claim].concat();
        assert_eq!(
            refused(&claim),
            "p.npy: expected 9000000000000 entries as the header says, found 1"
        );
    }
}
