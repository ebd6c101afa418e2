//! Holds what nodes have beside the slots of their buffers.

use super::inputs::InputQueues;
use super::payloads::Payloads;
use super::queues::Queues;
use crate::packet::{Held, Packet};

/// Queues, input queues, and what packets carry beside their keys. Every [node](super::Node) leads to all of it by one reference.
#[derive(Debug)]
pub(crate) struct Beside {
    pub(crate) queues: Queues,
    pub(crate) inputs: InputQueues,
    /// Lane by lane the identities of packets, if they have any.
    pub(super) identities: Option<Vec<Vec<u32>>>,
    pub(crate) payloads: Payloads,
}

impl Beside {
    /// Without packets, which have identities or not, and carry so many words.
    pub(super) fn new(nodes: usize, identified: bool, payload_words: usize) -> Self {
        Self {
            queues: Queues::new(nodes, identified),
            inputs: InputQueues::Absent,
            identities: identified.then(Vec::new),
            payloads: Payloads::of_words(payload_words, identified),
        }
    }

    /// Without packets again, for another number of nodes; keeps the memory of identities.
    pub(super) fn clear(&mut self, nodes: usize) {
        self.queues = Queues::new(nodes, self.identities.is_some());
        self.inputs = InputQueues::Absent;
        self.identities.iter_mut().flatten().for_each(Vec::clear);
        self.payloads.hand_over();
    }

    /// What `packet` carries, which a slot holds.
    pub(super) fn payload(&self, packet: Packet, lane: usize, node: usize) -> &[u64] {
        let identity = self.identities.as_ref().map_or(0, |identities| identities[lane][node]);
        self.payloads.of(Held { packet, identity })
    }
}
