//! Gathers the multicast algorithms, one a file or folder.

mod algorithm;
mod auto;
mod buffered;
mod congestion;
mod deterministic;
#[cfg(test)]
mod falsehood;
mod forecast;
mod greedy_queues;
mod greedy_tree;
mod greedy_unicast;
mod hamiltonian;
mod inject;
mod message_parameters;
mod randomized;
mod split;
mod unicast;
mod visits;

pub use algorithm::Multicast;
pub use auto::{Auto, AutoRun};
pub use buffered::{Buffered, BufferedRun};
pub use congestion::Congestion;
pub use deterministic::{
    AlphaIs, Assumption, DeterministicPaper, DeterministicPaperGuess, DeterministicPaperPhase,
    DeterministicPaperRun, Explicit, ExplicitPlan, ExplicitRun, GuaranteedRounds, Marks, Pace,
    Permutations, Replication, Rounds, RoundsRound, RoundsRun,
};
pub use forecast::{Candidate, Forecast, Prediction};
pub use greedy_tree::GreedyTree;
pub use greedy_unicast::GreedyUnicast;
pub use hamiltonian::Hamiltonian;
pub use message_parameters::MessageParameters;
pub(crate) use randomized::sweep_bands;
pub use randomized::{
    Certified, CertifiedPhase, CertifiedRun, CertifiedSchedule, GuaranteedBands, GuaranteedPhase,
    Paper, PaperPhase, PaperRun, Slotted, SlottedRun, SlottedSchedule, Sweep, SweepRun, Tuned,
    TunedPhase, TunedRun,
};
pub use unicast::{Unicast, UnicastRound, UnicastRun};
pub(crate) use visits::{grid_in_blocks, tiles_in_blocks};
