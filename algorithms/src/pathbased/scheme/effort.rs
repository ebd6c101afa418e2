//! Says how much a search may do, and what it finds.

use super::super::limits::USUAL_EFFORT;
use super::multicast_half::Branch;

/// The most moves that a search for an optimum makes on one side of a source. A move is a word that is moved or compared, a nanosecond
/// or two; the time is never asked for, so that an answer repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort(pub u64);

/// 2³⁰ moves, one or two seconds.
impl Default for Effort {
    fn default() -> Self {
        Self(USUAL_EFFORT)
    }
}

/// The branches of a half, and what its scheme cannot get below.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) branches: Vec<Branch>,
    pub(super) bound: i64,
}
