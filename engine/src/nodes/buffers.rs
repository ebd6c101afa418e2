//! Holds the packet buffers of all nodes, lane by lane, and counts the packets in them.

use super::beside::Beside;
use super::count::Count;
use crate::kernels::Kernels;
use crate::packet::{EMPTY, Held, Packet};
use std::ops::Range;

/// Slot `lane` of every node is one contiguous array, in row-major order, so that a step form runs along memory.
///
/// A slot costs 8 bytes; a machine that is traced, or whose packets carry payloads, keeps a packet identity (4 bytes) beside it.
/// A lane takes memory once a packet enters it: until then its plane is closed, an empty array.
#[derive(Debug)]
pub(crate) struct Buffers {
    /// Slots a node.
    lanes: usize,
    planes: Vec<Vec<u64>>,
    /// Lanes that may hold packets, which are open; the others are empty for certain.
    live: Vec<bool>,
    /// Packets by lane, counted by a survey.
    packets: Vec<usize>,
    pub(crate) beside: Beside,
    /// Packets in the lanes by node: counted by a survey, then kept up to date by [`Buffers::put`], [`Buffers::take`],
    /// [`Buffers::swap`] and the forms that say so, until another form forgets them. Empty while they are not known.
    counts: Vec<u32>,
    nodes: usize,
}

/// One slot of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) lane: usize,
    pub(crate) node: usize,
}

/// The lanes of a machine, or of one band of its rows, as nodes look into them.
#[derive(Clone, Copy)]
pub(crate) enum Lanes<'a> {
    Whole(&'a [Vec<u64>]),
    /// With the first node of the band.
    Band(&'a [&'a mut [u64]], usize),
}

impl Lanes<'_> {
    #[inline]
    pub(crate) fn packet(self, lane: usize, node: usize) -> Option<Packet> {
        Packet::in_slot(match self {
            Lanes::Whole(planes) => *planes.get(lane)?.get(node)?,
            Lanes::Band(planes, first) => *planes.get(lane)?.get(node - first)?,
        })
    }
}

impl Buffers {
    pub(crate) fn new(nodes: usize, lanes: usize, identified: bool, payload_words: usize) -> Self {
        Self {
            lanes,
            planes: Vec::new(),
            live: Vec::new(),
            packets: Vec::new(),
            beside: Beside::new(nodes, identified, payload_words),
            counts: Vec::new(),
            nodes,
        }
    }

