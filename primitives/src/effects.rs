//! What several primitives bring about when they leap.

use meshcast_engine::{Effect, Order, Packet};

/// The nodes of a machine along an order.
pub(crate) fn nodes_along(
    effect: &Effect<'_>,
    order: Order,
) -> impl Iterator<Item = usize> + use<> {
    let shape = effect.shape();
    (0..shape.nodes()).map(move |rank| {
        let (row, col) = order.position(shape, rank);
        shape.index(row, col)
    })
}

/// Moves every packet of lane 0 to the node that its key says by `target`.
pub(crate) fn move_packets(effect: &mut Effect<'_>, target: impl Fn(u32) -> usize) {
    move_and_rekey(effect, |key| (target(key), key));
}

/// Moves every packet of lane 0 to the node, and gives it the key, that its key says by `target`.
pub(crate) fn move_and_rekey(effect: &mut Effect<'_>, target: impl Fn(u32) -> (usize, u32)) {
    let nodes = 0..effect.shape().nodes();
    let moving: Vec<Packet> = nodes.filter_map(|node| effect.take(0, node)).collect();
    for packet in moving {
        let (to, key) = target(packet.key());
        effect.put(0, to, packet, key);
    }
}
