//! Runs `hamiltonian`: every packet tours the whole mesh.

use super::Multicast;
use meshcast_engine::{Machine, Messages, Shape, Violation};
use meshcast_primitives::Circulation;
use std::sync::Arc;

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
/// None of its own; a broken machine rule, M6 if the machine's capacity is below that of the table.
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §4: "the strategy
/// where all packets circulate along a Hamiltonian cycle of the mesh". Deviations are those of [`Circulation`].
///
/// # Example
/// ```
/// use meshcast_algorithms::{Hamiltonian, Multicast};
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use std::sync::Arc;
/// let shape = Shape::new(2, 3)?;
/// let set = Arc::new(Messages::new(6, [(0, vec![1, 5]), (4, vec![4])])?);
/// let hamiltonian = Hamiltonian::new(shape, set);
/// let (messages, capacity) = (hamiltonian.messages(), hamiltonian.capacity());
/// let mut machine = Machine::new(shape, messages, capacity, Options::default());
/// hamiltonian.run(&mut machine)?;
/// let outcome = machine.finish();
/// assert_eq!(outcome.steps, 7);
/// assert_eq!((outcome.peak, capacity), (2, Some(2)));
/// assert_eq!(outcome.deliveries.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hamiltonian {
    circulation: Circulation,
    messages: Arc<Messages>,
}

impl Hamiltonian {
    /// The algorithm for `messages` on `shape`, of which no node need know anything but the shape.
    pub fn new(shape: Shape, messages: Arc<Messages>) -> Self {
        Self { circulation: Circulation::new(shape), messages }
    }

    /// Routes the packets in lane 0.
    pub(super) fn route_injected(&self, machine: &mut Machine) -> Result<(), Violation> {
        self.circulation.run(machine)
    }
}

impl Multicast for Hamiltonian {
    type Run = ();

    fn messages(&self) -> Arc<Messages> {
        Arc::clone(&self.messages)
    }

    fn capacity(&self) -> Option<usize> {
        Some(self.circulation.capacity())
    }

    fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.inject(0, |_| 0);
        self.route_injected(machine)
    }
}
