//! Keeps the queues of all nodes, and knows which nodes have packets in them.

use super::queue::{End, Queue};
use crate::packet::{Held, Packet};

/// Queues a node.
pub const QUEUES: usize = 4;

/// The bit of a queue in a set of queues.
///
/// # Panics
/// If there is no queue of that number.
#[inline]
pub(crate) fn queue_bit(queue: usize) -> u8 {
    assert!(queue < QUEUES, "a node has {QUEUES} queues");
    1 << queue
}

/// A set of queues.
pub(crate) fn queue_bits(queues: &[usize]) -> u8 {
    queues.iter().fold(0, |bits, &queue| bits | queue_bit(queue))
}

/// The queues of all nodes. A queue takes memory once a packet enters one of its number.
#[derive(Debug)]
pub(crate) struct Queues {
    planes: [Vec<Queue>; QUEUES],
    /// By queue, a bit for every node with packets in it.
    waiting: [Vec<u64>; QUEUES],
    /// Packets in all queues of a node; empty while no queue has been used.
    held: Vec<u32>,
    nodes: usize,
    identified: bool,
}

impl Queues {
    pub(crate) fn new(nodes: usize, identified: bool) -> Self {
        let (planes, waiting) = (Default::default(), Default::default());
        Self { planes, waiting, held: Vec::new(), nodes, identified }
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
    #[inline]
    pub(crate) fn held(&self, node: usize) -> u32 {
        self.held.get(node).copied().unwrap_or(0)
    }

    /// Packets in the queues of every node; none while no queue has been used.
    pub(crate) fn all_held(&self) -> &[u32] {
        &self.held
    }

    /// Of the nodes from `64 * word` on, a bit for each that has packets in one of `queues`, a bit each.
    #[inline]
    pub(crate) fn waiting(&self, queues: u8, word: usize) -> u64 {
        let of = |(queue, waiting): (usize, &Vec<u64>)| match queues >> queue & 1 {
            0 => 0,
            _ => waiting.get(word).copied().unwrap_or(0),
        };
        self.waiting.iter().enumerate().map(of).fold(0, |all, bits| all | bits)
    }

    /// The queues of `node` that have packets in them, a bit each.
    #[inline]
    pub(crate) fn waiting_at(&self, node: usize) -> u8 {
        let bit = |waiting: &Vec<u64>| {
            waiting.get(node / 64).map_or(0, |nodes| (nodes >> (node % 64) & 1) as u8)
        };
        self.waiting.iter().rev().fold(0, |queues, waiting| queues << 1 | bit(waiting))
    }

    pub(super) fn get(&self, queue: usize, node: usize) -> Option<&Queue> {
        self.planes[queue].get(node)
    }

    /// Packets in queue `queue` of `node`.
    #[inline]
    pub(crate) fn len(&self, queue: usize, node: usize) -> usize {
        self.get(queue, node).map_or(0, Queue::len)
    }

    /// The packets in all queues of `node`.
    pub(crate) fn packets(&self, node: usize) -> impl Iterator<Item = Packet> {
        self.planes.iter().filter_map(move |plane| plane.get(node)).flat_map(Queue::iter)
    }

    fn open(&mut self, queue: usize) {
        self.held.resize(self.nodes, 0);
        self.planes[queue].resize_with(self.nodes, Queue::default);
        self.waiting[queue].resize(self.nodes.div_ceil(64), 0);
    }

    /// A queue that packets are about to enter.
    #[inline]
    fn entered(&mut self, queue: usize, node: usize) -> &mut Queue {
        if self.planes[queue].is_empty() {
            self.open(queue);
        }
        self.waiting[queue][node / 64] |= 1 << (node % 64);
        &mut self.planes[queue][node]
    }

    #[inline]
    pub(crate) fn insert(&mut self, queue: usize, node: usize, held: Held) {
        let identified = self.identified;
        self.entered(queue, node).insert(held, identified);
        self.held[node] += 1;
    }

    #[inline]
    pub(crate) fn remove(&mut self, queue: usize, node: usize, end: End) -> Option<Held> {
        let own = self.planes[queue].get_mut(node)?;
        let held = own.remove(end)?;
        if own.len() == 0 {
            self.waiting[queue][node / 64] &= !(1 << (node % 64));
        }
        self.held[node] -= 1;
        Some(held)
    }

    /// Empties a queue into `all`, least first.
    #[inline]
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
        self.entered(queue, node).append(packets, identified);
        self.held[node] += packets.len() as u32;
    }

