//! Sends all packets along rows first.

use super::block_sort::BlockSort;
use super::queues::{ARRIVED, QUEUE};
use crate::by_shape::ByShape;
use crate::leap_effects::Journey;
use crate::queued_line::{QueuedLine, full_line_steps};
use crate::sorted_blocks::{Deal, Place, SortedBlocks};
use meshcast_engine::{Lines, Machine, Shape, Tiling, Violation};

/// Blocks sort their packets and deal them out to their own rows.
#[derive(Clone, Debug)]
pub(super) struct OneWay {
    tiling: Tiling,
    /// The sort for every shape of a block.
    sorts: ByShape<BlockSort>,
    blocks: SortedBlocks,
    /// Most packets that start at a node, once sorted, and that end at one.
    slots: usize,
    per_target: usize,
    /// Packets of one row for one column.
    gathered: usize,
}

impl OneWay {
    /// The last phase: keys are rows.
    pub(super) const LAST: [QueuedLine; 1] =
        [QueuedLine { lines: Lines::Columns, keys: 1, moving: QUEUE, arrived: ARRIVED }];

    pub(super) fn new(shape: Shape, per_source: usize, per_target: usize, blocks: usize) -> Self {
        let (down, across) = (blocks.min(shape.rows()), blocks.min(shape.cols()));
        let tiling = Tiling::grid(shape, down, across);
        let single = shape.rows() == down && shape.cols() == across;
        let slots = if single || per_source == 1 { per_source } else { 2 * per_source.div_ceil(2) };
        let sorts = ByShape::new(&tiling, |block| BlockSort::new(block, per_source, slots));
        let height = shape.rows() / down;
        let evenly = (per_target * shape.rows() + across * (height - 1)) / height;
        let gathered = evenly.min(slots * shape.cols());
        let blocks = SortedBlocks::new(&tiling, slots, Deal::InBlocks);
        Self { tiling, sorts, blocks, slots, per_target, gathered }
    }

    /// Steps of all phases but the last.
    pub(super) fn gather_steps(&self) -> u64 {
        let blocks = self.sorts.iter().map(BlockSort::steps).max().unwrap_or(0);
        blocks + self.row_steps()
    }

    pub(super) fn last_steps(&self) -> u64 {
        full_line_steps(self.tiling.shape().rows(), self.gathered, self.per_target)
    }

    fn row_steps(&self) -> u64 {
        full_line_steps(self.tiling.shape().cols(), self.slots, self.gathered)
    }

    pub(super) fn capacity(&self) -> usize {
        let in_blocks = self.sorts.iter().map(|sort| sort.capacity(self.slots)).max().unwrap_or(0);
        in_blocks.max(self.gathered + self.slots.max(self.per_target) + 2)
    }

    pub(super) fn hops(&self, journeys: &[Journey]) -> u64 {
        let in_sort = |block, packets: &[Place]| self.sorts.of(block).hops(packets);
        self.blocks.hops(&self.tiling, journeys, in_sort)
    }

    /// Brings every packet to the column of its target, its key being the row.
    pub(super) fn gather(&self, machine: &mut Machine) -> Result<(), Violation> {
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
}
