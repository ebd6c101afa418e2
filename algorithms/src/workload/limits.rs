//! Sets the defaults and the limits of a workload's parameters.

use meshcast_engine::MAX_NODES;

/// The congestion c of a workload where none is asked for (1 for permutations).
pub const DEFAULT_CONGESTION: usize = 4;

/// The degree d of a sparse workload where none is asked for and the congestion is no less.
pub const DEFAULT_DEGREE: usize = 4;

/// The greatest side of a square mesh.
pub(super) const MAX_SIDE: usize = MAX_NODES.isqrt();

/// The most deliveries of a set whose degree is free: as many as lines of a file.
pub(super) const MAX_DELIVERIES: u64 = 1 << 32;
