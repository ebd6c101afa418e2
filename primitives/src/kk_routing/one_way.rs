//! Sends all packets along rows first.

use super::block_sort::BlockSort;
use super::phases::Phases;
use super::queues::{ARRIVED, QUEUE};
use crate::by_shape::ByShape;
use crate::leap_effects::Journey;
use crate::queued_line::QueuedLine;
use crate::sorted_blocks::{Deal, Place, SortedBlocks};
use meshcast_engine::{Lines, Machine, Shape, Tiling, Violation};

/// Blocks sort their packets and deal them out to their own rows.
#[derive(Clone, Debug)]
pub(super) struct OneWay {
    phases: Phases,
    tiling: Tiling,
    /// The sort for every shape of a block.
    sorts: ByShape<BlockSort>,
    blocks: SortedBlocks,
}

impl OneWay {
    /// The last phase: keys are rows.
    pub(super) const LAST: [QueuedLine; 1] =
        [QueuedLine { lines: Lines::Columns, keys: 1, moving: QUEUE, arrived: ARRIVED }];

    pub(super) fn new(shape: Shape, phases: Phases) -> Self {
        let Phases { grid: (down, across), packets: [packets, _], slots: [slots, _], .. } = phases;
        let tiling = Tiling::grid(shape, down, across);
        let sorts = ByShape::new(&tiling, |block| BlockSort::new(block, packets, slots));
        debug_assert!(
            sorts.iter().all(|sort| sort.capacity(slots) <= phases.capacity),
            "{phases:?}"
        );
        let blocks = SortedBlocks::new(&tiling, slots, Deal::InBlocks);
        Self { phases, tiling, sorts, blocks }
    }

    /// Steps in which the slowest block sorts and deals out.
    pub(super) fn block_steps(&self) -> u64 {
        self.sorts.iter().map(BlockSort::steps).max().unwrap_or(0)
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
            self.sorts.of(block.shape()).run(block, self.phases.slots[0], shape.nodes() as u32)
        })?;
        let rows_phase =
            QueuedLine { lines: Lines::Rows, keys: rows, moving: QUEUE, arrived: ARRIVED };
        rows_phase.run(machine, self.phases.first)?;
        machine.requeue(ARRIVED, |_, queued| (QUEUE, queued.packet.key() % rows))
    }
}
