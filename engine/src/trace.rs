//! Writes down what a machine did, step by step.

use crate::cost::CostModel;
use crate::geometry::{Shape, Torus};
use crossbeam::channel::Sender;

/// One line of a trace, in the order in which they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The step, counted from 1; 0 is the initial loading. A form that is charged several steps has the last of them.
    pub t: u64,
    /// What happened.
    pub action: Action,
}

/// What happened in an [`Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            Action::Word { .. } => {}
        }
    }
}

/// Collects events, step by step, and hands them to the caller's sink.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// Events not yet handed on; those of the step in progress have no `t` yet.
    pub(crate) events: Vec<Event>,
    /// The identity of the next packet.
    pub(crate) next_packet: u32,
    sink: Option<Sender<Record>>,
    stamped: usize,
}

impl Recorder {
    /// A recorder for a whole mesh (`sink`) or for a tile, whose events its parent collects.
    pub(crate) fn new(sink: Option<Sender<Record>>, next_packet: u32) -> Self {
        Self { events: Vec::new(), next_packet, sink, stamped: 0 }
    }

    pub(crate) fn record(&mut self, action: Action) {
        self.events.push(Event { t: 0, action });
    }

    pub(crate) fn new_packet(&mut self) -> u32 {
        self.next_packet += 1;
        self.next_packet - 1
    }

    /// Gives the events since the last call the time `t` and passes them on if this is a whole mesh.
    pub(crate) fn stamp(&mut self, t: u64) {
        for event in &mut self.events[self.stamped..] {
            event.t = t;
        }
        self.stamped = self.events.len();
        self.flush();
    }

    /// Takes in events that already have their times.
    pub(crate) fn absorb(&mut self, events: Vec<Event>) {
        self.events.extend(events);
        self.stamped = self.events.len();
        self.flush();
    }

    fn flush(&mut self) {
        if self.sink.is_some() {
            for event in std::mem::take(&mut self.events) {
                self.send(Record::Event(event));
            }
            self.stamped = 0;
        }
    }

    /// Hands a record to the sink. One that hung up has its own error to report; the run is not affected.
    pub(crate) fn send(&mut self, record: Record) {
        if self.sink.as_ref().is_some_and(|sink| sink.send(record).is_err()) {
            self.sink = None;
        }
    }
}
