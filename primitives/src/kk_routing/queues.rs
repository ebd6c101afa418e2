//! Numbers the queues of a (k,k)-routing.

/// The queue that packets start and end in.
pub(super) const QUEUE: usize = 0;
/// The queue of those that have arrived somewhere.
pub(super) const ARRIVED: usize = 1;
