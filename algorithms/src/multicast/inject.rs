//! Turns messages into packets at the beginning of a run.

use meshcast_engine::{Machine, Messages, Violation};
use std::ops::Range;

/// Lets every message leave its input queue as a packet in slot `lane`; those without destinations leave the network,
/// which takes a step.
pub(super) fn inject(machine: &mut Machine, lane: usize) -> Result<(), Violation> {
    inject_all(machine, lane..lane + 1)
}

/// The same of nodes that may have several messages: as many as there are slots in `lanes`, one for each.
pub(super) fn inject_all(machine: &mut Machine, mut lanes: Range<usize>) -> Result<(), Violation> {
    machine.inject(lanes.start, |_| 0);
    machine.span("strip", |machine| {
        machine.step(|step| {
            lanes.try_for_each(|lane| step.discard(lane, |node| node.destinations(lane).is_empty()))
        })
    })
}

/// Packets that [`inject`] leaves in the network: messages with destinations.
pub(super) fn injected(messages: &Messages) -> usize {
    messages.iter().filter(|(_, destinations)| !destinations.is_empty()).count()
}
