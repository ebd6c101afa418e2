//! Routes many packets from and for every node: (k,k)-routing.

mod block_sort;
mod queues;

use crate::by_shape::ByShape;
use crate::leap_effects::Journey;
use crate::queued_line::{QueuedLine, full_line_steps};
use crate::sorted_blocks::{Place, SortedBlocks};
use block_sort::BlockSort;
use meshcast_engine::{
    Effect, End, Lines, Machine, Node, Packet, Rehearsal, Room, Service, Shape, Tiling, Violation,
};
use queues::{ARRIVED, QUEUE};

/// Routing of at most k packets from and q packets for a node on one shape, ready to run on any machine or tile of that
/// shape.
///
/// The mesh is divided into g × g blocks. Every block sorts its packets into column-major order of their targets and
/// deals them out to its rows, the packet of rank r to row r mod h of the h rows: those for one column of the mesh then
/// stand in all rows alike. Then packets go along their rows to the columns of their targets, and along these to their
/// rows, those with the farthest to go first.
///
/// # Shape
/// Any rows × cols, in at least [`KkRouting::least_blocks`] blocks a side. A node's packets wait in [`KkRouting::QUEUE`], the
/// key of each being its target, a row-major index; there they are at the end.
///
/// # Cost
/// Let s = 2⌈k/2⌉ be the slots a node of the (k,k)-sort, s = k where k = 1 or all blocks have one node; h the rows of a
/// block, h′ those of the lowest; b the blocks side by side; and Q = min(⌊(q·rows + b·(h′ − 1))/h′⌋, s·cols), the most
/// packets of one row for one column.
///
/// | | steps, exact | buffer |
/// |---|---|---|
/// | sort | those of [`KkSort`](crate::KkSort), for k = 1 of [`Sort`](crate::Sort); 0 on one node | its capacity |
/// | deal | max min(sX, sY, ⌈s/h⌉·XY) + h − X − Y over X + Y ≤ h; 0 for s = 1 | 2s + 2 |
/// | both | those of the slowest block | |
/// | rows | max min(sX, QY) + cols − X − Y over X + Y ≤ cols | s + Q + 2 |
/// | columns | max min(QX, qY) + rows − X − Y over X + Y ≤ rows | Q + q + 2 |
/// | deliver | max(q − columns, ⌊q/2⌋ + 1), only in [`KkRouting::deliver`] | |
///
/// **The buffer.** A line phase never uses the last of the slots that its row of the table states. Packets that go one way
/// leave a node one a step and enter it at most one a step, so that they are no more than at the start, or one. Those of
/// both ways are then at most one more than at the start, or two, and neither s nor Q is less than one. The slot stays
/// because capacities are part of recorded results.
///
/// With g = 4 and q = k, in steps/(k·a) on a square of side a:
///
/// | side | 16 | 64 | 256 |
/// |---|---|---|---|
/// | k = 1 | 2.75 | 3.09 | 3.09 |
/// | k = 2 | 2.31 | 2.61 | 2.54 |
/// | k = 4 | 2.25 | 2.55 | 2.50 |
/// | k = 16 | 2.20 | 2.45 | 2.46 |
/// | k = 64 | 2.14 | 2.45 | 2.39 |
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`KkRouting::capacity`] packets never is.
///
/// # Source
/// Proposition 2 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006,
/// which asks for Θ(k√n) steps and buffers of O(k) packets. The method is that of
/// [`PermutationRouting`](crate::PermutationRouting), where k = q = 1. Deviation from it: the deal, since lists of k
/// packets in order would leave runs of them for one column in one row.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::KkRouting;
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let routing = KkRouting::new(shape, 1, 2, KkRouting::BLOCKS);
/// let mut machine = Machine::new(shape, set, Some(routing.capacity()), Options::default());
/// // Nodes 0 and 1 send to node 3, nodes 2 and 3 to node 0.
/// machine.inject(0, |node| [3, 3, 0, 0][node.index()]);
/// machine.enqueue(0..1, KkRouting::QUEUE)?;
/// routing.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, routing.steps());
/// assert_eq!((outcome.packets_left(0, 0), outcome.packets_left(1, 1)), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KkRouting {
    tiling: Tiling,
    /// The sort for every shape of a block.
    sorts: ByShape<BlockSort>,
    blocks: SortedBlocks,
    /// Most packets that start at a node, once sorted, and that end at one.
    slots: usize,
    per_target: usize,
    /// Packets of one row for one column.
    gathered: usize,
    /// Of runs without deliveries, and of those with them.
    rehearsals: [Rehearsal; 2],
}

/// The last phase: keys are rows.
const COLUMNS: QueuedLine =
    QueuedLine { lines: Lines::Columns, keys: 1, moving: QUEUE, arrived: ARRIVED };

impl KkRouting {
    /// The number g of blocks a side that suits most numbers of packets.
    pub const BLOCKS: usize = 4;
    /// The queue that packets start and end in.
    pub const QUEUE: usize = QUEUE;

    /// The routing on `shape` of at most `per_source` = k packets from a node and `per_target` = q for a node, with
    /// `blocks` = g blocks a side, or as many as the side has nodes.
    ///
    /// # Panics
    /// If one of the three is zero, or there are fewer blocks than [`KkRouting::least_blocks`].
    pub fn new(shape: Shape, per_source: usize, per_target: usize, blocks: usize) -> Self {
        assert!(blocks >= Self::least_blocks(shape), "a block has too many rows for a key");
        let (down, across) = (blocks.min(shape.rows()), blocks.min(shape.cols()));
        let tiling = Tiling::grid(shape, down, across);
        let single = shape.rows() == down && shape.cols() == across;
        let slots = if single || per_source == 1 { per_source } else { 2 * per_source.div_ceil(2) };
        let sorts = ByShape::new(&tiling, |block| BlockSort::new(block, per_source, slots));
        let height = shape.rows() / down;
        let evenly = (per_target * shape.rows() + across * (height - 1)) / height;
        let gathered = evenly.min(slots * shape.cols());
        let blocks = SortedBlocks::new(&tiling, slots);
        Self { tiling, sorts, blocks, slots, per_target, gathered, rehearsals: Default::default() }
    }

