//! Predicts what reading files needs, as far as it can be known before.
//!
//! Of a Matrix Market file the size line says how many nodes and entries there are; of other files, the first lines are taken for
//! the rest. What cannot be known is the congestion, and of edge lists and JSON lines the number of nodes: runs are checked
//! again when the file has been read.

use super::SetSize;
use meshcast_engine::{Messages, Shape};
use std::path::Path;

/// Two digits, what is between them and the end of the line.
const LEAST_BYTES_AN_ENTRY: u64 = 4;

/// How a message set is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SetFormat {
    MatrixMarket,
    JsonLines,
    #[default]
    Edges,
}

/// What is known of a message set in a file before it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileSketch {
    /// Nodes, if the file says how many.
    pub(crate) nodes: Option<usize>,
    format: SetFormat,
    messages: u64,
    deliveries: u64,
    /// Whether a line is two deliveries, as in a matrix of which half is listed.
    is_half: bool,
    /// Bytes that are kept of an entry of a matrix beside its message.
    bytes_a_value: u64,
}

impl FileSketch {
    /// What is known of a text that begins with `sample`; of one whose length is unknown, only how many nodes it says it has.
    pub(crate) fn of_sample(format: SetFormat, sample: &[u8], length: Option<u64>) -> Self {
        // Of the last line only a part may be there.
        let end = match sample.iter().rposition(|&byte| byte == b'\n') {
            Some(last) if length.is_none_or(|length| (sample.len() as u64) < length) => last,
            _ => sample.len(),
        };
        let (sample, length) = (&sample[..end], length.unwrap_or(0));
        let of_all = |found: usize| (found as f64 * length as f64 / end.max(1) as f64) as u64;
        let comment = if format == SetFormat::MatrixMarket { b'%' } else { b'#' };
        let lines = || {
            let lines = sample.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
            lines.filter(move |line| line.first().is_some_and(|&first| first != comment))
        };
        match format {
            SetFormat::MatrixMarket => Self::of_matrix(sample, lines().next(), length),
            SetFormat::Edges => {
                let edges = of_all(lines().count());
                Self { format, messages: edges, deliveries: edges, ..Self::default() }
            }
            SetFormat::JsonLines => {
                let commas = |line: &[u8]| line.split(|&byte| byte == b',').count() - 1;
                let destinations = of_all(lines().map(commas).sum());
                let messages = of_all(lines().count());
                Self { format, messages, deliveries: destinations, ..Self::default() }
            }
        }
    }

    /// What the banner and the size line of a matrix say.
    fn of_matrix(sample: &[u8], size: Option<&[u8]>, length: u64) -> Self {
        let banner = sample.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let symmetry = banner.split(u8::is_ascii_whitespace).rfind(|word| !word.is_empty());
        let is_half = symmetry.is_some_and(|word| !word.eq_ignore_ascii_case(b"general"));
        let text = size.and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default();
        let numbers: Vec<u64> =
            text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let (nodes, entries) = match numbers[..] {
            [rows, cols, entries] => (usize::try_from(rows.max(cols)).ok(), entries),
            _ => (None, 0),
        };
        // Entries that the file has no room for are refused when it is read.
        let entries = entries.min(length / LEAST_BYTES_AN_ENTRY);
        let deliveries = if is_half { 2 * entries } else { entries };
        let messages = deliveries.min(nodes.unwrap_or(0) as u64);
        Self {
            nodes,
            format: SetFormat::MatrixMarket,
            messages,
            deliveries,
            is_half,
            bytes_a_value: 0,
        }
    }

    /// That of a matrix whose values are read, too.
    pub(crate) fn with_values(self) -> Self {
        const BYTES_A_VALUE: u64 = 12;
        let is_matrix = self.format == SetFormat::MatrixMarket;
        Self { bytes_a_value: if is_matrix { BYTES_A_VALUE } else { 0 }, ..self }
    }

    /// The size of the set on a mesh, if that is known, with the least congestion and degree that it can have.
    pub(crate) fn size(self, shape: Option<Shape>) -> SetSize {
        let Self { deliveries, .. } = self;
        let nodes = shape.map_or(u64::MAX, |shape| shape.nodes() as u64);
        let messages = self.messages.min(nodes);
        let mean = deliveries.div_ceil(messages.max(1));
        SetSize { messages, deliveries, degree: mean, congestion: deliveries.div_ceil(nodes) }
    }

