//! Generates the `lower-bound` workload: the message set that proves Ω(√(cn)).

use crate::draws::Draws;
use meshcast_engine::MessageLists as Lists;

/// Each node of the square A in the corner, of side a = max(1, ⌊√(n/2c)⌋), receives c messages from outside A.
///
/// Exact: c·a² messages from distinct random nodes outside A, one destination each, c messages for each node of A. Since
/// a² ≤ n/2c, or a = 1 and c ≤ n − 1, there are sources enough. The c·a² messages must cross the 2a links into A.
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", Theorem 1.
pub(super) fn lower_bound(side: usize, congestion: usize, draws: &mut Draws) -> Lists {
    let nodes = side * side;
    let square = (nodes / (2 * congestion)).isqrt().max(1);
    let is_inside = |node: u32| node as usize / side < square && node as usize % side < square;
    let (inside, mut outside): (Vec<u32>, Vec<u32>) =
        (0..nodes as u32).partition(|&node| is_inside(node));
    draws.bring_to_front(&mut outside, congestion * inside.len());
    let destinations = inside.iter().cycle().map(|&node| [node]);
    outside.into_iter().take(congestion * inside.len()).zip(destinations).collect()
}
