//! The multicast algorithms, one a file or folder.

mod buffered;
mod hamiltonian;
mod randomized;

pub use buffered::{Buffered, BufferedRun};
pub use hamiltonian::{hamiltonian, hamiltonian_capacity};
pub use randomized::{Tuned, TunedPhase, TunedRun};
