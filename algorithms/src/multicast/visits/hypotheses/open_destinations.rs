//! Counts the destinations of a packet that have not been served.

use super::super::lanes::MASTER;
use meshcast_engine::Node;

/// The word of an open destination.
pub(super) const OPEN: u32 = 0;

/// Open destinations of the packet of a node, anywhere.
pub(super) fn open(node: &Node<'_>) -> usize {
    node.words(MASTER).iter().filter(|&word| word == OPEN).count()
}
