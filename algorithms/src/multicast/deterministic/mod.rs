//! `deterministic`: stored permutations in the place of random numbers.

mod rounds;

pub use rounds::{Pace, Permutations, Rounds, RoundsRound, RoundsRun};
