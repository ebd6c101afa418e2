//! Lemma 1: messages with very many destinations become several packets.

use super::HOME;
use meshcast_engine::{Machine, Node, Order, Packet, Violation};
use meshcast_primitives::{SegmentedBroadcast, scan, spread};

/// The slot of packets with few destinations while the others are split.
const ASIDE: usize = 3;

/// Makes ⌈d/2c⌉ packets of every message with d > 2c destinations, each with at most 2c of them.
///
/// A scan ranks these messages and adds their packets up; each goes to the node along the snake that is the first of a
/// segment of as many nodes, and is copied to all of them. The segments are disjoint: a message with x·c > 2c
/// destinations takes ⌈x/2⌉ ≤ x nodes, and there are at most c·n destinations. The other messages stay where they are.
pub(super) fn split(degree: usize, most: usize, machine: &mut Machine) -> Result<(), Violation> {
    let shape = machine.shape();
    let parts = |node: &Node<'_>, lane| node.destinations(lane).len().div_ceil(most) as u32;
    machine.swap_lanes(|node| {
        (node.packet(0).is_some() && parts(node, 0) == 1).then_some((0, ASIDE))
    })?;
    let mut sums =
        machine.variable(1, |node, _| (u32::from(node.packet(0).is_some()), parts(node, 0)))?;
    let add = |(a, b): (u32, u32), (c, d): (u32, u32)| (a + c, b + d);
    scan(machine, &mut sums, Order::RowMajor, add)?;
    let ranks = machine.map(&sums, |_, &(count, _)| count.wrapping_sub(1))?;
    machine.rekey(0, |node| node.packet(0).map(|_| node.own(&sums)[0].1 - parts(node, 0)))?;
    spread(machine, &ranks, Order::Snake)?;
    let longest = degree.div_ceil(most);
    SegmentedBroadcast::new(shape, Order::Snake, longest).run(machine, |node, lane| {
        let start = node.packet(lane).map_or(0, Packet::key);
        start..start + parts(node, lane)
    })?;
    machine.narrow(0, |node| {
        let rank = Order::Snake.rank(shape, node.row(), node.col());
        node.packet(0).map(|packet| rank - packet.key() as usize)
    })?;
    machine.enqueue(ASIDE..ASIDE + 1, HOME)
}
