//! Builds the channel dependency graph, and proves that it has no cycle or finds a shortest one.

use super::network::Network;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which channels a worm may wait for while it holds which: without a cycle among them, no worms can wait in a circle.
///
/// # Source
/// W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", IEEE
/// Transactions on Computers C-36(5), 1987. Bouchitté, Cohen, Fleury, §2.2, for worms of several destinations: a worm
/// turns at a destination, too.
///
/// # Example
/// Worms that go by labels cannot wait in a circle; four worms that turn right around a square can.
/// ```
/// use meshcast_algorithms::pathbased::{Dependencies, Network};
/// let mesh = Network::mesh(&[2, 2])?;
/// let by_labels = Dependencies::of_routing(&mesh);
/// assert_eq!((by_labels.cycle(), by_labels.numbering().unwrap().len()), (None, 8));
/// let walks = [[0, 1, 3], [1, 3, 2], [3, 2, 0], [2, 0, 1]];
/// let around = Dependencies::of_walks(&mesh, &walks);
/// assert_eq!((around.cycle().unwrap().len(), around.numbering()), (4, None));
/// # Ok::<(), meshcast_algorithms::pathbased::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dependencies {
    /// Where the dependencies of a channel begin in `next`, by channel, then the end.
    first: Vec<usize>,
    /// The channels that may be waited for, by the channel that is held, in order.
    next: Vec<u32>,
}

impl Dependencies {
    /// Those of all worms that visit their destinations in the order of labels, upwards or downwards: those of every scheme are among them.
    ///
    /// Every hop of such a worm leads to a higher label, or every hop to a lower one. Conversely a worm may have any neighbour above as
    /// a destination and turn there to any neighbour above that one. So the dependencies are the pairs of hops a → b → c with ascending
    /// or descending labels, whatever R does in between.
    ///
    /// # Cost
    /// O(D·log D) time and O(D) memory for [D](Self::count_of_routing) dependencies.
    pub fn of_routing(network: &Network) -> Self {
        let channel = |from, to| channel(network, from, to);
        let mut pairs = Vec::with_capacity(Self::count_of_routing(network) as usize);
        for at in 0..network.nodes() as u32 {
            let (below, above) = neighbours_below_and_above(network, at);
            for (before, after) in [(below, above), (above, below)] {
                for &from in before {
                    let held = channel(network.labelled_node(from), at);
                    let wanted = after.iter().map(|&to| channel(at, network.labelled_node(to)));
                    pairs.extend(wanted.map(|wanted| (held, wanted)));
                }
            }
        }
        Self::of_pairs(network, pairs)
    }

    /// How many [those](Self::of_routing) are: 2ab at a node with a neighbours below and b above.
    pub fn count_of_routing(network: &Network) -> u64 {
        let at = |node| {
            let (below, above) = neighbours_below_and_above(network, node);
            2 * below.len() as u64 * above.len() as u64
        };
        (0..network.nodes() as u32).map(at).sum()
    }

    /// Those of worms that take these walks.
    ///
    /// # Panics
    /// If a walk goes to a node that is no neighbour.
    pub fn of_walks(network: &Network, walks: &[impl AsRef<[u32]>]) -> Self {
        let channel = |from, to| channel(network, from, to);
        let turns = walks.iter().flat_map(|walk| walk.as_ref().windows(3));
        let pairs = turns.map(|turn| (channel(turn[0], turn[1]), channel(turn[1], turn[2])));
        Self::of_pairs(network, pairs.collect())
    }

    fn of_pairs(network: &Network, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut first = vec![0; network.channels() + 1];
        for &(held, _) in &pairs {
            first[held as usize + 1] += 1;
        }
        for channel in 1..first.len() {
            first[channel] += first[channel - 1];
        }
        Self { first, next: pairs.into_iter().map(|(_, wanted)| wanted).collect() }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.next.len()
    }

