//! Says what a trace consists of: what a machine did, step by step.

use crate::cost::CostModel;
use crate::geometry::{Shape, Torus};
use std::sync::Arc;

/// One line of a trace, in the order in which they come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// The machine, first of all; the message set is known to whoever made it.
    Start {
        /// The mesh.
        shape: Shape,
        /// Packets a buffer may hold; `None` if unlimited.
        capacity: Option<usize>,
        /// The charges.
        model: CostModel,
    },
    /// The same for a run on a torus, whose queues are unlimited and whose copies and deliveries are free.
    StartTorus {
        /// The torus.
        torus: Torus,
    },
    /// Something happened; in order of [`Event::t`].
    Event(Event),
    /// The run is over; it does not come if the run broke a rule.
    End {
        /// Steps of the run.
        steps: u64,
    },
}

/// One event of the trace. Nodes are row-major indices of the whole mesh, or numbers of a torus; packet identities are never reused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The step, counted from 1; 0 is the initial loading. A form that is charged several steps has the last of them.
    pub t: u64,
    /// What happened.
    pub action: Action,
}

/// What happened in an [`Event`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Message `message` left the input queue of `at` as packet `packet`.
    Inject {
        /// The node.
        at: u32,
        /// The packet.
        packet: u32,
        /// The message.
        message: u32,
    },
    /// A packet crossed a link.
    Move {
        /// The node it left.
        from: u32,
        /// The node it reached.
        to: u32,
        /// The packet.
        packet: u32,
    },
    /// Two neighbours compared one slot each and perhaps exchanged what is in them.
    Exchange {
        /// One node.
        a: u32,
        /// Its neighbour.
        b: u32,
        /// The packet in the slot of `a`, if any.
        packet_a: Option<u32>,
        /// The packet in the slot of `b`, if any.
        packet_b: Option<u32>,
        /// Whether they changed places.
        swap: bool,
    },
    /// A word crossed a link.
    Word {
        /// The sender.
        from: u32,
        /// The receiver.
        to: u32,
    },
    /// A packet was copied inside a node.
    Copy {
        /// The node.
        at: u32,
        /// The packet.
        packet: u32,
        /// Its copy.
        copy: u32,
    },
    /// A packet's message went to the output queue of a node.
    Deliver {
        /// The node.
        at: u32,
        /// The packet.
        packet: u32,
    },
    /// A packet's message was delivered where the output queue has it already.
    Duplicate {
        /// The node.
        at: u32,
        /// The packet.
        packet: u32,
    },
    /// A packet left the network.
    Drop {
        /// The node.
        at: u32,
        /// The packet.
        packet: u32,
    },
    /// A span was entered: later steps are charged in it, or in a span inside it. Of tiles in parallel, only the slowest one's spans are
    /// recorded, as in the ledger.
    Enter {
        /// Its name, without those of the spans around it.
        span: Arc<str>,
    },
    /// The innermost span was left.
    Leave,
    /// A rectangle of nodes was divided into tiles.
    Divide(Arc<Division>),
    /// The division that was last made of a rectangle with this first node has ended.
    Unite {
        /// The first node of the rectangle.
        at: u32,
    },
}

/// A division of a rectangle of nodes into tiles, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// What the program calls the tiles.
    pub name: Arc<str>,
    /// The first node of the rectangle.
    pub at: u32,
    /// Rows of the tiles, from the top.
    pub rows: Vec<u32>,
    /// Columns of the tiles, from the left.
    pub cols: Vec<u32>,
    /// Whether the tiles work in parallel, each alone: nothing crosses their borders.
    pub apart: bool,
}

impl Action {
    /// Applies `rename` to every packet identity.
    pub(crate) fn rename(&mut self, rename: impl Fn(&mut u32)) {
        match self {
            Action::Inject { packet, .. }
            | Action::Move { packet, .. }
            | Action::Deliver { packet, .. }
            | Action::Duplicate { packet, .. }
            | Action::Drop { packet, .. } => rename(packet),
            Action::Copy { packet, copy, .. } => {
                rename(packet);
                rename(copy);
            }
            Action::Exchange { packet_a, packet_b, .. } => {
                packet_a.iter_mut().chain(packet_b).for_each(rename);
            }
            Action::Word { .. }
            | Action::Enter { .. }
            | Action::Leave
            | Action::Divide(_)
            | Action::Unite { .. } => {}
        }
    }

    /// Whether a span begins or ends here.
    pub(crate) fn is_of_span(&self) -> bool {
        matches!(self, Action::Enter { .. } | Action::Leave)
    }
}
