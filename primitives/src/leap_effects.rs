//! Applies what several primitives have in common when they leap.

use meshcast_engine::{Effect, Order, Packet, Shape};

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

/// A packet of one node that is for another one.
#[derive(Clone, Copy, Debug)]
pub struct Journey {
    /// The index of the node where it is.
    pub from: usize,
    /// The index of that node.
    pub to: usize,
}

/// Moves every packet of lane 0 to the node that its key says by `target`; returns which way they went.
pub(crate) fn move_packets(effect: &mut Effect<'_>, target: impl Fn(u32) -> usize) -> Vec<Journey> {
    let nodes = 0..effect.shape().nodes();
    let moving: Vec<(usize, Packet)> =
        nodes.filter_map(|node| Some((node, effect.take(0, node)?))).collect();
    let arrive = |(from, packet): (usize, Packet)| {
        let to = target(packet.key());
        effect.put(0, to, packet, packet.key());
        Journey { from, to }
    };
    moving.into_iter().map(arrive).collect()
}

impl Journey {
    /// The hops of a packet that goes straight on, along its row and its column.
    pub fn straight_hops(&self, shape: Shape) -> u64 {
        shape.distance(self.from, self.to) as u64
    }
}
