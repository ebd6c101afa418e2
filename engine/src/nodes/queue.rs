//! Keeps packets that wait in order: one queue of one node.

use super::payloads::Payloads;
use crate::messages::Messages;
use crate::packet::{Held, Packet};
use std::collections::VecDeque;
use std::fmt;

/// Packets for which a queue has places of its own.
const NEAR: usize = 3;

/// Packets that are sooner put in their places one by one than sorted in with all others.
const FEW: usize = 4;

/// The packets of one queue of one node, least first.
///
/// Most queues are short: three packets lie in the queue itself. Once there have been more, all lie in memory of their own.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// The first `count` are packets, unless they lie far.
    near: [u64; NEAR],
    count: u32,
    far: Option<Box<Far>>,
}

#[derive(Debug, Default)]
struct Far {
    slots: VecDeque<u64>,
    /// Of a machine with identities, whose packets always lie far.
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
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    #[inline]
    fn near(&self) -> &[u64] {
        if self.far.is_some() { &[] } else { &self.near[..self.len()] }
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Packet> {
        let (first, rest) = match &self.far {
            None => (&self.near[..self.len()], &[][..]),
            Some(far) => far.slots.as_slices(),
        };
        first.iter().chain(rest).copied().filter_map(Packet::in_slot)
    }

    #[inline]
    fn at(&self, end: End) -> Option<Packet> {
        let slot = match (&self.far, end) {
            (None, End::Least) => self.near().first(),
            (None, End::Greatest) => self.near().last(),
            (Some(far), End::Least) => far.slots.front(),
            (Some(far), End::Greatest) => far.slots.back(),
        };
        slot.copied().and_then(Packet::in_slot)
    }

    /// The identities of its packets in a machine with identities.
    pub(super) fn identities(&self) -> impl Iterator<Item = u32> {
        self.far.iter().flat_map(|far| far.identities.iter().copied())
    }

    /// Calls `rename` for the identity of every packet.
    pub(super) fn rename(&mut self, rename: impl FnMut(&mut u32)) {
        if let Some(far) = &mut self.far {
            far.identities.iter_mut().for_each(rename);
        }
    }

    /// What the packet at a place carries beside its key.
    #[inline]
    fn payload<'a>(&self, place: usize, payloads: &'a Payloads) -> &'a [u64] {
        let slot = match &self.far {
            Some(far) => far.slots.get(place),
            None => self.near().get(place),
        };
        let identity = self.far.as_ref().and_then(|far| far.identities.get(place));
        let packet = slot.copied().and_then(Packet::in_slot);
        packet.map_or(&[], |packet| {
            payloads.of(Held { packet, identity: identity.copied().unwrap_or(0) })
        })
    }

    /// The memory for many packets, in which all of them lie from now on.
    #[cold]
    fn widen(&mut self) -> &mut Far {
        let near = self.near().iter().copied().collect();
        self.far.get_or_insert_with(|| Box::new(Far { slots: near, ..Far::default() }))
    }

    #[inline]
    pub(super) fn insert(&mut self, held: Held, identified: bool) {
        let count = self.len();
        if self.far.is_none() && count < NEAR && !identified {
            let slot = held.packet.slot();
            let mut place = count;
            while place > 0 && self.near[place - 1] > slot {
                self.near[place] = self.near[place - 1];
                place -= 1;
            }
            self.near[place] = slot;
        } else {
            self.widen().insert(held, identified);
        }
        self.count += 1;
    }

    #[inline]
    pub(super) fn remove(&mut self, end: End) -> Option<Held> {
        let last = self.len().checked_sub(1)?;
        self.count -= 1;
        if let Some(far) = &mut self.far {
            return far.remove(end);
        }
        let slot = match end {
            End::Greatest => self.near[last],
            End::Least => {
                let least = self.near[0];
                self.near.copy_within(1.., 0);
                least
            }
        };
        Some(Held { packet: Packet::in_slot(slot)?, identity: 0 })
    }

    /// Adds packets in any order.
    pub(super) fn append(&mut self, more: &[Held], identified: bool) {
        if more.len() <= FEW {
            for &held in more {
                self.insert(held, identified);
            }
            return;
        }
        self.widen().append(more, identified);
        self.count += more.len() as u32;
    }
}

impl Far {
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

    #[inline]
    fn remove(&mut self, end: End) -> Option<Held> {
        let (slot, identity) = match end {
            End::Least => (self.slots.pop_front(), self.identities.pop_front()),
            End::Greatest => (self.slots.pop_back(), self.identities.pop_back()),
        };
        let packet = Packet::in_slot(slot?)?;
        Some(Held { packet, identity: identity.unwrap_or(0) })
    }

    fn append(&mut self, more: &[Held], identified: bool) {
        let mut all: Vec<(u64, u32)> = Vec::with_capacity(self.slots.len() + more.len());
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
    #[inline]
    pub(super) fn new(
        queue: Option<&'a Queue>,
        messages: &'a Messages,
        payloads: &'a Payloads,
    ) -> Self {
        Self { queue, messages, payloads }
    }

    /// Packets in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.queue.map_or(0, Queue::len)
    }

    /// Whether no packet is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its packets, least first.
    #[inline]
    pub fn packets(&self) -> impl Iterator<Item = Packet> + use<'a> {
        self.queue.into_iter().flat_map(Queue::iter)
    }

    /// The packet at one end.
    #[inline]
    pub fn at(&self, end: End) -> Option<Packet> {
        self.queue?.at(end)
    }

    /// What its packets carry beside their keys, least packet first.
    #[inline]
    pub fn payloads(&self) -> impl Iterator<Item = &'a [u64]> + use<'a> {
        let Self { queue, payloads, .. } = *self;
        let places = (0..self.len()).zip(std::iter::repeat(queue));
        places.filter_map(move |(place, queue)| Some(queue?.payload(place, payloads)))
    }

    /// What the packet at one end carries beside its key; none if the queue is empty.
    #[inline]
    pub fn payload_at(&self, end: End) -> &'a [u64] {
        let Some(queue) = self.queue.filter(|queue| queue.len() > 0) else { return &[] };
        let place = match end {
            End::Least => 0,
            End::Greatest => queue.len() - 1,
        };
        queue.payload(place, self.payloads)
    }

    /// The destinations of the packet at one end; none if the queue is empty.
    #[inline]
    pub fn destinations_at(&self, end: End) -> &'a [u32] {
        let destinations = |packet: Packet| self.messages.listed(packet.handle());
        self.at(end).map_or(&[], destinations)
    }

    /// Its packets and their destinations, least first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Packet, &'a [u32])> + use<'a> {
        let messages = self.messages;
        self.packets().map(move |packet| (packet, messages.listed(packet.handle())))
    }
}
