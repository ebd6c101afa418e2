//! `hamiltonian`: every packet tours the whole mesh.

use meshcast_engine::{Machine, Messages, Options, Outcome, Shape, Violation};
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
/// None of its own; a broken machine rule.
///
/// # Panics
/// If `messages` is for another number of nodes.
///
/// # Source
/// K. T. Herley, A. Pietracaprina, G. Pucci, "Store-and-forward multicast routing on the mesh", 2006, §4: "the strategy
/// where all packets circulate along a Hamiltonian cycle of the mesh". Deviations are those of [`Circulation`].
///
/// # Example
/// ```
/// use meshcast_algorithms::hamiltonian;
/// use meshcast_engine::{Messages, Options, Shape};
/// use std::sync::Arc;
/// let set = Arc::new(Messages::new(6, [(0, vec![1, 5]), (4, vec![4])])?);
/// let outcome = hamiltonian(Shape::new(2, 3)?, set, Options::default())?;
/// assert_eq!(outcome.steps, 7);
/// assert_eq!((outcome.peak, outcome.capacity), (2, Some(2)));
/// assert_eq!(outcome.deliveries.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hamiltonian(
    shape: Shape,
    messages: Arc<Messages>,
    options: Options,
) -> Result<Outcome, Violation> {
    let circulation = Circulation::new(shape);
    let mut machine = Machine::new(shape, messages, Some(circulation.capacity()), options);
    machine.inject(0, |_| 0);
    circulation.run(&mut machine)?;
    Ok(machine.finish())
}
