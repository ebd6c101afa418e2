//! The packet buffers of all nodes, lane by lane.

use crate::packet::{EMPTY, Packet};
use crate::queues::Queues;

/// Slot `lane` of every node is one contiguous array, in row-major order, so that a step form runs along memory.
///
/// A slot costs 8 bytes; a traced machine keeps a packet identity (4 bytes) beside it. A lane takes memory once a packet
/// enters it: until then its plane is closed, an empty array.
#[derive(Debug)]
pub(crate) struct Buffers {
    /// Slots a node.
    lanes: usize,
    pub(crate) planes: Vec<Vec<u64>>,
    pub(crate) identities: Option<Vec<Vec<u32>>>,
    /// Lanes that may hold packets; the others are empty for certain.
    live: Vec<bool>,
    /// Packets by lane, counted by a survey.
    packets: Vec<usize>,
    pub(crate) queues: Queues,
    nodes: usize,
}

/// One slot of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) lane: usize,
    pub(crate) node: usize,
}

/// What a slot holds while it is on the move: the packet and, in a traced machine, its identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) packet: Packet,
    pub(crate) identity: u32,
}

impl Buffers {
    pub(crate) fn new(nodes: usize, lanes: usize, traced: bool) -> Self {
        Self {
            lanes,
            planes: Vec::new(),
            identities: traced.then(Vec::new),
            live: Vec::new(),
            packets: Vec::new(),
            queues: Queues::new(nodes, traced),
            nodes,
        }
    }

    pub(crate) fn lanes(&self) -> usize {
        self.lanes
    }

    /// Lanes from this one on are closed.
    pub(crate) fn open_lanes(&self) -> usize {
        self.planes.len()
    }

    pub(crate) fn add_lane(&mut self) {
        self.lanes += 1;
    }

    /// Gives `lane` its memory.
    pub(crate) fn open(&mut self, lane: usize) {
        if self.planes.len() <= lane {
            self.planes.resize(lane + 1, Vec::new());
            self.live.resize(lane + 1, false);
            self.packets.resize(lane + 1, 0);
        }
        if self.planes[lane].is_empty() {
            self.planes[lane] = vec![EMPTY; self.nodes];
        }
        if let Some(identities) = &mut self.identities {
            identities.resize(self.planes.len(), Vec::new());
            identities[lane].resize(self.nodes, 0);
        }
    }

    /// Says that `lane` may hold packets from now on.
    pub(crate) fn enliven(&mut self, lane: usize) {
        self.open(lane);
        self.live[lane] = true;
    }

    pub(crate) fn is_live(&self, lane: usize) -> bool {
        self.live.get(lane).is_some_and(|&live| live)
    }

    /// No node holds more packets than that: the lanes that may hold packets, or any number where queues do.
    pub(crate) fn bound(&self) -> u32 {
        if self.queues.in_use() {
            return u32::MAX;
        }
        self.live.iter().map(|&live| u32::from(live)).sum()
    }

    #[inline]
    pub(crate) fn packet(&self, slot: Slot) -> Option<Packet> {
        Packet::in_slot(*self.planes.get(slot.lane)?.get(slot.node)?)
    }

    #[inline]
    pub(crate) fn identity(&self, slot: Slot) -> u32 {
        self.identities.as_ref().map_or(0, |identities| identities[slot.lane][slot.node])
    }

    #[inline]
    pub(crate) fn take(&mut self, slot: Slot) -> Option<Held> {
        let held = self.held(slot)?;
        self.planes[slot.lane][slot.node] = EMPTY;
        Some(held)
    }

    #[inline]
    pub(crate) fn held(&self, slot: Slot) -> Option<Held> {
        self.packet(slot).map(|packet| Held { packet, identity: self.identity(slot) })
    }

    #[inline]
    pub(crate) fn put(&mut self, slot: Slot, held: Held) {
        self.enliven(slot.lane);
        self.planes[slot.lane][slot.node] = held.packet.slot();
        if let Some(identities) = &mut self.identities {
            identities[slot.lane][slot.node] = held.identity;
        }
    }

    /// Says which packet stands in a slot of a traced machine.
    #[cold]
    pub(crate) fn identify(&mut self, slot: Slot, identity: u32) {
        if let Some(identities) = &mut self.identities {
            identities[slot.lane][slot.node] = identity;
        }
    }

    pub(crate) fn swap(&mut self, a: Slot, b: Slot) {
        self.open(a.lane);
        self.open(b.lane);
        let (at_a, at_b) = (self.planes[a.lane][a.node], self.planes[b.lane][b.node]);
        self.planes[a.lane][a.node] = at_b;
        self.planes[b.lane][b.node] = at_a;
        if let Some(identities) = &mut self.identities {
            let (at_a, at_b) = (identities[a.lane][a.node], identities[b.lane][b.node]);
            identities[a.lane][a.node] = at_b;
            identities[b.lane][b.node] = at_a;
        }
    }

    /// The two planes of two different lanes.
    pub(crate) fn two_planes(&mut self, a: usize, b: usize) -> (&mut [u64], &mut [u64]) {
        let [a, b] = self.planes.get_disjoint_mut([a, b]).expect("two different lanes");
        (a, b)
    }

    /// Packets in the buffer of `node`.
    pub(crate) fn occupancy(&self, node: usize) -> u32 {
        let held = |plane: &Vec<u64>| plane.get(node).is_some_and(|&slot| slot != EMPTY);
        let in_lanes: u32 = self.planes.iter().map(|plane| u32::from(held(plane))).sum();
        in_lanes + self.queues.held(node)
    }

    /// Counts the packets of every node, hands each count to `visit`, finds out which lanes are empty, and returns
    /// the greatest count.
    pub(crate) fn survey(&mut self, mut visit: impl FnMut(usize, u32)) -> u32 {
        const CHUNK: usize = 512;
        self.packets.fill(0);
        let mut greatest = 0;
        for start in (0..self.nodes).step_by(CHUNK) {
            let end = (start + CHUNK).min(self.nodes);
            let mut counts = [0u32; CHUNK];
            for ((plane, live), packets) in
                self.planes.iter().zip(&self.live).zip(&mut self.packets)
            {
                if !live {
                    continue;
                }
                for (count, &slot) in counts.iter_mut().zip(&plane[start..end]) {
                    let held = u32::from(slot != EMPTY);
                    *count += held;
                    *packets += held as usize;
                }
            }
            for (offset, &count) in counts[..end - start].iter().enumerate() {
                let count = count + self.queues.held(start + offset);
                greatest = greatest.max(count);
                visit(start + offset, count);
            }
        }
        for (live, &packets) in self.live.iter_mut().zip(&self.packets) {
            *live &= packets > 0;
        }
        greatest
    }
}
