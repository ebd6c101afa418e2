//! Queues events, ordered by time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Something happens to a worm, a channel or a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A worm requests what it needs next.
    Request(u32),
    /// A worm leaves a channel or a port.
    Release { resource: u32, worm: u32 },
    /// A flit can enter a channel, perhaps.
    Turn(u32),
}

/// Events and their times.
#[derive(Default)]
pub(super) struct Agenda {
    heap: BinaryHeap<Reverse<(u64, Event)>>,
}

impl Agenda {
    pub(super) fn push(&mut self, time: u64, event: Event) {
        self.heap.push(Reverse((time, event)));
    }

    /// When the next event is.
    pub(super) fn next_time(&self) -> Option<u64> {
        self.heap.peek().map(|&Reverse((time, _))| time)
    }

    /// Takes an event of this time, none of which is before it.
    pub(super) fn pop_at(&mut self, now: u64) -> Option<Event> {
        let next = self.heap.peek_mut().filter(|next| next.0.0 == now)?;
        Some(PeekMut::pop(next).0.1)
    }
}
