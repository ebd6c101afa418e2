//! Multicast message sets: what stands in the input queues when a run starts.

use crate::geometry::MAX_NODES;
use std::ops::Range;
use thiserror::Error;

/// A set of messages, at most one a source node, each with its destinations in increasing order, unless they are
/// [arranged](Messages::arranged) otherwise.
///
/// Message numbers run 0, 1, … in the order of their sources. Destinations live in one compressed array:
/// 4 bytes a delivery, 12 bytes a message.
///
/// ```
/// use meshcast_engine::Messages;
/// let set = Messages::new(9, [(5, vec![7, 1, 7]), (2, vec![2])])?;
/// assert_eq!((set.count(), set.deliveries()), (2, 3));
/// assert_eq!((set.source(1), set.destinations(1)), (5, &[1, 7][..]));
/// assert_eq!((set.degree(), set.congestion()), (2, 1));
/// # Ok::<(), meshcast_engine::MessagesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Messages {
    nodes: u32,
    sources: Vec<u32>,
    offsets: Vec<usize>,
    destinations: Vec<u32>,
    parts: Parts,
}

/// How messages are cut into parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Parts {
    /// The number of the first part of every message, then the number of all parts; empty if there are none.
    first: Vec<u32>,
    /// The message of every part.
    messages: Vec<u32>,
    /// Where the destinations of every part begin in the list of all deliveries, then its end.
    offsets: Vec<usize>,
}

/// Why a list of messages is no message set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MessagesError {
    /// More nodes than a mesh may have.
    #[error("a mesh has at most {MAX_NODES} nodes, found {0}")]
    TooManyNodes(usize),
    /// A source outside the mesh.
    #[error("source {source_node} is outside a mesh of {nodes} nodes (0 to {})", nodes.saturating_sub(1))]
    SourceOutside {
        /// The source.
        source_node: u32,
        /// Nodes of the mesh.
        nodes: usize,
    },
    /// A destination outside the mesh.
    #[error("destination {destination} of the message from {source_node} is outside a mesh of {nodes} nodes (0 to {})", nodes.saturating_sub(1))]
    DestinationOutside {
        /// The source.
        source_node: u32,
        /// The destination.
        destination: u32,
        /// Nodes of the mesh.
        nodes: usize,
    },
    /// Two messages from one source.
    #[error("at most one message may start at a node, found a second one from {source_node}")]
    SourceTwice {
        /// The source.
        source_node: u32,
    },
}

impl Messages {
    /// A set from (source, destinations) pairs in any order; a destination repeated in a message counts once.
    ///
    /// # Errors
    /// A source or destination outside `nodes`, a second message from one source, too many nodes.
    pub fn new(
        nodes: usize,
        messages: impl IntoIterator<Item = (u32, Vec<u32>)>,
    ) -> Result<Self, MessagesError> {
        let mut lists: Vec<(u32, Vec<u32>)> = messages.into_iter().collect();
        lists.sort_by_key(|&(source, _)| source);
        let mut set = Self::empty(nodes)?;
        for (source_node, mut list) in lists {
            list.sort_unstable();
            list.dedup();
            set.push(source_node, list.into_iter())?;
        }
        Ok(set)
    }

    /// A set from (source, destination) pairs in any order; a repeated pair counts once.
    ///
    /// The pairs are sorted where they lie, so reading a file costs 8 bytes a pair beside the set itself.
    /// Every message has a destination: a node that is no pair's source sends nothing.
    ///
    /// ```
    /// use meshcast_engine::Messages;
    /// let set = Messages::from_pairs(9, vec![(5, 7), (2, 2), (5, 1), (5, 7)])?;
    /// assert_eq!(set, Messages::new(9, [(2, vec![2]), (5, vec![1, 7])])?);
    /// # Ok::<(), meshcast_engine::MessagesError>(())
    /// ```
    ///
    /// # Errors
    /// A source or destination outside `nodes`, too many nodes.
    pub fn from_pairs(nodes: usize, mut pairs: Vec<(u32, u32)>) -> Result<Self, MessagesError> {
        pairs.sort_unstable();
        pairs.dedup();
        let mut set = Self::empty(nodes)?;
        set.destinations.reserve_exact(pairs.len());
        for message in pairs.chunk_by(|one, next| one.0 == next.0) {
            set.push(message[0].0, message.iter().map(|&(_, destination)| destination))?;
        }
        Ok(set)
    }

