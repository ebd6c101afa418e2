//! Takes the last packets past every node, which leaves nothing.

use super::lanes::MOVING;
use super::swap;
use meshcast_engine::{Machine, Node, Order, Shape, Variable, Violation};
use meshcast_primitives::{KBroadcast, Migration, scan, scan_steps};

/// Steps of a [`broadcast`] of so many packets whose ranks are known; none if there are none.
pub(in crate::multicast) fn broadcast_steps(shape: Shape, packets: usize) -> u64 {
    if packets == 0 { 0 } else { KBroadcast::steps_on(shape, packets) }
}

/// Steps by which a [`broadcast`] of packets without ranks takes more.
pub(in crate::multicast) fn numbering_steps(shape: Shape) -> u64 {
    scan_steps(shape, Order::RowMajor, 1)
}

/// Delivers the masters, so many of them, at all their open destinations, wherever these are: a [`KBroadcast`] takes them past every node.
/// A scan numbers them first if no census has.
pub(in crate::multicast) fn broadcast(
    machine: &mut Machine,
    packets: usize,
    ranks: Option<Variable<u32>>,
) -> Result<(), Violation> {
    machine.span("broadcast", |machine| {
        swap(machine, |_, _| true)?;
        let ranks = ranks.map_or_else(|| number(machine), Ok)?;
        let is_open = |node: &Node<'_>, lane: usize, number: usize| {
            Migration::is_open_word(node.words(lane).get(number))
        };
        KBroadcast::new(machine.shape(), packets).run_where(machine, &ranks, is_open)
    })
}

/// Numbers the packets on their way.
fn number(machine: &mut Machine) -> Result<Variable<u32>, Violation> {
    let mut ranks = machine.variable(1, |node, _| u32::from(node.packet(MOVING).is_some()))?;
    scan(machine, &mut ranks, Order::RowMajor, |before, here| before + here)?;
    machine.map(&ranks, |_, &up_to| up_to.saturating_sub(1))
}
