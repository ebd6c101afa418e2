//! Holds what the nodes of a machine have: packets, headers and registers, and shows every node its own.
//!
//! All of it is what step forms and local work may move. The fields of every part are private to it or to this folder;
//! [`Buffers`] is the door to the packets, [`Node`] to what a program may see.

mod beside;
mod buffers;
mod count;
mod due;
mod frame;
mod headers;
mod inputs;
mod marks;
mod node;
mod payloads;
mod queue;
mod queues;
mod registers_held;
mod settling;
mod unsettled;
mod variable;
mod window;

use crate::geometry::Shape;
use crate::messages::Messages;
use crate::register::{Register, words_of};
use headers::Headers;
use marks::Sharing;
use std::sync::Arc;

pub(crate) use buffers::{Buffers, Lanes, Slot};
pub(crate) use frame::{Frame, RunMark};
pub use headers::{HeaderWords, Words};
pub(crate) use inputs::InputQueues;
pub use node::Node;
pub(crate) use payloads::Written;
pub use queue::{End, QueueView};
pub use queues::QUEUES;
pub(crate) use queues::{queue_bit, queue_bits};
pub(crate) use registers_held::RegistersHeld;
pub(crate) use settling::{are_empty, settle_in_lane};
pub use unsettled::LANES_APART;
pub(crate) use unsettled::{Unsettled, lane_bit};
pub use variable::Variable;
pub(crate) use window::Window;

/// The nodes of a machine.
pub(crate) struct Nodes {
    frame: Frame,
    messages: Arc<Messages>,
    headers: Arc<Headers>,
    run: Arc<RunMark>,
    pub(crate) registers_held: RegistersHeld,
    pub(crate) buffers: Buffers,
    pub(crate) unsettled: Unsettled,
    sharing: Sharing,
}

impl Nodes {
    /// Nodes without packets that a new run begins with.
    pub(crate) fn new(
        shape: Shape,
        messages: Arc<Messages>,
        lanes: usize,
        identified: bool,
        payload_words: usize,
    ) -> Self {
        let (first_row, first_col, mesh_cols) = (0, 0, shape.cols());
        let frame = Frame { first_row, first_col, transposed: false, mesh_cols, shape };
        let (headers, run, unsettled) = (Arc::default(), Arc::default(), Unsettled::default());
        let mut buffers = Buffers::new(shape.nodes(), lanes, identified, payload_words);
        buffers.beside.inputs = InputQueues::Full;
        let registers_held = RegistersHeld::default();
        let sharing = Sharing::default();
        Self { frame, messages, headers, run, registers_held, buffers, unsettled, sharing }
    }

    /// Nodes without packets for another machine of the same run.
    pub(crate) fn blank(&self, frame: Frame, identified: bool) -> Self {
        let (nodes, lanes) = (frame.shape.nodes(), self.buffers.lanes());
        let payload_words = self.buffers.beside.payloads.words();
        Self {
            frame,
            messages: Arc::clone(&self.messages),
            headers: Arc::clone(&self.headers),
            run: Arc::clone(&self.run),
            registers_held: self.registers_held.part(),
            buffers: Buffers::new(nodes, lanes, identified, payload_words),
            unsettled: Unsettled::default(),
            sharing: Sharing::default(),
        }
    }

    /// Makes them nodes without packets elsewhere in the mesh of `whole`, perhaps of another shape.
    pub(crate) fn move_to(&mut self, whole: &Self, frame: Frame) {
        let lanes = whole.buffers.lanes();
        self.registers_held = whole.registers_held.part();
        self.frame = frame;
        self.buffers.clear(frame.shape.nodes(), lanes);
        self.unsettled = Unsettled::default();
        self.headers_change();
    }

    #[inline]
    pub(crate) fn shape(&self) -> Shape {
        self.frame.shape
    }

    #[inline]
    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    pub(crate) fn run(&self) -> &Arc<RunMark> {
        &self.run
    }

    pub(crate) fn messages(&self) -> &Arc<Messages> {
        &self.messages
    }

    /// The node of index `node`, row-major.
    pub(crate) fn node(&self, node: usize) -> Node<'_> {
        let (row, col) = self.shape().position(node);
        self.node_at(row, col)
    }

    #[inline]
    pub(crate) fn node_at(&self, row: usize, col: usize) -> Node<'_> {
        Node {
            row,
            col,
            frame: &self.frame,
            lanes: self.buffers.view(),
            beside: &self.buffers.beside,
            messages: &self.messages,
            headers: &self.headers,
            unsettled: &self.unsettled,
            run: &self.run,
        }
    }

    /// All nodes, row-major.
    pub(crate) fn each(&self) -> impl Iterator<Item = Node<'_>> {
        let (rows, cols) = (self.shape().rows(), self.shape().cols());
        (0..rows).flat_map(move |row| (0..cols).map(move |col| self.node_at(row, col)))
    }

    /// The planes of all lanes, closed ones being empty; the packets counted of every node, if they are; and a node for
    /// what all have in common, its lanes left out.
    pub(crate) fn parts(&mut self) -> (&mut [Vec<u64>], &mut [u32], Node<'_>) {
        let (planes, counts, beside) = self.buffers.parts();
        let node = Node {
            row: 0,
            col: 0,
            frame: &self.frame,
            lanes: Lanes::Whole(&[]),
            beside,
            messages: &self.messages,
            headers: &self.headers,
            unsettled: &self.unsettled,
            run: &self.run,
        };
        (planes, counts, node)
    }

    /// `per_node` registers of these nodes.
    pub(crate) fn registers<T: Register>(&self, values: Vec<T>, per_node: usize) -> Variable<T> {
        let held = self.registers_held.hold(words_of::<T>() * per_node as u64);
        Variable::new(values, per_node, &self.run, self.frame, held)
    }

    /// Makes registers that were cut out of those of a whole its own, which counts them already.
    pub(crate) fn adopt<T>(&self, variable: &mut Variable<T>) {
        variable.count_in(self.registers_held.hold_none());
    }

    /// Fails if payloads go by the headers of packets, which are about to change.
    pub(crate) fn check_headers_change(&self) {
        let by_header = self.buffers.beside.payloads.are_by_header();
        assert!(!by_header, "in a machine that leaps packets with payloads keep their headers");
    }

    /// Fails unless these nodes hold the registers, and their values unless `without_values` is allowed: in a rehearsal.
    pub(crate) fn check_own<T>(&self, variable: &Variable<T>, without_values: bool) {
        let own = variable.is_of(&self.run, &self.frame);
        assert!(own, "the registers are of another machine");
        let all_here = without_values || variable.has_all(self.shape().nodes());
        assert!(all_here, "the registers are of a rehearsal");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::{Held, Packet};

    #[test]
    fn printing_a_node_or_its_queue_shows_nothing_of_the_others() {
        let text = |key: u32, destination: u32| {
            let messages = Messages::new(3, [(0, vec![1]), (1, vec![destination])]).unwrap();
            let mut nodes = Nodes::new(Shape::new(1, 3).unwrap(), Arc::new(messages), 1, false, 0);
            let held = |message, key| Held { packet: Packet::new(key, message), identity: 0 };
            nodes.buffers.put(Slot { lane: 0, node: 0 }, held(0, 7));
            nodes.buffers.beside.queues.insert(0, 0, held(0, 8));
            nodes.buffers.put(Slot { lane: 0, node: 1 }, held(1, key));
            nodes.buffers.beside.queues.insert(0, 1, held(1, key));
            let node = nodes.node(0);
            format!("{node:?} {:?}", node.queue(0))
        };
        assert_eq!(text(123, 1), text(456, 2));
    }
}
