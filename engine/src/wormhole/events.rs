//! What will happen, in the order of its times.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Something happens to a worm or a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A worm requests the next channel of its path.
    Request(u32),
    /// A channel for which worms wait is free.
    Release(u32),
}

/// Events and their times: those that are known before the run in a sorted list, so that the heap has only what is under way.
#[derive(Default)]
pub(super) struct Events {
    /// The next one is the last.
    known: Vec<(u64, Event)>,
    heap: BinaryHeap<Reverse<(u64, Event)>>,
}

impl Events {
    pub(super) fn new(mut known: Vec<(u64, Event)>) -> Self {
        known.sort_unstable_by_key(|&event| Reverse(event));
        Self { known, heap: BinaryHeap::new() }
    }

    pub(super) fn push(&mut self, time: u64, event: Event) {
        self.heap.push(Reverse((time, event)));
    }

    /// When the next event is.
    pub(super) fn next_time(&self) -> Option<u64> {
        let known = self.known.last().map(|&(time, _)| time);
        let pushed = self.heap.peek().map(|&Reverse((time, _))| time);
        known.into_iter().chain(pushed).min()
    }

    /// Takes an event of this time, none of which is before it.
    pub(super) fn pop_at(&mut self, now: u64) -> Option<Event> {
        if let Some((_, event)) = self.known.pop_if(|&mut (time, _)| time == now) {
            return Some(event);
        }
        let next = self.heap.peek_mut().filter(|next| next.0.0 == now)?;
        Some(PeekMut::pop(next).0.1)
    }
}
