//! Keeps what nodes are to do with the packets of their queues while a dispatch finds it out.

use crate::geometry::Port;
use crate::nodes::{End, QUEUES};
use crate::packet::Held;
use crate::service::Service;

/// What a dispatch is to do and has under way. Nothing of it means anything between steps.
#[derive(Debug, Default)]
pub(crate) struct Errands {
    /// The node, the queue of the packet that is to be served, and what becomes of it.
    pub(crate) services: Vec<(usize, usize, Service)>,
    /// Packets that have been taken out of queues to be served, each with its node and what becomes of it.
    pub(crate) served: Vec<(usize, Held, Service)>,
    /// By queue.
    pub(crate) departures: [Vec<Errand>; QUEUES],
    /// Packets that stay, each with its queue and node.
    pub(crate) staying: Vec<(usize, usize, Held)>,
    /// Packets on their way, each with the row and column that it goes to.
    pub(crate) moving: Vec<((usize, usize), Held)>,
}

/// A packet that leaves a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Errand {
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) end: End,
    pub(crate) port: Port,
}