    /// The greatest congestion that the set can have on a mesh: every message is for the same node.
    pub(crate) fn most_congestion(self, shape: Option<Shape>) -> u64 {
        self.size(shape).messages
    }

    /// What reading it and placing its nodes needs.
    pub(crate) fn reading(self) -> u64 {
        let values = self.deliveries.saturating_mul(self.bytes_a_value);
        self.format.reading(self.messages, self.deliveries).saturating_add(values)
    }

    /// What reading this set again needs, whatever was known of its file.
    pub(crate) fn reading_again(self, set: &Messages) -> u64 {
        let again = self.format.reading(set.count() as u64, set.deliveries() as u64);
        self.reading().max(again)
    }

    /// What a reader of the text needs that has seen so much of it, if every line holds a delivery.
    fn reading_seen(self, seen: Seen) -> u64 {
        let deliveries = self.deliveries_seen(seen);
        let values = deliveries.saturating_mul(self.bytes_a_value);
        self.format.reading(seen.lines, deliveries).saturating_add(values).saturating_add(seen.line)
    }

    /// The same before it has seen so many bytes more: lists and lines that are full are doubled.
    pub(crate) fn reading_on(self, seen: Seen, more: u64) -> u64 {
        const BYTES_A_PAIR: u64 = 8;
        let pairs = match self.format {
            SetFormat::JsonLines => 0,
            SetFormat::MatrixMarket | SetFormat::Edges => {
                let times = if self.is_half { 2 } else { 1 };
                self.deliveries_seen(seen) + times * more / LEAST_BYTES_AN_ENTRY
            }
        };
        let bytes = BYTES_A_PAIR + self.bytes_a_value;
        let lists = bytes.saturating_mul(pairs.next_power_of_two());
        self.reading_seen(seen).max(lists.saturating_add((seen.line + more).next_power_of_two()))
    }

    fn deliveries_seen(self, seen: Seen) -> u64 {
        match self.format {
            SetFormat::JsonLines => seen.commas,
            _ if self.is_half => 2 * seen.lines,
            _ => seen.lines,
        }
    }
}

impl SetFormat {
    /// What reading so many messages and deliveries needs.
    fn reading(self, messages: u64, deliveries: u64) -> u64 {
        match self {
            // Pairs, and the set that is made of them; later that set, and the one with its nodes placed.
            Self::MatrixMarket | Self::Edges => {
                const BYTES_A_DELIVERY: u64 = 8 + 4;
                deliveries.saturating_mul(BYTES_A_DELIVERY)
            }
            // Lists in a tree, which have room to grow, and the set that is made of them.
            Self::JsonLines => {
                const BYTES_A_MESSAGE: u64 = 96;
                const BYTES_A_DELIVERY: u64 = 6 + 4;
                messages
                    .saturating_mul(BYTES_A_MESSAGE)
                    .saturating_add(deliveries.saturating_mul(BYTES_A_DELIVERY))
            }
        }
    }
}

/// What was seen of a text while it was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// Ends of lines.
    pub(crate) lines: u64,
    pub(crate) commas: u64,
    /// Bytes since the last end of a line.
    pub(crate) line: u64,
}

impl Seen {
    /// Counts the next bytes of the text.
    pub(crate) fn count(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.lines += u64::from(byte == b'\n');
            self.commas += u64::from(byte == b',');
            self.line = if byte == b'\n' { 0 } else { self.line + 1 };
        }
    }
}

/// What reading the permutation in the file at `path` needs at most: 4 bytes or 8 become 4, in an array that doubles as it grows.
pub(crate) fn reading_permutation(path: &Path) -> u64 {
    const TIMES_THE_FILE: u64 = 3;
    length(path).saturating_mul(TIMES_THE_FILE)
}

/// What reading the result of a run needs at most: its text, and what is made of it.
pub(crate) fn reading_result(path: &Path) -> u64 {
    const TIMES_THE_FILE: u64 = 4;
    length(path).saturating_mul(TIMES_THE_FILE)
}

