//! Replays a step trace: does what the machine says it did keep the rules of the machine?
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
mod divisions;
mod event;
mod finding;
mod lines;
mod messages;
mod network;
mod outputs;
mod packets;
mod recording;
mod spans;
mod step;
#[cfg(test)]
mod tests;

pub(crate) use event::{Division, Event, Header, Line, Message};
pub use finding::{Finding, ReplayRule};
pub use messages::{Difference, compare_messages};
pub(crate) use network::Network;
pub use recording::{KINDS, Recorded, Recording, record};

use checker::{Checker, Keep};
use lines::Lines;
use std::fmt;
use std::io::BufRead;

/// What a replay saw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// Rows of the mesh; 0 on a torus and if the header could not be read.
    pub rows: usize,
    /// Columns of the mesh; 0 on a torus and if the header could not be read.
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

/// What [`check`] says of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Rows and columns of the mesh; none on a torus.
    pub sides: Option<(usize, usize)>,
    /// Nodes of the mesh or torus.
    pub nodes: u64,
    /// Its dimensions, two of a mesh.
    pub dims: usize,
    /// Steps of the run by its end line.
    pub steps: u64,
    /// The most packets in one node's buffer at the end of a step, t = 0 included.
    pub peak: u64,
    /// Uses of directed links: 1 for a move or a word, 2 for an exchange.
    pub links: u64,
    /// Pairs of a message and a node that were delivered.
    pub deliveries: u64,
    /// The first broken rule by its line; the counts then end shortly behind it. None for a lawful run.
    pub finding: Option<Finding>,
}

/// A text that is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTrace {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for NoTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is no line of a trace: {}", self.line, self.problem)
    }
}

impl std::error::Error for NoTrace {}

/// Replays a trace under every rule. A trace whose header cannot be read is not replayed further.
///
/// ```
/// use meshcast::replay::replay;
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
    let mut lines = Lines::of(trace);
    let mut checker = match begin(&mut lines, Keep::All) {
        Ok(checker) => checker,
        Err(NoTrace { line, problem: text }) => {
            let finding = Finding { line, t: None, rule: ReplayRule::Format, text };
            return Replay { findings: vec![finding], ..Replay::default() };
        }
    };
    while let Some(text) = lines.next() {
        checker.line(text.and_then(Line::parse));
    }
    checker.close();
    let (rows, cols) = checker.network.sides().unwrap_or_default();
    let peak_per_node: Vec<usize> = checker.peaks.iter().map(|&peak| peak as usize).collect();
    Replay {
        rows,
        cols,
        capacity: checker.capacity,
        steps: checker.steps(),
        peak_buffer: peak_per_node.iter().copied().max().unwrap_or(0),
        peak_per_node,
        deliveries: checker.outputs.delivered(),
        duplicates: checker.duplicates,
        link_uses: checker.link_uses,
        copies: checker.copies,
        undelivered: checker.outputs.missing().collect(),
        findings: checker.findings,
    }
}

/// Replays a trace up to the first broken rule, in memory that follows the nodes, the messages and the packets in the
/// network and not the length of the trace.
///
/// # Errors
/// A text that is no trace, up to the first broken rule.
pub fn check(trace: impl BufRead) -> Result<Verdict, NoTrace> {
    let mut lines = Lines::of(trace);
    let mut checker = begin(&mut lines, Keep::First)?;
    let mut is_cut = false;
    while let Some(text) = lines.next() {
        let line = text.and_then(Line::parse);
        is_cut = line.is_err();
        checker.line(line);
        if let Some(first) = checker.findings.first() {
            if first.rule == ReplayRule::Format {
                return Err(NoTrace { line: first.line, problem: first.text.clone() });
            }
            // When a step closes, faults can show in its lines, and in none before them.
            if is_cut || first.line < checker.step.first_line {
                break;
            }
        }
    }
    // What a cut step would still have done is not known.
    if !is_cut {
        checker.close();
    }
    Ok(Verdict {
        sides: checker.network.sides(),
        nodes: checker.network.nodes() as u64,
        dims: checker.network.radix_and_dims().map_or(2, |(_, dims)| dims),
        steps: checker.steps(),
        peak: checker.peaks.iter().copied().max().unwrap_or(0).into(),
        links: checker.link_uses,
        deliveries: checker.outputs.deliveries,
        finding: checker.findings.into_iter().next(),
    })
}

/// Hands the lines of a trace on, one by one: the header first, then messages and events.
///
/// # Errors
/// The first line that is none, or cannot be read.
pub(crate) fn read(trace: impl BufRead, mut take: impl FnMut(Line)) -> Result<(), NoTrace> {
    let (mut lines, mut number) = (Lines::of(trace), 0);
    while let Some(text) = lines.next() {
        number += 1;
        let line = text.and_then(Line::parse);
        let line = line.map_err(|problem| NoTrace { line: number, problem })?;
        if let Line::Header(header) = &line {
            let network = header.network().map_err(|problem| NoTrace { line: number, problem })?;
            lines.allow_destinations(network.nodes());
        }
        take(line);
    }
    Ok(())
}

/// Reads the header.
fn begin(lines: &mut Lines<impl BufRead>, keep: Keep) -> Result<Checker, NoTrace> {
    let line = match lines.next() {
        None => Err("the trace is empty".to_owned()),
        Some(text) => text.and_then(Line::parse),
    };
    let checker = line.and_then(|line| match line {
        Line::Header(header) => Checker::new(&header, keep),
        Line::Message(_) | Line::Event(_) => Err("expected the header".to_owned()),
    });
    let checker = checker.map_err(|problem| NoTrace { line: 1, problem })?;
    lines.allow_destinations(checker.network.nodes());
    Ok(checker)
}
