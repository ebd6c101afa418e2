//! Limits networks and searches, so that these finish and fit into memory.

/// The most nodes of a network.
pub const MOST_NODES: usize = 1 << 20;

/// The most destinations on one side of the source that optima are found for: distances grow with their square.
pub const MOST_DESTINATIONS: usize = 4096;

/// The moves of a search by [`Ocms`](super::Scheme::Ocms) or [`Otms`](super::Scheme::Otms) on one side of a source, unless told otherwise.
pub(super) const USUAL_EFFORT: u64 = 1 << 30;

/// The most weights that [`Ocms`](super::Scheme::Ocms) assigns by, whatever its effort: 270 MB, and as many in the solver.
pub(super) const MOST_WEIGHTS: u64 = 1 << 25;

/// The most words that a search by [`Otms`](super::Scheme::Otms) keeps at a time, whatever its effort.
pub(super) const MOST_SEARCH_WORDS: u64 = 1 << 26;
