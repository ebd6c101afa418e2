//! Makes the steps of a route on a line, one after the other, and writes down what every node does.

use std::ops::Range;

use super::lanes::{LANES, Landing, LaneSwap, NO_LANE, Sends};
use super::way::{Place, Way};

/// What every node of a [`LineRoute`](super::LineRoute) does in every step, and after the last one.
#[derive(Clone, Debug)]
pub(super) struct Timetable {
    first: usize,
    nodes: usize,
    /// East lane in the low four bits, west lane in the high four; node by node, step by step.
    sends: Vec<u8>,
    /// The lane for what comes from the west in the low four bits, from the east in the high four; laid out alike.
    landings: Vec<u8>,
    pub(super) settle: Vec<LaneSwap>,
}

impl Timetable {
    /// That of so many steps, of packets whose nodes are counted from the first of `span`.
    pub(super) fn new(ways: &[Way], span: Range<usize>, steps: usize) -> Self {
        let (nodes, mut line) = (span.len(), MovingLine::new(ways, span.len()));
        let room = || Vec::with_capacity(steps * nodes);
        let (mut sends, mut landings) = (room(), room());
        while line.advance() {
            sends.extend_from_slice(&line.sends);
            landings.extend_from_slice(&line.landings);
        }
        assert_eq!(sends.len(), steps * nodes, "a route takes the steps of its formula");
        let first = span.start;
        Self { first, nodes, sends, landings, settle: line.settled(first) }
    }

    /// What a node sends in a step.
    #[inline]
    pub(super) fn send(&self, step: usize, node: usize) -> Sends {
        let lanes = self.lanes(&self.sends, step, node);
        Sends { east: lanes & 15, west: lanes >> 4 }
    }

    /// Where what reaches a node in a step goes.
    #[inline]
    pub(super) fn landing(&self, step: usize, node: usize) -> Landing {
        let lanes = self.lanes(&self.landings, step, node);
        Landing { from_west: lanes & 15, from_east: lanes >> 4 }
    }

    /// The lanes in a table; none of nodes beside the route and after its last step.
    #[inline]
    fn lanes(&self, table: &[u8], step: usize, node: usize) -> u8 {
        let place = node.wrapping_sub(self.first);
        if place >= self.nodes {
            return IDLE;
        }
        table.get(step * self.nodes + place).copied().unwrap_or(IDLE)
    }
}

/// No lane, either way.
const IDLE: u8 = NO_LANE | (NO_LANE << 4);

/// The most packets any node of a route holds at the end of a step, the start included.
pub(super) fn peak(ways: &[Way], nodes: usize) -> usize {
    let mut line = MovingLine::new(ways, nodes);
    let mut peak = line.fullest();
    // No node ever holds more than it has lanes.
    while peak < LANES && line.advance() {
        peak = peak.max(line.fullest());
    }
    peak
}

/// A line of nodes while packets are on their way.
struct MovingLine {
    /// Where the packet in every lane of a node ends; [`empty`] if there is none.
    nodes: Vec<[Place; LANES]>,
    /// Where the packets end that a node sent east and west in the last step.
    sent: Vec<[Option<Place>; 2]>,
    /// The lanes that it sent from, as in a [`Timetable`], and those that packets landed in.
    sends: Vec<u8>,
    landings: Vec<u8>,
}

/// What an empty lane of a node holds: a place of that node, where no packet ends and from where none has to go.
fn empty(node: usize) -> Place {
    Place::new(node, LANES)
}

impl MovingLine {
    /// Before the first step.
    fn new(ways: &[Way], nodes: usize) -> Self {
        let mut line: Vec<_> = (0..nodes).map(|node| [empty(node); LANES]).collect();
        for way in ways {
            line[way.from.node()][way.from.lane()] = way.to;
        }
        Self {
            nodes: line,
            sent: vec![[None; 2]; nodes],
            sends: vec![0; nodes],
            landings: vec![0; nodes],
        }
    }

    /// Makes a step; false, and no step, once every packet is in its node.
    fn advance(&mut self) -> bool {
        let mut moves = false;
        for (node, lanes) in self.nodes.iter_mut().enumerate() {
            let leaving = leaving(lanes, node);
            self.sends[node] = leaving[0] | (leaving[1] << 4);
            self.sent[node] = leaving.map(|lane| {
                let lane = lanes.get_mut(usize::from(lane))?;
                moves = true;
                Some(std::mem::replace(lane, empty(node)))
            });
        }
        for (node, lanes) in self.nodes.iter_mut().enumerate().filter(|_| moves) {
            let from_west = node.checked_sub(1).and_then(|west| self.sent[west][0]);
            let from_east = self.sent.get(node + 1).and_then(|east| east[1]);
            let [west, east] = [from_west, from_east].map(|packet| land(packet, lanes, node));
            self.landings[node] = west | (east << 4);
        }
        moves
    }

    /// The packets of the node that holds most.
    fn fullest(&self) -> usize {
        let held =
            self.nodes.iter().enumerate().map(|(node, lanes)| {
                lanes.iter().map(|&lane| usize::from(lane != empty(node))).sum()
            });
        held.max().unwrap_or(0)
    }

    /// Brings every packet to its lane of its node; returns the swaps, of nodes counted from `first`.
    fn settled(mut self, first: usize) -> Vec<LaneSwap> {
        let mut swaps = Vec::new();
        for (node, lanes) in self.nodes.iter_mut().enumerate() {
            for lane in 0..LANES {
                while lanes[lane] != empty(node) && lanes[lane].lane() != lane {
                    let target = lanes[lane].lane();
                    lanes.swap(lane, target);
                    let node = (first + node) as u32;
                    swaps.push(LaneSwap { node, a: lane as u8, b: target as u8 });
                }
            }
        }
        swaps
    }
}

/// The lanes that a node sends from east and west.
fn leaving(lanes: &[Place; LANES], node: usize) -> [u8; 2] {
    let (mut east, mut west) = ((empty(node), NO_LANE), (Place::new(node, 0), NO_LANE));
    for (&end, lane) in lanes.iter().zip(0..) {
        if end > east.0 {
            east = (end, lane);
        }
        if end < west.0 {
            west = (end, lane);
        }
    }
    [east.1, west.1]
}

/// Puts what reaches a node, if anything, in its lowest empty lane, and returns that.
fn land(packet: Option<Place>, lanes: &mut [Place; LANES], node: usize) -> u8 {
    let Some(packet) = packet else { return NO_LANE };
    let lane = lanes.iter().position(|&lane| lane == empty(node));
    let lane = lane.expect("a node holds at most five packets of a route");
    lanes[lane] = packet;
    lane as u8
}
