//! Reads the lines of a trace, never longer than a line of the trace's network can be.

use std::io::{BufRead, Read as _};

/// The most bytes of a line without destinations, with room for white space.
const LINE: usize = 4096;
/// The most bytes of a destination: 8 digits, a comma, and room for white space.
const DESTINATION: usize = 16;

/// The lines of a reader.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: R,
    limit: usize,
    buffer: Vec<u8>,
    /// Whether nothing more can be read.
    is_over: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn of(reader: R) -> Self {
        Self { reader, limit: LINE, buffer: Vec::new(), is_over: false }
    }

    /// Allows for a message with each of `nodes` as its destination.
    pub(super) fn allow_destinations(&mut self, nodes: usize) {
        self.limit = LINE + DESTINATION * nodes;
    }

    /// The next line, or why there is none. A reader that failed may fail for ever: its error is the last line.
    pub(super) fn next(&mut self) -> Option<Result<&str, String>> {
        if self.is_over {
            return None;
        }
        self.buffer.clear();
        let window = self.limit as u64 + 1;
        match self.reader.by_ref().take(window).read_until(b'\n', &mut self.buffer) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => {
                self.is_over = true;
                return Some(Err(format!("it cannot be read: {error}")));
            }
        }
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        } else if self.buffer.len() > self.limit {
            self.is_over = true;
            return Some(Err(format!("it has more than {} bytes", self.limit)));
        }
        Some(str::from_utf8(&self.buffer).map_err(|_| "it is no UTF-8 text".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], nodes: usize) -> Vec<Result<String, String>> {
        let mut lines = Lines::of(text);
        lines.allow_destinations(nodes);
        let mut all = Vec::new();
        while let Some(line) = lines.next() {
            all.push(line.map(str::to_owned));
        }
        all
    }

    #[test]
    fn lines_end_with_or_without_a_line_end() {
        let expected = ["a", "", "b"].map(|line| Ok(line.to_owned()));
        assert_eq!(all(b"a\n\nb", 1), expected);
        assert_eq!(all(b"a\n\nb\n", 1), expected);
        assert_eq!(all(b"", 1), []);
    }

    #[test]
    fn a_line_longer_than_any_of_the_network_ends_the_trace() {
        let limit = LINE + DESTINATION * 100;
        let [fits, exceeds] = [limit, limit + 1].map(|length| "x".repeat(length) + "\nend\n");
        assert_eq!(all(fits.as_bytes(), 100).len(), 2);
        let found = all(exceeds.as_bytes(), 100);
        assert_eq!(found, [Err(format!("it has more than {limit} bytes"))]);
    }
}
