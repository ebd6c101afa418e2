//! Works out a fixed routing of packets on a line of nodes, step by step in advance.

/// The packets a node may hold while a route runs.
pub const LANES: usize = 5;

/// No lane: the node sends nothing that way in that step.
pub const NO_LANE: u8 = 15;

/// Where one packet of a route starts and ends; `lane` counts from 0 inside a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Node and lane at the start.
    pub from: (usize, usize),
    /// Node and lane at the end.
    pub to: (usize, usize),
}

/// The lanes a node sends from in one step; [`NO_LANE`] where it sends nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sends {
    /// Lane of the packet that goes to the next node.
    pub east: u8,
    /// Lane of the packet that goes to the previous node.
    pub west: u8,
}

/// The lanes that take in what reaches a node in one step; [`NO_LANE`] where nothing is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// Lane for the packet from the previous node.
    pub from_west: u8,
    /// Lane for the packet from the next node.
    pub from_east: u8,
}

/// Two lanes of one node that exchange their packets, free local work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneSwap {
    /// The node.
    pub node: u32,
    /// One lane.
    pub a: u8,
    /// The other lane.
    pub b: u8,
}

/// A routing of at most two packets a node on a line, as a table of what every node sends in every step.
///
/// In a step every node sends at most one packet each way: of those that have to go that way the one with the farthest
/// destination, and of two for the same node the one whose final lane is farther in that direction. All departing
/// packets leave their lanes; then every arrival takes the lowest empty lane, first the one from the west, then the one
/// from the east. The lanes are part of the table, so that where packets are missing the others keep to their places.
/// After the last step the swaps of [`LineRoute::settle`], in their order, bring every packet to its lane.
///
/// # Cost
/// | | |
/// |---|---|
/// | steps | the largest of \|{packets from ≤ i to ≥ j}\| + (j−i) − 1 over i < j with such packets, and its mirror image |
/// | lanes | at most 5 a node |
///
/// Steps: packets for nodes ≥ j are never held up by others, so they pass link j−1 → j as one queue does that is busy until
/// it is empty. Lanes: while a node has packets going east it sends one in every step and receives at most one, so it
/// never has more of them than at the start, or one; likewise west. It started with two in all: at most three are under way
/// through it, beside the two that end there.
///
/// # Source
/// Farthest destination first on a line: F. T. Leighton, "Introduction to Parallel Algorithms and Architectures", 1992, §1.7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineRoute {
    first: usize,
    nodes: usize,
    steps: usize,
    /// East lane in the low four bits, west lane in the high four; row `step`, column `node - first`.
    sends: Vec<u8>,
    /// The lane for what comes from the west in the low four bits, from the east in the high four; laid out alike.
    landings: Vec<u8>,
    settle: Vec<LaneSwap>,
    peak: usize,
    /// The nodes that the packets before each one go, in the order in which they were given; then of all.
    distances: Vec<u64>,
}

/// A node of the simulation: for every lane the packet in it.
type Node = [Option<Hop>; LANES];

impl LineRoute {
    /// The route that takes every packet from its start to its end.
    ///
    /// # Panics
    /// If two packets share a start or an end, or if more than two packets start or end in one node.
    pub fn new(hops: &[Hop]) -> Self {
        let ends = |select: fn(usize, usize) -> usize| {
            hops.iter().map(|hop| select(hop.from.0, hop.to.0)).reduce(select).unwrap_or(0)
        };
        let first = ends(Ord::min);
        let nodes = ends(Ord::max) + 1 - first;
        let mut line: Vec<Node> = vec![[None; LANES]; nodes];
        let mut ending = vec![0; nodes];
        for &hop in hops {
            let start = &mut line[hop.from.0 - first];
            assert!(start[hop.from.1].is_none(), "two packets start in lane {:?}", hop.from);
            start[hop.from.1] = Some(hop);
            ending[hop.to.0 - first] += 1;
            let started = start.iter().flatten().count();
            assert!(
                started <= 2 && ending[hop.to.0 - first] <= 2,
                "more than two packets in a node"
            );
        }
        let mut route = Self {
            first,
            nodes,
            steps: 0,
            sends: Vec::new(),
            landings: Vec::new(),
            settle: Vec::new(),
            peak: 0,
            distances: distances(hops),
        };
        route.note_peak(&line);
        while route.advance(&mut line) {
            route.note_peak(&line);
        }
        route.settle_lanes(&mut line);
        route
    }

