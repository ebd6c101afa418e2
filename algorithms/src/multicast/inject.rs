//! Turns messages into packets at the beginning of a run.

use meshcast_engine::{Machine, Messages, Violation};

/// Lets every message leave its input queue as a packet in slot `lane`; those without destinations leave the network,
/// which takes a step.
pub(super) fn inject(machine: &mut Machine, lane: usize) -> Result<(), Violation> {
    machine.inject(lane, |_| 0);
    machine.span("strip", |machine| {
        machine.step(|step| step.discard(lane, |node| node.destinations(lane).is_empty()))
    })
}

/// Packets that [`inject`] leaves in the network: messages with destinations.
pub(super) fn injected(messages: &Messages) -> usize {
    messages.iter().filter(|(_, destinations)| !destinations.is_empty()).count()
}