    /// The fewest blocks a side on `shape`: while a block deals its packets out, a key of 32 bits names a row of the
    /// block and the target. More than 1 only past 1625 × 1625 nodes.
    pub fn least_blocks(shape: Shape) -> usize {
        let most_rows = (1 << 32) / shape.nodes();
        shape.rows().div_ceil(most_rows)
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        let blocks = self.sorts.iter().map(BlockSort::steps).max().unwrap_or(0);
        blocks + self.row_steps() + self.column_steps()
    }

    /// Steps of a run with deliveries.
    pub fn delivery_steps(&self) -> u64 {
        self.steps() + self.drain_steps()
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        let in_blocks = self.sorts.iter().map(|sort| sort.capacity(self.slots)).max().unwrap_or(0);
        in_blocks.max(self.gathered + self.slots.max(self.per_target) + 2)
    }

    /// The hops that packets make in a run, with deliveries or without; those of one node are given side by side.
    pub fn hops(&self, journeys: &[Journey]) -> u64 {
        let in_sort = |block, packets: &[Place]| self.sorts.of(block).hops(packets);
        self.blocks.hops(&self.tiling, journeys, in_sort)
    }

    /// The packets that a routing starts with, out of their queues; counts their hops.
    fn take_all(&self, effect: &mut Effect<'_>) -> Vec<Packet> {
        let (mut packets, mut journeys) = (Vec::new(), Vec::new());
        for from in 0..effect.shape().nodes() {
            for packet in effect.take_queued(QUEUE, from) {
                journeys.push(Journey { from, to: packet.key() as usize });
                packets.push(packet);
            }
        }
        effect.count_hops(self.hops(&journeys));
        packets
    }

    /// Routes the packets of all queues.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap = machine.leap(&self.rehearsals[0], self.room(), |machine| {
            machine.span("kk-routing", |machine| {
                self.gather(machine)?;
                COLUMNS.run(machine, self.column_steps())?;
                machine.requeue(ARRIVED, |node, _| (QUEUE, node.index() as u32))
            })
        })?;
        if let Some(mut effect) = leap {
            for packet in self.take_all(&mut effect) {
                effect.enqueue(QUEUE, packet.key() as usize, packet, packet.key());
            }
        }
        Ok(())
    }

    /// Routes the packets of all queues and delivers each where it arrives, once, while others are still on their way.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn deliver(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap = machine
            .leap(&self.rehearsals[1], self.room(), |machine| self.route_and_deliver(machine))?;
        if let Some(mut effect) = leap {
            for packet in self.take_all(&mut effect) {
                effect.deliver_at(packet, packet.key() as usize);
            }
        }
        Ok(())
    }

    /// Its packets are in queues, and in slots where blocks sort them.
    fn room(&self) -> Room {
        Room::with_queues(0..self.capacity())
    }

    fn route_and_deliver(&self, machine: &mut Machine) -> Result<(), Violation> {
        let has_arrived =
            |node: &Node<'_>| node.queue(ARRIVED).at(End::Least).map(|_| Service::DeliverLast);
        machine.span("kk-routing", |machine| {
            self.gather(machine)?;
            machine.span("columns", |machine| {
                COLUMNS.begin(machine)?;
                (0..self.column_steps()).try_for_each(|_| {
                    machine.step(|step| {
                        step.serve((ARRIVED, &[]), has_arrived)?;
                        COLUMNS.advance(step)
                    })
                })?;
                COLUMNS.end(machine)
            })?;
            machine.span("drain", |machine| {
                (0..self.drain_steps())
                    .try_for_each(|_| machine.step(|step| step.serve((ARRIVED, &[]), has_arrived)))
            })
        })
    }

    /// Brings every packet to the column of its target, its key being the row.
    fn gather(&self, machine: &mut Machine) -> Result<(), Violation> {
        let shape = self.tiling.shape();
        let (rows, cols) = (shape.rows() as u32, shape.cols() as u32);
        // The column-major index of the target.
        machine.requeue(QUEUE, |_, queued| {
            let key = queued.packet.key();
            (QUEUE, key % cols * rows + key / cols)
        })?;
        machine.in_parallel(&self.tiling, |block, _| {
            self.sorts.of(block.shape()).run(block, self.slots, shape.nodes() as u32)
        })?;
        let rows_phase =
            QueuedLine { lines: Lines::Rows, keys: rows, moving: QUEUE, arrived: ARRIVED };
        rows_phase.run(machine, self.row_steps())?;
        machine.requeue(ARRIVED, |_, queued| (QUEUE, queued.packet.key() % rows))
    }

    fn row_steps(&self) -> u64 {
        let cols = self.tiling.shape().cols();
        full_line_steps(cols, self.slots, self.gathered)
    }

    fn column_steps(&self) -> u64 {
        let rows = self.tiling.shape().rows();
        full_line_steps(rows, self.gathered, self.per_target)
    }

    /// Steps that suffice to deliver what has not been delivered when the last packet arrives: a node that has had
    /// nothing to deliver for once gets two packets a step at most from then on.
    fn drain_steps(&self) -> u64 {
        let all = self.per_target as u64;
        all.saturating_sub(self.column_steps()).max(all / 2 + 1)
    }
}
