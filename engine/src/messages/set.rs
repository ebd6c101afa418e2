//! Says which messages there are, where each starts and for whom it is.

use super::collect::MessageLists;
use super::parts::Beside;
use crate::geometry::MAX_NODES;
use crate::packet::Packet;
use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// A set of messages, at most one a source node unless it was made [in classes](Messages::in_classes), each with its destinations in
/// increasing order, unless they are [arranged](Messages::arranged) otherwise.
///
/// Message numbers run 0, 1, … in the order of their sources, class by class. Destinations live in one compressed array: 4 bytes a
/// delivery, 12 bytes a message. Clones share it, and sets that list destinations in another order have that order beside it.
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
    degree: u32,
    congestion: u32,
    sources: Arc<Vec<u32>>,
    /// The first message of every class, then the number of all messages.
    pub(super) classes: Arc<Vec<usize>>,
    pub(super) offsets: Arc<Vec<usize>>,
    /// The destinations of every message in increasing order.
    destinations: Arc<Vec<u32>>,
    /// The same as headers list them.
    listed: Arc<Vec<u32>>,
    pub(super) beside: Beside,
}

/// Destinations that are searched before others farther from where they are expected.
const NEAR: usize = 8;

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

/// Sorts a list, moves it to `start` without its repetitions and returns its new end.
fn sort_to(destinations: &mut [u32], list: Range<usize>, start: usize) -> usize {
    destinations[list.clone()].sort_unstable();
    let mut end = start;
    for place in list {
        if end == start || destinations[end - 1] != destinations[place] {
            destinations[end] = destinations[place];
            end += 1;
        }
    }
    end
}

