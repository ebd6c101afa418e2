//! Names the families of networks.

/// What a network is, for whoever has to know more than its channels: where there are boxes, or how to draw it.
///
/// # Example
/// ```
/// use meshcast_algorithms::pathbased::{Network, Topology};
/// assert_eq!(Network::torus(&[4, 3])?.topology(), Topology::Torus(&[4, 3]));
/// assert_eq!(Network::hypercube(5)?.topology(), Topology::Hypercube(5));
/// # Ok::<(), meshcast_algorithms::pathbased::NetworkError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology<'a> {
    /// A mesh of these sides.
    Mesh(&'a [usize]),
    /// A torus of these sides.
    Torus(&'a [usize]),
    /// A hypercube of so many dimensions.
    Hypercube(usize),
    /// Any graph along a Hamiltonian path.
    Graph,
}