    /// All channels in an order in which every dependency leads to a later one, which proves that there is no cycle; none if there is one.
    /// Of the channels that may come next the lowest is taken.
    ///
    /// # Cost
    /// O(D + C·log C) for D dependencies between C channels.
    pub fn numbering(&self) -> Option<Vec<u32>> {
        let order = self.sorted();
        (order.len() == self.channels()).then_some(order)
    }

    /// A shortest cycle: channels that depend on one another, each on the next and the last on the first; none if there is none. Of several
    /// it is one with the lowest channel, which comes first.
    ///
    /// # Cost
    /// A search from every channel that can be on a cycle, as far as the shortest one found: O(C·(C + D)) at most.
    pub fn cycle(&self) -> Option<Vec<u32>> {
        let mut is_left = vec![true; self.channels()];
        for channel in self.sorted() {
            is_left[channel as usize] = false;
        }
        // By channel, from which start a search came there last, and from where.
        let mut found_by = vec![(u32::MAX, u32::MAX); self.channels()];
        let mut shortest: Option<Vec<u32>> = None;
        for start in (0..self.channels() as u32).filter(|&start| is_left[start as usize]) {
            let less_than = shortest.as_ref().map_or(usize::MAX, Vec::len);
            let cycle = self.cycle_from(start, less_than, &is_left, &mut found_by);
            shortest = cycle.or(shortest);
        }
        shortest
    }

    fn channels(&self) -> usize {
        self.first.len() - 1
    }

    /// The channels that may be waited for while one is held, in order.
    ///
    /// # Panics
    /// If there is no such channel.
    pub fn of(&self, channel: u32) -> &[u32] {
        &self.next[self.first[channel as usize]..self.first[channel as usize + 1]]
    }

    /// The channels to which no cycle leads, each after all that depend on it.
    fn sorted(&self) -> Vec<u32> {
        let mut before = vec![0_u32; self.channels()];
        for &channel in &self.next {
            before[channel as usize] += 1;
        }
        let free = (0..self.channels() as u32).filter(|&channel| before[channel as usize] == 0);
        let mut free: BinaryHeap<Reverse<u32>> = free.map(Reverse).collect();
        let mut order = Vec::new();
        while let Some(Reverse(channel)) = free.pop() {
            order.push(channel);
            for &next in self.of(channel) {
                before[next as usize] -= 1;
                if before[next as usize] == 0 {
                    free.push(Reverse(next));
                }
            }
        }
        order
    }

    /// A shortest cycle through `start` of fewer than `less_than` channels that are left and not lower, breadth first.
    fn cycle_from(
        &self,
        start: u32,
        less_than: usize,
        is_left: &[bool],
        found_by: &mut [(u32, u32)],
    ) -> Option<Vec<u32>> {
        let mut ring = vec![start];
        let mut length = 1;
        while !ring.is_empty() && length < less_than {
            let mut further = Vec::new();
            for &channel in &ring {
                for &next in self.of(channel) {
                    if next == start {
                        let back = |&at: &u32| (at != start).then(|| found_by[at as usize].1);
                        let mut cycle: Vec<u32> =
                            std::iter::successors(Some(channel), back).collect();
                        cycle.reverse();
                        return Some(cycle);
                    }
                    if next > start && is_left[next as usize] && found_by[next as usize].0 != start
                    {
                        found_by[next as usize] = (start, channel);
                        further.push(next);
                    }
                }
            }
            ring = further;
            length += 1;
        }
        None
    }
}

/// The channel between neighbours.
fn channel(network: &Network, from: u32, to: u32) -> u32 {
    network.channel(from, to).expect("a worm goes from neighbour to neighbour")
}

/// Labels of the neighbours below a node, and of those above.
fn neighbours_below_and_above(network: &Network, node: u32) -> (&[u32], &[u32]) {
    let neighbours = network.neighbours(node);
    neighbours.split_at(neighbours.partition_point(|&label| label < network.label(node)))
}
