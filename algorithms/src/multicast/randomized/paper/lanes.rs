//! Numbers the lanes of the packets at rest, and clears those of the masters.

use meshcast_engine::{Machine, Node, Violation};
use meshcast_primitives::{LiteralMigration, Migration};

/// The lanes of the masters.
pub(super) const MASTERS: [usize; 2] = LiteralMigration::MASTERS;
/// The lane of packets that wait for others to be routed.
pub(super) const ASIDE: usize = MASTERS[1] + 1;

/// Lets the masters without open destinations leave.
pub(super) fn strip(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|step| {
        MASTERS
            .iter()
            .try_for_each(|&lane| step.discard(lane, |node| !Migration::is_open(node, lane)))
    })
}

/// Destinations of the packet in slot `lane` to which no copy has been sent.
pub(super) fn open_destinations(node: &Node<'_>, lane: usize) -> u32 {
    node.words(lane).iter().filter(|&word| word == 0).count() as u32
}
