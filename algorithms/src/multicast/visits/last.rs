//! Takes the last packets past every node, which leaves nothing.

use super::lanes::MOVING;
use super::swap;
use meshcast_engine::{Machine, Node, Order, Shape, Violation};
use meshcast_primitives::{KBroadcast, Migration, scan, scan_steps};

/// Steps of a [`broadcast`] of so many packets; none if there are none.
pub(in crate::multicast) fn broadcast_steps(shape: Shape, packets: usize) -> u64 {
    match packets {
        0 => 0,
        _ => scan_steps(shape, Order::RowMajor, 1) + KBroadcast::steps_on(shape, packets),
    }
}

/// Delivers the masters, so many of them, at all their open destinations, wherever these are: a scan numbers them, and a [`KBroadcast`]
/// takes them past every node.
pub(in crate::multicast) fn broadcast(
    machine: &mut Machine,
    packets: usize,
) -> Result<(), Violation> {
    machine.span("broadcast", |machine| {
        swap(machine, |_, _| true)?;
        let mut ranks = machine.variable(1, |node, _| u32::from(node.packet(MOVING).is_some()))?;
        scan(machine, &mut ranks, Order::RowMajor, |before, here| before + here)?;
        let ranks = machine.map(&ranks, |_, &up_to| up_to.saturating_sub(1))?;
        let is_open = |node: &Node<'_>, lane: usize, number: usize| {
            Migration::is_open_word(node.words(lane).get(number))
        };
        KBroadcast::new(machine.shape(), packets).run_where(machine, &ranks, is_open)
    })
}
