//! Reads Matrix Market coordinate files as the multicast of y = Ax.
//!
//! Node j holds the j-th number of x and node i gathers the i-th of y, so message j goes from node j to every row i
//! with an entry in column j. For messages only the pattern counts: an entry given twice counts once, an explicit zero
//! counts, and a value is any number (NaN and infinities are). A column without entries sends no message. Whoever
//! multiplies asks for the values, too (`matrix_values`).
//!
//! The format: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market Exchange Formats: Initial Design",
//! NISTIR 5935 (1996). Where it leaves a choice, or where files in circulation differ:
//!
//! - The words of the banner are read in either case. Every field (real, integer, complex, pattern) may stand with
//!   every symmetry, for the pattern is defined for all of them.
//! - Comments and blank lines may stand anywhere after the banner; a comment may hold any bytes.
//! - Indices count from 1. A file with an index 0 is refused as 0-based.
//! - Symmetric and hermitian files list the entries on or below the diagonal, skew-symmetric files those below it.
//!   An entry elsewhere is refused: such a file most likely lists the whole matrix, and its banner or its counts
//!   are wrong. The listed half is expanded to the whole matrix.
//! - The count of the size line may exceed rows × columns, as entries may repeat, but not a 32-bit word. Nothing is
//!   reserved by it.

use super::error::{InputError, Problem};
use super::lines::{Lines, NUMBERS_LIMIT, fields, integer};
use super::matrix_values::{MatrixEntry, MatrixValues};
use crate::readable::Excerpt;
use meshcast_engine::{MAX_NODES, Messages};
use std::io::BufRead;

#[cfg(test)]
mod tests;

/// Reads the message set of the matrix in `reader`; errors call the file `name`.
///
/// ```
/// use meshcast::input::matrix_market;
/// let file = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n";
/// let set = matrix_market::read(file.as_bytes(), "a.mtx")?;
/// let messages: Vec<_> = set.iter().collect();
/// assert_eq!(messages, [(0, &[1][..]), (1, &[0]), (2, &[2])]);
/// # Ok::<(), meshcast::input::InputError>(())
/// ```
///
/// # Errors
/// Anything that the format or this page does not allow, more nodes than a mesh may have, a failing reader.
pub fn read(reader: impl BufRead, name: &str) -> Result<Messages, InputError> {
    let mut lines = Lines::new(reader, name, NUMBERS_LIMIT);
    let (banner, size) = read_head(&mut lines)?;
    let mut pairs = Vec::new();
    read_entries(&mut lines, banner, size, |(row, column), _| pairs.push((column, row)))?;
    lines.finish(Messages::from_pairs(size.nodes(), pairs))
}

/// The same with the entries, if all values are kept: see [`super::matrix_values`].
pub(super) fn read_with_values(
    reader: impl BufRead,
    name: &str,
) -> Result<(Messages, Option<Vec<MatrixEntry>>), InputError> {
    let mut lines = Lines::new(reader, name, NUMBERS_LIMIT);
    let (banner, size) = read_head(&mut lines)?;
    let (mut pairs, mut values) = (Vec::new(), MatrixValues::new());
    read_entries(&mut lines, banner, size, |place, value| {
        let (row, column) = place;
        pairs.push((column, row));
        values.add(place, value);
    })?;
    let messages = lines.finish(Messages::from_pairs(size.nodes(), pairs))?;
    let has_values = matches!(banner.field, Field::Real | Field::Integer);
    Ok((messages, if has_values { values.finish() } else { None }))
}

/// What the first line says about the entries.
#[derive(Clone, Copy)]
struct Banner {
    field: Field,
    symmetry: Symmetry,
}

/// What stands after the indices of an entry.
#[derive(Clone, Copy)]
enum Field {
    Real,
    Integer,
    Complex,
    Pattern,
}

/// Which half of the matrix is listed.
#[derive(Clone, Copy)]
enum Symmetry {
    General,
    Symmetric,
    SkewSymmetric,
    Hermitian,
}

/// What the size line says.
#[derive(Clone, Copy)]
struct Size {
    rows: u32,
    columns: u32,
    entries: u32,
}

impl Size {
    fn nodes(self) -> usize {
        self.rows.max(self.columns) as usize
    }
}

impl Field {
    const ALL: [(&str, Self); 4] = [
        ("real", Self::Real),
        ("integer", Self::Integer),
        ("complex", Self::Complex),
        ("pattern", Self::Pattern),
    ];
}

impl Symmetry {
    const ALL: [(&str, Self); 4] = [
        ("general", Self::General),
        ("symmetric", Self::Symmetric),
        ("skew-symmetric", Self::SkewSymmetric),
        ("hermitian", Self::Hermitian),
    ];

    /// The word of the banner, and where the listed entries lie; nothing if the whole matrix is listed.
    fn listed_half(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::General => None,
            Self::Symmetric => Some(("symmetric", "on or below")),
            Self::SkewSymmetric => Some(("skew-symmetric", "below")),
            Self::Hermitian => Some(("hermitian", "on or below")),
        }
    }

    /// Whether an entry at `row`, `column` is listed.
    fn lists(self, row: u32, column: u32) -> bool {
        match self {
            Self::General => true,
            Self::Symmetric | Self::Hermitian => row >= column,
            Self::SkewSymmetric => row > column,
        }
    }
}

fn read_head<R: BufRead>(lines: &mut Lines<'_, R>) -> Result<(Banner, Size), InputError> {
    let banner = read_banner(lines)?;
    Ok((banner, read_size(lines, banner.symmetry)?))
}

