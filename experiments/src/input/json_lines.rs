//! Reads message sets as lines of JSON: `{"source":5,"destinations":[1,17]}`.
//!
//! A line is a message, its keys in either order; empty lines are skipped. At most one message starts at a source; a
//! destination given twice counts once; a message without destinations is a message. Nodes = 1 + the greatest index.

use super::error::{InputError, LAST_NODE, Problem};
use super::lines::Lines;
use crate::readable::{Excerpt, Printed};
use meshcast_engine::{MAX_NODES, Messages};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::BufRead;

/// The most bytes of a line: room for a message to every node of the largest mesh, with spaces to spare.
const LINE_LIMIT: usize = 16 * MAX_NODES;

/// A line of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    source: u32,
    destinations: Vec<u32>,
}

/// Reads the message set in `reader`; errors call the file `name`.
///
/// ```
/// use meshcast::input::json_lines;
/// let file = r#"{"source":5,"destinations":[1,17]}"#;
/// let set = json_lines::read(file.as_bytes(), "set.jsonl")?;
/// assert_eq!(set.nodes(), 18);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [(5, &[1, 17][..])]);
/// # Ok::<(), meshcast::input::InputError>(())
/// ```
///
/// # Errors
/// A line that is no message, a second message from a source, a node past the largest mesh, a file without
/// messages, a failing reader.
pub fn read(reader: impl BufRead, name: &str) -> Result<Messages, InputError> {
    let mut lines = Lines::new(reader, name, LINE_LIMIT);
    let mut messages = BTreeMap::new();
    let mut greatest = 0;
    while lines.advance_to_data(None)? {
        let message = parse_message(lines.line()).map_err(|problem| lines.error(problem))?;
        greatest = message.destinations.iter().fold(greatest.max(message.source), |a, &b| a.max(b));
        match messages.entry(message.source) {
            Entry::Vacant(vacant) => vacant.insert((lines.number(), message.destinations)),
            Entry::Occupied(first) => {
                let (source_node, first) = (message.source, first.get().0);
                return Err(lines.error(Problem::SourceTwice { source_node, first }));
            }
        };
    }
    if messages.is_empty() {
        return Err(lines.error_in_file(Problem::Empty { expected: "at least one message" }));
    }
    let messages = messages.into_iter().map(|(source, (_, destinations))| (source, destinations));
    lines.finish(Messages::new(greatest as usize + 1, messages))
}

fn parse_message(line: &[u8]) -> Result<Message, Problem> {
    let refuse = |column, reason: &str| {
        Err(Problem::Json { found: Excerpt::of(line), column, reason: Printed::of(reason) })
    };
    // A derived struct would also be read from an array of its values.
    if line.first() != Some(&b'{') {
        return refuse(1, "a message is an object");
    }
    let message: Message = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => {
            let text = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            return refuse(error.column(), text.strip_suffix(&place).unwrap_or(&text));
        }
    };
    check_node("source", message.source)?;
    message.destinations.iter().try_for_each(|&node| check_node("destination", node))?;
    Ok(message)
}

