//! Multicast algorithms on the mesh machine.

mod multicast;

pub use multicast::hamiltonian;
