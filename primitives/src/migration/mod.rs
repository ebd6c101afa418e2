//! Sends every tile copies of packets that have destinations in it: t-migration.

mod hops;
mod lanes;
mod leap;
mod literal;
mod marking;
mod selection;
mod wants;

pub use leap::MigrationRanks;
pub use literal::LiteralMigration;
pub use marking::Marking;

use crate::broadcast::SegmentedBroadcast;
use crate::by_shape::ByShape;
use crate::permutation::PermutationRouting;
use crate::scan::scan_steps;
use crate::sort::Sort;
use crate::spread::{spread, spread_steps};
use lanes::{CAPACITY, MASTER};
use meshcast_engine::{
    HeaderWords, Machine, Node, Order, Packet, Rehearsal, Shape, Tiling, Violation,
};
use selection::{OPEN, SERVED, Selection, segment};

/// Blocks a side of the routing: three keep the copies below the masters' lane, and two in five lanes.
const BLOCKS: usize = 3;
const BLOCKS_IN_FIVE_LANES: usize = 2;

/// A t-migration on one shape cut into one grid of t tiles, ready to run on any machine or tile of that shape.
///
/// The *masters*, at most one a node, stand in a lane of their own and stay there. A run selects, for each tile, the
/// first masters in row-major order that have *open* destinations in it, as many as it has nodes; one copy of each goes
/// to the tile, the i-th to its i-th node in row-major order. It is for all open destinations of the master in the tile,
/// and these are open no more: whatever tiles later runs have, on this machine or another one, they send no copy for
/// them. Between two runs the copies must leave the network.
///
/// A scan for each tile, pipelined, gives every master its rank among those that the tile wants: if the rank fits the
/// tile, it is the copy's target there. The words of the master's header say what it has been selected for, and its
/// copies inherit them: 0 for an open destination, 1 for one that a copy of an earlier run was for; of those that a copy
/// of this run is for, 3 + rank for the first in each tile and 2 for the others.
///
/// Two more of these scans give every master a *segment* of the snake, with a node for each tile that wants it, and its
/// own rank; one copy moves to the segment's first node, and is copied to the others. Each copy then finds, by its place
/// in the segment, the mark that it stands for, and goes where that says. From the master on whose segment would end
/// behind the last node, no master is selected.
///
/// With [`Migration::of_core`] the nodes may be cut into a grid of *parts*, and the segments of masters lie in their own
/// part: copies move less far before they go to their tiles, but the number of tiles that want the masters of a part may
/// be more than it has nodes, where the others have nodes to spare.
///
/// A [`Migration::exact`] one leaves no master out: every tile gets copies of as many masters as want it, or as it has
/// nodes. Its segments have a node for each copy that is made, of which there are no more than nodes; another scan,
/// after the others, counts them.
///
/// # Shape
/// Any rows × cols, cut by [`Tiling::grid`](meshcast_engine::Tiling::grid) into down × across = t tiles. Masters in
/// lane [`Migration::MASTER`], lanes below it empty; copies arrive in lane 0, and the masters' keys are overwritten. On
/// a tile of a machine, destinations outside do not count.
///
/// # Cost
/// For a square of side a ≥ 2, with L = min(t, n) and one part; with g × g parts, t + 2g − 1 for t + 1, and spread and
/// broadcast are those of the slowest part; an exact one has t − 1 for t + 1, and one scan more:
///
/// | | steps, exact | buffer |
/// |---|---|---|
/// | mark | 2⌊a/2⌋ + a − 1 + (t + 1) | 1 |
/// | count, if exact | 2⌊a/2⌋ + a − 1 | 1 |
/// | copy | 1 | 2 |
/// | spread | [`spread_steps`], 3(a − 1) | 4 |
/// | broadcast | [`SegmentedBroadcast::steps`], min(L, a + min(a − 1, ⌈(L − 1)/a⌉) + min(L, a)); 0 if t = 1 | 4 |
/// | permutation | [`PermutationRouting::steps`] with 3 × 3 blocks, sort + 2(a − 1) | 8 |
///
/// [`Migration::steps`] is the sum on any shape. The buffer of [`Migration::CAPACITY`] = 8 packets includes the master; six have
/// been seen in use. During the scans a node has a bit for each tile, a register for each of the tiles that want its master, of which
/// there are as many as the master has destinations at most, and four more; what is kept afterwards are the words in the header.
///
/// | side a = t | 16 | 32 | 64 | 128 | 256 |
/// |---|---|---|---|---|---|
/// | steps | 166 | 333 | 679 | 1377 | 2726 |
/// | [`LiteralMigration::steps`] | 318 | 661 | 1326 | 2592 | 5078 |
///
/// # Errors
/// None of its own; M5 if a master has copies in the network when a run begins; M6 where a buffer is too
/// small; one for [`Migration::CAPACITY`] packets never is.
///
/// # Source
/// Proposition 3 of K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006,
/// where it takes O(t + √n) steps. Deviations: the rank in a tile's scan is already a target in that tile, so no copies
/// are sorted and ranked again; segments are for all tiles that want a master, so that one scan less is needed; a
/// spread keeps the order and needs no sort, where the paper routes a permutation; masters stay behind. The paper's own
/// form is [`LiteralMigration`].
///
/// # Example
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use meshcast_primitives::Migration;
/// use std::sync::Arc;
/// // Two tiles, the rows; message 1 is for nodes of both, message 2 for two nodes of the second.
/// let shape = Shape::new(2, 2)?;
/// let set = Arc::new(Messages::new(4, [(1, vec![0, 3]), (2, vec![2, 3])])?);
/// let migration = Migration::new(shape, 2, 1);
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
#[derive(Clone, Debug)]
pub struct Migration {
    selection: Selection,
    /// The broadcast for every shape of a part.
    broadcasts: ByShape<SegmentedBroadcast>,
    routing: PermutationRouting,
    rehearsal: Rehearsal,
}

