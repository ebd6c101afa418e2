//! Holds the messages of a trace against a message set.

use super::event::Line;
use super::lines::Lines;
use super::{Keep, NoTrace, begin};
use std::io::BufRead;

/// Where the messages of a trace differ from those expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, from 1.
    pub line: u64,
    /// What was expected and what was found.
    pub text: String,
}

/// Checks that the messages of a trace are those expected: as many, in this order, each with its source and
/// destinations. The order of a message's destinations is of no account, their number is.
///
/// # Errors
/// The first difference, or a line before the first event that cannot be read.
pub fn compare_messages(
    trace: impl BufRead,
    expected: &[(u32, Vec<u32>)],
) -> Result<(), Difference> {
    let mut lines = Lines::of(trace);
    let header = begin(&mut lines, Keep::First);
    header.map_err(|NoTrace { line, problem: text }| Difference { line, text })?;
    let (mut count, mut line) = (0, 1);
    while let Some(text) = lines.next() {
        line += 1;
        let differs = |text: String| Difference { line, text };
        match text.and_then(Line::parse).map_err(differs)? {
            Line::Event(_) => break,
            Line::Header(_) => return Err(differs("a second header".to_owned())),
            Line::Message(mut found) => {
                let Some((source, destinations)) = expected.get(count) else {
                    let text = format!("expected {} messages, found more", expected.len());
                    return Err(differs(text));
                };
                let mut wanted: Vec<usize> = destinations.iter().map(|&d| d as usize).collect();
                wanted.sort_unstable();
                found.destinations.sort_unstable();
                let text = if (found.number, found.source) != (count, *source as usize) {
                    format!(
                        "expected message {count} of node {source}, found message {} of node {}",
                        found.number, found.source
                    )
                } else if found.destinations != wanted {
                    format!("message {count} has other destinations than expected")
                } else {
                    count += 1;
                    continue;
                };
                return Err(differs(text));
            }
        }
    }
    if count == expected.len() {
        Ok(())
    } else {
        let text = format!("expected {} messages, found {count}", expected.len());
        Err(Difference { line, text })
    }
}
