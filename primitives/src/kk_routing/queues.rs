//! Numbers the queues of a (k,k)-routing.

/// The queue that packets start and end in; of two ways, that of the packets that go along rows first.
pub(super) const QUEUE: usize = 0;
/// The queue of those that have arrived somewhere.
pub(super) const ARRIVED: usize = 1;
/// The queue of the packets that go along columns first.
pub(super) const CROSSING: usize = 2;
/// The queue of those of them that have arrived somewhere before their last lines.
pub(super) const CROSSED: usize = 3;
