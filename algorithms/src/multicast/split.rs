//! Lemma 1: messages with very many destinations become several packets.

use meshcast_engine::{Machine, Node, Order, Packet, Shape, Violation};
use meshcast_primitives::{SegmentedBroadcast, scan, scan_steps, spread, spread_steps};

/// The steps of a [`split`] on `shape`.
pub(super) fn split_steps(shape: Shape, most: usize) -> u64 {
    let broadcast = SegmentedBroadcast::new(shape, Order::Snake, most);
    scan_steps(shape, Order::RowMajor, 1) + spread_steps(shape) + broadcast.steps()
}

/// Makes `parts` packets of every packet in lane 0, for the first parts of its message, on as many nodes; at most `most`
/// of one and no more than there are nodes altogether. `parts` says the number from the header of the packet in a slot.
///
/// A scan ranks the packets and adds their parts up; each goes to the node along the snake that is the first of a segment
/// of as many nodes, and is copied to all of them. The segments are disjoint.
pub(super) fn split(
    machine: &mut Machine,
    most: usize,
    parts: impl Fn(&Node<'_>, usize) -> u32 + Sync,
) -> Result<(), Violation> {
    let shape = machine.shape();
    let held = |node: &Node<'_>| node.packet(0).map_or(0, |_| parts(node, 0));
    let mut sums = machine.variable(1, |node, _| (held(node).min(1), held(node)))?;
    let add = |(a, b): (u32, u32), (c, d): (u32, u32)| (a + c, b + d);
    scan(machine, &mut sums, Order::RowMajor, add)?;
    let ranks = machine.map(&sums, |_, &(count, _)| count.wrapping_sub(1))?;
    machine.rekey(0, |node| node.packet(0).map(|_| node.own(&sums)[0].1 - held(node)))?;
    spread(machine, &ranks, Order::Snake)?;
    SegmentedBroadcast::new(shape, Order::Snake, most).run(machine, |node, lane| {
        let start = node.packet(lane).map_or(0, Packet::key);
        start..start + parts(node, lane)
    })?;
    machine.narrow(0, |node| {
        let rank = Order::Snake.rank(shape, node.row(), node.col());
        node.packet(0).map(|packet| rank - packet.key() as usize)
    })
}