    /// Moves all queues of node `from` of `other` to node `to`, which has none.
    pub(crate) fn take_over(&mut self, to: usize, other: &mut Self, from: usize) {
        if other.held(from) == 0 {
            return;
        }
        for queue in 0..QUEUES {
            if other.len(queue, from) > 0 {
                *self.entered(queue, to) = std::mem::take(&mut other.planes[queue][from]);
                other.waiting[queue][from / 64] &= !(1 << (from % 64));
            }
        }
        self.held[to] = std::mem::take(&mut other.held[from]);
    }

    /// The identities of all packets in queues of a machine with identities.
    pub(super) fn identities(&self) -> impl Iterator<Item = u32> {
        self.planes.iter().flatten().flat_map(Queue::identities)
    }

    /// Calls `rename` for the identity of every packet that node `node` of a machine with identities holds.
    pub(crate) fn rename(&mut self, node: usize, mut rename: impl FnMut(&mut u32)) {
        for plane in &mut self.planes {
            if let Some(queue) = plane.get_mut(node) {
                queue.rename(&mut rename);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(key: u32) -> Held {
        Held { packet: Packet::new(key, 0), identity: key }
    }

    /// What waits is where the bits say, through short and long queues, whether packets have identities or not.
    #[test]
    fn nodes_with_packets_in_a_queue_are_known() {
        for identified in [false, true] {
            let mut queues = Queues::new(130, identified);
            let waiting = |queues: &Queues, bits| {
                (0..3).map(|word| queues.waiting(bits, word)).collect::<Vec<u64>>()
            };
            assert_eq!(waiting(&queues, 15), [0, 0, 0]);
            for (queue, node, key) in
                [(1, 129, 4), (1, 64, 9), (3, 64, 8), (1, 129, 3), (1, 129, 5)]
            {
                queues.insert(queue, node, held(key));
            }
            assert_eq!(waiting(&queues, 2), [0, 1, 2]);
            assert_eq!(waiting(&queues, 8), [0, 1, 0]);
            assert_eq!(waiting(&queues, 5), [0, 0, 0]);
            queues.append(1, 129, &[held(1), held(9), held(7), held(2), held(8)]);
            let keys: Vec<u32> = queues.packets(129).map(Packet::key).collect();
            assert_eq!(keys, [1, 2, 3, 4, 5, 7, 8, 9]);
            let identity = |held: Option<Held>| held.map(|held| (held.packet.key(), held.identity));
            let expected = |key| Some((key, if identified { key } else { 0 }));
            assert_eq!(identity(queues.remove(1, 129, End::Greatest)), expected(9));
            assert_eq!(identity(queues.remove(1, 129, End::Least)), expected(1));
            assert_eq!(queues.held(129), 6);
            assert_eq!([64, 65, 129].map(|node| queues.waiting_at(node)), [8 | 2, 0, 2]);
            let mut all = Vec::new();
            queues.drain(1, 129, &mut all);
            assert_eq!((all.len(), waiting(&queues, 2)), (6, vec![0, 1, 0]));
            assert_eq!(queues.remove(1, 129, End::Least), None);
            let mut other = Queues::new(2, identified);
            other.take_over(1, &mut queues, 64);
            assert_eq!(waiting(&queues, 15), [0, 0, 0]);
            assert_eq!((other.waiting(10, 0), other.held(1)), (2, 2));
        }
    }
}
