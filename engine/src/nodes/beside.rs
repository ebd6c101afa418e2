//! Holds what nodes have beside the slots of their buffers.

use super::inputs::InputQueues;
use super::queues::Queues;

/// The queues of a machine's nodes. Every [node](super::Node) leads to them by one reference.
#[derive(Debug)]
pub(crate) struct Beside {
    pub(crate) queues: Queues,
    pub(crate) inputs: InputQueues,
}

impl Beside {
    pub(super) fn new(nodes: usize, traced: bool) -> Self {
        Self { queues: Queues::new(nodes, traced), inputs: InputQueues::Absent }
    }
}
