//! Reads edge lists as SNAP publishes them: a line `source destination` per delivery, counted from 0.
//!
//! J. Leskovec, A. Krevl, "SNAP Datasets: Stanford Large Network Dataset Collection" (2014). The fields stand between
//! any white space, a `#` begins a comment, blank lines are skipped. A line has exactly two fields: a third column (a
//! weight, a time, a sign) would make the file another format, whose meaning only its publisher knows, and is refused.
//! An edge given twice counts once. Nodes = 1 + the greatest index, so nodes without edges in between are nodes too.

use super::error::{InputError, LAST_NODE, Problem};
use super::lines::{Lines, NUMBERS_LIMIT, fields, integer};
use meshcast_engine::Messages;
use std::io::BufRead;

/// Reads the message set of the edge list in `reader`; errors call the file `name`.
///
/// ```
/// use meshcast::input::edge_list;
/// let set = edge_list::read("# FromNodeId\tToNodeId\n0\t2\n0\t1\n2\t2\n".as_bytes(), "graph.txt")?;
/// let messages: Vec<_> = set.iter().collect();
/// assert_eq!(messages, [(0, &[1, 2][..]), (2, &[2])]);
/// # Ok::<(), meshcast::input::InputError>(())
/// ```
///
/// # Errors
/// A line that is no edge, a node past the largest mesh, a file without edges, a failing reader.
pub fn read(reader: impl BufRead, name: &str) -> Result<Messages, InputError> {
    let mut lines = Lines::new(reader, name, NUMBERS_LIMIT);
    let mut pairs = Vec::new();
    let mut greatest = 0;
    while lines.advance_to_data(Some(b'#'))? {
        let (source, destination) =
            parse_edge(lines.line()).map_err(|problem| lines.error(problem))?;
        pairs.push((source, destination));
        greatest = greatest.max(source).max(destination);
    }
    if pairs.is_empty() {
        return Err(lines.error_in_file(Problem::Empty { expected: "at least one edge" }));
    }
    lines.finish(Messages::from_pairs(greatest as usize + 1, pairs))
}

fn parse_edge(line: &[u8]) -> Result<(u32, u32), Problem> {
    let edge = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let [source, destination] = fields(edge, "2 fields (source, destination)")?;
    let source = integer(source, "source", 0, LAST_NODE)?;
    let destination = integer(destination, "destination", 0, LAST_NODE)?;
    Ok((source, destination))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_bytes(bytes: &[u8]) -> Result<Messages, InputError> {
        read(bytes, "g.txt")
    }

    fn refusal(bytes: &[u8]) -> String {
        read_bytes(bytes).unwrap_err().to_string()
    }

    #[test]
    fn white_space_comments_line_ends_and_repeats_do_not_matter() {
        let plain = read_bytes(b"0 1\n1 3\n3 0\n").unwrap();
        assert_eq!(plain.nodes(), 4);
        let written = [
            &b"0\t1\r\n1\t3\r\n3\t0\r\n"[..],
            b"# \xff\xfe Nodes: 4\n\n  0   1 \n \t\n#\n1 3 # a loop\n  # end\n3\t \t0",
            b"3 0\n0 1\n1 3\n0 1\n",
        ];
        for bytes in written {
            assert_eq!(read_bytes(bytes).unwrap(), plain, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_file_without_edges_is_refused() {
        for bytes in [&b""[..], b"\n\r\n", b"# Nodes: 0 Edges: 0\n"] {
            assert_eq!(refusal(bytes), "g.txt: expected at least one edge, found an empty file");
        }
    }

    #[test]
    fn a_line_that_is_no_pair_is_refused() {
        let expected = "expected 2 fields (source, destination)";
        assert_eq!(refusal(b"0 1\n2\n"), format!("g.txt:2: {expected}, found 1 in \"2\""));
        assert_eq!(refusal(b"0 1 5"), format!("g.txt:1: {expected}, found 3 in \"0 1 5\""));
        assert_eq!(refusal(b"0,1\n"), format!("g.txt:1: {expected}, found 1 in \"0,1\""));
    }

    #[test]
    fn what_is_no_node_is_refused() {
        let message = |line, what, found| {
            format!("g.txt:{line}: expected a {what} from 0 to 67108863, found \"{found}\"")
        };
        assert_eq!(refusal(b"0 1\n-1 0\n"), message(2, "source", "-1"));
        assert_eq!(refusal(b"0 67108864\n"), message(1, "destination", "67108864"));
        assert_eq!(refusal(b"4294967296 0\n"), message(1, "source", "4294967296"));
        assert_eq!(refusal(b"0 1.5\n"), message(1, "destination", "1.5"));
        assert_eq!(refusal(b"\x00\xff\x1b[2J 7\n"), message(1, "source", r"\x00\xff\x1b[2J"));
    }

    #[test]
    fn a_very_long_line_is_refused() {
        let bytes = vec![b' '; NUMBERS_LIMIT + 1];
        assert_eq!(
            refusal(&bytes),
            "g.txt:1: expected a line of at most 65536 bytes, found a longer one"
        );
    }
}
