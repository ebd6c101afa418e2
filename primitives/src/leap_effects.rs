//! Applies what several primitives have in common when they leap.

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
    let nodes = 0..effect.shape().nodes();
    let moving: Vec<Packet> = nodes.filter_map(|node| effect.take(0, node)).collect();
    for packet in moving {
        effect.put(0, target(packet.key()), packet, packet.key());
    }
}
