//! Holds what nodes have beside the slots of their buffers.

use super::inputs::InputQueues;
use super::payloads::Payloads;
use super::queues::Queues;

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
            payloads: Payloads::of_words(payload_words),
        }
    }

    /// Without packets again, for another number of nodes; keeps the memory of identities.
    pub(super) fn clear(&mut self, nodes: usize) {
        self.queues = Queues::new(nodes, self.identities.is_some());
        self.inputs = InputQueues::Absent;
        self.identities.iter_mut().flatten().for_each(Vec::clear);
        self.payloads.hand_over();
    }

    /// What the packet carries that a slot holds.
    pub(super) fn payload(&self, lane: usize, node: usize) -> &[u64] {
        match &self.identities {
            Some(identities) => self.payloads.of(identities[lane][node]),
            None => &[],
        }
    }
}
