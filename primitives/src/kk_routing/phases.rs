//! Says what the phases of a routing take that run along lines: it follows from the shape and the loads, whatever the sorts are.

use super::block_sort;
use super::both_sorts::BothSorts;
use super::cost::Ways;
use super::loads::Loads;
use super::slot_sort::SlotSort;
use crate::queued_line::full_line_steps;
use crate::scatter::excess;
use crate::sort::Sort;
use meshcast_engine::{MAX_NODES, Order, Shape, Tiling};

/// The blocks of a routing and its phases along lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phases {
    /// Blocks one above another, and side by side.
    pub(super) grid: (usize, usize),
    /// Packets a node that blocks sort: all, or those of either half.
    pub(super) packets: [usize; 2],
    /// Most of them that start at a node once they are sorted.
    pub(super) slots: [usize; 2],
    /// Steps to deal the packets out along the mesh, along their first lines and along their last.
    pub(super) deal: u64,
    pub(super) first: u64,
    pub(super) last: u64,
    /// Packets that a buffer must hold, in sorts too.
    pub(super) capacity: usize,
}

impl Phases {
    /// Of at most so many packets from a node and for one. None in two ways where a key of 32 bits cannot name a row or column and a
    /// target; formulas go on beyond the largest machine as if keys had more bits.
    pub(super) fn of(
        shape: Shape,
        (per_source, per_target): (usize, usize),
        blocks: usize,
        ways: Ways,
    ) -> Option<Self> {
        assert!(per_source > 0 && per_target > 0, "a node has a packet, and there is one for it");
        let longest = shape.rows().max(shape.cols());
        let names_lines = shape.nodes() > MAX_NODES || longest <= (1 << 32) / shape.nodes();
        match ways {
            Ways::One => Some(Self::of_one_way(shape, per_source, per_target, blocks)),
            Ways::Two => {
                names_lines.then(|| Self::in_two_ways(shape, per_source, per_target, blocks))
            }
        }
    }

    /// Of packets that all go along rows first.
    pub(super) fn of_one_way(
        shape: Shape,
        per_source: usize,
        per_target: usize,
        blocks: usize,
    ) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let grid @ (down, across) = (blocks.min(rows), blocks.min(cols));
        let slots = slots(shape, grid, per_source);
        let height = rows / down;
        let evenly = (per_target * rows + across * (height - 1)) / height;
        // Packets of one row for one column.
        let gathered = evenly.min(slots * cols);
        let on_lines = gathered + slots.max(per_target) + 2;
        // A sort holds at most three packets more than the slots, of which there are two at least if there are several, and a deal those
        // of a node before and after it and one each way.
        let highest = rows.div_ceil(down);
        let in_blocks = if slots > 1 && highest > 1 { 2 * slots + 2 } else { Sort::CAPACITY };
        let is_sorted = (rows, cols) != grid;
        Self {
            grid,
            packets: [per_source, 0],
            slots: [slots, 0],
            deal: 0,
            first: full_line_steps(cols, slots, gathered),
            last: full_line_steps(rows, gathered, per_target),
            capacity: if is_sorted { on_lines.max(in_blocks) } else { on_lines },
        }
    }

    fn in_two_ways(shape: Shape, per_source: usize, per_target: usize, blocks: usize) -> Self {
        let (rows, cols) = (shape.rows(), shape.cols());
        let grid @ (down, across) = (blocks.min(rows), blocks.min(cols));
        // A node has a packet for either half, though it need not use both.
        let packets = [per_source.div_ceil(2), (per_source / 2).max(1)];
        let slots = packets.map(|packets| slots(shape, grid, packets));
        let (heights, widths) = (lengths(rows, down), lengths(cols, across));
        let half = |half: usize, (rows, heights), (cols, widths)| {
            let (packets, slots) = (packets[half], slots[half]);
            let excess = excess(rows);
            Loads { rows, cols, heights, widths, packets, slots, per_target, excess }
        };
        let (down, across) = ((rows, heights), (cols, widths));
        let halves = [half(0, down.clone(), across.clone()), half(1, across, down)];
        let slowest = |steps: fn(&Loads) -> u64| halves.iter().map(steps).max().unwrap_or(0);
        let both = |count: fn(&Loads) -> usize| -> usize { halves.iter().map(count).sum() };
        let (dealt, gathered) = (both(Loads::dealt), both(Loads::gathered));
        let starting: usize = slots.iter().sum();
        let on_lines = (starting + dealt).max(dealt + gathered).max(gathered + per_target) + 2;
        let is_sorted = (rows, cols) != grid;
        let in_blocks = if is_sorted { BothSorts::lanes(packets) } else { 0 };
        Self {
            grid,
            packets,
            slots,
            deal: slowest(Loads::deal_steps),
            first: slowest(Loads::row_steps),
            last: slowest(Loads::column_steps),
            capacity: on_lines.max(in_blocks),
        }
    }

    /// Steps in which the slowest block sorts its packets and deals them out to its rows, in one way.
    pub(super) fn block_steps_one_way(&self, shape: Shape) -> u64 {
        self.slowest_block(shape, |block| {
            let sort = SlotSort::steps_on(block, self.packets[0], Order::ColumnMajor);
            sort + block_sort::deal_steps(block.rows(), self.slots[0])
        })
    }

    /// Steps in which the slowest block sorts both halves.
    pub(super) fn block_steps_two_ways(&self, shape: Shape) -> u64 {
        self.slowest_block(shape, |block| BothSorts::steps_on(block, self.packets))
    }

    fn slowest_block(&self, shape: Shape, steps: impl Fn(Shape) -> u64) -> u64 {
        let (down, across) = self.grid;
        Tiling::shapes_in_grid(shape, down, across).map(steps).max().unwrap_or(0)
    }
}

/// Packets that start at a node once blocks have sorted `packets` a node: an even number, unless nothing is sorted.
fn slots(shape: Shape, grid: (usize, usize), packets: usize) -> usize {
    let is_single = (shape.rows(), shape.cols()) == grid;
    if is_single || packets == 1 { packets } else { 2 * packets.div_ceil(2) }
}

/// The lengths of the parts of a side, as [`Tiling::grid`] cuts it.
fn lengths(side: usize, parts: usize) -> Vec<usize> {
    (0..parts).map(|part| (part + 1) * side / parts - part * side / parts).collect()
}