    fn empty(nodes: usize) -> Result<Self, MessagesError> {
        if nodes > MAX_NODES {
            return Err(MessagesError::TooManyNodes(nodes));
        }
        let (sources, destinations) = (Vec::new(), Vec::new());
        let parts = Parts::default();
        Ok(Self { nodes: nodes as u32, sources, offsets: vec![0], destinations, parts })
    }

    /// The same set with the destinations of every message in increasing order of `rank`, no two nodes having one rank:
    /// how a header lists its destinations is the choice of an algorithm.
    #[must_use]
    pub fn arranged(&self, rank: impl Fn(u32) -> u64) -> Self {
        let mut set = self.clone();
        for message in 0..self.count() {
            set.destinations[self.offsets[message]..self.offsets[message + 1]]
                .sort_unstable_by_key(|&node| rank(node));
        }
        set
    }

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
    /// If `most` is 0, or there are more than three parts a node of the largest mesh.
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
    /// If there are more than three parts a node of the largest mesh.
    #[must_use]
    pub fn in_parts_where(self, cut: impl Fn(usize, u32, u32) -> bool) -> Self {
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
        assert!(parts.messages.len() <= 3 * MAX_NODES, "too many parts");
        Self { parts, ..self }
    }

    /// Parts of message `message`.
    ///
    /// # Panics
    /// If the set has not been cut into parts.
    pub fn parts(&self, message: usize) -> usize {
        (self.parts.first[message + 1] - self.parts.first[message]) as usize
    }

    /// The header of part `part` of the message with header `handle`.
    pub(crate) fn part(&self, handle: u32, part: usize) -> u32 {
        let message = handle as usize;
        assert!(message < self.count(), "a part of a message has no parts of its own");
        assert!(part < self.parts(message), "the message has no such part");
        (self.count() + self.parts.first[message] as usize + part) as u32
    }

    fn has_parts(&self) -> bool {
        !self.parts.first.is_empty()
    }

    /// The pieces of which the header `handle` consists: headers that share a destination of a message share a piece.
    pub(crate) fn pieces(&self, handle: u32) -> Range<usize> {
        let message = handle as usize;
        match message.checked_sub(self.count()) {
            Some(part) => part..part + 1,
            None if self.has_parts() => {
                self.parts.first[message] as usize..self.parts.first[message + 1] as usize
            }
            None => message..message + 1,
        }
    }

    /// All pieces of headers: the parts of messages or, if they have none, the messages.
    pub(crate) fn all_pieces(&self) -> usize {
        if self.has_parts() { self.parts.messages.len() } else { self.count() }
    }

    /// The message of the header `handle`.
    pub(crate) fn message_of(&self, handle: u32) -> u32 {
        match (handle as usize).checked_sub(self.count()) {
            Some(part) => self.parts.messages[part],
            None => handle,
        }
    }

    /// The destinations in the header `handle`, in its order.
    pub(crate) fn listed(&self, handle: u32) -> &[u32] {
        &self.destinations[self.listed_range(handle)]
    }

    /// Where the destinations in the header `handle` stand in the list of all deliveries.
    pub(crate) fn listed_range(&self, handle: u32) -> Range<usize> {
        match (handle as usize).checked_sub(self.count()) {
            None => self.offsets[handle as usize]..self.offsets[handle as usize + 1],
            Some(part) => {
                // Messages follow one another, and so do the parts of each.
                self.parts.offsets[part]..self.parts.offsets[part + 1]
            }
        }
    }

