//! A node as a program sees it.

use crate::buffers::Lanes;
use crate::geometry::Shape;
use crate::header::Headers;
use crate::messages::Messages;
use crate::packet::Packet;
use crate::queues::{QueueView, Queues};
use crate::step::lane_bit;
use crate::variable::{RunMark, Variable};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// Farther from every node than a row is long.
const NO_ROW: u32 = 1 << 31;

/// A row of the whole mesh, one in which nodes of a machine lie: where their indices in the machine come from. Only nodes in
/// another row than the node before them take a division.
#[derive(Clone, Copy)]
struct RowOfMesh<'a> {
    frame: &'a Frame,
    /// Its nodes begin here; [`NO_ROW`] before the first node is located.
    start: u32,
    /// Rows of the mesh from the machine's first one to this.
    down: usize,
}

impl<'a> RowOfMesh<'a> {
    fn before_all(frame: &'a Frame) -> Self {
        Self { frame, start: NO_ROW, down: 0 }
    }

    /// [`Frame::locate`] of a node in one of the [`Frame::mesh_rows`].
    #[inline]
    fn locate(&mut self, id: u32) -> Option<usize> {
        let frame = self.frame;
        let mesh_cols = frame.mesh_cols as u32;
        if id.wrapping_sub(self.start) >= mesh_cols {
            let row = id / mesh_cols;
            (self.start, self.down) = (row * mesh_cols, row as usize - frame.first_row);
        }
        let across = ((id - self.start) as usize).checked_sub(frame.first_col)?;
        let (row, col) = if frame.transposed { (across, self.down) } else { (self.down, across) };
        (row < frame.shape.rows() && col < frame.shape.cols()).then(|| frame.shape.index(row, col))
    }
}

/// What the forms of a step have brought into buffers so far: part of the state after the step, not of the one before.
#[derive(Debug)]
pub(crate) struct Unsettled {
    /// Lanes that packets have entered, a bit each.
    pub(crate) lanes: u64,
    /// Queues that packets have entered or left, a bit each.
    pub(crate) queues: u8,
    /// The number of the step that is being made; 0 between steps.
    pub(crate) step: u64,
    /// The first node whose program looked into one of them, or into registers that took in words; [`NOWHERE`] if none did.
    seen_at: AtomicUsize,
}

/// No node.
const NOWHERE: usize = usize::MAX;

impl Default for Unsettled {
    fn default() -> Self {
        Self { lanes: 0, queues: 0, step: 0, seen_at: AtomicUsize::new(NOWHERE) }
    }
}

impl Unsettled {
    /// The first node that has looked ahead since this was last asked.
    pub(crate) fn take_seen(&mut self) -> Option<usize> {
        let seen_at = std::mem::replace(self.seen_at.get_mut(), NOWHERE);
        (seen_at != NOWHERE).then_some(seen_at)
    }
}

/// One node during a step: its place, its own packets and their destinations. Nothing else can be seen from here.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) frame: &'a Frame,
    pub(crate) lanes: Lanes<'a>,
    pub(crate) queues: &'a Queues,
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
        self.lanes.packet(lane, self.index())
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
        let queue = self.queues.get(queue, self.index());
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
        self.unsettled.seen_at.fetch_min(self.index(), Ordering::Relaxed);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: usize, cols: usize) -> Shape {
        Shape::new(rows, cols).expect("small")
    }

    #[test]
    fn nodes_of_the_mesh_are_located_row_by_row_as_one_by_one() {
        for (mesh_rows, mesh_cols) in [(1, 1), (1, 9), (9, 1), (5, 2), (6, 7)] {
            for (first_row, first_col, rows, cols, transposed) in
                [(0, 0, 9, 9, false), (0, 0, 9, 9, true), (2, 1, 3, 4, false), (1, 3, 2, 3, true)]
            {
                if first_row >= mesh_rows || first_col >= mesh_cols {
                    continue;
                }
                let tile = shape(rows.min(mesh_rows - first_row), cols.min(mesh_cols - first_col));
                let shape = if transposed { tile.transposed() } else { tile };
                let frame = Frame { first_row, first_col, transposed, mesh_cols, shape };
                let nodes = mesh_rows as u32 * mesh_cols as u32;
                let in_rows = |id: &u32| frame.mesh_rows().contains(id);
                // Increasing, and in an order that goes to and fro between rows.
                for step in [1, 5] {
                    let mut row = RowOfMesh::before_all(&frame);
                    for id in (0..nodes).map(|i| i * step % nodes).filter(in_rows) {
                        assert_eq!(row.locate(id), frame.locate(id), "{frame:?}, node {id}");
                    }
                }
            }
        }
    }
}
