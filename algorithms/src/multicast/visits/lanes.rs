//! Numbers the lanes of the packets that take part in visits.

use meshcast_primitives::Migration;

/// The lane in which packets move from tile to tile; those up to the masters' are empty between visits.
pub(in crate::multicast) const MOVING: usize = 0;
/// The lane of the masters.
pub(in crate::multicast) const MASTER: usize = Migration::MASTER;
