//! One half of a multicast: the destinations above its source, or those below, which are above it once labels are counted from the other end.

use super::multicast_set::MulticastSet;
use super::network::Network;
use super::path::Path;
use super::scheme::Ports;

/// The destinations on one side of the source. Positions are labels, from the end on which all destinations are above the source.
#[derive(Debug)]
pub(super) struct Half<'a> {
    network: &'a Network,
    downwards: bool,
    source: u32,
    /// Positions of the destinations, in order.
    targets: Vec<u32>,
}

/// A path in the making: the position of the neighbour through which it leaves, and the places of its destinations in
/// [`Half::targets`], in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) port: u32,
    pub(super) targets: Vec<usize>,
}

/// What the legs of paths cost, in channels.
#[derive(Debug)]
pub(super) struct Costs {
    /// Positions of the source's neighbours that can begin a path.
    pub(super) ports: Vec<u32>,
    /// By port and target: from the source through the port.
    first: Vec<Vec<Option<u32>>>,
    /// By target: from every target before it.
    between: Vec<Vec<u32>>,
}

impl<'a> Half<'a> {
    /// The destinations of `set` above its source, or below.
    pub(super) fn of(set: &MulticastSet<'a>, downwards: bool) -> Self {
        let network = set.network();
        let mut half = Self { network, downwards, source: 0, targets: Vec::new() };
        half.source = half.position(set.source());
        let positions = set.destinations().iter().map(|&node| half.position(node));
        half.targets = positions.filter(|&position| position > half.source).collect();
        half.targets.sort_unstable();
        half
    }

    fn flipped(&self, label: u32) -> u32 {
        if self.downwards { self.network.nodes() as u32 - 1 - label } else { label }
    }

    fn position(&self, node: u32) -> u32 {
        self.flipped(self.network.label(node))
    }

    /// The node at a position.
    pub(super) fn node(&self, position: u32) -> u32 {
        self.network.labelled_node(self.flipped(position))
    }

    pub(super) fn network(&self) -> &'a Network {
        self.network
    }

    pub(super) fn source(&self) -> u32 {
        self.source
    }

    pub(super) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// R: the position after `from` on the way up to `to`.
    pub(super) fn next(&self, from: u32, to: u32) -> u32 {
        let next = self.network.next_hop(self.node(from), self.node(to));
        next.map_or(to, |next| self.position(next))
    }

    /// Positions of the source's neighbours above it, in order.
    pub(super) fn higher_neighbours(&self) -> Vec<u32> {
        let labels = self.network.neighbours(self.node(self.source)).iter();
        let mut higher: Vec<u32> = labels.map(|&label| self.flipped(label)).collect();
        higher.retain(|&position| position > self.source);
        higher.sort_unstable();
        higher
    }

    /// The costs of all legs; the ports are Ω, those by which some target can be reached.
    pub(super) fn costs(&self, rule: Ports) -> Costs {
        let neighbours = self.higher_neighbours();
        let mut first = vec![vec![None; self.targets.len()]; neighbours.len()];
        let mut between = Vec::with_capacity(self.targets.len());
        for (place, &target) in self.targets.iter().enumerate() {
            let distances = self.distances_to(target);
            let distance = |from: u32| distances[(from - self.source) as usize];
            between.push(self.targets[..place].iter().map(|&from| distance(from)).collect());
            let strict = self.next(self.source, target);
            for (costs, &port) in first.iter_mut().zip(&neighbours) {
                let allowed = match rule {
                    Ports::Strict => port == strict,
                    Ports::Free => port <= target,
                };
                costs[place] = allowed.then(|| 1 + distance(port));
            }
        }
        let reaching = neighbours.into_iter().zip(first);
        let reaching = reaching.filter(|(_, costs)| costs.iter().any(Option::is_some));
        let (ports, first) = reaching.unzip();
        Costs { ports, first, between }
    }

    /// The distance to `target` from every position from the source on.
    fn distances_to(&self, target: u32) -> Vec<u32> {
        let mut distances = vec![0; (target - self.source) as usize + 1];
        for from in (self.source..target).rev() {
            let next = self.next(from, target);
            distances[(from - self.source) as usize] = 1 + distances[(next - self.source) as usize];
        }
        distances
    }

    /// The paths of branches that have destinations.
    pub(super) fn paths(&self, branches: &[Branch]) -> impl Iterator<Item = Path> {
        let branches = branches.iter().filter(|branch| !branch.targets.is_empty());
        branches.map(|branch| {
            let node = |&place: &usize| self.node(self.targets[place]);
            let destinations: Vec<u32> = branch.targets.iter().map(node).collect();
            Path::along(self.network, self.node(self.source), self.node(branch.port), &destinations)
        })
    }
}

impl Costs {
    /// How many targets there are.
    pub(super) fn targets(&self) -> usize {
        self.between.len()
    }

    /// Channels from the source to a target through one of [`Costs::ports`], if the way is open.
    pub(super) fn first(&self, port: usize, target: usize) -> Option<u32> {
        self.first[port][target]
    }

    /// Channels from a target to a later one.
    pub(super) fn between(&self, from: usize, to: usize) -> u32 {
        self.between[to][from]
    }
}
