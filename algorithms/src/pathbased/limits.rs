//! Limits networks and searches, so that these finish and fit into memory.

/// The most nodes of a network.
pub const MOST_NODES: usize = 1 << 20;

/// The most destinations on one side of the source that optima are found for: distances grow with their square.
pub const MOST_DESTINATIONS: usize = 4096;

/// The most that p·(k + p)² may be when [`Ocms`](super::Scheme::Ocms) assigns p ports and k destinations.
pub(super) const MOST_ASSIGNMENT_STEPS: u64 = 1 << 31;

/// The most steps of a search by [`Otms`](super::Scheme::Otms), over all of its rounds. A step moves or compares one word;
/// it takes one or two nanoseconds.
pub(super) const MOST_SEARCH_STEPS: u64 = 1 << 30;

/// The most words that a search by [`Otms`](super::Scheme::Otms) keeps at a time.
pub(super) const MOST_SEARCH_WORDS: u64 = 1 << 26;
