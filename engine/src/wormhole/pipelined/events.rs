//! Queues events, ordered by time.

use std::cmp::Reverse;
use std::collections::binary_heap::PeekMut;
use std::collections::{BinaryHeap, VecDeque};

/// Something happens to a worm or a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A worm requests the next channel of its path.
    Request(u32),
    /// A channel for which worms wait is free.
    Release(u32),
}

/// Events and their times. Most of them need no heap: starts that are known before the run are a sorted list, and headers arrive in the
/// order in which they were let go, since all hops take the same time.
#[derive(Default)]
pub(super) struct Events {
    /// The next one is the last.
    known: Vec<(u64, Event)>,
    /// Worms whose headers arrive.
    arrivals: VecDeque<(u64, u32)>,
    heap: BinaryHeap<Reverse<(u64, Event)>>,
}

impl Events {
    pub(super) fn new(mut known: Vec<(u64, Event)>) -> Self {
        known.sort_unstable_by_key(|&event| Reverse(event));
        Self { known, ..Self::default() }
    }

    /// The header of a worm arrives, no earlier than those before, and requests its next channel.
    pub(super) fn arrive(&mut self, time: u64, worm: u32) {
        debug_assert!(self.arrivals.back().is_none_or(|&(last, _)| last <= time), "in order");
        self.arrivals.push_back((time, worm));
    }

    pub(super) fn push(&mut self, time: u64, event: Event) {
        self.heap.push(Reverse((time, event)));
    }

    /// When the next event is.
    pub(super) fn next_time(&self) -> Option<u64> {
        let known = self.known.last().map(|&(time, _)| time);
        let arrival = self.arrivals.front().map(|&(time, _)| time);
        let pushed = self.heap.peek().map(|&Reverse((time, _))| time);
        known.into_iter().chain(arrival).chain(pushed).min()
    }

    /// Takes an event of this time, none of which is before it.
    pub(super) fn pop_at(&mut self, now: u64) -> Option<Event> {
        if let Some((_, event)) = self.known.pop_if(|&mut (time, _)| time == now) {
            return Some(event);
        }
        if let Some((_, worm)) = self.arrivals.pop_front_if(|&mut (time, _)| time == now) {
            return Some(Event::Request(worm));
        }
        let next = self.heap.peek_mut().filter(|next| next.0.0 == now)?;
        Some(PeekMut::pop(next).0.1)
    }
}
