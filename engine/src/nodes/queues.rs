//! Keeps packets that wait in order: the queues of all nodes.

use super::payloads::Payloads;
use crate::messages::Messages;
use crate::packet::{Held, Packet};
use std::collections::VecDeque;
use std::fmt;

/// Queues a node.
pub const QUEUES: usize = 4;

/// Packets that are sooner put in their places one by one than sorted in with all others.
const FEW: usize = 4;

/// The packets of one queue of one node, least first.
#[derive(Debug, Default)]
pub(super) struct Queue {
    slots: VecDeque<u64>,
    /// Of a machine with identities.
    identities: VecDeque<u32>,
}

/// An end of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The packet that compares least.
    Least,
    /// The packet that compares greatest.
    Greatest,
}

impl Queue {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn iter(&self) -> impl Iterator<Item = Packet> {
        self.slots.iter().copied().filter_map(Packet::in_slot)
    }

    fn at(&self, end: End) -> Option<Packet> {
        let slot = match end {
            End::Least => self.slots.front(),
            End::Greatest => self.slots.back(),
        };
        slot.copied().and_then(Packet::in_slot)
    }

    /// What the packet at a place carries beside its key.
    fn payload<'a>(&self, place: usize, payloads: &'a Payloads) -> &'a [u64] {
        self.identities.get(place).map_or(&[], |&packet| payloads.of(packet))
    }

    fn insert(&mut self, held: Held, identified: bool) {
        let slot = held.packet.slot();
        let place = match self.slots.back() {
            Some(&greatest) if greatest > slot => self.slots.partition_point(|&s| s <= slot),
            _ => self.slots.len(),
        };
        self.slots.insert(place, slot);
        if identified {
            self.identities.insert(place, held.identity);
        }
    }

    fn remove(&mut self, end: End) -> Option<Held> {
        let (slot, identity) = match end {
            End::Least => (self.slots.pop_front(), self.identities.pop_front()),
            End::Greatest => (self.slots.pop_back(), self.identities.pop_back()),
        };
        let packet = Packet::in_slot(slot?)?;
        Some(Held { packet, identity: identity.unwrap_or(0) })
    }

    /// Adds packets in any order.
    fn append(&mut self, more: &[Held], identified: bool) {
        if more.len() <= FEW {
            for &held in more {
                self.insert(held, identified);
            }
            return;
        }
        let mut all: Vec<(u64, u32)> = Vec::with_capacity(self.len() + more.len());
        while let Some(Held { packet, identity }) = self.remove(End::Least) {
            all.push((packet.slot(), identity));
        }
        all.extend(more.iter().map(|held| (held.packet.slot(), held.identity)));
        // Equal packets stay in the order in which they came: their identities are not for programs.
        all.sort_by_key(|&(slot, _)| slot);
        self.slots.extend(all.iter().map(|&(slot, _)| slot));
        if identified {
            self.identities.extend(all.iter().map(|&(_, identity)| identity));
        }
    }
}

/// The packets in one queue of a node, as a program sees them.
#[derive(Clone, Copy)]
pub struct QueueView<'a> {
    queue: Option<&'a Queue>,
    messages: &'a Messages,
    payloads: &'a Payloads,
}

impl fmt::Debug for QueueView<'_> {
    /// Leaves out the messages: those of all nodes are behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.packets()).finish()
    }
}

impl<'a> QueueView<'a> {
    pub(super) fn new(
        queue: Option<&'a Queue>,
        messages: &'a Messages,
        payloads: &'a Payloads,
    ) -> Self {
        Self { queue, messages, payloads }
    }

    /// Packets in it.
    pub fn len(&self) -> usize {
        self.queue.map_or(0, Queue::len)
    }

    /// Whether no packet is in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its packets, least first.
    pub fn packets(&self) -> impl Iterator<Item = Packet> + use<'a> {
        self.queue.into_iter().flat_map(Queue::iter)
    }

    /// The packet at one end.
    pub fn at(&self, end: End) -> Option<Packet> {
        self.queue?.at(end)
    }

    /// What its packets carry beside their keys, least packet first.
    pub fn payloads(&self) -> impl Iterator<Item = &'a [u64]> + use<'a> {
        let Self { queue, payloads, .. } = *self;
        let places = (0..self.len()).zip(std::iter::repeat(queue));
        places.filter_map(move |(place, queue)| Some(queue?.payload(place, payloads)))
    }

    /// What the packet at one end carries beside its key; none if the queue is empty.
    pub fn payload_at(&self, end: End) -> &'a [u64] {
        let Some(queue) = self.queue.filter(|queue| queue.len() > 0) else { return &[] };
        let place = match end {
            End::Least => 0,
            End::Greatest => queue.len() - 1,
        };
        queue.payload(place, self.payloads)
    }

    /// The destinations of the packet at one end; none if the queue is empty.
    pub fn destinations_at(&self, end: End) -> &'a [u32] {
        let destinations = |packet: Packet| self.messages.listed(packet.handle());
        self.at(end).map_or(&[], destinations)
    }

    /// Its packets and their destinations, least first.
    pub fn iter(&self) -> impl Iterator<Item = (Packet, &'a [u32])> + use<'a> {
        let messages = self.messages;
        self.packets().map(move |packet| (packet, messages.listed(packet.handle())))
    }
}

