//! Generates the `cluster` workload: destinations of a message lie close together.

use super::openings::deal;
use crate::draws::Draws;
use meshcast_engine::{MessageLists as Lists, Shape, Tile, Tiling};

/// Every node sends to min(c, block) nodes of one block of about c nodes, at most c messages a node.
///
/// The blocks are the tiles of the g×g grid with g = ⌊side/√c⌋, so they have c nodes or somewhat more on average. A
/// random permutation deals to each block as many messages as it has nodes.
///
/// Exact: n messages; a message for a block of b nodes has min(c, b) destinations, and each node of the block
/// receives min(c, b) messages. The largest block has at least c nodes, so d = c and the congestion is c.
pub(super) fn cluster(side: usize, congestion: usize, draws: &mut Draws) -> Lists {
    let nodes = side * side;
    let grid = (nodes / congestion).isqrt();
    let shape = Shape::new(side, side).expect("the side of a workload is that of a mesh");
    let mut sources = draws.permutation(nodes).into_iter();
    let mut lists = Lists::with_room(nodes, nodes * congestion);
    for tile in Tiling::grid(shape, grid, grid).tiles() {
        let block = tile.shape.nodes();
        let degree = congestion.min(block);
        let sets = deal(block, congestion, block, (degree, degree), draws);
        let node = |place| node_of(shape, tile, place);
        for (source, set) in sources.by_ref().take(block).zip(sets) {
            lists.push(source, set.into_iter().map(node));
        }
    }
    lists
}

/// The node of `shape` at place `place` of `tile`.
fn node_of(shape: Shape, tile: &Tile, place: u32) -> u32 {
    let (row, col) = tile.shape.position(place as usize);
    shape.index(tile.first_row + row, tile.first_col + col) as u32
}
