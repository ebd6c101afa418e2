//! Builds the paths of a multicast.

use super::error::PathError;
use super::network::Network;
use std::collections::BTreeSet;

/// The way of one worm: the nodes that it passes, and which of them are its destinations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    nodes: Vec<u32>,
    hops: Vec<usize>,
}

impl Path {
    /// The path that leaves `source` for its neighbour `port` and goes on by R from destination to destination.
    pub(super) fn along(network: &Network, source: u32, port: u32, destinations: &[u32]) -> Self {
        let mut nodes = vec![source, port];
        let mut hops = Vec::with_capacity(destinations.len());
        for &destination in destinations {
            let at = nodes[nodes.len() - 1];
            nodes.extend(network.route(at, destination).skip(1));
            hops.push(nodes.len() - 1);
        }
        Self { nodes, hops }
    }

    /// The path through `nodes`, which visits `destinations` on its way, the last one at its end. Of several visits the first counts.
    ///
    /// # Cost
    /// O(l·log l) for l nodes.
    ///
    /// # Errors
    /// If it has no channel, has one twice, has a hop between nodes that are no neighbours, or does not visit the destinations in order.
    ///
    /// # Panics
    /// If a number is not that of a node.
    ///
    /// # Example
    /// ```
    /// use meshcast_algorithms::pathbased::{Network, Path};
    /// let mesh = Network::mesh(&[2, 2])?;
    /// let path = Path::through(&mesh, vec![0, 1, 3, 2], &[1, 2])?;
    /// assert_eq!((path.length(), path.hops()), (3, &[1, 3][..]));
    /// assert!(Path::through(&mesh, vec![0, 3], &[3]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn through(
        network: &Network,
        nodes: Vec<u32>,
        destinations: &[u32],
    ) -> Result<Self, PathError> {
        if nodes.len() < 2 {
            return Err(PathError::Short { found: nodes.len() });
        }
        let named = |node| network.coordinates(node);
        let mut crossed = BTreeSet::new();
        for (before, pair) in nodes.windows(2).enumerate() {
            let (place, from, to) = (before + 1, named(pair[0]), named(pair[1]));
            let Some(channel) = network.channel(pair[0], pair[1]) else {
                return Err(PathError::NoEdge { place, from, to });
            };
            if !crossed.insert(channel) {
                return Err(PathError::ChannelTwice { place, from, to });
            }
        }
        let Some((&last, others)) = destinations.split_last() else {
            return Err(PathError::NoDestinations);
        };
        let end = nodes.len() - 1;
        let mut hops = Vec::with_capacity(destinations.len());
        for (before, &destination) in others.iter().enumerate() {
            let from = hops.last().map_or(1, |&hop| hop + 1);
            let visit = (from..end).find(|&hop| nodes[hop] == destination);
            let unvisited =
                || PathError::NotVisited { place: before + 1, destination: named(destination) };
            hops.push(visit.ok_or_else(unvisited)?);
        }
        if nodes[end] != last {
            let from = hops.last().map_or(1, |&hop| hop + 1);
            return Err(if nodes[from..].contains(&last) {
                PathError::GoesOn { last: named(last), end: named(nodes[end]) }
            } else {
                PathError::NotVisited { place: destinations.len(), destination: named(last) }
            });
        }
        hops.push(end);
        Ok(Self { nodes, hops })
    }

    /// The nodes, the source first, the last destination last.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// After how many hops the worm is at each destination.
    pub fn hops(&self) -> &[usize] {
        &self.hops
    }

    /// The destinations in the order in which they are visited.
    pub fn destinations(&self) -> impl Iterator<Item = u32> {
        self.hops.iter().map(|&hop| self.nodes[hop])
    }

    /// How many channels the path takes.
    pub fn length(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The channels, in order.
    ///
    /// # Panics
    /// If the path is one of another network.
    pub fn channels(&self, network: &Network) -> Vec<u32> {
        let channel = |pair: &[u32]| network.channel(pair[0], pair[1]);
        let channel = |pair| channel(pair).expect("a path goes from neighbour to neighbour");
        self.nodes.windows(2).map(channel).collect()
    }

    /// The ports by which it leaves its nodes but the last.
    ///
    /// # Panics
    /// If the path is one of another network.
    pub fn ports(&self, network: &Network) -> Vec<u32> {
        self.channels(network).into_iter().map(|channel| network.port(channel)).collect()
    }
}

/// Paths from one source, no two by the same port, that together visit every destination once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Star {
    pub(super) paths: Vec<Path>,
    pub(super) bound: Option<Bound>,
}

/// What no star of a set is below, under the rule for ports of its scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Channels of all paths: of [`Scheme::Ocms`](super::Scheme::Ocms).
    Links(usize),
    /// Channels of the longest path: of [`Scheme::Otms`](super::Scheme::Otms).
    MaxLength(usize),
}

impl Bound {
    /// The channels.
    pub fn channels(self) -> usize {
        match self {
            Self::Links(channels) | Self::MaxLength(channels) => channels,
        }
    }

    /// That of two stars which set out at the same time.
    pub(super) fn beside(self, other: Self) -> Self {
        match self {
            Self::Links(channels) => Self::Links(channels + other.channels()),
            Self::MaxLength(channels) => Self::MaxLength(channels.max(other.channels())),
        }
    }

    /// That of two stars of which one sets out after the other.
    pub(super) fn before(self, other: Self) -> Self {
        match self {
            Self::Links(channels) => Self::Links(channels + other.channels()),
            Self::MaxLength(channels) => Self::MaxLength(channels + other.channels()),
        }
    }

    /// Whether what has so many links and so long a longest path is the best there is.
    pub(super) fn is_met(self, links: usize, max_length: usize) -> bool {
        match self {
            Self::Links(channels) => channels == links,
            Self::MaxLength(channels) => channels == max_length,
        }
    }
}

impl Star {
    /// The paths, those to higher labels first.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// How many channels all paths take.
    pub fn links(&self) -> usize {
        self.paths.iter().map(Path::length).sum()
    }

    /// How many channels the longest path takes.
    pub fn max_length(&self) -> usize {
        self.paths.iter().map(Path::length).max().unwrap_or(0)
    }

    /// What the scheme has proved that it cannot get below; none of a scheme without a goal.
    pub fn bound(&self) -> Option<Bound> {
        self.bound
    }

    /// Whether the star is proved to be the best one of a scheme that looks for it; none of a scheme without a goal.
    pub fn is_optimal(&self) -> Option<bool> {
        self.bound.map(|bound| bound.is_met(self.links(), self.max_length()))
    }
}
