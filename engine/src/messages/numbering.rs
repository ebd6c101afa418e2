//! Numbers headers: first those of messages, past them those of their parts or of their replicas.

use super::parts::{Beside, MOST, Parts};
use super::set::Messages;
use crate::geometry::MAX_NODES;
use std::ops::Range;
use std::sync::Arc;

impl Messages {
    /// The same set with every message cut into ⌈d/most⌉ parts of at most `most` destinations in the order of its header,
    /// for packets to carry; see [`Machine::narrow`](crate::Machine::narrow).
    ///
    /// ```
    /// use meshcast_engine::Messages;
    /// let set = Messages::new(9, [(5, vec![7, 1, 4]), (2, vec![2])])?.in_parts(2);
    /// assert_eq!((set.parts(0), set.parts(1)), (1, 2));
    /// # Ok::<(), meshcast_engine::MessagesError>(())
    /// ```
    ///
    /// # Panics
    /// If `most` is 0, there are more than three parts a node of the largest mesh, or the set has replicas.
    #[must_use]
    pub fn in_parts(self, most: usize) -> Self {
        assert!(most > 0, "a part has destinations");
        self.in_parts_where(|i, _, _| i % most == 0)
    }

    /// The same set with every message cut into parts where `cut` says so of two destinations that follow one another in
    /// its header: it gets the number of the second in the header, and both.
    ///
    /// ```
    /// use meshcast_engine::Messages;
    /// let halves = |_, one: u32, next: u32| one < 4 && next >= 4;
    /// let set = Messages::new(9, [(5, vec![7, 1, 4]), (2, vec![2])])?.in_parts_where(halves);
    /// assert_eq!((set.parts(0), set.parts(1)), (1, 2));
    /// # Ok::<(), meshcast_engine::MessagesError>(())
    /// ```
    ///
    /// # Panics
    /// If there are more than three parts a node of the largest mesh, or the set has replicas.
    #[must_use]
    pub fn in_parts_where(mut self, cut: impl Fn(usize, u32, u32) -> bool) -> Self {
        let has_replicas = matches!(self.beside, Beside::Replicas(_));
        assert!(!has_replicas, "messages have parts or replicas, not both");
        let mut parts = Parts::default();
        for message in 0..self.count() {
            parts.first.push(parts.messages.len() as u32);
            let (start, list) = (self.offsets[message], self.destinations(message));
            for i in 0..list.len() {
                if i == 0 || cut(i, list[i - 1], list[i]) {
                    parts.messages.push(message as u32);
                    parts.offsets.push(start + i);
                }
            }
        }
        parts.first.push(parts.messages.len() as u32);
        parts.offsets.push(self.deliveries());
        assert!(parts.messages.len() <= MOST - MAX_NODES, "too many parts");
        self.beside = Beside::Parts(Arc::new(parts));
        self
    }

    /// The same set with headers for `count` replicas of every message: packets of one message that each keep header
    /// words of their own; see [`Machine::take_header`](crate::Machine::take_header).
    ///
    /// # Panics
    /// If there are more than [`Messages::most_replicas`], or the set has parts.
    #[must_use]
    pub fn with_replicas(mut self, count: usize) -> Self {
        let has_parts = matches!(self.beside, Beside::Parts(_));
        assert!(!has_parts, "messages have parts or replicas, not both");
        assert!(count <= self.most_replicas(), "too many replicas");
        self.beside = Beside::Replicas(count);
        self
    }

    /// The most replicas of every message that there are headers for.
    pub fn most_replicas(&self) -> usize {
        MOST / self.count().max(1) - 1
    }

    /// Parts of message `message`.
    ///
    /// # Panics
    /// If the set has not been cut into parts.
    pub fn parts(&self, message: usize) -> usize {
        let parts = self.cut();
        (parts.first[message + 1] - parts.first[message]) as usize
    }

    fn cut(&self) -> &Parts {
        match &self.beside {
            Beside::Parts(parts) => parts,
            _ => panic!("the messages have no parts"),
        }
    }

    /// The header of part `part` of the message with header `handle`.
    pub(crate) fn part(&self, handle: u32, part: usize) -> u32 {
        let message = handle as usize;
        assert!(message < self.count(), "a part of a message has no parts of its own");
        assert!(part < self.parts(message), "the message has no such part");
        (self.count() + self.cut().first[message] as usize + part) as u32
    }

    /// The header of replica `replica` of the message with header `handle`, its own or that of a replica.
    pub(crate) fn replica(&self, handle: u32, replica: usize) -> u32 {
        let Beside::Replicas(count) = self.beside else { panic!("the messages have no replicas") };
        assert!(replica < count, "the message has no such replica");
        (self.count() + self.message_of(handle) as usize * count + replica) as u32
    }

    /// The pieces of which the header `handle` consists: headers that share words share a piece.
    #[inline]
    pub(crate) fn pieces(&self, handle: u32) -> Range<usize> {
        let header = handle as usize;
        match &self.beside {
            Beside::Parts(parts) => match header.checked_sub(self.count()) {
                Some(part) => part..part + 1,
                None => parts.first[header] as usize..parts.first[header + 1] as usize,
            },
            _ => header..header + 1,
        }
    }

    /// The piece that stands for all packets of a message that has replicas: no header consists of it.
    pub(crate) fn replicas_piece(&self, handle: u32) -> Option<usize> {
        let Beside::Replicas(count) = self.beside else { return None };
        Some(self.count() * (1 + count) + self.message_of(handle) as usize)
    }

    /// All pieces: the parts of messages or, if they have none, the headers.
    pub(crate) fn all_pieces(&self) -> usize {
        match &self.beside {
            Beside::Parts(parts) => parts.messages.len(),
            Beside::Replicas(count) => self.count() * (2 + count),
            Beside::Nothing => self.count(),
        }
    }

    /// The message of the header `handle`.
    pub(crate) fn message_of(&self, handle: u32) -> u32 {
        match ((handle as usize).checked_sub(self.count()), &self.beside) {
            (Some(part), Beside::Parts(parts)) => parts.messages[part],
            (Some(replica), Beside::Replicas(count)) => (replica / count) as u32,
            _ => handle,
        }
    }

    /// Where the destinations in the header `handle` stand in the list of all deliveries.
    #[inline]
    pub(crate) fn listed_range(&self, handle: u32) -> Range<usize> {
        let part = (handle as usize).checked_sub(self.count());
        if let (Some(part), Beside::Parts(parts)) = (part, &self.beside) {
            // Messages follow one another, and so do the parts of each.
            return parts.offsets[part]..parts.offsets[part + 1];
        }
        let message = self.message_of(handle) as usize;
        self.offsets[message]..self.offsets[message + 1]
    }

    /// Where the words of the header `handle` stand among all words: those of all messages, then those of all first
    /// replicas, and so on.
    #[inline]
    pub(crate) fn words_range(&self, handle: u32) -> Range<usize> {
        let listed = self.listed_range(handle);
        match ((handle as usize).checked_sub(self.count()), &self.beside) {
            (Some(replica), Beside::Replicas(count)) => {
                let before = (1 + replica % count) * self.deliveries();
                before + listed.start..before + listed.end
            }
            _ => listed,
        }
    }

    /// The words of all headers.
    pub(crate) fn all_words(&self) -> usize {
        match self.beside {
            Beside::Replicas(count) => (1 + count) * self.deliveries(),
            _ => self.deliveries(),
        }
    }
}