    /// Steps it takes.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The nodes that take part: no other node holds, sends or receives a packet of the route.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.nodes
    }

    /// What `node` sends in `step`, counted from 0.
    pub fn send(&self, step: usize, node: usize) -> Sends {
        if !self.span().contains(&node) || step >= self.steps {
            return Sends { east: NO_LANE, west: NO_LANE };
        }
        let lanes = self.sends[step * self.nodes + node - self.first];
        Sends { east: lanes & 15, west: lanes >> 4 }
    }

    /// Where what reaches `node` in `step`, counted from 0, goes.
    pub fn landing(&self, step: usize, node: usize) -> Landing {
        if !self.span().contains(&node) || step >= self.steps {
            return Landing { from_west: NO_LANE, from_east: NO_LANE };
        }
        let lanes = self.landings[step * self.nodes + node - self.first];
        Landing { from_west: lanes & 15, from_east: lanes >> 4 }
    }

    /// The swaps of [`LineRoute::settle`] at one node.
    pub fn settle_at(&self, node: usize) -> &[LaneSwap] {
        let from = self.settle.partition_point(|swap| (swap.node as usize) < node);
        let to = self.settle.partition_point(|swap| (swap.node as usize) <= node);
        &self.settle[from..to]
    }

    /// The nodes that some packets go, of those for which it was made.
    pub(super) fn distance(&self, packets: std::ops::Range<usize>) -> u64 {
        self.distances[packets.end] - self.distances[packets.start]
    }

    /// The lane swaps after the last step, to be done in this order.
    pub fn settle(&self) -> &[LaneSwap] {
        &self.settle
    }

    /// The most lane swaps of one node.
    pub fn most_swaps(&self) -> usize {
        self.settle.chunk_by(|a, b| a.node == b.node).map(<[_]>::len).max().unwrap_or(0)
    }

    /// The most packets any node holds at the end of a step, the start included.
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// One step of the simulation; false, and no step, once every packet is in its node.
    fn advance(&mut self, line: &mut [Node]) -> bool {
        let choices: Vec<(Option<usize>, Option<usize>)> =
            line.iter().enumerate().map(|(place, node)| self.choose(place, node)).collect();
        if choices.iter().all(|choice| *choice == (None, None)) {
            return false;
        }
        let code = |lane: Option<usize>| lane.map_or(NO_LANE, |lane| lane as u8);
        self.sends.extend(choices.iter().map(|&(east, west)| code(east) | (code(west) << 4)));
        let departures: Vec<(Option<Hop>, Option<Hop>)> = choices
            .iter()
            .zip(line.iter_mut())
            .map(|(&(east, west), node)| {
                (east.and_then(|lane| node[lane].take()), west.and_then(|lane| node[lane].take()))
            })
            .collect();
        for (place, node) in line.iter_mut().enumerate() {
            let from_west = place.checked_sub(1).and_then(|west| departures[west].0);
            let from_east = departures.get(place + 1).and_then(|east| east.1);
            let mut land = |hop: Option<Hop>| {
                let hop = hop?;
                let lane = node.iter().position(Option::is_none);
                let lane = lane.expect("a node holds at most five packets of a route");
                node[lane] = Some(hop);
                Some(lane)
            };
            let (west, east) = (land(from_west), land(from_east));
            self.landings.push(code(west) | (code(east) << 4));
        }
        self.steps += 1;
        true
    }

    /// The lanes a node sends from, east and west.
    fn choose(&self, place: usize, node: &Node) -> (Option<usize>, Option<usize>) {
        let here = self.first + place;
        let bound = |east: bool| {
            node.iter().enumerate().filter_map(move |(lane, hop)| {
                hop.filter(|hop| if east { hop.to.0 > here } else { hop.to.0 < here })
                    .map(|hop| (hop.to, lane))
            })
        };
        (bound(true).max().map(|choice| choice.1), bound(false).min().map(|choice| choice.1))
    }

    fn note_peak(&mut self, line: &[Node]) {
        let fullest = line.iter().map(|node| node.iter().flatten().count()).max();
        self.peak = self.peak.max(fullest.unwrap_or(0));
    }

    fn settle_lanes(&mut self, line: &mut [Node]) {
        for (place, node) in line.iter_mut().enumerate() {
            for lane in 0..LANES {
                while let Some(target) = node[lane].map(|hop| hop.to.1).filter(|&to| to != lane) {
                    let taken = node[target].is_some_and(|hop| hop.to.1 == target);
                    assert!(!taken, "two packets end in lane {target}");
                    node.swap(lane, target);
                    let node = (self.first + place) as u32;
                    self.settle.push(LaneSwap { node, a: lane as u8, b: target as u8 });
                }
            }
        }
    }
}

