//! `deterministic`: the algorithm of Theorem 4, in its variants.

mod paper;

pub use paper::{
    DeterministicPaper, DeterministicPaperGuess, DeterministicPaperPhase, DeterministicPaperRun,
    Marks, Replication,
};
