//! Fixes a routing of packets on a line of nodes: how long it takes follows from their ways, and what every node does is worked out once
//! somebody asks.

#![expect(
    clippy::disallowed_types,
    reason = "a timetable follows from the route alone, and programs of a machine have no way to write it"
)]

use std::sync::OnceLock;

use super::lanes::{Hop, Landing, LaneSwap, Sends};
use super::timetable::{Timetable, peak};
use super::way::{Place, Way};
use crate::cuts::Line;

/// A routing of at most two packets a node on a line, with a table of what every node sends in every step.
///
/// In a step every node sends at most one packet each way: of those that have to go that way the one with the farthest
/// destination, and of two for the same node the one whose final lane is farther in that direction. All departing
/// packets leave their lanes; then every arrival takes the lowest empty lane, first the one from the west, then the one
/// from the east. The lanes are part of the table, so that where packets are missing the others keep to their places.
/// After the last step the swaps of [`LineRoute::settle`], in their order, bring every packet to its lane.
///
/// The table is made when it is first asked for: a plan has up to a route for every row, and most plans are only counted.
///
/// # Cost
/// | | |
/// |---|---|
/// | steps | the largest of \|{packets from ≤ i to ≥ j}\| + (j−i) − 1 over i < j with such packets, and its mirror image |
/// | lanes | at most 5 a node |
///
/// Steps: packets for nodes ≥ j are never held up by others. Let c(i) of them start at nodes ≤ i, and the last one leave node i in step
/// L(i). Either node i is never without one until then, so that L(i) ≤ c(i), or each that comes after it last was leaves a step later:
/// L(i) ≤ L(i−1) + 1. Lanes: while a node has packets going east it sends one in every step and receives at most one, so it
/// never has more of them than at the start, or one; likewise west. It started with two in all: at most three are under way
/// through it, beside the two that end there.
///
/// # Source
/// Farthest destination first on a line: F. T. Leighton, "Introduction to Parallel Algorithms and Architectures", 1992, §1.7.
#[derive(Clone, Debug)]
pub struct LineRoute {
    first: usize,
    nodes: usize,
    steps: usize,
    ways: Vec<Way>,
    /// The nodes that the packets before each one go, in the order in which they were given; then of all.
    distances: Vec<u64>,
    timetable: OnceLock<Timetable>,
}

/// Two routes are equal if they take the same packets the same way: all else follows.
impl PartialEq for LineRoute {
    fn eq(&self, other: &Self) -> bool {
        (self.first, &self.ways) == (other.first, &other.ways)
    }
}

impl Eq for LineRoute {}

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
        let ways: Vec<Way> = hops.iter().map(|&hop| Way::of(hop, first)).collect();
        assert_lawful(&ways, nodes);
        let steps = steps(&ways, nodes);
        Self { first, nodes, steps, ways, distances: distances(hops), timetable: OnceLock::new() }
    }

    /// Whether it is the route of these packets.
    pub(super) fn is_of(&self, hops: &[Hop]) -> bool {
        let is_same = |(way, hop): (&Way, &Hop)| {
            let of_route = |place: Place| (self.first + place.node(), place.lane());
            (of_route(way.from), of_route(way.to)) == (hop.from, hop.to)
        };
        self.ways.len() == hops.len() && self.ways.iter().zip(hops).all(is_same)
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
    #[inline]
    pub fn send(&self, step: usize, node: usize) -> Sends {
        self.timetable().send(step, node)
    }

    /// Where what reaches `node` in `step`, counted from 0, goes.
    #[inline]
    pub fn landing(&self, step: usize, node: usize) -> Landing {
        self.timetable().landing(step, node)
    }

    /// The lane swaps after the last step, to be done in this order.
    pub fn settle(&self) -> &[LaneSwap] {
        &self.timetable().settle
    }

    /// The swaps of [`LineRoute::settle`] at one node.
    pub fn settle_at(&self, node: usize) -> &[LaneSwap] {
        let settle = self.settle();
        let from = settle.partition_point(|swap| (swap.node as usize) < node);
        let to = settle.partition_point(|swap| (swap.node as usize) <= node);
        &settle[from..to]
    }

    /// The nodes that some packets go, of those for which it was made.
    pub(super) fn distance(&self, packets: std::ops::Range<usize>) -> u64 {
        self.distances[packets.end] - self.distances[packets.start]
    }

    /// The most packets any node holds at the end of a step, the start included. It is found by making all steps.
    pub fn peak(&self) -> usize {
        peak(&self.ways, self.nodes)
    }

    /// A node asks for it in every step.
    #[inline]
    fn timetable(&self) -> &Timetable {
        match self.timetable.get() {
            Some(timetable) => timetable,
            None => self.made_timetable(),
        }
    }

    #[cold]
    fn made_timetable(&self) -> &Timetable {
        self.timetable.get_or_init(|| Timetable::new(&self.ways, self.span(), self.steps))
    }
}

/// Checks that no two packets share a start or an end, and that no more than two start or end in one node.
fn assert_lawful(ways: &[Way], nodes: usize) {
    for (end, of) in [("start", (|way| way.from) as fn(&Way) -> Place), ("end", |way| way.to)] {
        let mut in_node = vec![[None; 2]; nodes];
        for place in ways.iter().map(of) {
            let packets = &mut in_node[place.node()];
            assert!(!packets.contains(&Some(place)), "two packets {end} in lane {}", place.lane());
            let free = packets.iter_mut().find(|packet| packet.is_none());
            *free.expect("more than two packets in a node") = Some(place);
        }
    }
}

/// The steps of [`LineRoute`], by its formula.
fn steps(ways: &[Way], nodes: usize) -> usize {
    let line = Line { nodes, packets_a_node: 2, slack: 0 };
    [false, true].into_iter().fold(0, |found, is_west| {
        // Nodes are counted from where packets come from.
        let counted = |place: Place| if is_west { nodes - 1 - place.node() } else { place.node() };
        let mut ends = vec![[0; 2]; nodes];
        for way in ways {
            let (from, to) = (counted(way.from), counted(way.to));
            if from < to {
                let [one, other] = &mut ends[from];
                *if *one == 0 { one } else { other } = to;
            }
        }
        line.slowest_one_by_one(|p| ends[p - 1], found)
    })
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

    use super::super::lanes::{LANES, NO_LANE};
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
            // Its steps, once made, are as many.
            route.settle();
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
