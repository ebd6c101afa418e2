//! Runs `deterministic`: stored permutations, or polynomials, in the place of random numbers.

mod explicit;
mod paper;
mod rounds;

pub use explicit::{Explicit, ExplicitPlan, ExplicitRun};
pub use paper::{
    AlphaIs, DeterministicPaper, DeterministicPaperGuess, DeterministicPaperPhase,
    DeterministicPaperRun, Marks, Replication,
};
pub use rounds::{
    Assumption, GuaranteedRounds, Pace, Permutations, Rounds, RoundsRound, RoundsRun,
};
