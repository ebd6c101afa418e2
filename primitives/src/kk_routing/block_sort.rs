//! Sorts the packets of a block of a (k,k)-routing, and deals them out to its rows.

use super::queues::{ARRIVED, QUEUE};
use crate::queued_line::{QueuedLine, line_steps};
use crate::sort::{KkSort, Sort};
use crate::sorted_blocks::Place;
use meshcast_engine::{Lines, Machine, Order, Shape, Violation};

/// How a block sorts its packets and deals them out.
#[derive(Clone, Debug)]
pub(super) struct BlockSort {
    sort: SlotSort,
    deal_steps: u64,
}

impl BlockSort {
    pub(super) fn new(block: Shape, per_source: usize, slots: usize) -> Self {
        let rows = block.rows();
        let sort = SlotSort::new(block, per_source);
        // A row has consecutive ranks, hence equally many packets for every row.
        let crossing =
            |from: usize, to: usize| (slots * from.min(to)).min(slots.div_ceil(rows) * from * to);
        // Of one packet a node, that of rank r is in row r mod h already.
        let deal_steps = if slots == 1 { 0 } else { line_steps(rows, crossing) };
        Self { sort, deal_steps }
    }

    pub(super) fn steps(&self) -> u64 {
        self.sort.steps() + self.deal_steps
    }

    /// Packets that a buffer must hold: in the sort, or of the deal those of a node before and after it and one each way.
    pub(super) fn capacity(&self, slots: usize) -> usize {
        let dealt = if self.deal_steps > 0 { 2 * slots + 2 } else { 0 };
        self.sort.capacity().max(dealt)
    }

    /// The hops of packets while they are sorted.
    pub(super) fn hops(&self, packets: &[Place]) -> u64 {
        match &self.sort {
            SlotSort::Single => 0,
            SlotSort::One(sort) => sort.hops(packets.iter().map(|&(_, node)| node)),
            SlotSort::Many(sort) => sort.hops(packets.iter().copied()),
        }
    }

    /// Sorts the packets of a block by key, of which there are `keys`, and deals them out to its rows.
    pub(super) fn run(
        &self,
        block: &mut Machine,
        slots: usize,
        keys: u32,
    ) -> Result<(), Violation> {
        let shape = block.shape();
        self.sort.run(block, slots)?;
        let rows = shape.rows();
        block.requeue(QUEUE, |node, queued| {
            let rank =
                Order::ColumnMajor.rank(shape, node.row(), node.col()) * slots + queued.place;
            (QUEUE, (rank % rows) as u32 * keys + queued.packet.key())
        })?;
        let deal = QueuedLine { lines: Lines::Columns, keys, moving: QUEUE, arrived: ARRIVED };
        deal.run(block, self.deal_steps)?;
        block.requeue(ARRIVED, |_, queued| (QUEUE, queued.packet.key() % keys))
    }
}

/// A sort in slots.
#[derive(Clone, Debug)]
enum SlotSort {
    /// On one node a queue does it.
    Single,
    One(Sort),
    Many(KkSort),
}

impl SlotSort {
    fn new(block: Shape, packets: usize) -> Self {
        match (block.nodes(), packets) {
            (1, _) => Self::Single,
            (_, 1) => Self::One(Sort::new(block, Order::ColumnMajor)),
            _ => Self::Many(KkSort::new(block, packets, Order::ColumnMajor)),
        }
    }

    fn steps(&self) -> u64 {
        match self {
            Self::Single => 0,
            Self::One(sort) => sort.steps(),
            Self::Many(sort) => sort.steps(),
        }
    }

    fn capacity(&self) -> usize {
        match self {
            Self::Single => 0,
            Self::One(_) => Sort::CAPACITY,
            Self::Many(sort) => sort.capacity(),
        }
    }

    /// Puts the packets of the queue, at most `slots` a node, in order there.
    fn run(&self, block: &mut Machine, slots: usize) -> Result<(), Violation> {
        if matches!(self, Self::Single) {
            return Ok(());
        }
        block.dequeue(QUEUE, 0..slots)?;
        match self {
            Self::Single => {}
            Self::One(sort) => sort.run(block)?,
            Self::Many(sort) => sort.run(block)?,
        }
        block.enqueue(0..slots, QUEUE)
    }
}
