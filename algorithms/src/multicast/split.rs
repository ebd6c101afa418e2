//! Splits messages with very many destinations into several packets: Lemma 1.

use meshcast_engine::{Machine, Messages, Node, Order, Packet, Shape, Violation};
use meshcast_primitives::{SegmentedBroadcast, scan, scan_steps, spread, spread_steps};

/// The steps of [`split_full_parts`] on `shape`.
pub(super) fn split_full_parts_steps(shape: Shape, degree: usize, most: usize) -> u64 {
    1 + split_steps(shape, degree / most)
}

/// Of every packet in lane 0 with x > `most` destinations, of which there are `degree` at most, makes ⌊x/`most`⌋ packets with
/// as many each, in lane 0, one a node, and one with what is left over, in lane `rest` of its node. The packets with
/// fewer go to lane `rest`, too. The messages are cut into parts of `most` destinations.
///
/// If no node has more than `most` messages, or has them on the average, there are no more full parts than nodes.
pub(super) fn split_full_parts(
    machine: &mut Machine,
    (degree, most): (usize, usize),
    rest: usize,
) -> Result<(), Violation> {
    let count = |node: &Node<'_>, lane| node.destinations(lane).len();
    machine.step(|step| {
        step.copy(0, rest, |node| count(node, 0) > most && !count(node, 0).is_multiple_of(most))
    })?;
    machine.narrow(rest, |node| Some(count(node, rest) / most))?;
    machine.swap_lanes(|node| {
        let whole = node.packet(0).is_some() && count(node, 0) <= most;
        whole.then_some((0, rest))
    })?;
    split(machine, degree / most, |node, lane| (count(node, lane) / most) as u32)
}

/// The steps of a [`split`] on `shape`.
fn split_steps(shape: Shape, most: usize) -> u64 {
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

/// Messages without the parts that they were cut into, their destinations in increasing order.
pub(super) fn whole(messages: &Messages) -> Messages {
    let lists = messages.iter().map(|(source, destinations)| (source, destinations.to_vec()));
    Messages::new(messages.nodes(), lists).expect("they have been a set before")
}
