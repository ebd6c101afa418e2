//! States the rules of the machine and reports a broken one.

use crate::geometry::Port;
use std::fmt;
use std::sync::Arc;

/// The seven rules, and what a program says of itself. Each names what [`Violation::actual`] and [`Violation::limit`] count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Each directed link carries at most one packet or one word a step (uses of one link); where
    /// [`Options::header_words`](crate::Options::header_words) bounds them, a packet with so many words that a program has written
    /// (words).
    M1,
    /// Each node makes at most one copy or delivery a step (copies and deliveries of one node).
    M2,
    /// A packet takes part in at most one action a step (actions of one packet).
    M3,
    /// An exchange has both directed links of its edge to itself (uses of one edge).
    M4,
    /// A node works with what it holds: its own slots, its existing neighbours, O(1) local work a step (the packets,
    /// links, slots or passes of work that the program asks for; those that there are). It rewrites the header of a
    /// message's only packet (packets of the message).
    M5,
    /// A buffer holds at most its capacity at the end of a step (packets).
    M6,
    /// Control flow depends on data only through a value that every node holds, and parallel tiles of one shape
    /// take the same number of steps (differing nodes or steps).
    M7,
    /// No rule of the machine but a [claim](crate::Machine::claim) of the program, in its words (what the claim counts).
    Claim(&'static str),
}

impl Rule {
    /// The seven of the machine.
    pub const ALL: [Rule; 7] =
        [Rule::M1, Rule::M2, Rule::M3, Rule::M4, Rule::M5, Rule::M6, Rule::M7];

    /// The rule in one line.
    pub fn statement(self) -> &'static str {
        match self {
            Rule::M1 => "a directed link carries at most one packet or word a step",
            Rule::M2 => "a node makes at most one copy or delivery a step",
            Rule::M3 => "a packet takes part in one action a step",
            Rule::M4 => "an exchange has both directed links of its edge to itself",
            Rule::M5 => "a node works only with what it holds",
            Rule::M6 => "a buffer holds at most its capacity at the end of a step",
            Rule::M7 => "control flow depends on data only through what every node knows",
            Rule::Claim(statement) => statement,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Claim(_) => f.write_str("claim"),
            rule => write!(f, "{rule:?}"),
        }
    }
}

/// A program broke a rule of the machine: the run ends. The program is wrong, never the input.
///
/// The text names the rule, the step, the node, the span and the form, and says what was found. Only the machine makes violations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The step in which it was broken, counted from 1; 0 before the first.
    pub step: u64,
    /// The node where it was broken, a row-major index of the whole mesh; the first of several. `None` where the program would have
    /// broken the rule at any node, or what broke it is no matter of one; and for claims, which only the text says more of.
    pub node: Option<u32>,
    /// What the program did, in the unit that the rule names; 0 for claims.
    pub actual: u64,
    /// What the rule allows, in the same unit; 0 for claims.
    pub limit: u64,
    /// The open spans, joined by `/`; empty outside all spans.
    pub span: Arc<str>,
    /// The step form or the local work that broke the rule; empty for what is neither.
    pub form: &'static str,
    pub(crate) fault: Fault,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, step, .. } = self;
        write!(f, "rule {rule} broken in step {step}")?;
        if let Fault::Claim { node, .. } = self.fault {
            write!(f, " at node {node}")?;
        } else if let Some(node) = self.node {
            write!(f, " at node {node}")?;
        }
        match (self.form, &*self.span) {
            ("", "") => f.write_str(": ")?,
            ("", span) => write!(f, " (span {span}): ")?,
            (form, "") => write!(f, " ({form}): ")?,
            (form, span) => write!(f, " ({form}, span {span}): ")?,
        }
        self.describe(f)?;
        write!(f, " ({})", rule.statement())
    }
}

