//! Runs a phase of a route: every packet moves along its row, or its column, to a node of that line.
//!
//! A line of m nodes takes m − 1 steps if no two of its packets have the same target. Where packets compete for a link,
//! the one with the farthest target goes first. Count nodes from 0, steps from 1 and, among the packets that have to
//! cross the link from node j to node j+1, i from the farthest target: the i-th has crossed it after j + i steps. For
//! it crossed the link before, if it had to, as no later than the i-th, since what stops at j comes after it; and the i
//! − 1 before it have crossed by then. With target t it is no later than the (m−t)-th at the last of its links: (t − 1)
//! + (m − t) steps.
//!
//! If the line's packets start at different nodes, none ever waits, whatever their targets: two on their way in one
//! direction stay as far apart as they started. If their targets differ too, a node holds at most three: one on its way
//! in either direction, and one at rest. If places and targets even rise together, no two packets ever share a node: of
//! two neighbours, the left one stays left of the right one's place until it goes, and of its target. *Monotone* below
//! means that.

use meshcast_engine::{Lines, Machine, Packet, Violation};
use std::ops::Range;

/// Moves every packet of `lanes` along its line to place `to`, in as many steps as the line has links, no two to one node.
pub(crate) fn move_along(
    machine: &mut Machine,
    lines: Lines,
    lanes: Range<usize>,
    to: impl Fn(Packet) -> usize + Sync,
) -> Result<(), Violation> {
    gather_along(machine, lines, lanes.clone(), to)?;
    settle(machine, lanes)
}

/// [`move_along`] where packets may gather in a node.
///
/// # Panics
/// If a packet has not arrived in the end: the packets are not such as the phase is for.
pub(crate) fn gather_along(
    machine: &mut Machine,
    lines: Lines,
    lanes: Range<usize>,
    to: impl Fn(Packet) -> usize + Sync,
) -> Result<(), Violation> {
    let length = lines.length(machine.shape());
    if length == 1 {
        return Ok(());
    }
    machine.span(lines.name(), |machine| {
        for _ in 1..length {
            machine.step(|step| step.approach(lines, lanes.clone(), &to))?;
        }
        machine.swap_lanes(|node| {
            for packet in lanes.clone().filter_map(|lane| node.packet(lane)) {
                assert_eq!(to(packet), lines.place(node), "a packet is not where it is for");
            }
            None
        })
    })
}

/// Puts the packet of every node that has one into lane 0.
///
/// # Panics
/// If a node has two.
pub(crate) fn settle(machine: &mut Machine, lanes: Range<usize>) -> Result<(), Violation> {
    machine.swap_lanes(|node| {
        let mut held = lanes.clone().filter(|&lane| node.packet(lane).is_some());
        let first = held.next()?;
        assert!(held.next().is_none(), "two packets are for one node");
        (first > 0).then_some((0, first))
    })
}

/// Makes every packet's key in lane 0 a new one.
pub(crate) fn rekey(
    machine: &mut Machine,
    key: impl Fn(u32) -> u32 + Sync,
) -> Result<(), Violation> {
    machine.rekey(0, |node| node.packet(0).map(|packet| key(packet.key())))
}
