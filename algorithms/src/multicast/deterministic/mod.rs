//! `deterministic`: the algorithm of Theorem 4, in its variants.

mod paper;

pub use paper::{
    DeterministicPaper, DeterministicPaperPhase, DeterministicPaperRun, Marks, Replication,
};
