//! Lends forms the memory that they use again in every step.

use super::errands::Errands;
use super::flight::Flight;
use crate::packet::Held;
use std::ops::Range;

/// Memory whose contents mean nothing between steps.
#[derive(Default)]
pub(crate) struct Scratch {
    /// A plane to gather into.
    pub(crate) plane: Vec<u64>,
    /// The same for the identities of a machine with identities.
    pub(crate) identities: Vec<u32>,
    pub(crate) aside: Vec<u64>,
    pub(crate) words: Vec<u64>,
    pub(crate) word_runs: Vec<Range<usize>>,
    pub(crate) flight: Flight,
    pub(crate) errands: Errands,
    /// Packets that are copied into a queue: lane, node, and the key of the copy.
    pub(crate) branches: Vec<(usize, usize, u32)>,
    /// Packets of queues on their way, each with the node it goes to.
    pub(crate) moving: Vec<(usize, Held)>,
}
