//! Reads and writes cells of a memory that all nodes share: concurrent reads and concurrent writes.

mod cost;
mod counts;
mod neighbours;
mod operator;
mod placement;
mod ranking;
mod read;
mod request;
mod round;
mod tour;
mod write;

use crate::{KkRouting, PermutationRouting, Sort, Ways};
use cost::Cost;
use meshcast_engine::{Machine, Order, Shape, Variable, Violation};
pub use operator::Operator;
use placement::Placement;
pub use ranking::{Clash, Sharing};
pub use round::{Rounds, Served};
use tour::Tour;

/// A memory that all nodes of one shape share, ready to be read and written on any machine of that shape.
///
/// A cell is a *place*, a number below the number of cells. Places are shared out evenly to the nodes, tile by tile. In an access
/// every node may ask for one place, whatever others ask for: requests are sorted by place, the first of each place, its
/// *leader*, goes to the tile of the place, where it tours past all nodes, and comes back ([`SharedMemory::read`]) or is done
/// ([`SharedMemory::write`]). So many requests for one place cost no more than one for each. Leaders of one
/// tile are spread over its nodes, at most [`SharedMemory::per_node`] each; where a tile has more leaders, the access says
/// so or takes further rounds ([`Rounds`]). Whoever maps addresses to places by a random bijection makes that unlikely.
///
/// # Shape
/// Any rows × cols, any number of places up to 2³². Each side of the mesh is cut into length/side parts, rounded to the nearest, at
/// least one, which differ by a node at most: tiles have b = side² nodes where the side divides those of the mesh. A line is cut into
/// parts of about b nodes.
///
/// Every node has a message, which waits as a packet in slot [`SharedMemory::home_lane`]; packets carry
/// [`SharedMemory::PAYLOAD_WORDS`] words.
///
/// # Cost
/// | part | read | write | steps, exact |
/// |---|---|---|---|
/// | copy, discard | × | × | 2 |
/// | sort by place | × | × | [`Sort::steps`] in snake order |
/// | mark and rank leaders | × | × | 1 + [`scan_with_total_steps`] of one wave; of combined values 2 or 3 waves more |
/// | go | × | × | [`KkRouting::steps`] of 1 packet a node and k for a node, in one way if k ≤ 2 |
/// | tour | × | × | those of the slowest tile: ⌈k/2⌉·(b − 1) on b nodes whose circuit is a cycle, else k times its length; 1 on one node |
/// | back | × | | [`KkRouting::steps`] of k packets a node and 1 for a node, in one way if k ≤ 2 |
/// | spread | × | | [`scan_steps`](crate::scan_steps) of two waves |
/// | home | × | | [`PermutationRouting::steps`] |
///
/// Circuits are cycles but on lines and where both sides are odd ([`Circuit::is_cycle`](meshcast_engine::Circuit::is_cycle)).
///
/// With tiles of 8 × 8 nodes, k = 2 and 8 blocks a side in the routings, on squares:
///
/// | side | 16 | 64 | 256 | 1024 |
/// |---|---|---|---|---|
/// | read | 328 | 1,185 | 4,494 | 17,149 |
/// | write | 214 | 672 | 2,387 | 8,854 |
///
/// Buffers hold at most [`SharedMemory::capacity`] packets: those of the routings and two, a constant.
///
/// # Source
/// Sorting, leaders and spreading for concurrent access: D. Nassimi, S. Sahni, "Data broadcasting in SIMD computers", 1981. Deviations:
/// leaders tour a tile instead of finding their cells by themselves; loads are found in the scan that ranks leaders.
///
/// [`scan_with_total_steps`]: crate::scan_with_total_steps
#[derive(Clone, Debug)]
pub struct SharedMemory {
    placement: Placement,
    per_node: usize,
    sort: Sort,
    go: KkRouting,
    back: KkRouting,
    home: PermutationRouting,
    tour: Tour,
}

/// Blocks a side in the routings on `shape`: more than usual where keys could not name the rows of so large a block.
fn blocks(shape: Shape) -> usize {
    SharedMemory::BLOCKS.max(KkRouting::least_blocks(shape))
}

/// Of few requests, all go along rows first: two ways would need a few times the buffer, for at most 4 % fewer steps.
fn routing(shape: Shape, per_source: usize, per_target: usize) -> KkRouting {
    let blocks = blocks(shape);
    if per_source.max(per_target) > SharedMemory::PER_NODE {
        return KkRouting::new(shape, per_source, per_target, blocks);
    }
    let routing = KkRouting::with_ways(shape, per_source, per_target, blocks, Ways::One);
    routing.expect("one way is always possible")
}

