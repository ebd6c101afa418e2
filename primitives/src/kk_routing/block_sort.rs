//! Sorts the packets of a block of a (k,k)-routing, and deals them out to its rows.

use super::queues::{ARRIVED, QUEUE};
use super::slot_sort::SlotSort;
use crate::queued_line::{QueuedLine, line_steps};
use crate::sorted_blocks::Place;
use meshcast_engine::{Lines, Machine, Order, Shape, Violation};

/// How a block sorts its packets and deals them out.
#[derive(Clone, Debug)]
pub(super) struct BlockSort {
    sort: SlotSort,
    deal_steps: u64,
}

/// Steps in which a block of so many rows deals its sorted packets out to them.
pub(super) fn deal_steps(rows: usize, slots: usize) -> u64 {
    // Of one packet a node, that of rank r is in row r mod h already.
    if slots == 1 {
        return 0;
    }
    // A row has consecutive ranks, hence equally many packets for every row.
    line_steps(rows, |from, to| (slots * from.min(to)).min(slots.div_ceil(rows) * from * to))
}

impl BlockSort {
    pub(super) fn new(block: Shape, per_source: usize, slots: usize) -> Self {
        let sort = SlotSort::new(block, per_source, Order::ColumnMajor);
        let deal_steps = deal_steps(block.rows(), slots);
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
        self.sort.hops(packets)
    }

    /// Sorts the packets of a block by key, of which there are `keys`, and deals them out to its rows.
    pub(super) fn run(
        &self,
        block: &mut Machine,
        slots: usize,
        keys: u32,
    ) -> Result<(), Violation> {
        let shape = block.shape();
        self.sort.run(block, QUEUE, slots)?;
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
