//! Gives every scheme one half of a multicast: the destinations above its source, or those below, which are above it
//! once labels are counted from the other end.

use super::super::multicast_set::MulticastSet;
use super::super::network::Network;
use super::super::path::Path;
use super::ports::Ports;

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
    /// Positions of the source's neighbours that begin paths.
    pub(super) ports: Vec<u32>,
    /// By target: from the source, by places in [`Costs::ports`], in order.
    first: Vec<Vec<(usize, u32)>>,
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

    /// Positions of a position's neighbours above it, in order.
    pub(super) fn higher_neighbours(&self, of: u32) -> Vec<u32> {
        let labels = self.network.neighbours(self.node(of)).iter();
        let mut higher: Vec<u32> = labels.map(|&label| self.flipped(label)).collect();
        higher.retain(|&position| position > of);
        higher.sort_unstable();
        higher
    }

    /// The costs of all legs. Of the ports by which a target can be reached, only the cheapest are kept, as many as there are
    /// targets, of equal ones the lowest.
    ///
    /// That costs neither fewest channels nor shortest longest path: in a best star, let a target begin a path by
    /// another port. Of its cheapest ports, k for k targets, the k − 1 other targets leave one free, through which the
    /// path is no longer. So it can begin there; all other paths stay as they are, and after at most k such changes
    /// every path begins by one of the ports kept.
    pub(super) fn costs(&self, rule: Ports) -> Costs {
        let ways_up = WaysUp::of(self);
        let neighbours = self.higher_neighbours(self.source);
        let most = self.targets.len();
        let mut first = Vec::with_capacity(most);
        let mut between = Vec::with_capacity(most);
        for (place, &target) in self.targets.iter().enumerate() {
            let distances = ways_up.distances_to(target);
            let distance = |from: u32| distances[(from - self.source) as usize];
            between.push(self.targets[..place].iter().map(|&from| distance(from)).collect());
            let open = match rule {
                Ports::Strict => vec![self.next(self.source, target)],
                Ports::Free => neighbours.iter().copied().filter(|&port| port <= target).collect(),
            };
            let cost = |port: u32| (1 + distance(port), port);
            let mut open: Vec<(u32, u32)> = open.into_iter().map(cost).collect();
            if open.len() > most {
                open.select_nth_unstable(most);
                open.truncate(most);
            }
            first.push(open);
        }
        let mut ports: Vec<u32> = first.iter().flatten().map(|&(_, port)| port).collect();
        ports.sort_unstable();
        ports.dedup();
        let by_port = |costs: Vec<(u32, u32)>| {
            let place = |port| ports.partition_point(|&other| other < port);
            let mut costs: Vec<_> =
                costs.into_iter().map(|(cost, port)| (place(port), cost)).collect();
            costs.sort_unstable();
            costs
        };
        let first = first.into_iter().map(by_port).collect();
        Costs { ports, first, between }
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

/// The neighbours above every position from the source to the last target.
struct WaysUp {
    source: u32,
    /// Where those of a position begin, then the end.
    first: Vec<usize>,
    /// Positions, in order for each.
    neighbours: Vec<u32>,
}

impl WaysUp {
    fn of(half: &Half) -> Self {
        let (source, mut first, mut neighbours) = (half.source, vec![0], Vec::new());
        for from in source..half.targets.last().copied().unwrap_or(source) {
            neighbours.extend(half.higher_neighbours(from));
            first.push(neighbours.len());
        }
        Self { source, first, neighbours }
    }

    /// The distance by R to `target` from every position from the source on.
    fn distances_to(&self, target: u32) -> Vec<u32> {
        let below = (target - self.source) as usize;
        let mut distances = vec![0; below + 1];
        for from in (0..below).rev() {
            let mut ways = &self.neighbours[self.first[from]..self.first[from + 1]];
            if ways.last().is_some_and(|&last| last > target) {
                ways = &ways[..ways.partition_point(|&to| to <= target)];
            }
            // The position after this one always is a neighbour.
            let next = ways.last().map_or(from + 1, |&next| (next - self.source) as usize);
            distances[from] = 1 + distances[next];
        }
        distances
    }
}

impl Costs {
    /// How many targets there are.
    pub(super) fn targets(&self) -> usize {
        self.between.len()
    }

    /// Channels from the source to a target through one of [`Costs::ports`], if the way is open.
    pub(super) fn first(&self, port: usize, target: usize) -> Option<u32> {
        let first = &self.first[target];
        let found = first.binary_search_by_key(&port, |&(port, _)| port);
        found.ok().map(|place| first[place].1)
    }

    /// Channels from the source to a target by every port that is open to it.
    pub(super) fn firsts(&self, target: usize) -> impl Iterator<Item = u32> {
        self.first[target].iter().map(|&(_, cost)| cost)
    }

    /// Channels from a target to a later one.
    pub(super) fn between(&self, from: usize, to: usize) -> u32 {
        self.between[to][from]
    }

    /// The shortest leg to a target, from the source or from a target before it.
    pub(super) fn shortest_leg(&self, target: usize) -> i64 {
        let legs = (0..target).map(|from| self.between(from, target));
        self.firsts(target).chain(legs).min().map_or(0, i64::from)
    }
}
