//! Reads lists of counts: whole numbers with white space between them; a `#` begins a comment.

use super::error::{InputError, Problem};
use super::lines::{Lines, NUMBERS_LIMIT};
use super::open;
use crate::readable::Excerpt;
use meshcast_engine::MAX_NODES;
use std::path::Path;

/// The counts in the file at `path`: at least one, and no more than a mesh has nodes.
///
/// # Errors
/// What is no whole number of 64 bits, no numbers or too many, a file that cannot be read.
pub(crate) fn read_counts(path: &Path) -> Result<Vec<u64>, InputError> {
    let name = path.to_string_lossy();
    let mut lines = Lines::new(open(path)?, &name, NUMBERS_LIMIT);
    let mut counts = Vec::new();
    while lines.advance_to_data(Some(b'#'))? {
        let data = lines.line().split(|&byte| byte == b'#').next().unwrap_or_default();
        let words = data.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        for word in words {
            let digits = str::from_utf8(word).ok().filter(|word| !word.starts_with('+'));
            let count = digits.and_then(|word| word.parse().ok());
            let found = || Problem::Count { found: Excerpt::of(word) };
            counts.push(count.ok_or_else(|| lines.error(found()))?);
        }
        if counts.len() > MAX_NODES {
            return Err(lines.error(Problem::ManyCounts { most: MAX_NODES }));
        }
    }
    if counts.is_empty() {
        return Err(lines.error_in_file(Problem::Empty { expected: "at least one number" }));
    }
    Ok(counts)
}
