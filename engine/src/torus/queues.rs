//! The queues of the channels: a heap for each channel on which something waits.

use std::collections::BinaryHeap;

/// A message in a queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting<H> {
    /// The greatest goes first; no two in a queue are equal.
    pub(super) rank: u64,
    /// The header that the message has behind the channel.
    pub(super) header: H,
    /// The message or, in a traced run, the packet.
    pub(super) identity: u32,
}

impl<H> PartialEq for Waiting<H> {
    fn eq(&self, other: &Self) -> bool {
        self.rank == other.rank
    }
}

impl<H> Eq for Waiting<H> {}

impl<H> PartialOrd for Waiting<H> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<H> Ord for Waiting<H> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// The place of a channel without a heap.
const IDLE: u32 = u32::MAX;

/// All queues of the channels with one number.
#[derive(Debug)]
pub(super) struct Queues<H> {
    /// The heap of each node's channel.
    places: Vec<u32>,
    heaps: Vec<BinaryHeap<Waiting<H>>>,
    /// Heaps that no channel uses, empty.
    free: Vec<u32>,
    /// The nodes on whose channel something waits.
    busy: Vec<u32>,
    /// The longest queue there was at the end of a step.
    pub(super) longest: usize,
}

impl<H: Copy> Queues<H> {
    pub(super) fn new(nodes: usize) -> Self {
        let (heaps, free, busy) = (Vec::new(), Vec::new(), Vec::new());
        Self { places: vec![IDLE; nodes], heaps, free, busy, longest: 0 }
    }

    /// Queues a message. In a step everything is queued after everything has been sent, so that a queue is never longer than
    /// it is at the end of a step.
    pub(super) fn push(&mut self, node: u32, waiting: Waiting<H>) {
        let heap = self.heap(node);
        heap.push(waiting);
        self.longest = heap.len().max(self.longest);
    }

    fn heap(&mut self, node: u32) -> &mut BinaryHeap<Waiting<H>> {
        let place = &mut self.places[node as usize];
        if *place == IDLE {
            *place = self.free.pop().unwrap_or_else(|| {
                self.heaps.push(BinaryHeap::new());
                self.heaps.len() as u32 - 1
            });
            self.busy.push(node);
        }
        &mut self.heaps[*place as usize]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.busy.is_empty()
    }

    /// Takes the first message out of every queue and hands it to `send` with its node.
    pub(super) fn send_first(&mut self, mut send: impl FnMut(u32, Waiting<H>)) {
        let Self { places, heaps, free, busy, .. } = self;
        busy.retain(|&node| {
            let place = &mut places[node as usize];
            let heap = &mut heaps[*place as usize];
            if let Some(first) = heap.pop() {
                send(node, first);
            }
            if heap.is_empty() {
                free.push(*place);
                *place = IDLE;
                false
            } else {
                true
            }
        });
    }
}
