//! Checks and holds a source and its destinations.

use super::error::SetError;
use super::network::Network;
use super::node_name::NodeName;

/// A source and its destinations, all different.
#[derive(Clone, Debug)]
pub struct MulticastSet<'a> {
    network: &'a Network,
    source: u32,
    /// In the order of their names.
    destinations: Vec<u32>,
}

impl<'a> MulticastSet<'a> {
    /// The multicast from the node named `source` to those named `destinations`.
    ///
    /// # Errors
    /// If a name is not that of a node, the source is a destination, a destination is given twice, or there are none.
    pub fn named(
        network: &'a Network,
        source: &NodeName,
        destinations: &[NodeName],
    ) -> Result<Self, SetError> {
        let node = |name: &NodeName| {
            let off = || SetError::Off { network: network.to_string(), found: name.clone() };
            network.node(name).ok_or_else(off)
        };
        let nodes = destinations.iter().map(node).collect::<Result<_, _>>()?;
        Self::new(network, node(source)?, nodes)
    }

    /// The multicast from `source` to `destinations`.
    ///
    /// # Errors
    /// If the source is a destination, a destination is given twice, or there are none.
    ///
    /// # Panics
    /// If a number is not that of a node.
    pub fn new(
        network: &'a Network,
        source: u32,
        mut destinations: Vec<u32>,
    ) -> Result<Self, SetError> {
        if destinations.is_empty() {
            return Err(SetError::NoDestinations);
        }
        let is_node = |node: &u32| (*node as usize) < network.nodes();
        assert!(is_node(&source) && destinations.iter().all(is_node), "no such node");
        if destinations.contains(&source) {
            return Err(SetError::SourceAmongDestinations {
                source_node: network.coordinates(source),
            });
        }
        destinations.sort_by_cached_key(|&node| network.coordinates(node));
        if let Some(pair) = destinations.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(SetError::Twice { destination: network.coordinates(pair[0]) });
        }
        Ok(Self { network, source, destinations })
    }

    /// The network.
    pub fn network(&self) -> &'a Network {
        self.network
    }

    /// The source.
    pub fn source(&self) -> u32 {
        self.source
    }

    /// The destinations, in the order of their names.
    pub fn destinations(&self) -> &[u32] {
        &self.destinations
    }

    /// The multicast from `source` to some of the nodes that are here already, all of them different and in order.
    pub(super) fn part(&self, source: u32, destinations: Vec<u32>) -> Self {
        Self { network: self.network, source, destinations }
    }
}
