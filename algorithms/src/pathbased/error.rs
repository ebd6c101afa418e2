//! Says why there are no paths: what is wrong with a network, a multicast set or a plan.

use super::limits::{MOST_DESTINATIONS, MOST_NODES};
use super::node_name::NodeName;
use thiserror::Error;

/// Why something is no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// No dimensions.
    #[error("expected at least one dimension, found none")]
    NoDimensions,
    /// A dimension without nodes.
    #[error("expected sides of at least 1, found 0 in dimension {dimension}")]
    EmptySide {
        /// The dimension, counted from 1.
        dimension: usize,
    },
    /// A graph without nodes.
    #[error("expected at least one node, found none")]
    NoNodes,
    /// More nodes than there may be.
    #[error("expected at most {MOST_NODES} nodes, found more")]
    ManyNodes,
    /// An edge to a node that is not there.
    #[error("expected nodes from 0 to {last}, found the edge {from} {to}")]
    OffGraph {
        /// The greatest node.
        last: u32,
        /// One end of the edge.
        from: u32,
        /// The other.
        to: u32,
    },
    /// An edge from a node to itself.
    #[error("expected edges between different nodes, found the edge {node} {node}")]
    Loop {
        /// The node.
        node: u32,
    },
    /// Consecutive numbers that are no neighbours.
    #[error(
        "expected node numbers along a Hamiltonian path, found no edge from {node} to {}",
        .node + 1
    )]
    NoPath {
        /// The first of them.
        node: u32,
    },
}

/// Why something is no multicast set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetError {
    /// Coordinates that are not those of a node.
    #[error("expected a node of the {network}, found {found}")]
    Off {
        /// The network.
        network: String,
        /// The coordinates.
        found: NodeName,
    },
    /// A source that is its own destination.
    #[error("expected destinations other than the source, found {source_node} among them")]
    SourceAmongDestinations {
        /// The source.
        source_node: NodeName,
    },
    /// A destination given twice.
    #[error("expected every destination once, found {destination} twice")]
    Twice {
        /// The destination.
        destination: NodeName,
    },
    /// No destinations.
    #[error("expected at least one destination, found none")]
    NoDestinations,
}

/// Why nodes are no path of a worm. Places count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// A path without channels.
    #[error("expected a path of at least two nodes, found {found}")]
    Short {
        /// Its nodes.
        found: usize,
    },
    /// A hop to a node that is no neighbour.
    #[error("expected neighbours, found no edge from {from} to {to} (nodes {place} and {} of the path)", .place + 1)]
    NoEdge {
        /// The place of the first node.
        place: usize,
        /// The first node.
        from: NodeName,
        /// The node after it.
        to: NodeName,
    },
    /// A channel that comes twice: the worm would wait for itself.
    #[error("expected every channel once, found the one from {from} to {to} again (nodes {place} and {} of the path)", .place + 1)]
    ChannelTwice {
        /// The place of the first node, the second time.
        place: usize,
        /// The node that the channel leaves.
        from: NodeName,
        /// The node that it enters.
        to: NodeName,
    },
    /// A worm without destinations.
    #[error("expected at least one destination, found none")]
    NoDestinations,
    /// A destination that the path does not visit after the one before.
    #[error(
        "expected destinations in the order in which the path visits them, found {destination} (destination {place}), which it does not visit {after}",
        after = if *.place == 1 { "after the source" } else { "after the one before" }
    )]
    NotVisited {
        /// The place of the destination.
        place: usize,
        /// The destination.
        destination: NodeName,
    },
    /// A path that goes on after its last destination.
    #[error(
        "expected a path that ends at its last destination {last}, found one that ends at {end}"
    )]
    GoesOn {
        /// The last destination.
        last: NodeName,
        /// The last node.
        end: NodeName,
    },
}

/// Why a ratio is no threshold of a grouping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a ratio of whole numbers below 2^32, above 0 and at most 1, such as 1/2")]
pub struct ThresholdError;

/// Why a scheme or a grouping has no answer for a multicast set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// Multi-path somewhere else than on a mesh of two dimensions.
    #[error(
        "expected a mesh of two dimensions for multi-path, which knows left from right, found none"
    )]
    NotPlane,
    /// A grouping on a graph without coordinates.
    #[error(
        "expected a mesh, torus or hypercube for groups, which are the destinations in boxes, found none"
    )]
    NoBoxes,
    /// More destinations than optima are found for.
    #[error(
        "expected at most {MOST_DESTINATIONS} destinations on either side of the source for ocms and otms, found {found}"
    )]
    ManyDestinations {
        /// The destinations above or below the source.
        found: usize,
    },
    /// Groups that are not the destinations, each once.
    #[error(
        "expected every destination in one group, found {found} members for {expected} destinations"
    )]
    NotAPartition {
        /// Destinations of the set.
        expected: usize,
        /// Members of all groups.
        found: usize,
    },
}
