//! Routes every packet to a node of its own: partial permutation routing.

use crate::Sort;
use crate::by_shape::ByShape;
use crate::leap_effects::{Journey, move_packets};
use crate::line::{gather_along, move_along, rekey};
use crate::sorted_blocks::{Deal, SortedBlocks};
use meshcast_engine::{Lines, Machine, Order, Rehearsal, Shape, Tiling, Violation};

/// Partial permutation routing on one shape, ready to run on any machine or tile of that shape.
///
/// Packets that go straight along their rows could meet in one column, all in one node. Sorting blocks of the mesh by
/// target spreads them over the rows first: in a block sorted in column-major order the m packets for one column are
/// neighbours, so that a row of a block of h rows has at most ⌈m/h⌉ of them.
///
/// # Shape
/// Any rows × cols; at most one packet a node, in lane 0; lanes 1 to [`PermutationRouting::capacity`] − 1 empty, those
/// above are not touched. A packet's key is the row-major index of its target in the machine; no two have the same
/// target. min(g, rows) × min(g, cols) blocks, those of [`Tiling::grid`].
///
/// # Cost
/// Let r × k be the blocks and h = ⌊rows/r⌋ the height of the lowest one.
///
/// | | steps, exact | buffer |
/// |---|---|---|
/// | sort | [`Sort::steps`] of the slowest block | [`Sort::CAPACITY`] = 5 |
/// | rows | cols − 1 | ⌊(rows − k′)/h⌋ + k′ + 2, where k′ = min(k, rows) |
/// | columns | rows − 1 | the same |
///
/// On squares 2g + 1 where g divides the side and g² does not exceed it: 5 for g = 2, 9 for g = 4.
///
/// | side | 16 | 32 | 64 | 128 | 256 | 512 | 1024 |
/// |---|---|---|---|---|---|---|---|
/// | g = 4 | 44 | 94 | 198 | 403 | 792 | 1561 | 3057 |
/// | g = 2 | 62 | 134 | 275 | 536 | 1049 | 2033 | 3972 |
///
/// **The buffer.** A row passes through k blocks of at least h rows. If m₁, m₂, … packets of the blocks are for one
/// column, then the row has at most Σ ⌈mᵢ/h⌉ ≤ Σ (mᵢ − 1)/h + 1 of them, the sum being over the blocks with mᵢ ≥ 1.
/// There are at most k′ such blocks and the column has rows targets, so that is at most ⌊(rows − k′)/h⌋ + k′. While
/// they gather in the node of that column, one packet each way may pass. In the column phase, a node that has packets
/// to send one way sends one a step and gets at most one, so these do not become more than they were, or one; and one
/// packet stays. The bound is attained: all packets of a node go south, and it still has as many when one for it and then
/// one that passes arrive from the south.
///
/// # Errors
/// None of its own; M6 where a buffer is too small; one for [`PermutationRouting::capacity`] packets never is.
///
/// # Panics
/// If two packets have the same target, unless they have broken rule M6 before.
///
/// # Source
/// Proposition 2 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006,
/// for k = 1, asks for any O(√n) routing. Sorting blocks before greedy routing: M. Kaufmann, U. Meyer, J. F. Sibeyn,
/// "Towards practical permutation routing on meshes", 1994, of which this is a plain form, with a fixed number of steps
/// a phase.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::PermutationRouting;
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::one_each(4)?);
/// let routing = PermutationRouting::new(shape, PermutationRouting::BLOCKS);
/// let mut machine = Machine::new(shape, set, Some(routing.capacity()), Options::default());
/// machine.inject(0, |node| 3 - node.id());
/// routing.run(&mut machine)?;
/// let outcome = machine.finish();
/// // Blocks of one node are sorted already.
/// assert_eq!(outcome.steps, 2);
/// assert_eq!(outcome.packet(0, 0, 0).map(|packet| packet.message()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PermutationRouting {
    tiling: Tiling,
    /// The sort for every shape of a tile.
    sorts: ByShape<Sort>,
    blocks: SortedBlocks,
    capacity: usize,
    rehearsal: Rehearsal,
}

