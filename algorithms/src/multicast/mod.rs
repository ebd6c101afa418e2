//! The multicast algorithms, one a file.

mod hamiltonian;

pub use hamiltonian::{hamiltonian, hamiltonian_capacity};
