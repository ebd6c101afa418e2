//! `randomized`: the algorithm of Theorem 3, in its variants.

mod blocks;
mod deal;
mod leapt_round;
mod paper;
mod sweep;
mod tessellation;
mod tuned;

pub(in crate::multicast) use blocks::Blocks;
pub(in crate::multicast) use paper::DoubleTessellation;
pub use paper::{Paper, PaperPhase, PaperRun};
pub use sweep::{Sweep, SweepRun};
pub use tuned::{Tuned, TunedPhase, TunedRun};
