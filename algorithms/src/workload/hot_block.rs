//! Generates the `hot-block` workload: all messages go to a central square.

use super::openings::deal;
use crate::draws::Draws;
use meshcast_engine::MessageLists as Lists;

/// The side of the hot square, ⌊√(n/c)⌋.
pub(super) fn square_side(nodes: usize, congestion: usize) -> usize {
    (nodes / congestion).isqrt()
}

/// Each node of the central square of side a = ⌊√(n/c)⌋ receives c messages; every source sends to d nodes of the square.
///
/// Exact: c messages for each node of the square and none for others; ⌈c·a²/d⌉ messages from distinct random nodes of
/// the whole mesh, each for d distinct random nodes of the square, but one for the rest where d does not divide
/// c·a². Where a and the side differ in parity the square lies half a node up and left of the centre.
pub(super) fn hot_block(side: usize, degree: usize, congestion: usize, draws: &mut Draws) -> Lists {
    let square = square_side(side * side, congestion);
    let corner = (side - square) / 2;
    let deliveries = congestion * square * square;
    let messages = deliveries.div_ceil(degree);
    let first = deliveries - (messages - 1) * degree;
    let mut sources = draws.permutation(side * side);
    sources.truncate(messages);
    let node = |place: u32| {
        let (row, col) = (place as usize / square, place as usize % square);
        ((corner + row) * side + corner + col) as u32
    };
    let sets = deal(square * square, congestion, messages, (first, degree), draws);
    sources.into_iter().zip(sets.map(|set| set.into_iter().map(node))).collect()
}
