//! Records what has been delivered: a bit for every delivery to make, and a list of all others.

use crate::messages::Messages;
use crate::packet::Packet;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The output queues of a machine and its tiles.
///
/// A delivery belongs to one node, and a node to one tile at a time: no two threads ever look for the same bit, so that
/// which delivery finds it set does not depend on them.
#[derive(Debug, Default)]
pub(crate) struct OutputQueues {
    /// A bit for every delivery to make, ordered by message, then node; a machine and its tiles share them.
    made: Arc<Vec<AtomicU64>>,
    /// All others: (message, node), in the order of the program.
    pub(crate) beside: Vec<(u32, u32)>,
    /// The values of messages of this set that were delivered since the last look, by (node, message), where messages carry some.
    pub(crate) values: BTreeMap<(u32, u32), u64>,
    /// The values that wait to be read, by (node, number of the message among all that the machine had).
    waiting: BTreeMap<(u32, u32), u64>,
    /// What was delivered of the messages that the machine had before.
    before: Deliveries,
}

impl OutputQueues {
    /// Empty queues for what is to be delivered.
    pub(crate) fn of(messages: &Messages) -> Self {
        let words = messages.deliveries().div_ceil(64);
        let made = std::iter::repeat_with(AtomicU64::default).take(words).collect();
        Self { made: Arc::new(made), ..Self::default() }
    }

    /// The queues with what is in them, for messages that follow those delivered so far.
    pub(crate) fn followed_by(mut self, next: &Messages, delivered: Arc<Messages>) -> Self {
        self.number_values();
        let waiting = std::mem::take(&mut self.waiting);
        Self { waiting, before: self.close(delivered), ..Self::of(next) }
    }

    /// The messages that the machine had before: the number of the first that it has now.
    pub(crate) fn first_message(&self) -> u32 {
        self.before.messages()
    }

    /// The queues of a tile's nodes.
    pub(crate) fn of_tile(&self) -> Self {
        Self { made: Arc::clone(&self.made), ..Self::default() }
    }

    /// Puts the message with header `handle` into the queue of the node that is number `number` there.
    pub(crate) fn put_listed(&mut self, messages: &Messages, handle: u32, number: usize) {
        let (message, node) = (messages.message_of(handle), messages.listed(handle)[number]);
        if messages.are_arranged() {
            self.put(messages, message, node);
        } else {
            self.put_as(messages.listed_range(handle).start + number, message, node);
        }
    }

    /// Puts a message into the queue of a node; returns whether the node had asked for it and has it already.
    pub(crate) fn put(&mut self, messages: &Messages, message: u32, node: u32) -> bool {
        if let Some(delivery) = messages.delivery(message, node) {
            return self.put_as(delivery, message, node);
        }
        self.beside.push((message, node));
        false
    }

    /// Makes delivery `delivery`, that of a message to a node; returns whether it has been made before.
    fn put_as(&mut self, delivery: usize, message: u32, node: u32) -> bool {
        let bit = 1 << (delivery % 64);
        let again = self.made[delivery / 64].fetch_or(bit, Ordering::Relaxed) & bit != 0;
        if again {
            self.beside.push((message, node));
        }
        again
    }

    /// The value of the message with the lowest number in the queue of every node: (node, message, value).
    pub(crate) fn first_values(&mut self) -> Vec<(u32, u32, u64)> {
        self.number_values();
        let (mut first, mut from) = (Vec::new(), 0);
        while let Some((&(node, message), &value)) = self.waiting.range((from, 0)..).next() {
            first.push((node, message, value));
            from = node + 1;
        }
        first
    }

    /// Takes the value of a message off the queue of a node.
    pub(crate) fn take_value(&mut self, (node, message): (u32, u32)) {
        self.waiting.remove(&(node, message));
    }

    /// Numbers the messages of values as the machine does.
    fn number_values(&mut self) {
        let first = self.first_message();
        let values = std::mem::take(&mut self.values);
        self.waiting.extend(
            values.into_iter().map(|((node, message), value)| ((node, first + message), value)),
        );
    }

