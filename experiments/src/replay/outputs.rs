//! Follows the messages of a trace: where each starts, and where it was delivered.

use std::collections::BTreeSet;

/// A message and what became of it in its input queue.
#[derive(Clone, Copy, Debug)]
struct Queued {
    source: usize,
    /// Where its destinations begin in the list of all.
    first: usize,
    is_injected: bool,
}

/// What a delivery was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    Due,
    Again,
    Elsewhere,
}

/// All messages with their input and output queues.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    messages: Vec<Queued>,
    /// The destinations of all messages, one message after the other, those of each in increasing order.
    destinations: Vec<u32>,
    /// Whether each of them has its message.
    has_message: Vec<bool>,
    /// Deliveries at nodes that are no destinations.
    elsewhere: BTreeSet<(usize, usize)>,
    /// Deliveries, each pair of a message and a node once.
    pub(super) deliveries: u64,
}

impl Outputs {
    /// Messages so far.
    pub(super) fn count(&self) -> usize {
        self.messages.len()
    }

    /// Adds a message; its destinations increase.
    pub(super) fn add(&mut self, source: usize, destinations: &[usize]) {
        self.messages.push(Queued { source, first: self.destinations.len(), is_injected: false });
        // Destinations are nodes, of which there are at most 2^26.
        self.destinations.extend(destinations.iter().map(|&node| node as u32));
        self.has_message.resize(self.destinations.len(), false);
    }

    /// Takes a message out of its input queue: its source, and whether it had left before.
    pub(super) fn inject(&mut self, message: usize) -> Option<(usize, bool)> {
        let queued = self.messages.get_mut(message)?;
        Some((queued.source, std::mem::replace(&mut queued.is_injected, true)))
    }

    /// Puts a message into the output queue of `node`.
    pub(super) fn deliver(&mut self, message: usize, node: usize) -> Delivery {
        let (has_it, delivery) = match self.place(message, node) {
            Some(place) => (std::mem::replace(&mut self.has_message[place], true), Delivery::Due),
            None => (!self.elsewhere.insert((message, node)), Delivery::Elsewhere),
        };
        if has_it {
            return Delivery::Again;
        }
        self.deliveries += 1;
        delivery
    }

    /// Whether the output queue of `node` has the message.
    pub(super) fn has(&self, message: usize, node: usize) -> bool {
        match self.place(message, node) {
            Some(place) => self.has_message[place],
            None => self.elsewhere.contains(&(message, node)),
        }
    }

    /// The pairs of a message and a node that were delivered, in increasing order.
    pub(super) fn delivered(&self) -> Vec<(usize, usize)> {
        let due = self.pairs().filter(|&(_, has_message)| has_message).map(|(pair, _)| pair);
        let mut delivered: Vec<_> = due.chain(self.elsewhere.iter().copied()).collect();
        delivered.sort_unstable();
        delivered
    }

    /// The pairs of a message and a destination that are missing, in increasing order.
    pub(super) fn missing(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pairs().filter(|&(_, has_message)| !has_message).map(|(pair, _)| pair)
    }

    /// Every message with each of its destinations, and whether that has it.
    fn pairs(&self) -> impl Iterator<Item = ((usize, usize), bool)> {
        let of = move |message| {
            let pair = move |place| {
                ((message, self.destinations[place] as usize), self.has_message[place])
            };
            self.range(message).map(pair)
        };
        (0..self.count()).flat_map(of)
    }

    fn range(&self, message: usize) -> std::ops::Range<usize> {
        let next = self.messages.get(message + 1);
        self.messages[message].first..next.map_or(self.destinations.len(), |next| next.first)
    }

    fn place(&self, message: usize, node: usize) -> Option<usize> {
        if message >= self.count() {
            return None;
        }
        let range = self.range(message);
        let node = u32::try_from(node).ok()?;
        let place = self.destinations[range.clone()].binary_search(&node).ok()?;
        Some(range.start + place)
    }
}
