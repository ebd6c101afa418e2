//! Numbers the lanes of a t-migration.

/// The lane of the masters, above those of the copies.
pub(super) const MASTER: usize = 7;

/// The lanes: packets that a buffer must hold.
pub(super) const CAPACITY: usize = MASTER + 1;