    /// Empties and closes all lanes but keeps their memory, for another number of nodes.
    pub(crate) fn clear(&mut self, nodes: usize, lanes: usize) {
        (self.lanes, self.nodes) = (lanes, nodes);
        self.planes.iter_mut().for_each(Vec::clear);
        self.live.fill(false);
        self.counts.clear();
        self.beside.clear(nodes);
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

    /// Adds lanes until there are `lanes`, if there are fewer.
    pub(crate) fn add_lanes(&mut self, lanes: usize) {
        self.lanes = self.lanes.max(lanes);
    }

    /// Gives `lane` its memory.
    pub(crate) fn open(&mut self, lane: usize) {
        if self.planes.len() <= lane {
            self.planes.resize(lane + 1, Vec::new());
            self.live.resize(lane + 1, false);
            self.packets.resize(lane + 1, 0);
        }
        if self.planes[lane].is_empty() {
            self.planes[lane].resize(self.nodes, EMPTY);
        }
        if let Some(identities) = &mut self.beside.identities {
            identities.resize(self.planes.len(), Vec::new());
            identities[lane].resize(self.nodes, 0);
        }
    }

    /// Says that `lane` may hold packets from now on.
    #[inline]
    pub(crate) fn enliven(&mut self, lane: usize) {
        if !self.is_live(lane) {
            self.open(lane);
            self.live[lane] = true;
        }
    }

    #[inline]
    pub(crate) fn is_live(&self, lane: usize) -> bool {
        self.live.get(lane).is_some_and(|&live| live)
    }

    /// No node holds more packets than that: the lanes that may hold packets, or any number where queues do.
    pub(crate) fn bound(&self) -> u32 {
        if self.beside.queues.in_use() {
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
        self.beside.identities.as_ref().map_or(0, |identities| identities[slot.lane][slot.node])
    }

    /// What the packet in a slot carries beside its key, if there is a packet.
    pub(crate) fn payload(&self, slot: Slot) -> Option<&[u64]> {
        self.held(slot).map(|held| self.beside.payloads.of(held))
    }

    #[inline]
    pub(crate) fn take(&mut self, slot: Slot) -> Option<Held> {
        let held = self.held(slot)?;
        self.planes[slot.lane][slot.node] = EMPTY;
        self.count_out(slot.node, 1);
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
        self.count_in(slot.node);
        if let Some(identities) = &mut self.beside.identities {
            identities[slot.lane][slot.node] = held.identity;
        }
    }

    /// Puts a packet into the lowest empty slot of `lanes`, if there is one.
    #[inline]
    pub(crate) fn land(&mut self, lanes: Range<usize>, node: usize, slot: u64) -> bool {
        for lane in lanes.start..lanes.end.min(self.lanes) {
            self.enliven(lane);
            let place = &mut self.planes[lane][node];
            if *place == EMPTY {
                *place = slot;
                self.count_in(node);
                return true;
            }
        }
        false
    }

    /// Swaps two slots of open lanes.
    pub(crate) fn swap(&mut self, a: Slot, b: Slot) {
        let (at_a, at_b) = (self.planes[a.lane][a.node], self.planes[b.lane][b.node]);
        self.planes[a.lane][a.node] = at_b;
        self.planes[b.lane][b.node] = at_a;
        for (node, left, came) in [(a.node, at_a, at_b), (b.node, at_b, at_a)] {
            if left != EMPTY {
                self.count_out(node, 1);
            }
            if came != EMPTY {
                self.count_in(node);
            }
        }
        if let Some(identities) = &mut self.beside.identities {
            let (at_a, at_b) = (identities[a.lane][a.node], identities[b.lane][b.node]);
            identities[a.lane][a.node] = at_b;
            identities[b.lane][b.node] = at_a;
        }
    }

    /// Writes another header into a slot that holds a packet.
    #[inline]
    pub(crate) fn rewrite(&mut self, slot: Slot, packet: Packet) {
        self.planes[slot.lane][slot.node] = packet.slot();
    }

    /// Puts the lesser of two packets into `least`, an empty slot being greatest.
    #[inline]
    pub(crate) fn order(&mut self, least: Slot, greatest: Slot) {
        let (a, b) =
            (self.planes[least.lane][least.node], self.planes[greatest.lane][greatest.node]);
        self.planes[least.lane][least.node] = a.min(b);
        self.planes[greatest.lane][greatest.node] = a.max(b);
    }

    /// The slots of all nodes in an open lane.
    #[inline]
    pub(crate) fn plane(&self, lane: usize) -> &[u64] {
        &self.planes[lane]
    }

    /// The planes of all open lanes. Whoever moves packets there counts them, or forgets the counts.
    #[inline]
    pub(crate) fn planes_mut(&mut self) -> &mut [Vec<u64>] {
        &mut self.planes
    }

    /// The identities in all open lanes of a machine with identities.
    pub(crate) fn identities_mut(&mut self) -> Option<&mut [Vec<u32>]> {
        self.beside.identities.as_deref_mut()
    }

    /// The identities of all packets of a machine with identities.
    pub(super) fn all_identities(&self) -> Vec<u32> {
        let identities = self.beside.identities.iter().flatten();
        let slots =
            self.planes.iter().zip(identities).flat_map(|(plane, lane)| plane.iter().zip(lane));
        let in_lanes = slots.filter(|&(&slot, _)| slot != EMPTY).map(|(_, &packet)| packet);
        in_lanes.chain(self.beside.queues.identities()).collect()
    }

    /// Calls `rename` for the identity of every packet that node `node` of a machine with identities holds.
    pub(super) fn rename(&mut self, node: usize, rename: impl Fn(&mut u32) + Copy) {
        let lanes = self.beside.identities.iter_mut().flatten();
        lanes.filter_map(|lane| lane.get_mut(node)).for_each(rename);
        self.beside.queues.rename(node, rename);
    }

    /// What is in an open lane: packets and, in a machine with identities, their identities.
    pub(super) fn lane(&self, lane: usize) -> (&[u64], Option<&[u32]>) {
        (
            &self.planes[lane],
            self.beside.identities.as_ref().map(|identities| &identities[lane][..]),
        )
    }

    /// [`Buffers::lane`], to be written.
    pub(super) fn lane_mut(&mut self, lane: usize) -> (&mut [u64], Option<&mut [u32]>) {
        let identities =
            self.beside.identities.as_mut().map(|identities| &mut identities[lane][..]);
        (&mut self.planes[lane], identities)
    }

    /// The planes of some different lanes.
    #[inline]
    pub(crate) fn planes<const LANES: usize>(
        &mut self,
        lanes: [usize; LANES],
    ) -> [&mut [u64]; LANES] {
        self.planes.get_disjoint_mut(lanes).expect("different lanes").map(|plane| &mut plane[..])
    }

    /// The lanes, to be looked into.
    #[inline]
    pub(super) fn view(&self) -> Lanes<'_> {
        Lanes::Whole(&self.planes)
    }

    /// The planes of all lanes, closed ones being empty; the packets counted of every node, if they are; and what is beside the slots.
    pub(super) fn parts(&mut self) -> (&mut [Vec<u64>], &mut [u32], &Beside) {
        (&mut self.planes, &mut self.counts, &self.beside)
    }

    /// Whether no node holds a packet.
    pub(crate) fn are_empty(&self) -> bool {
        self.beside.queues.are_empty() && self.planes.iter().flatten().all(|&slot| slot == EMPTY)
    }

    /// Packets in the buffer of `node`.
    pub(crate) fn occupancy(&self, node: usize) -> u32 {
        let held = |plane: &Vec<u64>| plane.get(node).is_some_and(|&slot| slot != EMPTY);
        let in_lanes: u32 = self.planes.iter().map(|plane| u32::from(held(plane))).sum();
        in_lanes + self.beside.queues.held(node)
    }

    /// The most packets that a node holds in other lanes than these and, unless they are left out, in queues.
    pub(crate) fn most_beside(&self, lanes: &Range<usize>, without_queues: bool) -> u32 {
        let others =
            (0..self.open_lanes()).filter(|lane| !lanes.contains(lane) && self.is_live(*lane));
        let planes: Vec<&[u64]> = others.map(|lane| &self.planes[lane][..]).collect();
        let held = |node| planes.iter().filter(|plane| plane[node] != EMPTY).count() as u32;
        let queued = |node| if without_queues { 0 } else { self.beside.queues.held(node) };
        (0..self.nodes).map(|node| held(node) + queued(node)).max().unwrap_or(0)
    }

    /// Hands the number of packets of every node to `visit` and returns the greatest.
    pub(crate) fn survey(&mut self, mut visit: impl FnMut(usize, u32)) -> u32 {
        if !self.counts_known() {
            self.count(Kernels::Portable);
        }
        let mut greatest = 0;
        for (node, &in_lanes) in self.counts.iter().enumerate() {
            let count = in_lanes + self.beside.queues.held(node);
            greatest = greatest.max(count);
            visit(node, count);
        }
        greatest
    }

    /// The most packets that a node holds.
    pub(crate) fn greatest(&mut self, kernels: Kernels) -> u32 {
        if !self.counts_known() {
            self.count(kernels);
        }
        let queued = self.beside.queues.all_held();
        kernels.run(|| {
            if queued.is_empty() {
                return self.counts.iter().fold(0, |greatest, &count| count.max(greatest));
            }
            let all = self.counts.iter().zip(queued).map(|(&count, &queued)| count + queued);
            all.fold(0, |greatest, count| count.max(greatest))
        })
    }

    /// Counts the packets in the lanes of every node and finds out which of these are empty.
    fn count(&mut self, kernels: Kernels) {
        self.counts.resize(self.nodes, 0);
        let Self { planes, live, packets, counts, .. } = self;
        kernels.run(Count { planes, live, packets, counts });
    }

    /// Whether the packets of every node are counted: forms that can keep the counts up to date must.
    pub(crate) fn counts_known(&self) -> bool {
        !self.counts.is_empty()
    }

    /// Says that packets have moved uncounted.
    pub(crate) fn forget_counts(&mut self) {
        self.counts.clear();
    }

    /// A packet has come into the buffer of `node`.
    #[inline]
    pub(crate) fn count_in(&mut self, node: usize) {
        if let Some(count) = self.counts.get_mut(node) {
            *count += 1;
        }
    }

    /// Packets have left the buffer of `node`.
    #[inline]
    pub(crate) fn count_out(&mut self, node: usize, packets: u32) {
        if let Some(count) = self.counts.get_mut(node) {
            *count -= packets;
        }
    }

    /// Counts the packet that an exchange is about to move from slot `from` into the hole in slot `to`, if it is so.
    pub(crate) fn count_fall(&mut self, to: Slot, from: Slot) {
        let slot = |slot: Slot| self.planes[slot.lane][slot.node];
        if slot(to) == EMPTY && slot(from) != EMPTY {
            self.count_in(to.node);
            self.count_out(from.node, 1);
        }
    }
}
