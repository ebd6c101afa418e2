//! `hamiltonian`: every packet tours the whole mesh.

use meshcast_engine::{Machine, Shape, Violation};
use meshcast_primitives::Circulation;

/// Multicast by circulation: every message goes round a Hamiltonian cycle of the mesh, a copy each way, and is delivered
/// where it passes a destination.
///
/// The floor that an "optimal" algorithm must beat: it needs neither the congestion c nor the degree d, two packets a
/// node, and n steps. It is the algorithm of choice for c > n/16, where √(cn) steps are no fewer than n/4.
///
/// # Shape
/// Any rows × cols, any message set, nodes without a message allowed; a source may be its own destination.
///
/// # Cost
/// | shape, n nodes | steps, exact | buffer capacity |
/// |---|---|---|
/// | n even, both sides ≥ 2 | n + 1 | 2 |
/// | odd × odd, both ≥ 3 | n + 2 | 4 |
/// | 1 × n, n × 1, n ≥ 2 | 2n − 1 | 4 |
/// | 1 × 1 | 1 | 1 |
///
/// # Errors
/// None of its own; a broken machine rule, M6 if the machine's capacity is below [`hamiltonian_capacity`].
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §4: "the strategy
/// where all packets circulate along a Hamiltonian cycle of the mesh". Deviations are those of [`Circulation`].
///
/// # Example
/// ```
/// use meshcast_algorithms::{hamiltonian, hamiltonian_capacity};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use std::sync::Arc;
/// let shape = Shape::new(2, 3)?;
/// let set = Arc::new(Messages::new(6, [(0, vec![1, 5]), (4, vec![4])])?);
/// let capacity = hamiltonian_capacity(shape);
/// let mut machine = Machine::new(shape, set, Some(capacity), Options::default());
/// hamiltonian(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 7);
/// assert_eq!((outcome.peak, capacity), (2, 2));
/// assert_eq!(outcome.deliveries.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hamiltonian(machine: &mut Machine) -> Result<(), Violation> {
    machine.inject(0, |_| 0);
    Circulation::new(machine.shape()).run(machine)
}

/// Packets that a buffer must hold for [`hamiltonian`] on `shape`.
pub fn hamiltonian_capacity(shape: Shape) -> usize {
    Circulation::new(shape).capacity()
}

/// The steps of [`hamiltonian`] on `shape`.
pub(super) fn hamiltonian_steps(shape: Shape) -> u64 {
    Circulation::new(shape).steps()
}