impl Migration {
    /// The lane of the masters.
    pub const MASTER: usize = MASTER;

    /// Packets that a buffer must hold.
    pub const CAPACITY: usize = CAPACITY;

    /// The migration on `shape` cut into a grid of `down` × `across` tiles, with all nodes as one part.
    ///
    /// # Panics
    /// If the mesh has fewer than `down` rows or `across` columns, or either is zero.
    pub fn new(shape: Shape, down: usize, across: usize) -> Self {
        Self::of_core(shape, shape, (down, across), (1, 1))
    }

    /// The same where only the masters in the first rows and columns take part, those of a mesh of shape `core`, while
    /// packets elsewhere in lane [`Migration::MASTER`] rest; and on a grid of parts.
    ///
    /// # Panics
    /// If the mesh has fewer rows or columns than one of the grids, a side of a grid is zero, or a part has fewer nodes
    /// than there are tiles.
    pub fn of_core(shape: Shape, core: Shape, grid: (usize, usize), parts: (usize, usize)) -> Self {
        let selection = Selection::new(shape, core, grid, parts);
        let tiles = selection.tiles();
        let broadcasts = ByShape::new(selection.parts(), |part| {
            assert!(tiles <= part.nodes(), "a part has a node for every tile");
            SegmentedBroadcast::new(part, Order::Snake, tiles)
        });
        let routing = PermutationRouting::new(shape, BLOCKS);
        debug_assert!(routing.capacity() <= Self::MASTER);
        Self { selection, broadcasts, routing, rehearsal: Rehearsal::default() }
    }

    /// The same with all nodes as one part, where every tile gets as many copies as it can take.
    ///
    /// # Panics
    /// As [`Migration::of_core`].
    pub fn exact(shape: Shape, core: Shape, grid: (usize, usize)) -> Self {
        let migration = Self::of_core(shape, core, grid, (1, 1));
        Self { selection: migration.selection.exact(), ..migration }
    }

    /// The same whose copies keep to the first five lanes, so that packets in lanes 5 and 6 rest: routed with 2 × 2 blocks.
    #[must_use]
    pub fn in_five_lanes(self) -> Self {
        let routing = PermutationRouting::new(self.selection.shape(), BLOCKS_IN_FIVE_LANES);
        debug_assert!(routing.capacity() <= 5);
        Self { routing, rehearsal: Rehearsal::default(), ..self }
    }

    /// The same for packets with at most so many destinations: a node has registers for no more of the tiles that want its master.
    ///
    /// # Panics
    /// When it runs, if more tiles than that want a master.
    #[must_use]
    pub fn of_degree(self, degree: usize) -> Self {
        Self { selection: self.selection.of_degree(degree), ..self }
    }

    /// Steps of a run.
    pub fn steps(&self) -> u64 {
        let parts = self.selection.parts().tiles().iter().map(|part| part.shape);
        let copies = parts.map(|part| spread_steps(part) + self.broadcasts.of(part).steps());
        let copies = copies.max().unwrap_or(0);
        self.selection.mark_and_count_steps() + 1 + copies + self.routing.steps()
    }

    /// Steps of [`Migration::of_core`], also on meshes for formulas alone: they do not follow from the core.
    pub fn steps_on(shape: Shape, grid: (usize, usize), parts: (usize, usize)) -> u64 {
        Self::steps_by(shape, grid, parts, Sort::steps_on)
    }

