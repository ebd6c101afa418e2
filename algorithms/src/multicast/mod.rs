//! The multicast algorithms, one a file or folder.

mod buffered;
mod hamiltonian;
mod randomized;
mod split;

pub use buffered::{Buffered, BufferedRun};
pub use hamiltonian::{hamiltonian, hamiltonian_capacity};
pub use randomized::{Paper, PaperPhase, PaperRun, Tuned, TunedPhase, TunedRun};
