//! Predicts what reading files needs, as far as it can be known before.
//!
//! Of a Matrix Market file the size line says how many nodes and entries there are; of other files, the first lines are taken for
//! the rest. What cannot be known is the congestion, and of edge lists and JSON lines the number of nodes: runs are checked
//! again when the file has been read.

use super::SetSize;
use meshcast_engine::Shape;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Bytes of a file that are looked at.
const SAMPLE: u64 = 1 << 16;

/// How a message set is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Format {
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
    format: Format,
    messages: u64,
    deliveries: u64,
}

impl FileSketch {
    /// What is known of the file at `path`: nothing, if it cannot be read. Pipes are not touched.
    pub(crate) fn of(path: &Path) -> Self {
        let format = match path.extension().map(OsStr::as_encoded_bytes) {
            Some(b"mtx") => Format::MatrixMarket,
            Some(b"jsonl") => Format::JsonLines,
            _ => Format::Edges,
        };
        let open = || -> std::io::Result<Self> {
            let length = match std::fs::metadata(path)? {
                file if file.is_file() => file.len(),
                _ => return Ok(Self::default()),
            };
            let mut sample = Vec::new();
            File::open(path)?.take(SAMPLE).read_to_end(&mut sample)?;
            Ok(Self::of_sample(format, &sample, length))
        };
        open().unwrap_or_default()
    }

    /// What is known of a file of so many bytes that begins with `sample`.
    fn of_sample(format: Format, sample: &[u8], length: u64) -> Self {
        // Of the last line only a part may be there.
        let end = match sample.iter().rposition(|&byte| byte == b'\n') {
            Some(last) if (sample.len() as u64) < length => last,
            _ => sample.len(),
        };
        let (sample, length) = (&sample[..end], length as f64);
        let of_all = |found: usize| (found as f64 * length / end.max(1) as f64) as u64;
        let comment = if format == Format::MatrixMarket { b'%' } else { b'#' };
        let lines = || {
            let lines = sample.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
            lines.filter(move |line| line.first().is_some_and(|&first| first != comment))
        };
        match format {
            Format::MatrixMarket => Self::of_matrix(sample, lines().next(), length as u64),
            Format::Edges => {
                let edges = of_all(lines().count());
                Self { nodes: None, format, messages: edges, deliveries: edges }
            }
            Format::JsonLines => {
                let commas = |line: &[u8]| line.split(|&byte| byte == b',').count() - 1;
                let destinations = of_all(lines().map(commas).sum());
                let messages = of_all(lines().count());
                Self { nodes: None, format, messages, deliveries: destinations }
            }
        }
    }

    /// What the banner and the size line of a matrix say.
    fn of_matrix(sample: &[u8], size: Option<&[u8]>, length: u64) -> Self {
        // Two digits, what is between them and the end of the line.
        const LEAST_BYTES_AN_ENTRY: u64 = 4;
        let banner = sample.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let symmetry = banner.split(u8::is_ascii_whitespace).rfind(|word| !word.is_empty());
        let is_general = symmetry.is_none_or(|word| word.eq_ignore_ascii_case(b"general"));
        let text = size.and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default();
        let numbers: Vec<u64> =
            text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let (nodes, entries) = match numbers[..] {
            [rows, cols, entries] => (usize::try_from(rows.max(cols)).ok(), entries),
            _ => (None, 0),
        };
        // Entries that the file has no room for are refused when it is read.
        let entries = entries.min(length / LEAST_BYTES_AN_ENTRY);
        let deliveries = if is_general { entries } else { 2 * entries };
        let messages = deliveries.min(nodes.unwrap_or(0) as u64);
        Self { nodes, format: Format::MatrixMarket, messages, deliveries }
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
        let Self { format, messages, deliveries, .. } = self;
        match format {
            // Pairs, and the set that is made of them; later that set, and the one with its nodes placed.
            Format::MatrixMarket | Format::Edges => {
                const BYTES_A_DELIVERY: u64 = 8 + 4;
                deliveries * BYTES_A_DELIVERY
            }
            // Lists in a tree, which have room to grow, and the set that is made of them.
            Format::JsonLines => {
                const BYTES_A_MESSAGE: u64 = 96;
                const BYTES_A_DELIVERY: u64 = 6 + 4;
                messages * BYTES_A_MESSAGE + deliveries * BYTES_A_DELIVERY
            }
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

    fn sketch(format: Format, text: &str, times: u64) -> FileSketch {
        FileSketch::of_sample(format, text.as_bytes(), text.len() as u64 * times)
    }

    #[test]
    fn a_matrix_says_its_nodes_and_entries() {
        let text =
            "%%MatrixMarket matrix coordinate real general\n% by hand\n\n 30 20 100\n1 1 1\n";
        let found = sketch(Format::MatrixMarket, text, 100);
        assert_eq!((found.nodes, found.deliveries, found.messages), (Some(30), 100, 30));
        let found = sketch(Format::MatrixMarket, &text.replace("general", "Symmetric"), 100);
        assert_eq!((found.nodes, found.deliveries), (Some(30), 200));
        let lie = sketch(Format::MatrixMarket, &text.replace("100", "4000000000"), 1);
        assert!(lie.deliveries < 30, "{lie:?}");
        for text in ["", "%%MatrixMarket\n", "%%MatrixMarket\n3 4\n", "\u{ff}\n\u{ff}\n"] {
            let found = sketch(Format::MatrixMarket, text, 1);
            assert_eq!((found.nodes, found.deliveries), (None, 0), "{text}");
        }
    }

    #[test]
    fn the_first_lines_stand_for_the_rest() {
        let found = sketch(Format::Edges, "# edges\n\n10 11\n12 13 # last\n14 15", 10);
        assert_eq!((found.nodes, found.messages), (None, found.deliveries));
        assert!((20..40).contains(&found.deliveries), "{found:?}");
        let line = "{\"source\":5,\"destinations\":[1,17,3]}\n";
        let found = sketch(Format::JsonLines, &line.repeat(50), 2);
        assert!((297..304).contains(&found.deliveries), "{found:?}");
        assert!((99..102).contains(&found.messages), "{found:?}");
    }

    #[test]
    fn a_file_that_is_not_there_is_not_known() {
        assert_eq!(FileSketch::of(Path::new("/nowhere/at/all.mtx")), FileSketch::default());
        assert_eq!(FileSketch::of(Path::new("/")), FileSketch::default());
        assert_eq!(FileSketch::default().reading(), 0);
    }
}
