//! Shows a program one node: its place, its own packets and their destinations, and nothing else.

use super::beside::Beside;
use super::buffers::Lanes;
use super::frame::{Frame, RowOfMesh, RunMark};
use super::headers::{Headers, Words};
use super::queue::QueueView;
use super::unsettled::Unsettled;
use super::variable::Variable;
use crate::geometry::Lines;
use crate::messages::Messages;
use crate::packet::{Held, Packet};
use std::fmt;
use std::sync::Arc;

/// Destinations that are sooner looked at one by one than searched.
const FEW: usize = 8;

/// One node during a step: its place, its own packets and their destinations. Nothing else can be seen from here.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) frame: &'a Frame,
    pub(super) lanes: Lanes<'a>,
    pub(super) beside: &'a Beside,
    pub(super) messages: &'a Messages,
    pub(super) headers: &'a Headers,
    pub(super) unsettled: &'a Unsettled,
    pub(super) run: &'a Arc<RunMark>,
}

impl fmt::Debug for Node<'_> {
    /// Leaves out the packets: those of all nodes are behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node")
            .field("row", &self.row)
            .field("col", &self.col)
            .finish_non_exhaustive()
    }
}

impl Lines {
    /// The place of a node on its line.
    pub fn place(self, node: &Node<'_>) -> usize {
        self.place_at(node.row, node.col)
    }
}

impl<'a> Node<'a> {
    /// The node at another place of the machine, whose lanes are `lanes`.
    #[inline]
    pub(crate) fn at(self, row: usize, col: usize, lanes: Lanes<'a>) -> Self {
        Self { row, col, lanes, ..self }
    }

    /// What a packet carries beside its key.
    #[inline]
    pub(crate) fn payload_of(&self, held: Held) -> &'a [u64] {
        self.beside.payloads.of(held)
    }

    #[inline]
    pub(crate) fn messages(&self) -> &'a Messages {
        self.messages
    }

    /// Its row in the machine that runs the program.
    #[inline]
    pub fn row(&self) -> usize {
        self.row
    }

    /// Its column in the machine that runs the program.
    #[inline]
    pub fn col(&self) -> usize {
        self.col
    }

    /// Its index in the whole mesh, row-major: the name that destinations use.
    #[inline]
    pub fn id(&self) -> u32 {
        self.frame.id(self.row, self.col)
    }

    /// The packet in its slot `lane`.
    ///
    /// Rule M5: a form may not look into a lane that packets enter by an earlier form of the same step.
    #[inline]
    pub fn packet(&self, lane: usize) -> Option<Packet> {
        if self.unsettled.has_entered(lane) {
            self.look_ahead();
        }
        self.lanes.packet(lane, self.index())
    }

    /// The packets in its queue `queue`, least first.
    ///
    /// Rule M5: a form may not look into a queue that packets enter or leave by an earlier form of the same step.
    ///
    /// # Panics
    /// If there is no queue of that number.
    #[inline]
    pub fn queue(&self, queue: usize) -> QueueView<'a> {
        if self.unsettled.has_changed(queue) {
            self.look_ahead();
        }
        let queue = self.beside.queues.get(queue, self.index());
        QueueView::new(queue, self.messages, &self.beside.payloads)
    }

    /// Packets in all its queues.
    ///
    /// Rule M5: as for [`Node::queue`].
    #[inline]
    pub fn queued(&self) -> usize {
        if self.unsettled.has_any_changed() {
            self.look_ahead();
        }
        self.beside.queues.held(self.index()) as usize
    }

    /// The words that the packet in slot `lane` carries beside its key, as many as
    /// [`Options::payload_words`](crate::Options::payload_words) says; none if the slot is empty.
    ///
    /// Rule M5: as for [`Node::packet`].
    #[inline]
    pub fn payload(&self, lane: usize) -> &'a [u64] {
        match self.packet(lane) {
            Some(packet) => self.beside.payload(packet, lane, self.index()),
            None => &[],
        }
    }

    /// Whether a message still waits in its input queue. On a tile none does: input queues are those of the whole mesh.
    #[inline]
    pub fn has_message(&self) -> bool {
        self.beside.inputs.first_at(self.messages, self.id()).is_some()
    }

    /// The destinations of the first message in its input queue, as its header will list them; none if no message waits there.
    #[inline]
    pub fn message_destinations(&self) -> &'a [u32] {
        let message = self.beside.inputs.first_at(self.messages, self.id());
        message.map_or(&[], |message| self.messages.listed(message as u32))
    }

    /// Its own registers of `variable`.
    ///
    /// Rule M5: a form may not look into registers that take in words by an earlier form of the same step.
    ///
    /// # Panics
    /// If the registers are of another machine.
    #[inline]
    pub fn own<'v, T: Copy>(&self, variable: &'v Variable<T>) -> &'v [T] {
        assert!(variable.is_of(self.run, self.frame), "the registers are of another machine");
        if self.unsettled.is_now(variable.filled_in()) {
            self.look_ahead();
        }
        variable.at(self.index())
    }

    /// Notes that the program has seen a part of the state after the step.
    #[inline]
    fn look_ahead(&self) {
        self.unsettled.note_seen(self.index());
    }

    /// Its index in the machine that runs the program, row-major.
    #[inline]
    pub fn index(&self) -> usize {
        self.frame.shape.index(self.row, self.col)
    }

    /// The index, in the machine that runs the program, of the node that has index `id` in the whole mesh; `None` if it
    /// lies outside. A fact of geometry, known everywhere.
    #[inline]
    pub fn locate(&self, id: u32) -> Option<usize> {
        self.frame.locate(id)
    }

    /// Those destinations of the packet in slot `lane` that are on the machine that runs the program: their numbers in
    /// the header, and their indices in this machine.
    #[inline]
    pub fn destinations_here(&self, lane: usize) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let rows = self.frame.mesh_rows();
        let destinations = self.destinations(lane);
        // Most destinations lie above or below a tile: none that increase has to be looked at.
        let increase = !self.messages.are_arranged();
        let first = if increase && destinations.len() >= FEW {
            self.messages.below(destinations, rows.start)
        } else {
            0
        };
        let mut row = RowOfMesh::before_all(self.frame);
        let listed = (first..).zip(&destinations[first..]);
        let up_to = listed.take_while(move |&(_, &id)| !increase || id < rows.end);
        let in_rows = up_to.filter(move |&(_, id)| rows.contains(id));
        in_rows.filter_map(move |(number, &id)| Some((number, row.locate(id)?)))
    }

    /// The source of the packet in slot `lane`, which its header names.
    #[inline]
    pub fn source(&self, lane: usize) -> Option<u32> {
        let message = self.messages.message_of(self.packet(lane)?.handle());
        Some(self.messages.source(message as usize))
    }

    /// The destinations of the packet in slot `lane`, increasing; none if the slot is empty.
    #[inline]
    pub fn destinations(&self, lane: usize) -> &'a [u32] {
        match self.packet(lane) {
            Some(packet) => self.messages.listed(packet.handle()),
            None => &[],
        }
    }

    /// The header words of the packet in slot `lane`; none if the slot is empty, all 0 if it is a
    /// [bare copy](crate::Step::copy_bare).
    #[inline]
    pub fn words(&self, lane: usize) -> Words<'a> {
        let packet = self.packet(lane);
        let of = packet.map_or(0..0, |packet| self.messages.words_range(packet.handle()));
        self.headers.words(of, packet.is_some_and(Packet::is_bare))
    }
}
