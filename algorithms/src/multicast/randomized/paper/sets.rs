//! Lemma 1: messages with more destinations than c become packets of two sets.

use super::REST;
use crate::multicast::split::{split, split_steps};
use meshcast_engine::{Machine, Node, Shape, Violation};

/// The steps of [`two_sets`] of messages with at most `degree` destinations.
pub(super) fn two_sets_steps(shape: Shape, degree: usize, congestion: usize) -> u64 {
    1 + split_steps(shape, degree / congestion)
}

/// Of a message with d > c destinations makes ⌊d/c⌋ packets of c destinations, in lane 0, and one of those left over, in
/// lane [`REST`], where the packets with at most c go.
///
/// There are at most n packets of c destinations, since no more than c messages are for any node.
pub(super) fn two_sets(
    machine: &mut Machine,
    degree: usize,
    congestion: usize,
) -> Result<(), Violation> {
    let destinations = |node: &Node<'_>, lane| node.destinations(lane).len();
    machine.step(|step| {
        step.copy(0, REST, |node| {
            let here = destinations(node, 0);
            here > congestion && !here.is_multiple_of(congestion)
        })
    })?;
    machine.narrow(REST, |node| Some(destinations(node, REST) / congestion))?;
    machine.swap_lanes(|node| {
        let whole = node.packet(0).is_some() && destinations(node, 0) <= congestion;
        whole.then_some((0, REST))
    })?;
    split(machine, degree / congestion, |node, lane| (destinations(node, lane) / congestion) as u32)
}
