//! `randomized`: the algorithm of Theorem 3 in its variants.

mod sweep;

pub use sweep::{Sweep, SweepRun};