    /// What is in the queues at the end.
    pub(crate) fn close(self, messages: Arc<Messages>) -> Deliveries {
        let first = self.first_message();
        let made = Arc::into_inner(self.made).expect("tiles have ended before the run");
        let made = made.into_iter().map(AtomicU64::into_inner).collect();
        let mut all = self.before;
        all.beside.extend(self.beside.into_iter().map(|(message, node)| (first + message, node)));
        all.of_sets.push(Made { messages, made });
        all
    }
}

/// The deliveries that messages of one set ask for.
#[derive(Clone)]
struct Made {
    messages: Arc<Messages>,
    /// A bit for every delivery to make, ordered by message, then node.
    made: Vec<u64>,
}

impl Made {
    /// Deliveries that were made.
    fn count(&self) -> usize {
        self.made.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The output queues at the end of a run: which messages were delivered at which nodes.
///
/// ```
/// use meshcast_engine::{Machine, Messages, Options, Shape};
/// use std::sync::Arc;
/// let shape = Shape::new(1, 2)?;
/// let set = Arc::new(Messages::new(2, [(0, vec![0, 1]), (1, vec![0])])?);
/// let mut machine = Machine::new(shape, set, Some(1), Options::default());
/// machine.inject(0, |_| 0);
/// // Message 0 is for its source, message 1 is not.
/// machine.step(|step| step.deliver(0, |_| Some(0)))?;
/// let deliveries = machine.finish().deliveries;
/// assert_eq!(deliveries.sorted(), [(0, 0), (1, 1)]);
/// assert_eq!((deliveries.beside(), deliveries.are_as_asked()), (&[(1, 1)][..], false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Deliveries {
    /// Those of all message sets that the machine had, one after the other: the numbers of messages go on from one to the next.
    of_sets: Vec<Made>,
    beside: Vec<(u32, u32)>,
}

impl Deliveries {
    /// The message of a packet of the last set.
    pub(crate) fn message_of(&self, packet: Packet) -> u32 {
        let Some((last, before)) = self.of_sets.split_last() else { return packet.handle() };
        count(before) + last.messages.message_of(packet.handle())
    }

    /// Messages of all sets.
    fn messages(&self) -> u32 {
        count(&self.of_sets)
    }

    /// Deliveries.
    pub fn len(&self) -> usize {
        self.asked_for() + self.beside.len()
    }

    /// Whether nothing was delivered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them as (message, node): what was asked for, by message and node, each once; then what was not, and what was
    /// delivered again, in an order that depends on the program alone.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        let of_sets = self.of_sets.iter().enumerate().flat_map(|(place, set)| {
            let first = count(&self.of_sets[..place]);
            let is_made = |number: usize| set.made[number / 64] >> (number % 64) & 1 != 0;
            let asked_for = set.messages.all_deliveries().enumerate();
            let made = asked_for.filter(move |&(number, _)| is_made(number));
            made.map(move |(_, (message, node))| (first + message, node))
        });
        of_sets.chain(self.beside.iter().copied())
    }

    /// All of them as (message, node), by message and node.
    pub fn sorted(&self) -> Vec<(u32, u32)> {
        let mut all: Vec<(u32, u32)> = self.iter().collect();
        all.sort_unstable();
        all
    }

    /// Those at a node that is no destination of the message, or where it had been delivered before.
    pub fn beside(&self) -> &[(u32, u32)] {
        &self.beside
    }

    /// Whether every message was delivered at all its destinations, once, and nothing else was.
    pub fn are_as_asked(&self) -> bool {
        let all: usize = self.of_sets.iter().map(|set| set.messages.deliveries()).sum();
        self.beside.is_empty() && self.asked_for() == all
    }

    /// Different deliveries of a message at one of its destinations.
    fn asked_for(&self) -> usize {
        self.of_sets.iter().map(Made::count).sum()
    }
}

/// Messages of these sets.
fn count(sets: &[Made]) -> u32 {
    sets.iter().map(|set| set.messages.count() as u32).sum()
}

impl PartialEq for Deliveries {
    /// Whether the same was delivered.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Deliveries {}

impl fmt::Debug for Deliveries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