    /// Adds the message of the next source; its destinations come in increasing order, each once.
    fn push(
        &mut self,
        source_node: u32,
        destinations: impl Iterator<Item = u32>,
    ) -> Result<(), MessagesError> {
        let nodes = self.nodes();
        if source_node as usize >= nodes {
            return Err(MessagesError::SourceOutside { source_node, nodes });
        }
        if self.sources.last() == Some(&source_node) {
            return Err(MessagesError::SourceTwice { source_node });
        }
        let first = self.destinations.len();
        self.destinations.extend(destinations);
        match self.destinations[first..].last() {
            Some(&destination) if destination as usize >= nodes => {
                Err(MessagesError::DestinationOutside { source_node, destination, nodes })
            }
            _ => {
                self.sources.push(source_node);
                self.offsets.push(self.destinations.len());
                Ok(())
            }
        }
    }

    /// One message without destinations from every node: what a primitive moves about.
    ///
    /// # Errors
    /// Too many nodes.
    pub fn one_each(nodes: usize) -> Result<Self, MessagesError> {
        Self::new(nodes, (0..nodes.min(MAX_NODES + 1) as u32).map(|node| (node, Vec::new())))
    }

    /// Nodes of the mesh it is meant for.
    pub fn nodes(&self) -> usize {
        self.nodes as usize
    }

    /// Messages.
    pub fn count(&self) -> usize {
        self.sources.len()
    }

    /// Deliveries to make: the destinations of all messages together.
    pub fn deliveries(&self) -> usize {
        self.destinations.len()
    }

    /// The node where message `message` starts.
    pub fn source(&self, message: usize) -> u32 {
        self.sources[message]
    }

    /// The sources of all messages, increasing.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The destinations of message `message`, increasing or as arranged, each once.
    pub fn destinations(&self, message: usize) -> &[u32] {
        &self.destinations[self.offsets[message]..self.offsets[message + 1]]
    }

    /// Where the destinations of `message` begin in the list of all deliveries, ordered by message, then as in its
    /// header.
    pub fn first_delivery(&self, message: usize) -> usize {
        self.offsets[message]
    }

    /// The message that starts at `node`.
    pub fn at(&self, node: u32) -> Option<usize> {
        self.sources.binary_search(&node).ok()
    }

    /// All messages as (source, destinations), in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, &[u32])> {
        (0..self.count()).map(|message| (self.source(message), self.destinations(message)))
    }

    /// The degree d: the most destinations of a message.
    pub fn degree(&self) -> usize {
        self.iter().map(|(_, destinations)| destinations.len()).max().unwrap_or(0)
    }

    /// The congestion c: the most messages for one node.
    pub fn congestion(&self) -> usize {
        let mut load = vec![0u32; self.nodes()];
        for &destination in &self.destinations {
            load[destination as usize] += 1;
        }
        load.into_iter().max().unwrap_or(0) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_outside_the_mesh_are_refused_by_name() {
        let outside = Messages::from_pairs(3, vec![(0, 1), (3, 0)]);
        assert_eq!(outside, Err(MessagesError::SourceOutside { source_node: 3, nodes: 3 }));
        let outside = Messages::from_pairs(3, vec![(1, 3), (1, 0)]);
        let destination =
            MessagesError::DestinationOutside { source_node: 1, destination: 3, nodes: 3 };
        assert_eq!(outside, Err(destination));
        let too_many = Messages::from_pairs(MAX_NODES + 1, Vec::new());
        assert_eq!(too_many, Err(MessagesError::TooManyNodes(MAX_NODES + 1)));
    }

    #[test]
    fn no_pairs_make_a_set_without_messages() {
        assert_eq!(Messages::from_pairs(4, Vec::new()), Messages::new(4, []));
    }
}
