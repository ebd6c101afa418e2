//! Reads a file line by line, never longer than a limit, for every reader.

use super::error::{InputError, Problem};
use super::failed_read::problem_of;
use crate::readable::Excerpt;
use meshcast_engine::{Messages, MessagesError};
use std::io::{BufRead, Read as _};

/// The most bytes of a line of numbers. Matrix Market allows 1024; comments in real files run longer.
pub(crate) const NUMBERS_LIMIT: usize = 1 << 16;

/// A file read line by line, which knows its name and how far it has come.
pub(crate) struct Lines<'a, R> {
    reader: R,
    name: &'a str,
    limit: usize,
    number: u64,
    buffer: Vec<u8>,
}

impl<'a, R: BufRead> Lines<'a, R> {
    /// The lines of `reader`, each of at most `limit` bytes beside its end.
    pub(crate) fn new(reader: R, name: &'a str, limit: usize) -> Self {
        Self { reader, name, limit, number: 0, buffer: Vec::new() }
    }

    /// Reads the next line; false at the end of the file.
    ///
    /// The line is held only as far as it was read: memory follows the file, never what the file claims.
    pub(crate) fn advance(&mut self) -> Result<bool, InputError> {
        self.buffer.clear();
        let window = self.limit as u64 + 1;
        let read = self.reader.by_ref().take(window).read_until(b'\n', &mut self.buffer);
        self.number += 1;
        let length = read.map_err(|error| self.error(problem_of(error)))?;
        if length > self.limit && self.buffer.last() != Some(&b'\n') {
            return Err(self.error(Problem::LongLine { limit: self.limit }));
        }
        Ok(length > 0)
    }

    /// Reads on to the next line that is neither blank nor begins with `comment`; false at the end of the file.
    pub(crate) fn advance_to_data(&mut self, comment: Option<u8>) -> Result<bool, InputError> {
        while self.advance()? {
            let first = self.line().first();
            if first.is_some() && first != comment.as_ref() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The line read last, without the white space around it.
    pub(crate) fn line(&self) -> &[u8] {
        self.buffer.trim_ascii()
    }

    /// The number of the line read last, counted from 1.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// `problem` in the line read last.
    pub(crate) fn error(&self, problem: Problem) -> InputError {
        InputError { file: self.name.to_owned(), line: Some(self.number), problem }
    }

    /// `problem` in the file as a whole.
    pub(crate) fn error_in_file(&self, problem: Problem) -> InputError {
        InputError { file: self.name.to_owned(), line: None, problem }
    }

    /// The message set that the file makes.
    pub(crate) fn finish(
        self,
        set: Result<Messages, MessagesError>,
    ) -> Result<Messages, InputError> {
        set.map_err(|error| self.error_in_file(Problem::Messages(error)))
    }
}

/// The fields of `line` between white space, which must be exactly `N`, as `expected` says.
pub(crate) fn fields<'a, const N: usize>(
    line: &'a [u8],
    expected: &'static str,
) -> Result<[&'a [u8]; N], Problem> {
    let mut split = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let mut found = [&line[..0]; N];
    let mut count = 0;
    for (place, field) in found.iter_mut().zip(&mut split) {
        *place = field;
        count += 1;
    }
    count += split.count();
    if count == N {
        Ok(found)
    } else {
        Err(Problem::Fields { expected, count, line: Excerpt::of(line) })
    }
}

/// `field`, which must be the decimal digits of a number from `low` to `high`.
pub(crate) fn integer(
    field: &[u8],
    what: &'static str,
    low: u32,
    high: u32,
) -> Result<u32, Problem> {
    parse_digits(field)
        .filter(|number| (low..=high).contains(number))
        .ok_or_else(|| Problem::Integer { what, low, high, found: Excerpt::of(field) })
}

/// The number that `field` writes in decimal digits; nothing for a sign, another character or a number past u32.
fn parse_digits(field: &[u8]) -> Option<u32> {
    if field.is_empty() {
        return None;
    }
    field.iter().try_fold(0u32, |number, &byte| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, BufReader, Read};

    /// Some good lines, then a disk that fails.
    struct FailingDisk(&'static [u8]);

    impl Read for FailingDisk {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("the disk is gone")),
                length => Ok(length),
            }
        }
    }

    #[test]
    fn lines_end_with_or_without_a_line_end() {
        let mut lines = Lines::new(&b"a\r\n\n  b"[..], "f", 10);
        let mut found = Vec::new();
        while lines.advance().unwrap() {
            found.push((lines.number(), lines.line().to_vec()));
        }
        assert_eq!(found, [(1, b"a".to_vec()), (2, Vec::new()), (3, b"b".to_vec())]);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
        for good in [&b"1234\n"[..], b"1234"] {
            assert!(Lines::new(good, "f", 4).advance().unwrap());
        }
        let error = Lines::new(&b"12345"[..], "f", 4).advance().unwrap_err();
        assert_eq!(
            error.to_string(),
            "f:1: expected a line of at most 4 bytes, found a longer one"
        );
    }

    #[test]
    fn a_disk_that_fails_midway_is_named_with_the_line() {
        let mut lines = Lines::new(BufReader::new(FailingDisk(b"0 1\n0 ")), "f", 10);
        assert!(lines.advance().unwrap());
        let error = lines.advance().unwrap_err();
        assert_eq!(
            error.to_string(),
            "f:2: expected a file that can be read, found: the disk is gone"
        );
    }

    #[test]
    fn an_integer_is_digits_within_its_range() {
        assert_eq!(integer(b"4294967295", "row", 0, u32::MAX).unwrap(), u32::MAX);
        assert_eq!(integer(b"007", "row", 7, 7).unwrap(), 7);
        let bad = ["", "0", "8", "4294967297", "99999999999999999999", "+1", "-1", "1.0", "x", "é"];
        for field in bad {
            let error = integer(field.as_bytes(), "row", 1, 7).unwrap_err().to_string();
            let found = field.as_bytes().escape_ascii();
            assert_eq!(error, format!("expected a row from 1 to 7, found \"{found}\""));
        }
    }

    #[test]
    fn fields_are_counted() {
        assert_eq!(fields(b"1 \t 2", "2 fields").unwrap(), [&b"1"[..], b"2"]);
        for (line, count) in [(&b"1"[..], 1), (b"1 2 3 4", 4)] {
            let error = fields::<2>(line, "2 fields").unwrap_err().to_string();
            let found = Excerpt::of(line);
            assert_eq!(error, format!("expected 2 fields, found {count} in {found}"));
        }
    }
}
