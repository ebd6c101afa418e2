//! The multicast algorithms, one a file or folder.

mod buffered;
mod hamiltonian;

pub use buffered::{Buffered, BufferedRun};
pub use hamiltonian::{hamiltonian, hamiltonian_capacity};
