//! The multicast algorithms, one a file or folder.

mod auto;
mod buffered;
mod congestion;
mod greedy;
mod greedy_tree;
mod greedy_unicast;
mod hamiltonian;
mod inject;
mod randomized;
mod split;
mod unicast;

pub use auto::{Candidate, Forecast, Prediction};
pub use buffered::{Buffered, BufferedRun};
pub use congestion::Congestion;
pub use greedy_tree::GreedyTree;
pub use greedy_unicast::GreedyUnicast;
pub use hamiltonian::{hamiltonian, hamiltonian_capacity};
pub use randomized::{Paper, PaperPhase, PaperRun, Sweep, SweepRun, Tuned, TunedPhase, TunedRun};
pub use unicast::{Unicast, UnicastRound, UnicastRun};
