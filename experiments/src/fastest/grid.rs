//! Lists the cells of the map: n = 4ᵏ and c = 4ʲ ≤ n/4.

use std::collections::BTreeMap;

/// The mean steps of an algorithm on uniform sets, by n and c.
pub(super) type Measured = BTreeMap<(u64, u64), u64>;

/// The cells (n, c) of the map, up to meshes of so many nodes.
pub(super) fn grid(to_nodes: u64) -> impl Iterator<Item = (u64, u64)> {
    let powers = |from: u64| std::iter::successors(Some(from), |power| power.checked_mul(4));
    let congestions = move |nodes| powers(1).take_while(move |&congestion| 4 * congestion <= nodes);
    let sizes = powers(16).take_while(move |&nodes| nodes <= to_nodes);
    sizes.flat_map(move |nodes| congestions(nodes).map(move |congestion| (nodes, congestion)))
}