fn check_node(what: &'static str, node: u32) -> Result<(), Problem> {
    if node > LAST_NODE {
        let found = Excerpt::of(node.to_string().as_bytes());
        return Err(Problem::Integer { what, low: 0, high: LAST_NODE, found });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_bytes(bytes: &[u8]) -> Result<Messages, InputError> {
        read(bytes, "m.jsonl")
    }

    fn refusal(bytes: &[u8]) -> String {
        read_bytes(bytes).unwrap_err().to_string()
    }

    /// The refusal of a line that is no message.
    fn json_refusal(found: &str, column: usize, reason: &str) -> String {
        let expected = r#"expected {"source":5,"destinations":[1,17]}"#;
        format!("m.jsonl:1: {expected}, found {found} (column {column}: {reason})")
    }

    #[test]
    fn key_order_spaces_line_ends_and_repeats_do_not_matter() {
        let plain = read_bytes(
            b"{\"source\":5,\"destinations\":[1,17]}\n{\"source\":0,\"destinations\":[]}\n",
        );
        let plain = plain.unwrap();
        assert_eq!((plain.nodes(), plain.count(), plain.deliveries()), (18, 2, 2));
        let written = b"\r\n\r\n { \"destinations\" : [17, 1, 17], \"source\" : 5 } \r\n\
            \t\n{\"source\":0,\"destinations\":[]}";
        assert_eq!(read_bytes(written).unwrap(), plain);
    }

    #[test]
    fn a_file_without_messages_is_refused() {
        for bytes in [&b""[..], b"\n\n \n"] {
            assert_eq!(
                refusal(bytes),
                "m.jsonl: expected at least one message, found an empty file"
            );
        }
    }

    #[test]
    fn a_second_message_from_a_source_is_refused_with_both_lines() {
        let file = b"{\"source\":5,\"destinations\":[1]}\n\n{\"source\":5,\"destinations\":[2]}\n";
        assert_eq!(
            refusal(file),
            "m.jsonl:3: expected at most one message a source, found a second one from 5 (the first is in line 1)"
        );
    }

    #[test]
    fn unknown_missing_and_repeated_keys_are_refused() {
        let found = r#""{\"source\":5,\"destinations\":[1],\"weight\":"..."#;
        let line = br#"{"source":5,"destinations":[1],"weight":2}"#;
        let reason = "unknown field `weight`, expected `source` or `destinations`";
        assert_eq!(refusal(line), json_refusal(found, 39, reason));
        let reason = "missing field `destinations`";
        assert_eq!(refusal(br#"{"source":5}"#), json_refusal(r#""{\"source\":5}""#, 12, reason));
        let line = br#"{"source":5,"source":6}"#;
        let reason = "duplicate field `source`";
        assert_eq!(refusal(line), json_refusal(r#""{\"source\":5,\"source\":6}""#, 20, reason));
    }

    #[test]
    fn numbers_that_are_no_nodes_are_refused() {
        let line = br#"{"source":4294967296,"destinations":[]}"#;
        let found = r#""{\"source\":4294967296,\"destinations\":[]}""#;
        let reason = "invalid value: integer `4294967296`, expected u32";
        assert_eq!(refusal(line), json_refusal(found, 20, reason));
        let line = br#"{"source":-1,"destinations":[]}"#;
        let reason = "invalid value: integer `-1`, expected u32";
        let found = r#""{\"source\":-1,\"destinations\":[]}""#;
        assert_eq!(refusal(line), json_refusal(found, 12, reason));
        let expected = "m.jsonl:1: expected a destination from 0 to 67108863, found \"67108864\"";
        assert_eq!(refusal(br#"{"source":0,"destinations":[1,67108864]}"#), expected);
        let expected = "m.jsonl:1: expected a source from 0 to 67108863, found \"4294967295\"";
        assert_eq!(refusal(br#"{"source":4294967295,"destinations":[]}"#), expected);
    }

    #[test]
    fn what_is_no_object_is_refused() {
        let reason = "a message is an object";
        assert_eq!(refusal(b"[5,[1,17]]"), json_refusal("\"[5,[1,17]]\"", 1, reason));
        assert_eq!(refusal(b"\x00\xff\n"), json_refusal(r#""\x00\xff""#, 1, reason));
        let reason = "trailing characters";
        let line = br#"{"source":5,"destinations":[]}{}"#;
        let found = r#""{\"source\":5,\"destinations\":[]}{}""#;
        assert_eq!(refusal(line), json_refusal(found, 31, reason));
    }

    #[test]
    fn a_truncated_line_and_invalid_utf_8_are_refused() {
        let reason = "EOF while parsing a list";
        let found = r#""{\"source\":5,\"destinations\":[1,1""#;
        assert_eq!(refusal(br#"{"source":5,"destinations":[1,1"#), json_refusal(found, 31, reason));
        let line = b"{\"source\xff\":5,\"destinations\":[]}";
        let found = r#""{\"source\xff\":5,\"destinations\":[]}""#;
        assert_eq!(refusal(line), json_refusal(found, 9, "invalid unicode code point"));
    }

    #[test]
    fn junk_in_a_key_is_shortened_and_escaped() {
        let line = format!("{{\"{}\\n\\u001b{}\":1}}", "a".repeat(10), "é".repeat(100_000));
        let error = refusal(line.as_bytes());
        assert!(
            error.contains(r"unknown field `aaaaaaaaaa\n\u{1b}éé") && error.len() < 600,
            "{error}"
        );
        assert!(!error.contains(char::is_control), "{error}");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let line = format!("{{\"source\":{}", "[".repeat(1_000_000));
        let error = refusal(line.as_bytes());
        assert!(error.starts_with("m.jsonl:1: expected {\"source\""), "{error}");
    }
}