impl PermutationRouting {
    /// The number g of blocks a side that takes the fewest steps with a buffer below ten packets.
    pub const BLOCKS: usize = 4;

    /// The routing on `shape` with `blocks` = g blocks a side, or as many as the side has nodes.
    ///
    /// # Panics
    /// If `blocks` is zero.
    pub fn new(shape: Shape, blocks: usize) -> Self {
        let (down, across) = (blocks.min(shape.rows()), blocks.min(shape.cols()));
        let tiling = Tiling::grid(shape, down, across);
        let sorts = ByShape::new(&tiling, |shape| Sort::new(shape, Order::ColumnMajor));
        let capacity = Self::capacity_on(shape, blocks);
        let blocks = SortedBlocks::new(&tiling, 1, Deal::InBlocks);
        Self { tiling, sorts, blocks, capacity, rehearsal: Rehearsal::default() }
    }

    /// Packets that a buffer must hold for [`PermutationRouting::new`] on `shape`.
    pub fn capacity_on(shape: Shape, blocks: usize) -> usize {
        let (down, across) = (blocks.min(shape.rows()), blocks.min(shape.cols()));
        let (height, sources) = (shape.rows() / down, across.min(shape.rows()));
        let gathered = (shape.rows() - sources) / height + sources;
        Sort::CAPACITY.max(gathered + 2)
    }

    /// Steps of [`PermutationRouting::new`] on `shape`, also on meshes for formulas alone.
    pub fn steps_on(shape: Shape, blocks: usize) -> u64 {
        Self::steps_by(shape, blocks, Sort::steps_on)
    }

    /// The same if sorts take so many steps as `sort` says, such as [`Sort::about_steps_on`].
    pub fn steps_by(shape: Shape, blocks: usize, sort: fn(Shape, Order) -> u64) -> u64 {
        let (down, across) = (blocks.min(shape.rows()), blocks.min(shape.cols()));
        let sorts = Tiling::shapes_in_grid(shape, down, across)
            .map(|block| sort(block, Order::ColumnMajor));
        sorts.max().unwrap_or(0) + (shape.cols() - 1 + shape.rows() - 1) as u64
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        let shape = self.tiling.shape();
        let sort = self.sorts.iter().map(Sort::steps).max().unwrap_or(0);
        sort + (shape.cols() - 1 + shape.rows() - 1) as u64
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The hops that packets make in a run.
    pub fn hops(&self, journeys: &[Journey]) -> u64 {
        self.blocks.hops(&self.tiling, journeys, |block, packets| {
            self.sorts.of(block).hops(packets.iter().map(|&(_, node)| node))
        })
    }

    /// Routes the packets of lane 0.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let lanes = 0..self.capacity;
        let leap = machine.leap(&self.rehearsal, lanes, |machine| self.route(machine))?;
        if let Some(mut effect) = leap {
            let journeys = move_packets(&mut effect, |key| key as usize);
            effect.count_hops(self.hops(&journeys));
        }
        Ok(())
    }

    fn route(&self, machine: &mut Machine) -> Result<(), Violation> {
        let (shape, lanes) = (self.tiling.shape(), 0..self.capacity);
        let cols = shape.cols() as u32;
        let row_bits = (shape.rows() as u32).next_power_of_two().ilog2();
        let row = |key: u32| key & ((1 << row_bits) - 1);
        let col = |key: u32| key >> row_bits;
        machine.span("permutation", |machine| {
            // Column and row of the target, by which blocks are sorted, side by side: then no step has to divide.
            rekey(machine, |key| ((key % cols) << row_bits) | (key / cols))?;
            machine.in_parallel(&self.tiling, |tile, _| self.sorts.of(tile.shape()).run(tile))?;
            let target = |key: u32| (row(key) as usize, col(key) as usize);
            gather_along(machine, Lines::Rows, lanes.clone(), |packet| target(packet.key()).1)?;
            move_along(machine, Lines::Columns, lanes, |packet| target(packet.key()).0)?;
            rekey(machine, |key| row(key) * cols + col(key))
        })
    }
}
