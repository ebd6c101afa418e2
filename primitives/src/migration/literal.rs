//! Runs the t-migration as the paper has it.

use super::lanes::{CAPACITY, MASTER};
use super::selection::{Selection, segment};
use crate::broadcast::SegmentedBroadcast;
use crate::group_ranks::group_ranks;
use crate::permutation::PermutationRouting;
use crate::scan::{scan, scan_steps};
use crate::sort::Sort;
use meshcast_engine::{Machine, Order, Shape, Violation};
use std::ops::Range;

/// Blocks a side of the routing.
const BLOCKS: usize = 2;

/// The t-migration of §2.2, step by step: a reference for [`Migration`], which selects the same masters for the same
/// tiles, unless they have more than a copy a node, and takes about half of the steps.
///
/// 1. t pipelined scans, and marks. 2. A scan over the numbers of marks; (a) a permutation routing of one copy of each
///    selected master to the beginning of its segment of the snake; (b), (c) a segmented broadcast. 3. The copies are
///    sorted by tile; a scan numbers those of each tile; a permutation routing takes them there.
///
/// # Shape
/// That of [`Migration`], or two masters a node in lanes [`LiteralMigration::MASTERS`]: their marks count together in
/// every scan, and step 2(a) is two routings, one for the first masters of all nodes and one for the second. Which copy
/// of a tile lands on which of its nodes may differ.
///
/// # Cost
/// For a square of side a ≥ 2; [`LiteralMigration::steps`] is the sum on any shape.
///
/// | | steps, exact | buffer |
/// |---|---|---|
/// | 1 | 2⌊a/2⌋ + a − 1 + (t − 1) | 1 |
/// | 2, sums | 2⌊a/2⌋ + a − 1 | 1 |
/// | 2(a), for the first masters, then for the second | 1 + [`PermutationRouting::steps`] with 2 × 2 blocks | 6 |
/// | 2(c) | [`SegmentedBroadcast::steps`] | 4 |
/// | 3, sort | [`Sort::steps`] in snake order | 6 |
/// | 3, ranks | 2⌊a/2⌋ + a − 1 | 2 |
/// | 3, routing | [`PermutationRouting::steps`] with 2 × 2 blocks | 6 |
///
/// Two masters a node take a copy and a routing more, and at most 8 packets a node: a packet more all the time, and one
/// that waits while those of the second masters are routed.
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
    /// The lanes of two masters a node.
    pub const MASTERS: [usize; 2] = [Self::WORKING, Self::WORKING + 1];

    /// The lanes that copies move in, from 0.
    const WORKING: usize = 5;

    /// The lane of the copies that wait for those of the second masters.
    const ASIDE: usize = Self::WORKING + 2;

    /// The migration on `shape` cut into a grid of `down` × `across` tiles.
    ///
    /// # Panics
    /// If the mesh has fewer than `down` rows or `across` columns, or either is zero.
    pub fn new(shape: Shape, down: usize, across: usize) -> Self {
        Self::of_masters(shape, (down, across), MASTER..MASTER + 1)
    }

    /// The migration of up to two masters a node, in lanes [`LiteralMigration::MASTERS`].
    ///
    /// # Panics
    /// As [`LiteralMigration::new`].
    pub fn of_two(shape: Shape, down: usize, across: usize) -> Self {
        Self::of_masters(shape, (down, across), Self::WORKING..Self::ASIDE)
    }

    fn of_masters(shape: Shape, grid: (usize, usize), masters: Range<usize>) -> Self {
        let selection = Selection::new(shape, shape, grid, (1, 1)).of_masters(masters);
        let broadcast = SegmentedBroadcast::new(shape, Order::Snake, selection.tiles());
        let sort = Sort::new(shape, Order::Snake);
        Self { selection, broadcast, sort, routing: PermutationRouting::new(shape, BLOCKS) }
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        let sums = 2 * scan_steps(self.selection.shape(), Order::RowMajor, 1);
        let masters = self.selection.masters().len() as u64;
        self.selection.mark_steps()
            + sums
            + masters * (1 + self.routing.steps())
            + self.routing.steps()
            + self.broadcast.steps()
            + self.sort.steps()
    }

    /// Steps of [`LiteralMigration::new`], or of [`LiteralMigration::of_two`] if a node has two masters, also on meshes for formulas
    /// alone.
    pub fn steps_on(shape: Shape, (down, across): (usize, usize), masters: u64) -> u64 {
        let (tiles, routing) = (down * across, PermutationRouting::steps_on(shape, BLOCKS));
        scan_steps(shape, Order::RowMajor, tiles)
            + 2 * scan_steps(shape, Order::RowMajor, 1)
            + masters * (1 + routing)
            + routing
            + SegmentedBroadcast::steps_on(shape, Order::Snake, tiles)
            + Sort::steps_on(shape, Order::Snake)
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        if self.selection.masters().len() == 1 { CAPACITY } else { Self::ASIDE + 1 }
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
            // A mark says where its master is, so that a copy finds back.
            selection.mark(machine, |node, _| node.index() as u32)?;
            let masters = selection.masters();
            let mut sums =
                machine.variable(1, |node, _| selection.marks(node, selection.masters()))?;
            scan(machine, &mut sums, Order::RowMajor, |before, here| before + here)?;
            for lane in selection.masters() {
                // The copies of the masters before wait.
                machine.swap_lanes(|_| (lane > masters.start).then_some((0, Self::ASIDE)))?;
                selection.copy(machine, lane)?;
                machine.rekey(0, |node| {
                    let first = node.own(&sums)[0] - selection.marks(node, lane..masters.end);
                    let (row, col) = along_snake(first);
                    Some(shape.index(row, col) as u32)
                })?;
                self.routing.run(machine)?;
            }
            if masters.len() > 1 {
                machine.swap_lanes(|node| node.packet(Self::ASIDE).map(|_| (0, Self::ASIDE)))?;
            }
            machine
                .rekey(0, |node| Some(Order::Snake.rank(shape, node.row(), node.col()) as u32))?;
            self.broadcast.run(machine, segment)?;
            machine.rekey(0, |node| selection.own_mark(node).map(|(tile, _)| tile as u32))?;
            self.sort.run(machine)?;
            let ranks = group_ranks(machine, Order::Snake)?;
            machine.rekey(0, |node| {
                let tile = node.packet(0)?.key() as usize;
                Some(selection.node_of(tile, node.own(&ranks)[0] as usize))
            })?;
            self.routing.run(machine)
        })
    }
}