impl Violation {
    /// Says what was found.
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { actual, limit, .. } = self;
        match self.fault {
            Fault::Slot(lane) => write!(f, "slot {lane} is empty"),
            Fault::Queue(queue) => write!(f, "queue {queue} is empty"),
            Fault::UndeclaredSlot(lane) => write!(f, "the form does not name slot {lane}"),
            Fault::UndeclaredPort(port) => write!(f, "the form does not name port {port:?}"),
            Fault::NoLink(port) => write!(f, "no link leaves over port {port:?}"),
            Fault::SecondOnLink(port) => write!(f, "a second one over port {port:?}"),
            Fault::PacketTwice => f.write_str("the packet acts twice"),
            Fault::Lanes => f.write_str("an earlier form of the step uses one of the slots"),
            Fault::Queues => f.write_str("an earlier form of the step uses one of the queues"),
            Fault::AfterDiscard => f.write_str("an earlier form of the step has discarded packets"),
            Fault::Port(port) => write!(f, "an earlier form of the step uses port {port:?}"),
            Fault::Parity => f.write_str("both packets of a node are compared over one edge"),
            Fault::SecondCopy => f.write_str("the node copies or delivers already"),
            Fault::LookedAhead => {
                f.write_str("the program saw what an earlier form of the step changed")
            }
            Fault::Work => {
                write!(f, "pass {actual} of local work without a step; {limit} are allowed")
            }
            Fault::NoSuchSlot => write!(f, "it needs {actual} slots; a buffer has {limit}"),
            Fault::NoRoom { first, count, packets } => match count {
                1 => write!(f, "slot {first} is taken; the node holds {packets} packets"),
                _ => write!(
                    f,
                    "slots {first} to {} are taken; the node holds {packets} packets",
                    first + count - 1
                ),
            },
            Fault::Overfull => write!(f, "the node holds {actual} packets; a buffer holds {limit}"),
            Fault::Left => {
                write!(f, "packets in a buffer when other messages follow: {actual}")
            }
            Fault::Bare => f.write_str("a bare copy has no words to write"),
            Fault::Wide => write!(
                f,
                "words are written in a header of {actual}; a link takes {limit} with a packet"
            ),
            Fault::Shared => write!(f, "{actual} packets of the network have the header"),
            Fault::Disagreement => write!(f, "{actual} registers differ from the first"),
            Fault::Tiles => write!(f, "the tile takes {actual} steps, one before it {limit}"),
            Fault::Panicked => f.write_str("the program caught a panic and went on"),
            Fault::Claim { actual, claimed, .. } => write!(f, "found {actual}, claimed {claimed}"),
        }
    }
}

impl std::error::Error for Violation {}

/// What a program did that broke a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It acts on an empty slot.
    Slot(usize),
    /// It acts on an empty queue.
    Queue(usize),
    /// It sends from a slot that the form does not name.
    UndeclaredSlot(usize),
    /// It sends over a port that the form does not name.
    UndeclaredPort(Port),
    /// It sends over the edge of the mesh.
    NoLink(Port),
    /// It sends a second packet or word over a link.
    SecondOnLink(Port),
    /// It lets a packet act twice.
    PacketTwice,
    /// Two forms use a slot.
    Lanes,
    /// Two forms use a queue.
    Queues,
    /// A form follows packets that have left the network.
    AfterDiscard,
    /// Two forms use a port.
    Port(Port),
    /// Both packets of a folded node use an edge.
    Parity,
    /// A node copies or delivers twice.
    SecondCopy,
    /// It sees a part of the state after the step.
    LookedAhead,
    /// It passes over the nodes too often.
    Work,
    /// It needs a slot that a buffer does not have.
    NoSuchSlot,
    /// A packet arrives where all slots that it may take are taken.
    NoRoom { first: usize, count: usize, packets: u64 },
    /// A node ends a step with too many packets.
    Overfull,
    /// A node has packets when other messages follow those so far.
    Left,
    /// It writes words of a bare copy.
    Bare,
    /// It writes words in a header that has more than a link takes.
    Wide,
    /// It writes words that other packets have too.
    Shared,
    /// Nodes that are to agree do not.
    Disagreement,
    /// Tiles that have to take as many steps as each other do not.
    Tiles,
    /// It panicked and went on.
    Panicked,
    /// A claim is false.
    Claim { node: u32, actual: u64, claimed: u64 },
}
