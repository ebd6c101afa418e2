//! Reads a trace into columns: every event, and the packets of every node at the end of every step.

use super::checker::{Checker, Keep};
use super::event::{Event, Line};
use super::lines::Lines;
use super::{Finding, Network, NoTrace, begin};
use std::io::BufRead;

/// The most entries of an occupancy: 2 GiB.
const MOST_ENTRIES: usize = 1 << 29;

/// The kinds of [recorded](Recorded) events, in the order of their numbers.
pub const KINDS: [&str; 8] =
    ["inject", "move", "exchange", "word", "copy", "deliver", "duplicate", "drop"];

/// An event of a trace. What a kind of event does not have is −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The step, 0 for the initial loading.
    pub step: i64,
    /// Its place in [`KINDS`].
    pub kind: u8,
    /// The node that acts; of an exchange the first.
    pub node: i64,
    /// The node that the link leads to; of an exchange the second.
    pub to: i64,
    /// The packet; of an exchange that of the first node.
    pub packet: i64,
    /// Of a copy the new packet, of an exchange the packet of the second node, of an injection the message.
    pub other: i64,
    /// Whether packets changed places, of an exchange; otherwise −1.
    pub swap: i8,
}

/// A trace in columns, up to the first broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// Rows and columns of the mesh; none on a torus.
    pub sides: Option<(usize, usize)>,
    /// Radix and dimensions of the torus; none on a mesh.
    pub radix_and_dims: Option<(usize, usize)>,
    /// Steps of the run.
    pub steps: usize,
    /// What happened to packets and words, in the order of the lines.
    pub events: Vec<Recorded>,
    /// Packets of each node at the end of each step, the initial loading first: entry t·nodes + node. Of a torus it has the messages
    /// that wait.
    pub occupancy: Vec<u32>,
    /// The first broken rule.
    pub finding: Option<Finding>,
}

/// Reads a trace into columns, in memory of 4 bytes a node and step, and 48 bytes an event.
///
/// # Errors
/// A text that is no trace, or one of more than 2^29 nodes times steps.
///
/// ```
/// use meshcast::replay::record;
/// let trace = r#"{"trace":"meshcast/1","rows":1,"cols":2,"topology":"mesh","capacity":1,"ports":"all","exchange_steps":1,"copy_steps":1}
/// {"message":0,"source":0,"destinations":[1]}
/// {"t":0,"e":"inject","at":0,"p":0,"m":0}
/// {"t":1,"e":"move","from":0,"to":1,"p":0}
/// {"t":2,"e":"deliver","at":1,"p":0}
/// {"t":2,"e":"drop","at":1,"p":0}
/// {"e":"end","steps":2}
/// "#;
/// let seen = record(trace.as_bytes())?;
/// assert_eq!(seen.occupancy, [1, 0, 0, 1, 0, 0]);
/// assert_eq!(seen.events.len(), 4);
/// # Ok::<(), meshcast::replay::NoTrace>(())
/// ```
pub fn record(trace: impl BufRead) -> Result<Recording, NoTrace> {
    let mut lines = Lines::of(trace);
    let mut checker = begin(&mut lines, Keep::First)?;
    let (mut events, mut occupancy) = (Vec::new(), Vec::new());
    while let Some(text) = lines.next() {
        let line = text.and_then(Line::parse);
        if let Ok(Line::Event(event)) = &line {
            let next = match event {
                Event::End { steps } => steps.saturating_add(1),
                event => event.t().unwrap_or(0),
            };
            keep_until(next, &checker, &mut occupancy)?;
            events.extend(recorded(event));
        }
        checker.line(line);
        if !checker.findings.is_empty() {
            break;
        }
    }
    if checker.findings.is_empty() {
        checker.close();
    }
    let network: Network = checker.network;
    Ok(Recording {
        sides: network.sides(),
        radix_and_dims: network.radix_and_dims(),
        steps: (occupancy.len() / network.nodes()).saturating_sub(1),
        events,
        occupancy,
        finding: checker.findings.into_iter().next(),
    })
}

/// Keeps what nodes hold now as their state at the end of all steps before `next` that are not kept yet.
fn keep_until(next: u64, checker: &Checker, occupancy: &mut Vec<u32>) -> Result<(), NoTrace> {
    let nodes = checker.network.nodes();
    let next = usize::try_from(next).unwrap_or(usize::MAX);
    if next.checked_mul(nodes).is_none_or(|entries| entries > MOST_ENTRIES) {
        let problem =
            format!("{nodes} nodes times {next} steps are more than arrays may have, 2^29");
        return Err(NoTrace { line: checker.line + 1, problem });
    }
    while occupancy.len() < next * nodes {
        occupancy.extend_from_slice(&checker.occupancy);
    }
    Ok(())
}

/// The event in columns, if it is about packets or words.
fn recorded(event: &Event) -> Option<Recorded> {
    const NONE: i64 = -1;
    let number = |packet: u64| i64::try_from(packet).unwrap_or(i64::MAX);
    let slot = |packet: Option<u64>| packet.map_or(NONE, number);
    let node = |node: usize| number(node as u64);
    let (kind, at, to, packet, other) = match *event {
        Event::Inject { at, p, m, .. } => (0, node(at), NONE, number(p), node(m)),
        Event::Move { from, to, p, .. } => (1, node(from), node(to), number(p), NONE),
        Event::Exchange { a, b, pa, pb, .. } => (2, node(a), node(b), slot(pa), slot(pb)),
        Event::Word { from, to, .. } => (3, node(from), node(to), NONE, NONE),
        Event::Copy { at, p, q, .. } => (4, node(at), NONE, number(p), number(q)),
        Event::Deliver { at, p, .. } => (5, node(at), NONE, number(p), NONE),
        Event::Duplicate { at, p, .. } => (6, node(at), NONE, number(p), NONE),
        Event::Drop { at, p, .. } => (7, node(at), NONE, number(p), NONE),
        _ => return None,
    };
    let swap = if let Event::Exchange { swap, .. } = event { i8::from(*swap) } else { -1 };
    Some(Recorded { step: number(event.t()?), kind, node: at, to, packet, other, swap })
}
