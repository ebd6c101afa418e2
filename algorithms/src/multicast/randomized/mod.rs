//! `randomized`: the algorithm of Theorem 3 and its variants, in buffers of O(1) packets.

mod paper;

pub use paper::{Paper, PaperPhase, PaperRun};
