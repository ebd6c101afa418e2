//! Runs `deterministic`: stored permutations in the place of random numbers.

mod paper;
mod rounds;

pub use paper::{
    AlphaIs, DeterministicPaper, DeterministicPaperGuess, DeterministicPaperPhase,
    DeterministicPaperRun, Marks, Replication,
};
pub use rounds::{
    Assumption, GuaranteedRounds, Pace, Permutations, Rounds, RoundsRound, RoundsRun,
};
