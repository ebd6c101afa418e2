//! Gathers the multicast algorithms, one a file or folder.

mod auto;
mod buffered;
mod congestion;
mod deterministic;
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

pub use auto::{Auto, AutoRun};
pub use buffered::{Buffered, BufferedRun};
pub use congestion::Congestion;
pub use deterministic::{
    AlphaIs, Assumption, DeterministicPaper, DeterministicPaperGuess, DeterministicPaperPhase,
    DeterministicPaperRun, GuaranteedRounds, Marks, Pace, Permutations, Replication, Rounds,
    RoundsRound, RoundsRun,
};
pub use forecast::{Candidate, Forecast, Prediction};
pub use greedy_tree::GreedyTree;
pub use greedy_unicast::GreedyUnicast;
pub use hamiltonian::Hamiltonian;
pub(crate) use randomized::sweep_bands;
pub use randomized::{Paper, PaperPhase, PaperRun, Sweep, SweepRun, Tuned, TunedPhase, TunedRun};
pub use unicast::{Unicast, UnicastRound, UnicastRun};
pub(crate) use visits::tiles_in_blocks;

use meshcast_engine::{Machine, Messages, Violation};
use std::sync::Arc;

/// A multicast algorithm, planned for one message set on one mesh.
pub trait Multicast {
    /// What a run finds out on its way, and its choices.
    type Run;

    /// The messages as their headers list them: what the machine is to be made with.
    fn messages(&self) -> Arc<Messages>;

    /// Packets that a buffer must hold, if there is a limit.
    fn capacity(&self) -> Option<usize>;

    /// Routes the messages of all input queues.
    ///
    /// # Errors
    /// None of its own; a broken machine rule.
    ///
    /// # Panics
    /// If the machine was made with other messages or another shape; with the greedy rivals also after 2²⁷ steps.
    fn run(&self, machine: &mut Machine) -> Result<Self::Run, Violation>;
}
