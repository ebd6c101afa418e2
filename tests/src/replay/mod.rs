//! The replay of a step trace: does what the machine says it did keep the rules of the machine?
//!
//! The replay reads the trace and nothing else. It shares no code with the engine: its links, its parsing and its counts
//! of packets, buffers and deliveries are its own.
//!
//! # What a step is
//! Events of one `t` start from the state before it, in whatever order they stand. A packet that moved, was injected or
//! was made by a copy in step t may act or be dropped from t+1 on. A packet that was copied, delivered, found a
//! duplicate or compared without a swap in step t may be dropped in t: the drop is free and no action. Crossing a link,
//! being copied, delivered or found a duplicate and taking part in an exchange (swap or not) are a packet's actions.
//! Buffers are counted at the end of a step, t = 0 included, without the packets dropped in it.
//!
//! # Other cost models
//! An event carries the `t` at which its form is complete. A form of several steps (`exchange_steps` 2, `ports` one)
//! therefore shows as a gap before its events, and the rules above hold for each `t` as they stand. In the gap the
//! nodes of the form must be silent: a node whose form needs k steps has no event in the k−1 steps before
//! ([`ReplayRule::Charge`]); k is a lower bound that holds however ports are counted.
//!
//! Under `copy_steps` 0 a copy or delivery takes no step and carries the `t` of the step complete before it. Any number
//! of them may then follow each other within one `t`, from t = 0 on and on packets that came in that very step, and so
//! may drops: rule M2 does not bind, copies are no actions under M3, and only links still separate steps. Such events
//! are taken in the order of the file.

mod actions;
mod checker;
mod event;
mod finding;
mod mesh;
mod step;
#[cfg(test)]
mod tests;

pub use finding::{Finding, ReplayRule};

use checker::Checker;
use event::Line;
use std::io::{BufRead, ErrorKind};

/// What a replay saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// Rows of the mesh; 0 if the header could not be read.
    pub rows: usize,
    /// Columns of the mesh; 0 if the header could not be read.
    pub cols: usize,
    /// Packets a buffer may hold; none where unlimited.
    pub capacity: Option<usize>,
    /// Steps of the run by its end line; the last step with an event if there is no such line.
    pub steps: u64,
    /// The most packets in one node's buffer at the end of a step, t = 0 included.
    pub peak_buffer: usize,
    /// The same for each node.
    pub peak_per_node: Vec<usize>,
    /// The (message, node) pairs that were delivered, each once, in increasing order.
    pub deliveries: Vec<(usize, usize)>,
    /// `duplicate` events.
    pub duplicates: u64,
    /// Uses of directed links: 1 for a move or a word, 2 for an exchange.
    pub link_uses: u64,
    /// `copy` events; deliveries and duplicates are counted apart.
    pub copies: u64,
    /// The (message, destination) pairs that were not delivered, in increasing order.
    pub undelivered: Vec<(usize, usize)>,
    /// What is wrong with the trace, in the order of its lines; empty for a lawful run.
    pub findings: Vec<Finding>,
}

/// Replays a trace under every rule. A trace whose header cannot be read is not replayed further.
///
/// ```
/// use meshcast_tests::replay::replay;
/// let trace = r#"{"trace":"meshcast/1","rows":1,"cols":2,"topology":"mesh","capacity":1,"ports":"all","exchange_steps":1,"copy_steps":1}
/// {"message":0,"source":0,"destinations":[1]}
/// {"t":0,"e":"inject","at":0,"p":0,"m":0}
/// {"t":1,"e":"move","from":0,"to":1,"p":0}
/// {"t":2,"e":"deliver","at":1,"p":0}
/// {"t":2,"e":"drop","at":1,"p":0}
/// {"e":"end","steps":2}
/// "#;
/// let seen = replay(trace.as_bytes());
/// assert_eq!(seen.findings, []);
/// assert_eq!((seen.steps, seen.peak_buffer, seen.link_uses), (2, 1, 1));
/// assert_eq!(seen.deliveries, [(0, 1)]);
/// ```
pub fn replay(trace: impl BufRead) -> Replay {
    let mut lines = trace.lines();
    let header = match lines.next() {
        None => Err("the trace is empty".to_owned()),
        Some(Err(error)) => Err(error.to_string()),
        Some(Ok(text)) => Line::parse(&text),
    };
    let checker = header.and_then(|line| match line {
        Line::Header(header) => Checker::new(&header),
        Line::Message(_) | Line::Event(_) => Err("expected the header".to_owned()),
    });
    let mut checker = match checker {
        Ok(checker) => checker,
        Err(text) => {
            let finding = Finding { line: 1, t: None, rule: ReplayRule::Format, text };
            return Replay { findings: vec![finding], ..Replay::default() };
        }
    };
    for text in lines {
        let gone = text.as_ref().is_err_and(|error| error.kind() != ErrorKind::InvalidData);
        checker.line(text.map_err(|error| error.to_string()).and_then(|text| Line::parse(&text)));
        // A line that is no text is only that; a reader that failed may fail for ever.
        if gone {
            break;
        }
    }
    checker.finish()
}

/// Checks that the messages of a trace are those expected: as many, in this order, each with its source and
/// destinations. The order of a message's destinations is of no account, their number is.
///
/// # Errors
/// The first difference, or a line before the first event that cannot be read.
pub fn compare_messages(trace: impl BufRead, expected: &[(u32, Vec<u32>)]) -> Result<(), String> {
    let mut count = 0;
    for text in trace.lines().skip(1) {
        match Line::parse(&text.map_err(|error| error.to_string())?)? {
            Line::Event(_) => break,
            Line::Header(_) => return Err("a second header".to_owned()),
            Line::Message(mut found) => {
                let Some((source, destinations)) = expected.get(count) else {
                    return Err(format!("expected {} messages, found more", expected.len()));
                };
                let mut wanted: Vec<usize> = destinations.iter().map(|&d| d as usize).collect();
                wanted.sort_unstable();
                found.destinations.sort_unstable();
                let found = (found.number, found.source, found.destinations);
                let wanted = (count, *source as usize, wanted);
                if found != wanted {
                    return Err(format!(
                        "expected the message, source and destinations {wanted:?}, found {found:?}"
                    ));
                }
                count += 1;
            }
        }
    }
    if count == expected.len() {
        Ok(())
    } else {
        Err(format!("expected {} messages, found {count}", expected.len()))
    }
}
