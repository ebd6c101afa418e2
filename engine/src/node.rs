//! A node as a program sees it.

use crate::buffers::{Buffers, Slot};
use crate::geometry::Shape;
use crate::header::Headers;
use crate::messages::Messages;
use crate::packet::Packet;
use crate::queues::QueueView;
use crate::step::lane_bit;
use crate::variable::{RunMark, Variable};
use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

/// Destinations that are sooner looked at one by one than searched.
const FEW: usize = 8;

/// Where a machine's nodes lie in the whole mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The whole mesh's row and column of the machine's node (0, 0).
    pub(crate) first_row: usize,
    pub(crate) first_col: usize,
    /// Whether the machine's rows are columns of the whole mesh.
    pub(crate) transposed: bool,
    /// Columns of the whole mesh.
    pub(crate) mesh_cols: usize,
    /// The machine's own shape.
    pub(crate) shape: Shape,
}

impl Frame {
    /// The whole-mesh index of a node.
    pub(crate) fn id(&self, row: usize, col: usize) -> u32 {
        let (down, across) = if self.transposed { (col, row) } else { (row, col) };
        ((self.first_row + down) * self.mesh_cols + self.first_col + across) as u32
    }

    /// The whole-mesh index of local node `node`.
    pub(crate) fn id_of(&self, node: usize) -> u32 {
        let (row, col) = self.shape.position(node);
        self.id(row, col)
    }

    /// The local index of a node of the whole mesh, if it is one of this machine's.
    fn locate(&self, id: u32) -> Option<usize> {
        let mesh_cols = self.mesh_cols as u32;
        let (down, across) = ((id / mesh_cols) as usize, (id % mesh_cols) as usize);
        let (down, across) =
            (down.checked_sub(self.first_row)?, across.checked_sub(self.first_col)?);
        let (row, col) = if self.transposed { (across, down) } else { (down, across) };
        (row < self.shape.rows() && col < self.shape.cols()).then(|| self.shape.index(row, col))
    }

    /// The nodes of the whole mesh in the rows in which this machine's lie.
    fn mesh_rows(&self) -> Range<u32> {
        let rows = if self.transposed { self.shape.cols() } else { self.shape.rows() };
        let start = self.first_row * self.mesh_cols;
        start as u32..(start + rows * self.mesh_cols) as u32
    }
}

/// What the forms of a step have brought into buffers so far: part of the state after the step, not of the one before.
#[derive(Debug, Default)]
pub(crate) struct Unsettled {
    /// Lanes that packets have entered, a bit each.
    pub(crate) lanes: u64,
    /// Queues that packets have entered or left, a bit each.
    pub(crate) queues: u8,
    /// The number of the step that is being made; 0 between steps.
    pub(crate) step: u64,
    /// The first node whose program looked into one of them, or into registers that took in words.
    pub(crate) seen_at: Cell<Option<usize>>,
}

/// One node during a step: its place, its own packets and their destinations. Nothing else can be seen from here.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) frame: &'a Frame,
    pub(crate) buffers: &'a Buffers,
    pub(crate) messages: &'a Messages,
    pub(crate) headers: &'a Headers,
    pub(crate) unsettled: &'a Unsettled,
    pub(crate) run: &'a Arc<RunMark>,
}

impl<'a> Node<'a> {
    /// Its row in the machine that runs the program.
    pub fn row(&self) -> usize {
        self.row
    }

    /// Its column in the machine that runs the program.
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
        if self.unsettled.lanes & lane_bit(lane) != 0 {
            self.look_ahead();
        }
        self.buffers.packet(Slot { lane, node: self.index() })
    }

    /// The packets in its queue `queue`, least first.
    ///
    /// Rule M5: a form may not look into a queue that packets enter or leave by an earlier form of the same step.
    ///
    /// # Panics
    /// If there is no queue of that number.
    pub fn queue(&self, queue: usize) -> QueueView<'a> {
        if self.unsettled.queues >> queue & 1 != 0 {
            self.look_ahead();
        }
        let queue = self.buffers.queues.get(queue, self.index());
        QueueView { queue, messages: self.messages }
    }

    /// Its own registers of `variable`.
    ///
    /// Rule M5: a form may not look into registers that take in words by an earlier form of the same step.
    ///
    /// # Panics
    /// If the registers are of another machine.
    #[inline]
    pub fn own<'v, T: Copy>(&self, variable: &'v Variable<T>) -> &'v [T] {
        let of_this = Arc::ptr_eq(&variable.run, self.run) && variable.frame == *self.frame;
        assert!(of_this, "the registers are of another machine");
        if variable.filled_in == self.unsettled.step && variable.filled_in > 0 {
            self.look_ahead();
        }
        variable.at(self.index())
    }

    /// Notes that the program has seen a part of the state after the step.
    fn look_ahead(&self) {
        let seen_at = &self.unsettled.seen_at;
        let here = self.index();
        seen_at.set(Some(seen_at.get().map_or(here, |first| first.min(here))));
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
        let frame = self.frame;
        let rows = frame.mesh_rows();
        let destinations = self.destinations(lane);
        // Most destinations lie above or below a tile: they need no division, and none that increase has to be looked at.
        let numbers = if self.messages.are_arranged() || destinations.len() < FEW {
            0..destinations.len()
        } else {
            let before = |end: u32| destinations.partition_point(|&id| id < end);
            before(rows.start)..before(rows.end)
        };
        let in_rows = numbers.clone().zip(&destinations[numbers]);
        let in_rows = in_rows.filter(move |&(_, id)| rows.contains(id));
        in_rows.filter_map(move |(number, &id)| Some((number, frame.locate(id)?)))
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
}