impl SharedMemory {
    /// The side of tiles that suits most meshes.
    pub const TILE_SIDE: usize = 8;
    /// Requests that a node of a tile takes at a time which suit tiles of that side.
    pub const PER_NODE: usize = 2;
    /// Words that packets have to carry.
    pub const PAYLOAD_WORDS: usize = request::WORDS;
    /// Blocks a side in the routings, at least.
    const BLOCKS: usize = 8;

    /// The memory of `places` cells on `shape`, with tiles of `tile_side` × `tile_side` nodes that take `per_node` = k requests each
    /// at a time.
    ///
    /// # Panics
    /// If one of the numbers is zero, or there are more than 2³² places.
    pub fn new(shape: Shape, places: u64, tile_side: usize, per_node: usize) -> Self {
        assert!((1..=1 << 32).contains(&places), "a place is a number of 32 bits");
        assert!(tile_side > 0 && per_node > 0, "a tile has nodes, which take requests");
        let (placement, blocks) = (Placement::new(shape, places, tile_side), blocks(shape));
        Self {
            placement,
            per_node,
            sort: Sort::new(shape, Order::Snake),
            go: routing(shape, 1, per_node),
            back: routing(shape, per_node, 1),
            home: PermutationRouting::new(shape, blocks),
            tour: Tour::new(placement, per_node),
        }
    }

    /// The most cells that a node holds: words of its memory.
    pub fn words(&self) -> usize {
        self.placement.words()
    }

    /// Requests that a node of a tile takes at a time.
    pub fn per_node(&self) -> usize {
        self.per_node
    }

    /// Slots that accesses use; those behind them hold packets that stay.
    fn lanes(&self) -> usize {
        let routings = [self.go.capacity(), self.back.capacity(), self.home.capacity()];
        routings.into_iter().fold(Sort::CAPACITY.max(self.tour.capacity()), usize::max)
    }

    /// The slot of requests that wait where they have been sorted to.
    fn aside(&self) -> usize {
        self.lanes()
    }

    /// The slot of every node's own packet, which requests are copies of.
    pub fn home_lane(&self) -> usize {
        self.lanes() + 1
    }

    /// Packets that a buffer must hold.
    pub fn capacity(&self) -> usize {
        self.lanes() + 2
    }

    /// Steps of a read in one round.
    pub fn read_steps(&self) -> u64 {
        self.cost().read()
    }

    /// Steps of a write in one round, of values that `operator` combines, if there is one.
    pub fn write_steps(&self, operator: Option<Operator>) -> u64 {
        self.cost().write(operator)
    }

    /// [`SharedMemory::read_steps`] on `shape`, without planning: shapes may be larger than any machine.
    ///
    /// # Panics
    /// If a number is zero.
    pub fn read_steps_on(shape: Shape, tile_side: usize, per_node: usize) -> u64 {
        Cost::on(shape, (tile_side, per_node), blocks(shape)).read()
    }

    /// [`SharedMemory::write_steps`] on `shape`, with tiles of a side and so many requests a node, without planning.
    ///
    /// # Panics
    /// If a number is zero.
    pub fn write_steps_on(shape: Shape, tiles: (usize, usize), operator: Option<Operator>) -> u64 {
        Cost::on(shape, tiles, blocks(shape)).write(operator)
    }

    fn cost(&self) -> Cost {
        Cost {
            shape: self.placement.shape(),
            sort: self.sort.steps(),
            go: self.go.steps(),
            tour: self.tour.steps(),
            back: self.back.steps(),
            home: self.home.steps(),
        }
    }

    /// The cells of all nodes, each holding what `value` says of its place; of a node with fewer cells than others the last are 0.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    pub fn cells(
        &self,
        machine: &mut Machine,
        value: impl Fn(u32) -> u64 + Sync,
    ) -> Result<Variable<u64>, Violation> {
        machine
            .variable(self.words(), |node, slot| self.place_at(node.id(), slot).map_or(0, &value))
    }

    /// The node that holds a place.
    pub fn node_of(&self, place: u32) -> u32 {
        self.placement.node_of_place(place) as u32
    }

    /// Tiles, and the nodes of the smallest.
    pub fn tiles(&self) -> (usize, usize) {
        let (shape, (down, across)) = (self.placement.shape(), self.placement.grid());
        (down * across, (shape.rows() / down) * (shape.cols() / across))
    }

    /// The first node of the tile that holds a place: another one for every tile.
    pub fn first_of_tile(&self, place: u32) -> u32 {
        let tile = self.placement.tile_of(place);
        self.placement.node_of(tile, 0) as u32
    }

    /// Leaders of the tile of a place that a round serves: more of them are an overload.
    pub fn served_of_tile(&self, place: u32) -> u32 {
        (self.per_node * self.placement.tile_of(place).shape.nodes()) as u32
    }

    /// The place in a slot of the memory of a node, if there is one.
    pub fn place_at(&self, node: u32, slot: usize) -> Option<u32> {
        self.placement.place_at(node as usize, slot)
    }
}