/// The nodes that the packets before each one go; then of all.
fn distances(hops: &[Hop]) -> Vec<u64> {
    let mut sum = 0;
    let after = hops.iter().map(|hop| {
        sum += hop.from.0.abs_diff(hop.to.0) as u64;
        sum
    });
    std::iter::once(0).chain(after).collect()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn hop(from: usize, to: usize) -> Hop {
        Hop { from: (from, 0), to: (to, 0) }
    }

    #[test]
    fn a_reversal_is_limited_by_the_longest_way_and_by_the_middle_link() {
        for nodes in 2..20 {
            let hops: Vec<Hop> = (0..nodes).map(|node| hop(node, nodes - 1 - node)).collect();
            let route = LineRoute::new(&hops);
            assert_eq!(route.steps(), nodes - 1);
            assert!(route.peak() <= 3);
        }
    }

    #[test]
    fn the_farthest_destination_goes_first() {
        let hops = [Hop { from: (0, 0), to: (1, 0) }, Hop { from: (0, 1), to: (3, 0) }];
        let route = LineRoute::new(&hops);
        assert_eq!(route.send(0, 0), Sends { east: 1, west: NO_LANE });
        assert_eq!(route.send(1, 0), Sends { east: 0, west: NO_LANE });
        assert_eq!(route.steps(), 3);
    }

    #[test]
    fn random_routes_take_the_least_steps_and_at_most_five_lanes() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        for round in 0..500 {
            let places = 1 + round / 10;
            let mut ends: Vec<usize> = (0..places).collect();
            for last in (1..places).rev() {
                ends.swap(last, random.random_range(0..=last));
            }
            let hops: Vec<Hop> = ends
                .iter()
                .enumerate()
                .map(|(x, to)| Hop { from: (x / 2, x % 2), to: (to / 2, to % 2) })
                .collect();
            let route = LineRoute::new(&hops);
            assert_eq!(route.steps(), by_the_formula(&hops));
            assert!(route.peak() <= LANES);
        }
    }

    /// The formula of [`LineRoute`] word by word.
    fn by_the_formula(hops: &[Hop]) -> usize {
        let nodes = hops.len().div_ceil(2);
        let between = (1..nodes).flat_map(|j| (0..j).map(move |i| (i, j)));
        let steps = between.flat_map(|(i, j)| {
            let ways = hops.iter().map(|hop| (hop.from.0, hop.to.0));
            let east = ways.clone().filter(|&(from, to)| from <= i && to >= j).count();
            let west = ways.filter(|&(from, to)| from >= j && to <= i).count();
            let crossing = [east, west].into_iter().filter(|&packets| packets > 0);
            crossing.map(move |packets: usize| packets + j - i - 1)
        });
        steps.max().unwrap_or(0)
    }

    #[test]
    fn packets_that_end_in_each_others_lane_are_swapped() {
        let hops = [Hop { from: (4, 0), to: (4, 1) }, Hop { from: (4, 1), to: (4, 0) }];
        let route = LineRoute::new(&hops);
        assert_eq!((route.steps(), route.span()), (0, 4..5));
        assert_eq!(route.settle(), [LaneSwap { node: 4, a: 0, b: 1 }]);
    }

    #[test]
    fn a_route_without_packets_takes_no_step() {
        assert_eq!(LineRoute::new(&[]).steps(), 0);
    }

    #[test]
    #[should_panic(expected = "two packets start")]
    fn two_packets_cannot_start_in_one_lane() {
        LineRoute::new(&[hop(1, 2), hop(1, 3)]);
    }
}