/// The bytes of a file; 0 of what is none.
fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |file| if file.is_file() { file.len() } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch(format: SetFormat, text: &str, times: u64) -> FileSketch {
        FileSketch::of_sample(format, text.as_bytes(), Some(text.len() as u64 * times))
    }

    #[test]
    fn a_matrix_says_its_nodes_and_entries() {
        let text =
            "%%MatrixMarket matrix coordinate real general\n% by hand\n\n 30 20 100\n1 1 1\n";
        let found = sketch(SetFormat::MatrixMarket, text, 100);
        assert_eq!((found.nodes, found.deliveries, found.messages), (Some(30), 100, 30));
        let found = sketch(SetFormat::MatrixMarket, &text.replace("general", "Symmetric"), 100);
        assert_eq!((found.nodes, found.deliveries), (Some(30), 200));
        let lie = sketch(SetFormat::MatrixMarket, &text.replace("100", "4000000000"), 1);
        assert!(lie.deliveries < 30, "{lie:?}");
        for text in ["", "%%MatrixMarket\n", "%%MatrixMarket\n3 4\n", "\u{ff}\n\u{ff}\n"] {
            let found = sketch(SetFormat::MatrixMarket, text, 1);
            assert_eq!((found.nodes, found.deliveries), (None, 0), "{text}");
        }
    }

    #[test]
    fn the_first_lines_stand_for_the_rest() {
        let found = sketch(SetFormat::Edges, "# edges\n\n10 11\n12 13 # last\n14 15", 10);
        assert_eq!((found.nodes, found.messages), (None, found.deliveries));
        assert!((20..40).contains(&found.deliveries), "{found:?}");
        let line = "{\"source\":5,\"destinations\":[1,17,3]}\n";
        let found = sketch(SetFormat::JsonLines, &line.repeat(50), 2);
        assert!((297..304).contains(&found.deliveries), "{found:?}");
        assert!((99..102).contains(&found.messages), "{found:?}");
    }

    #[test]
    fn of_a_text_of_unknown_length_only_the_nodes_are_known() {
        let text = "%%MatrixMarket matrix coordinate real general\n30 20 100\n1 1 1\n";
        let found = FileSketch::of_sample(SetFormat::MatrixMarket, text.as_bytes(), None);
        assert_eq!((found.nodes, found.deliveries, found.reading()), (Some(30), 0, 0));
        let found = FileSketch::of_sample(SetFormat::Edges, b"0 1\n1 2\n", None);
        assert_eq!((found.nodes, found.deliveries, found.reading()), (None, 0, 0));
    }

    #[test]
    fn a_list_is_doubled_when_it_is_full() {
        let edges = FileSketch::of_sample(SetFormat::Edges, b"0 1\n", None);
        let after = |lines, more| edges.reading_on(Seen { lines, ..Seen::default() }, more);
        // Twelve bytes a delivery, or a list of 2^20 and one of 2^21 pairs; and a line.
        assert_eq!(after(1 << 20, 0), 12 << 20);
        assert_eq!(after(1 << 20, 4), (16 << 20) + 4);
        assert_eq!(after((1 << 20) - 1, 4), 12 * ((1 << 20) - 1));
        // Values are 12 bytes more, of a matrix alone.
        let matrix = FileSketch::of_sample(SetFormat::MatrixMarket, b"", None).with_values();
        let after = |lines, more| matrix.reading_on(Seen { lines, ..Seen::default() }, more);
        assert_eq!((after(1 << 20, 0), after(1 << 20, 4)), (24 << 20, (40 << 20) + 4));
        assert_eq!(edges.with_values(), edges);
    }

    #[test]
    fn what_was_read_needs_what_was_predicted() {
        let text = "0 1\n".repeat(100);
        let line = "{\"source\":5,\"destinations\":[1,17,3]}\n".repeat(100);
        let matrix = "%%MatrixMarket matrix coordinate pattern symmetric\n9 9 98\n";
        let matrix = matrix.to_owned() + &"2 1\n".repeat(98);
        for (format, text, slack) in [
            (SetFormat::Edges, &text, 0),
            (SetFormat::JsonLines, &line, 0),
            (SetFormat::MatrixMarket, &matrix, 2 * 2 * 12),
        ] {
            let mut seen = Seen::default();
            text.as_bytes().chunks(7).for_each(|bytes| seen.count(bytes));
            let predicted = sketch(format, text, 1);
            assert_eq!(predicted.reading_seen(seen), predicted.reading() + slack, "{format:?}");
        }
        let mut seen = Seen::default();
        seen.count(b"[1,2,");
        seen.count(b"3]\n[45");
        assert_eq!((seen.lines, seen.commas, seen.line), (1, 2, 3));
    }
}
