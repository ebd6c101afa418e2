//! Sends copies of packets in streams, one copy a step.

use crate::line::settle;
use meshcast_engine::{Machine, Node, Port, Violation};
use std::ops::Range;

/// The lane of packets at rest.
pub(super) const HOME: usize = 0;
/// The lane of the copies that they have just made.
const FRESH: usize = 1;
/// The lane of copies on their way.
pub(super) const FLYING: usize = 2;

/// Every packet at home sends a copy to each of the `distances`, consecutive numbers of hops, on the way that `heading`
/// leads over the given ports. All copies arrive in the last of the given number of steps.
pub(super) fn stream(
    machine: &mut Machine,
    (name, steps, ports): (&str, usize, &[Port]),
    distances: impl Fn(&Node<'_>) -> Range<usize> + Sync,
    heading: impl Fn(&Node<'_>) -> Port + Sync,
) -> Result<(), Violation> {
    if steps == 0 {
        return Ok(());
    }
    machine.span(name, |machine| {
        let distances = machine.variable(1, |node, _| {
            let to = node.packet(HOME).map_or(0..0, |_| distances(node));
            (to.start, to.end)
        })?;
        for left in (0..steps).rev() {
            machine.step(|step| {
                step.carry(FLYING..FLYING + 1, ports, |node, _, _| Some(heading(node)))?;
                step.copy(HOME, FRESH, |node| {
                    let (nearest, end) = node.own(&distances)[0];
                    nearest <= left && left < end
                })
            })?;
            machine.swap_lanes(|node| node.packet(FRESH).map(|_| (FRESH, FLYING)))?;
        }
        settle(machine, HOME..FLYING + 1)
    })
}