    /// The same if sorts take so many steps as `sort` says.
    pub fn steps_by(
        shape: Shape,
        grid: (usize, usize),
        parts: (usize, usize),
        sort: fn(Shape, Order) -> u64,
    ) -> u64 {
        let tiles = grid.0 * grid.1;
        let copies = Tiling::shapes_in_grid(shape, parts.0, parts.1).map(|part| {
            spread_steps(part) + SegmentedBroadcast::steps_on(part, Order::Snake, tiles)
        });
        scan_steps(shape, Order::RowMajor, tiles + 2 * parts.1)
            + 1
            + copies.max().unwrap_or(0)
            + PermutationRouting::steps_by(shape, BLOCKS, sort)
    }

    /// Steps of [`Migration::exact`], likewise.
    pub fn exact_steps_on(shape: Shape, grid: (usize, usize)) -> u64 {
        Self::exact_steps_by(shape, grid, Sort::steps_on)
    }

    /// The same if sorts take so many steps as `sort` says.
    pub fn exact_steps_by(
        shape: Shape,
        grid: (usize, usize),
        sort: fn(Shape, Order) -> u64,
    ) -> u64 {
        Self::exact_steps_but_for_routing(shape, grid)
            + PermutationRouting::steps_by(shape, BLOCKS, sort)
    }

    /// Steps of [`Migration::exact`] whose copies keep to [five lanes](Migration::in_five_lanes), likewise.
    pub fn exact_steps_in_five_lanes(shape: Shape, grid: (usize, usize)) -> u64 {
        Self::exact_steps_but_for_routing(shape, grid)
            + PermutationRouting::steps_on(shape, BLOCKS_IN_FIVE_LANES)
    }

    fn exact_steps_but_for_routing(shape: Shape, grid: (usize, usize)) -> u64 {
        let tiles = grid.0 * grid.1;
        scan_steps(shape, Order::RowMajor, tiles)
            + scan_steps(shape, Order::RowMajor, 1)
            + 1
            + spread_steps(shape)
            + SegmentedBroadcast::steps_on(shape, Order::Snake, tiles)
    }

    /// Whether a copy in slot `lane` is for destination `index` of its packet: open when its master was selected, and in
    /// one of the tiles that the packet was selected for.
    ///
    /// # Panics
    /// If the packet has no such destination.
    pub fn wanted(node: &Node<'_>, lane: usize, index: usize) -> bool {
        selection::wanted(node, lane, index)
    }

    /// Whether the packet in slot `lane` has open destinations, on this machine or elsewhere.
    pub fn is_open(node: &Node<'_>, lane: usize) -> bool {
        selection::is_open(node, lane)
    }

    /// Ranks for a run.
    pub fn ranks(&self) -> MigrationRanks<'_> {
        MigrationRanks::new(self)
    }

    /// The tile of a node.
    pub fn tile_at(&self, node: usize) -> usize {
        self.selection.tile_at(node)
    }

    /// Whether a destination whose word is this is open.
    pub fn is_open_word(word: u32) -> bool {
        word == OPEN
    }

    /// Makes a destination one that a copy has been for.
    pub fn close(words: &mut HeaderWords<'_>, index: usize) {
        words.set(index, SERVED);
    }

    /// Sends every tile copies of packets with destinations in it.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine has another shape.
    pub fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let leap =
            machine.leap(&self.rehearsal, 0..Self::CAPACITY, |machine| self.migrate(machine))?;
        if let Some(mut effect) = leap {
            self.send_copies(&mut effect);
        }
        Ok(())
    }

    fn migrate(&self, machine: &mut Machine) -> Result<(), Violation> {
        let selection = &self.selection;
        machine.span("migrate", |machine| {
            let places = selection.mark_and_count(machine)?;
            selection.copy(machine, Self::MASTER)?;
            machine.rekey(0, |node| Some(node.own(&places)[0].0))?;
            machine.rekey(Self::MASTER, |node| Some(node.own(&places)[0].1))?;
            machine.in_parallel(selection.parts(), |part, _| {
                let rank = |node: &Node<'_>| node.packet(Self::MASTER).map_or(0, Packet::key);
                let ranks = part.variable(1, |node, _| rank(node))?;
                spread(part, &ranks, Order::Snake)?;
                self.broadcasts.of(part.shape()).run(part, segment)
            })?;
            machine.rekey(0, |node| {
                selection.own_mark(node).map(|(tile, rank)| selection.node_of(tile, rank))
            })?;
            self.routing.run(machine)
        })
    }
}
