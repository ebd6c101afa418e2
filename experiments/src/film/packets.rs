//! Keeps which packets each node holds, and writes down what happens to them.
//!
//! Packets are numbered in the order in which they came into the network. The kinds of acts, with their operands, in the order of the
//! trace but that drops come last:
//!
//! | kind | act | operands |
//! |---|---|---|
//! | 0 | a message leaves its input queue as the next packet | message, node |
//! | 1 | a packet is copied to the next packet | packet |
//! | 2 | a packet is delivered | packet |
//! | 3 | a packet is delivered again | packet |
//! | 4 | a packet leaves the network | packet |
//! | 5 | a packet is moved against the rules | packet, node |

use super::sections::push;
use std::collections::HashMap;

/// What happens to a packet beside lawful moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act {
    Inject { message: usize, at: usize, packet: u32 },
    Copy { packet: u32, copy: u32 },
    Deliver { packet: u32 },
    Duplicate { packet: u32 },
    Drop { packet: u32 },
    Jump { packet: u32, to: usize },
}

impl Act {
    pub(super) fn is_drop(self) -> bool {
        matches!(self, Self::Drop { .. })
    }

    pub(super) fn apply(self, packets: &mut Packets) {
        match self {
            Self::Inject { packet, at, .. } => packets.put(packet, Some(at)),
            Self::Copy { packet, copy } => packets.put(copy, packets.place(packet)),
            Self::Deliver { .. } | Self::Duplicate { .. } => {}
            Self::Drop { packet } => packets.put(packet, None),
            Self::Jump { packet, to } => packets.put(packet, Some(to)),
        }
    }

    pub(super) fn write(self, bytes: &mut Vec<u8>) {
        let (kind, first, second) = match self {
            Self::Inject { message, at, .. } => (0, message as u64, Some(at)),
            Self::Copy { packet, .. } => (1, packet.into(), None),
            Self::Deliver { packet } => (2, packet.into(), None),
            Self::Duplicate { packet } => (3, packet.into(), None),
            Self::Drop { packet } => (4, packet.into(), None),
            Self::Jump { packet, to } => (5, packet.into(), Some(to)),
        };
        bytes.push(kind);
        push(bytes, first);
        if let Some(second) = second {
            push(bytes, second as u64);
        }
    }
}

/// The packets in the network and the nodes that hold them.
#[derive(Debug)]
pub(super) struct Packets {
    /// By the numbers of the trace.
    numbers: HashMap<u64, u32>,
    /// The node of each packet that is in the network.
    places: Vec<Option<u32>>,
    /// The packets of each node, increasing.
    held: Vec<Vec<u32>>,
    /// Nodes by the packets that they hold.
    nodes_with: Vec<u32>,
    /// Packets in the network.
    pub(super) count: u64,
}

impl Packets {
    pub(super) fn new(nodes: usize) -> Self {
        let held = vec![Vec::new(); nodes];
        let nodes_with = vec![nodes as u32];
        Self { numbers: HashMap::new(), places: Vec::new(), held, nodes_with, count: 0 }
    }

    /// Gives a packet of the trace the next number; it is in no node yet.
    pub(super) fn number(&mut self, id: u64) -> u32 {
        let number = self.places.len() as u32;
        self.numbers.insert(id, number);
        self.places.push(None);
        number
    }

    /// The packet of this number in the trace.
    pub(super) fn named(&self, id: u64) -> Option<u32> {
        self.numbers.get(&id).copied()
    }

    /// The node of a packet in the network.
    pub(super) fn place(&self, packet: u32) -> Option<usize> {
        self.places[packet as usize].map(|node| node as usize)
    }

    /// Packets in a node.
    pub(super) fn in_node(&self, node: usize) -> u32 {
        self.held[node].len() as u32
    }

    /// Which of its node's packets, in their order, this is.
    pub(super) fn rank(&self, packet: u32) -> Option<usize> {
        self.held[self.place(packet)?].binary_search(&packet).ok()
    }

    /// Puts a packet into a node, or takes it out of the network.
    pub(super) fn put(&mut self, packet: u32, node: Option<usize>) {
        if let Some(before) = self.place(packet) {
            let rank = self.held[before].partition_point(|&other| other < packet);
            self.held[before].remove(rank);
            let left = self.held[before].len();
            self.recount(left + 1, left);
            self.count -= 1;
        }
        self.places[packet as usize] = node.map(|node| node as u32);
        if let Some(node) = node {
            let rank = self.held[node].partition_point(|&other| other < packet);
            self.held[node].insert(rank, packet);
            let now = self.held[node].len();
            self.recount(now - 1, now);
            self.count += 1;
        }
    }

    fn recount(&mut self, before: usize, now: usize) {
        if now >= self.nodes_with.len() {
            self.nodes_with.resize(now + 1, 0);
        }
        self.nodes_with[before] -= 1;
        self.nodes_with[now] += 1;
    }

    /// The most packets in one node.
    pub(super) fn fullest(&self) -> u64 {
        self.nodes_with.iter().rposition(|&nodes| nodes > 0).unwrap_or(0) as u64
    }
}
