//! Numbers the queues and slots that the steps of the algorithm share.

use meshcast_primitives::KkRouting;

/// The queue of packets at rest.
pub(super) const HOME: usize = KkRouting::QUEUE;
/// The queue of packets that are to be copied.
pub(super) const WAITING: usize = 1;
/// The queue of packets on their way.
pub(super) const MOVING: usize = 2;
/// The slot of packets with few destinations while the others are split.
pub(super) const ASIDE: usize = 3;