fn read_banner<R: BufRead>(lines: &mut Lines<'_, R>) -> Result<Banner, InputError> {
    if !lines.advance()? {
        return Err(lines.error_in_file(Problem::Empty { expected: "a Matrix Market file" }));
    }
    parse_banner(lines.line()).map_err(|problem| lines.error(problem))
}

fn parse_banner(line: &[u8]) -> Result<Banner, Problem> {
    let first = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    choose(first, "%%MatrixMarket", &[("%%MatrixMarket", ())])?;
    let [_, object, format, field, symmetry] =
        fields(line, "the 5 words \"%%MatrixMarket matrix coordinate FIELD SYMMETRY\"")?;
    choose(object, "matrix", &[("matrix", ())])?;
    if format.eq_ignore_ascii_case(b"array") {
        return Err(Problem::DenseFormat);
    }
    choose(format, "coordinate", &[("coordinate", ())])?;
    Ok(Banner {
        field: choose(field, "real, integer, complex or pattern", &Field::ALL)?,
        symmetry: choose(
            symmetry,
            "general, symmetric, skew-symmetric or hermitian",
            &Symmetry::ALL,
        )?,
    })
}

/// The meaning of `word`, in either case, among `known`.
fn choose<T: Copy>(word: &[u8], expected: &'static str, known: &[(&str, T)]) -> Result<T, Problem> {
    known
        .iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name.as_bytes()))
        .map(|&(_, meaning)| meaning)
        .ok_or_else(|| Problem::Banner { expected, found: Excerpt::of(word) })
}

fn read_size<R: BufRead>(lines: &mut Lines<'_, R>, symmetry: Symmetry) -> Result<Size, InputError> {
    if !lines.advance_to_data(Some(b'%'))? {
        return Err(lines.error_in_file(Problem::NoSize));
    }
    parse_size(lines.line(), symmetry).map_err(|problem| lines.error(problem))
}

fn parse_size(line: &[u8], symmetry: Symmetry) -> Result<Size, Problem> {
    let [rows, columns, entries] =
        fields(line, "a size line of 3 fields (rows, columns, entries)")?;
    let rows = integer(rows, "number of rows", 0, MAX_NODES as u32)?;
    let columns = integer(columns, "number of columns", 0, MAX_NODES as u32)?;
    let entries = integer(entries, "number of entries", 0, u32::MAX)?;
    if rows == 0 && columns == 0 {
        return Err(Problem::NoNodes);
    }
    if entries > 0 && (rows == 0 || columns == 0) {
        return Err(Problem::EntriesOfNothing { rows, columns, entries });
    }
    match symmetry.listed_half() {
        Some((symmetry, _)) if rows != columns => {
            Err(Problem::NotSquare { symmetry, rows, columns })
        }
        _ => Ok(Size { rows, columns, entries }),
    }
}

/// Hands on (row, column) and value of the entries of both halves of the matrix, counted from 0.
fn read_entries<R: BufRead>(
    lines: &mut Lines<'_, R>,
    banner: Banner,
    size: Size,
    mut each: impl FnMut((u32, u32), Option<f64>),
) -> Result<(), InputError> {
    let mut found = 0;
    while lines.advance_to_data(Some(b'%'))? {
        if found == size.entries {
            return Err(lines.error(Problem::ManyEntries { expected: size.entries }));
        }
        let entry = parse_entry(lines.line(), banner, size);
        let ((row, column), value) = entry.map_err(|problem| lines.error(problem))?;
        each((row - 1, column - 1), value);
        if banner.symmetry.listed_half().is_some() && row != column {
            let is_skew = matches!(banner.symmetry, Symmetry::SkewSymmetric);
            each((column - 1, row - 1), if is_skew { value.map(|v| -v) } else { value });
        }
        found += 1;
    }
    if found < size.entries {
        return Err(lines.error_in_file(Problem::FewEntries { expected: size.entries, found }));
    }
    Ok(())
}

/// The row and column of an entry, counted from 1, and its value if that is one number.
fn parse_entry(
    line: &[u8],
    banner: Banner,
    size: Size,
) -> Result<((u32, u32), Option<f64>), Problem> {
    let ([row, column], value) = match banner.field {
        Field::Pattern => (fields(line, "2 fields (row, column)")?, None),
        Field::Real | Field::Integer => {
            let [row, column, value] = fields(line, "3 fields (row, column, value)")?;
            ([row, column], Some(number(value)?))
        }
        Field::Complex => {
            let [row, column, real, imaginary] =
                fields(line, "4 fields (row, column, real part, imaginary part)")?;
            number(real)?;
            number(imaginary)?;
            ([row, column], None)
        }
    };
    let row = index(row, "row", size.rows)?;
    let column = index(column, "column", size.columns)?;
    match banner.symmetry.listed_half() {
        Some((symmetry, place)) if !banner.symmetry.lists(row, column) => {
            Err(Problem::UnstoredHalf { symmetry, place, row, column })
        }
        _ => Ok(((row, column), value)),
    }
}

/// `field` as an index that counts from 1.
fn index(field: &[u8], what: &'static str, high: u32) -> Result<u32, Problem> {
    match integer(field, what, 0, high) {
        Ok(0) => Err(Problem::ZeroBased { what, high }),
        Err(Problem::Integer { found, .. }) => Err(Problem::Integer { what, low: 1, high, found }),
        number => number,
    }
}

fn number(field: &[u8]) -> Result<f64, Problem> {
    let number = str::from_utf8(field).ok().and_then(|text| text.parse().ok());
    number.ok_or_else(|| Problem::Value { found: Excerpt::of(field) })
}
