//! Names networks of worms, their nodes and channels, as results have them.

use meshcast_algorithms::pathbased::{Network, Topology};
use serde::Serialize;

/// A network, in words and by its sides.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct NetworkResult {
    /// In words.
    #[serde(rename = "network")]
    pub(crate) name: String,
    /// Of a mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mesh: Option<Vec<usize>>,
    /// Of a torus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) torus: Option<Vec<usize>>,
    /// Dimensions of a hypercube.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hypercube: Option<usize>,
}

impl NetworkResult {
    pub(crate) fn of(network: &Network) -> Self {
        let mut result =
            Self { name: network.to_string(), mesh: None, torus: None, hypercube: None };
        match network.topology() {
            Topology::Mesh(sides) => result.mesh = Some(sides.to_vec()),
            Topology::Torus(sides) => result.torus = Some(sides.to_vec()),
            Topology::Hypercube(dimensions) => result.hypercube = Some(dimensions),
            Topology::Graph => {}
        }
        result
    }

    /// Columns and rows of a mesh or torus of two dimensions, and whether it is a torus.
    pub(crate) fn plane(&self) -> Option<([usize; 2], bool)> {
        match (self.mesh.as_deref(), self.torus.as_deref(), self.hypercube) {
            (Some(&[columns, rows]), ..) => Some(([columns, rows], false)),
            (_, Some(&[columns, rows]), _) => Some(([columns, rows], true)),
            (.., Some(2)) => Some(([2, 2], false)),
            _ => None,
        }
    }
}

/// Coordinates, or the number of a node of a graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub(crate) enum NodeResult {
    Coordinates(Vec<usize>),
    Number(usize),
}

impl NodeResult {
    pub(crate) fn of(network: &Network, node: u32) -> Self {
        match network.topology() {
            Topology::Graph => Self::Number(node as usize),
            _ => Self::Coordinates(network.coordinates(node).to_vec()),
        }
    }

    /// As the command line takes it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Coordinates(coordinates) => {
                coordinates.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
            }
        }
    }
}

/// A channel, by the nodes at its ends.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ChannelResult {
    pub(crate) from: NodeResult,
    pub(crate) to: NodeResult,
}

impl ChannelResult {
    pub(crate) fn of(network: &Network, channel: u32) -> Self {
        let (from, to) = network.ends(channel);
        Self { from: NodeResult::of(network, from), to: NodeResult::of(network, to) }
    }
}
