//! Groups destinations that the one nearest to the source serves together.

mod boxes;
mod gpg;
mod ppg;
mod space;
mod square_roots;
mod threshold;

pub(super) use space::Space;
pub use threshold::Threshold;

use super::error::PlanError;
use super::multicast_set::MulticastSet;
use super::network::Topology;
use super::node_name::NodeName;

/// How destinations are put into groups before paths are found, on meshes, hypercubes and tori of any dimensions.
///
/// A box has an interval of coordinates in every dimension. On a hypercube boxes are subcubes, and distances count the bits that differ. On
/// a torus distances go around where that is shorter, and an interval may lead across the end of a ring: the smallest box around
/// nodes has the shortest interval around their coordinates in each dimension, of several the one that begins at the lowest coordinate.
/// The papers have planes alone; the rest is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Not at all: the source serves all destinations itself.
    None,
    /// By cuts between far destinations, until boxes are as full as the threshold says: O(n²·k²) a cut of k members in
    /// n dimensions. Chen, Chang, Sheu, Algorithm 2, where the ratio divides by the nodes of the box as in their
    /// example; of equal cuts the one in the lowest dimension, then at the lowest coordinate.
    Gpg(Threshold),
    /// By destinations that are far from one another and those around them. Chen, Chang, Sheu, Algorithm 3, with the
    /// least distance where a sum is printed, and destinations inside a box joining it.
    Ppg,
}

impl Grouping {
    /// The groups of the destinations of `set`, in the order of their first members, each in order; nothing for [`Grouping::None`].
    ///
    /// # Errors
    /// If there are groups to make and the network is a graph without coordinates.
    pub fn groups(self, set: &MulticastSet) -> Result<Option<Vec<Vec<u32>>>, PlanError> {
        if self == Self::None {
            return Ok(None);
        }
        let network = set.network();
        if network.topology() == Topology::Graph {
            return Err(PlanError::NoBoxes);
        }
        // In the order of their names, as the destinations are.
        let names: Vec<NodeName> =
            set.destinations().iter().map(|&node| network.coordinates(node)).collect();
        let space = Space::of(network);
        let mut groups = match self {
            Self::Gpg(threshold) => gpg::groups(space, &names, threshold),
            _ => ppg::groups(space, &names),
        };
        for group in &mut groups {
            group.sort_unstable();
        }
        groups.sort_unstable();
        let nodes =
            |group: Vec<usize>| group.into_iter().map(|at| set.destinations()[at]).collect();
        Ok(Some(groups.into_iter().map(nodes).collect()))
    }
}