/// The queues of all nodes. A queue takes memory once a packet enters one of its number.
#[derive(Debug)]
pub(crate) struct Queues {
    planes: [Vec<Queue>; QUEUES],
    /// Packets in all queues of a node; empty while no queue has been used.
    held: Vec<u32>,
    nodes: usize,
    identified: bool,
}

impl Queues {
    pub(crate) fn new(nodes: usize, identified: bool) -> Self {
        Self { planes: Default::default(), held: Vec::new(), nodes, identified }
    }

    /// Whether packets may be in queues.
    pub(crate) fn in_use(&self) -> bool {
        !self.held.is_empty()
    }

    /// Whether all queues are empty.
    pub(crate) fn are_empty(&self) -> bool {
        self.held.iter().all(|&held| held == 0)
    }

    /// Packets in the queues of `node`.
    pub(crate) fn held(&self, node: usize) -> u32 {
        self.held.get(node).copied().unwrap_or(0)
    }

    /// Whether packets are in queue `queue` of `node`.
    #[inline]
    pub(crate) fn any_in(&self, queue: usize, node: usize) -> bool {
        self.get(queue, node).is_some_and(|queue| queue.len() > 0)
    }

    pub(super) fn get(&self, queue: usize, node: usize) -> Option<&Queue> {
        self.planes[queue].get(node)
    }

    /// The packets in all queues of `node`.
    pub(crate) fn packets(&self, node: usize) -> impl Iterator<Item = Packet> {
        self.planes.iter().filter_map(move |plane| plane.get(node)).flat_map(Queue::iter)
    }

    fn open(&mut self, queue: usize) -> &mut Vec<Queue> {
        self.held.resize(self.nodes, 0);
        let plane = &mut self.planes[queue];
        plane.resize_with(self.nodes, Queue::default);
        plane
    }

    pub(crate) fn insert(&mut self, queue: usize, node: usize, held: Held) {
        let identified = self.identified;
        if self.planes[queue].is_empty() {
            self.open(queue);
        }
        self.planes[queue][node].insert(held, identified);
        self.held[node] += 1;
    }

    pub(crate) fn remove(&mut self, queue: usize, node: usize, end: End) -> Option<Held> {
        let held = self.planes[queue].get_mut(node)?.remove(end)?;
        self.held[node] -= 1;
        Some(held)
    }

    /// Empties a queue into `all`, least first.
    pub(crate) fn drain(&mut self, queue: usize, node: usize, all: &mut Vec<Held>) {
        while let Some(held) = self.remove(queue, node, End::Least) {
            all.push(held);
        }
    }

    /// Adds packets in any order to a queue.
    pub(crate) fn append(&mut self, queue: usize, node: usize, packets: &[Held]) {
        if packets.is_empty() {
            return;
        }
        let identified = self.identified;
        self.open(queue)[node].append(packets, identified);
        self.held[node] += packets.len() as u32;
    }

    /// Moves all queues of node `from` of `other` to node `to`, which has none.
    pub(crate) fn take_over(&mut self, to: usize, other: &mut Self, from: usize) {
        if other.held(from) == 0 {
            return;
        }
        for queue in 0..QUEUES {
            if other.any_in(queue, from) {
                self.open(queue)[to] = std::mem::take(&mut other.planes[queue][from]);
            }
        }
        self.held[to] = std::mem::take(&mut other.held[from]);
    }

    /// The identities of all packets in queues of a machine with identities.
    pub(super) fn identities(&self) -> impl Iterator<Item = u32> {
        self.planes.iter().flatten().flat_map(|queue| queue.identities.iter().copied())
    }

    /// Calls `rename` for the identity of every packet that node `node` of a machine with identities holds.
    pub(crate) fn rename(&mut self, node: usize, mut rename: impl FnMut(&mut u32)) {
        for plane in &mut self.planes {
            if let Some(queue) = plane.get_mut(node) {
                queue.identities.iter_mut().for_each(&mut rename);
            }
        }
    }
}
