//! `randomized`: the algorithm of Theorem 3, in its variants.

mod deal;
mod tessellation;
mod tuned;

pub use tuned::{Tuned, TunedPhase, TunedRun};
