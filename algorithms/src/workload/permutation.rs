//! Generates the `permutation` and `transpose` workloads: one destination a message, one message a node.

use crate::draws::Draws;
use meshcast_engine::MessageLists as Lists;

/// A random permutation; a node may be its own destination.
///
/// Exact: n messages, d = c = 1.
pub(super) fn permutation(nodes: usize, draws: &mut Draws) -> Lists {
    (0u32..).zip(draws.permutation(nodes)).map(|(source, node)| (source, [node])).collect()
}

/// The node at row i, column j sends to the node at row j, column i; the diagonal to itself.
///
/// Exact: n messages, d = c = 1, nothing random.
pub(super) fn transpose(side: usize) -> Lists {
    let side = side as u32;
    (0..side * side).map(|source| (source, [source % side * side + source / side])).collect()
}
