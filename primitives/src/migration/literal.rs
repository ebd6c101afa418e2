//! The t-migration as the paper has it.

use super::selection::{Selection, segment};
use crate::broadcast::SegmentedBroadcast;
use crate::permutation::PermutationRouting;
use crate::scan::{scan, scan_steps};
use crate::sort::Sort;
use meshcast_engine::{Machine, Order, Shape, Violation};

/// The t-migration of §2.2, step by step: a reference for [`Migration`], which selects the same masters for the same
/// tiles, unless they have more than a copy a node, and takes about half of the steps.
///
/// 1. t pipelined scans, and marks. 2. A scan over the numbers of marks; (a) a permutation routing of one copy of each
///    selected master to the beginning of its segment of the snake; (b), (c) a segmented broadcast. 3. The copies are
///    sorted by tile; a scan numbers those of each tile; a permutation routing takes them there.
///
/// # Shape
/// That of [`Migration`]. Which copy of a tile lands on which of its nodes may differ.
///
/// # Cost
/// For a square of side a ≥ 2; [`LiteralMigration::steps`] is the sum on any shape.
///
/// | | steps, exact | buffer |
/// |---|---|---|
/// | 1 | 2⌊a/2⌋ + a − 1 + (t − 1) | 1 |
/// | 2, sums and copy | 2⌊a/2⌋ + a | 2 |
/// | 2(a) | [`PermutationRouting::steps`] with 2 × 2 blocks | 6 |
/// | 2(c) | [`SegmentedBroadcast::steps`] | 4 |
/// | 3, sort | [`Sort::steps`] in snake order | 6 |
/// | 3, ranks | 2⌊a/2⌋ + a − 1 | 2 |
/// | 3, routing | [`PermutationRouting::steps`] with 2 × 2 blocks | 6 |
///
/// # Errors
/// Those of [`Migration`].
///
/// # Source
/// §2.2 and Proposition 3 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the
/// mesh", 2006. Deviations: copies travel and masters stay behind, so that there can be several runs; masters are
/// numbered in row-major order and only segments lie along the snake; the segmented broadcast is no scan, see there.
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::{LiteralMigration, Migration};
/// use std::sync::Arc;
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::new(4, [(1, vec![0, 3]), (2, vec![2, 3])])?);
/// let migration = LiteralMigration::new(shape, 2, 1);
/// let mut machine = Machine::new(shape, set, Some(Migration::CAPACITY), Options::default());
/// machine.inject(Migration::MASTER, |_| 0);
/// migration.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, migration.steps());
/// let message = |row, col| outcome.packet(0, row, col).map(|packet| packet.message());
/// assert_eq!([message(0, 0), message(0, 1)], [Some(0), None]);
/// assert_eq!([message(1, 0), message(1, 1)], [Some(0), Some(1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Migration`]: crate::Migration
#[derive(Clone, Debug)]
pub struct LiteralMigration {
    selection: Selection,
    broadcast: SegmentedBroadcast,
    sort: Sort,
    routing: PermutationRouting,
}

impl LiteralMigration {
    /// The migration on `shape` cut into a grid of `down` × `across` tiles.
    ///
    /// # Panics
    /// If the mesh has fewer than `down` rows or `across` columns, or either is zero.
    pub fn new(shape: Shape, down: usize, across: usize) -> Self {
        let selection = Selection::new(shape, shape, (down, across), (1, 1));
        let broadcast = SegmentedBroadcast::new(shape, Order::Snake, selection.tiles());
        let sort = Sort::new(shape, Order::Snake);
        Self { selection, broadcast, sort, routing: PermutationRouting::new(shape, 2) }
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        let sums = 2 * scan_steps(self.selection.shape(), Order::RowMajor, 1);
        self.selection.mark_steps()
            + sums
            + 1
            + 2 * self.routing.steps()
            + self.broadcast.steps()
            + self.sort.steps()
    }

    /// Sends every tile copies of packets with destinations in it.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let (selection, shape) = (&self.selection, self.selection.shape());
        let along_snake = |key: u32| Order::Snake.position(shape, key as usize);
        machine.span("migrate", |machine| {
            selection.mark(machine)?;
            let mut sums = machine.variable(1, |node, _| selection.marks(node))?;
            scan(machine, &mut sums, Order::RowMajor, |before, here| before + here)?;
            selection.copy(machine)?;
            machine.rekey(0, |node| {
                let (row, col) = along_snake(node.own(&sums)[0] - selection.marks(node));
                Some(shape.index(row, col) as u32)
            })?;
            self.routing.run(machine)?;
            machine
                .rekey(0, |node| Some(Order::Snake.rank(shape, node.row(), node.col()) as u32))?;
            self.broadcast.run(machine, segment)?;
            machine.rekey(0, |node| selection.own_mark(node).map(|(tile, _)| tile as u32))?;
            self.sort.run(machine)?;
            self.rank(machine)?;
            self.routing.run(machine)
        })
    }

    /// Numbers the sorted copies of each tile, and makes the node of that number in the tile their key.
    fn rank(&self, machine: &mut Machine) -> Result<(), Violation> {
        // The tile of the last copy so far, and how many copies for it there are.
        let mut counts = machine.variable(1, |node, _| {
            node.packet(0).map_or((u32::MAX, 0), |packet| (packet.key(), 1))
        })?;
        scan(machine, &mut counts, Order::Snake, |before, here| {
            (here.0, here.1 + if before.0 == here.0 { before.1 } else { 0 })
        })?;
        machine.rekey(0, |node| {
            let (tile, count) = node.own(&counts)[0];
            Some(self.selection.node_of(tile as usize, count.checked_sub(1)? as usize))
        })
    }
}