/// The most deliveries to one node.
fn most_for_one(nodes: usize, destinations: &[u32]) -> u32 {
    // Where few nodes get any, an array for all of them would cost more than the set.
    if destinations.len() < nodes / 8 {
        let mut sorted = destinations.to_vec();
        sorted.sort_unstable();
        return sorted.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(0) as u32;
    }
    let mut load = vec![0u32; nodes];
    for &destination in destinations {
        load[destination as usize] += 1;
    }
    load.into_iter().max().unwrap_or(0)
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
        Self::from_lists(nodes, messages.into_iter().collect())
    }

    /// A set from lists that lie in one array; a destination repeated in a list counts once. Lists are sorted where they lie;
    /// only if their sources are not in increasing order does it take a second array.
    ///
    /// # Errors
    /// A source or destination outside `nodes`, a second message from one source, too many nodes.
    pub fn from_lists(nodes: usize, lists: MessageLists) -> Result<Self, MessagesError> {
        let lists = lists.by_source();
        let count = lists.sources.len();
        Self::assembled(nodes, lists, vec![0, count])
    }

    /// The set of these lists, which are in increasing order of their sources in each of some classes.
    pub(super) fn assembled(
        nodes: usize,
        lists: MessageLists,
        classes: Vec<usize>,
    ) -> Result<Self, MessagesError> {
        if nodes > MAX_NODES {
            return Err(MessagesError::TooManyNodes(nodes));
        }
        let MessageLists { sources, mut offsets, mut destinations } = lists;
        let mut end = 0;
        for (message, &source_node) in sources.iter().enumerate() {
            if source_node as usize >= nodes {
                return Err(MessagesError::SourceOutside { source_node, nodes });
            }
            let is_again = message > 0 && sources[message - 1] == source_node;
            if is_again && !classes.contains(&message) {
                return Err(MessagesError::SourceTwice { source_node });
            }
            let list = offsets[message]..offsets[message + 1];
            offsets[message] = end;
            end = sort_to(&mut destinations, list, end);
            match destinations[offsets[message]..end].last() {
                Some(&destination) if destination as usize >= nodes => {
                    return Err(MessagesError::DestinationOutside {
                        source_node,
                        destination,
                        nodes,
                    });
                }
                _ => {}
            }
        }
        offsets[sources.len()] = end;
        destinations.truncate(end);
        destinations.shrink_to_fit();
        let degree = offsets.windows(2).map(|list| list[1] - list[0]).max().unwrap_or(0);
        let destinations = Arc::new(destinations);
        Ok(Self {
            nodes: nodes as u32,
            degree: degree as u32,
            congestion: most_for_one(nodes, &destinations),
            sources: Arc::new(sources),
            classes: Arc::new(classes),
            offsets: Arc::new(offsets),
            listed: Arc::clone(&destinations),
            destinations,
            beside: Beside::Nothing,
        })
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
        let mut lists = MessageLists::with_room(0, pairs.len());
        for message in pairs.chunk_by(|one, next| one.0 == next.0) {
            lists.push(message[0].0, message.iter().map(|&(_, destination)| destination));
        }
        Self::from_lists(nodes, lists)
    }

    /// The same set with the destinations of every message in increasing order of `rank`, no two nodes having one rank:
    /// how a header lists its destinations is the choice of an algorithm.
    #[must_use]
    pub fn arranged(&self, rank: impl Fn(u32) -> u64) -> Self {
        let mut listed = Vec::clone(&self.destinations);
        for message in 0..self.count() {
            listed[self.offsets[message]..self.offsets[message + 1]]
                .sort_unstable_by_key(|&node| rank(node));
        }
        Self { listed: Arc::new(listed), ..self.clone() }
    }

    /// The destinations in the header `handle`, in its order.
    #[inline]
    pub(crate) fn listed(&self, handle: u32) -> &[u32] {
        &self.listed[self.listed_range(handle)]
    }

    /// Whether headers have the destinations of a message in another order than the set.
    pub(crate) fn are_arranged(&self) -> bool {
        !Arc::ptr_eq(&self.listed, &self.destinations)
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

    /// The sources of all messages, increasing in each class.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The destinations of message `message`, increasing or as arranged, each once.
    pub fn destinations(&self, message: usize) -> &[u32] {
        &self.listed[self.offsets[message]..self.offsets[message + 1]]
    }

    /// The number of (message, node) in the list of all deliveries, ordered by message, then node, if it is one.
    pub(crate) fn delivery(&self, message: u32, node: u32) -> Option<usize> {
        let first = self.offsets[message as usize];
        let destinations = &self.destinations[first..self.offsets[message as usize + 1]];
        let place = self.below(destinations, node);
        (destinations.get(place) == Some(&node)).then_some(first + place)
    }

    /// Has the processor fetch what [`Messages::delivery`] reads first for packets at nodes, given by index in the whole mesh. Nothing
    /// waits for one before it asks for the next.
    pub(crate) fn fetch_deliveries(&self, all: impl Iterator<Item = (Packet, u32)>) {
        let read = all.fold(0, |read, (packet, node)| {
            let message = self.message_of(packet.handle()) as usize;
            let (first, end) = (self.offsets[message], self.offsets[message + 1]);
            let guess = first + self.guess(end - first, node);
            read ^ self.destinations.get(guess).unwrap_or(&0)
        });
        std::hint::black_box(read);
    }

    /// How many of so many destinations are less than `bound` if they are spread evenly over the mesh.
    fn guess(&self, destinations: usize, bound: u32) -> usize {
        let nodes = u64::from(self.nodes.max(1));
        (destinations as u64 * u64::from(bound.min(self.nodes)) / nodes) as usize
    }

    /// How many of these destinations, which increase, are less than `bound`, at most the number of nodes.
    ///
    /// The search begins where that is if they are spread evenly over the mesh: most headers are not in the processor's
    /// nearest caches, and a search from the middle would wait for a piece of them at every turn.
    pub(crate) fn below(&self, increasing: &[u32], bound: u32) -> usize {
        let guess = self.guess(increasing.len(), bound);
        let (mut from, mut to, mut step) = (guess, guess, NEAR);
        if increasing.get(guess).is_some_and(|&id| id < bound) {
            to = increasing.len().min(from + step);
            while to < increasing.len() && increasing[to] < bound {
                step *= 2;
                (from, to) = (to, increasing.len().min(to + step));
            }
        } else {
            from = to.saturating_sub(step);
            while from > 0 && increasing[from] >= bound {
                step *= 2;
                (from, to) = (from.saturating_sub(step), from);
            }
        }
        from + increasing[from..to].partition_point(|&id| id < bound)
    }

    /// All deliveries to make, ordered by message, then node.
    pub(crate) fn all_deliveries(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.count() as u32).flat_map(|message| {
            let list = self.offsets[message as usize]..self.offsets[message as usize + 1];
            self.destinations[list].iter().map(move |&node| (message, node))
        })
    }

    /// Where the destinations of `message` begin in the list of all deliveries, ordered by message, then as in its
    /// header.
    pub fn first_delivery(&self, message: usize) -> usize {
        self.offsets[message]
    }

    /// The message that starts at `node`, the first if there are several.
    pub fn at(&self, node: u32) -> Option<usize> {
        self.all_at(node).next()
    }

    /// All messages as (source, destinations), in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, &[u32])> {
        (0..self.count()).map(|message| (self.source(message), self.destinations(message)))
    }

    /// The degree d: the most destinations of a message.
    pub fn degree(&self) -> usize {
        self.degree as usize
    }

    /// The congestion c: the most messages for one node.
    pub fn congestion(&self) -> usize {
        self.congestion as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_congestion_is_counted_whether_many_nodes_get_messages_or_few() {
        for nodes in [4, 100] {
            let lists = [(0, vec![1, 2]), (1, vec![2]), (3, vec![2, 0])];
            let set = Messages::new(nodes, lists).unwrap();
            assert_eq!((set.degree(), set.congestion()), (2, 3), "{nodes} nodes");
        }
    }

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
    fn the_destinations_below_a_bound_are_counted_wherever_they_crowd() {
        let lists: [Vec<u32>; 8] = [
            vec![],
            vec![0],
            vec![999],
            (0..1000).collect(),
            (0..1000).step_by(7).collect(),
            (0..40).collect(),
            (960..1000).collect(),
            (0..20).chain(500..600).chain(999..1000).collect(),
        ];
        let set = Messages::new(1000, []).unwrap();
        for list in lists {
            for bound in 0..=1000 {
                let plainly = list.iter().filter(|&&id| id < bound).count();
                assert_eq!(set.below(&list, bound), plainly, "{bound} in {list:?}");
            }
        }
    }

    #[test]
    fn no_pairs_make_a_set_without_messages() {
        assert_eq!(Messages::from_pairs(4, Vec::new()), Messages::new(4, []));
    }
}
