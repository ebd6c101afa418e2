//! Builds the channel dependency graph, and says whether it has a cycle.

use super::network::Network;

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
/// assert_eq!(Dependencies::of_routing(&mesh).cycle(), None);
/// let walks = [[0, 1, 3], [1, 3, 2], [3, 2, 0], [2, 0, 1]];
/// let cycle = Dependencies::of_walks(&mesh, &walks).cycle().unwrap();
/// assert_eq!(cycle.len(), 4);
/// # Ok::<(), meshcast_algorithms::pathbased::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dependencies {
    /// By channel, the channels that may be waited for while it is held, in order.
    next: Vec<Vec<u32>>,
}

impl Dependencies {
    /// Those of all worms that go by R from destination to destination, up or down: on the way to a destination, and at it.
    /// A worm whose source has free ports is among them: its first neighbour might as well be a destination.
    ///
    /// # Cost
    /// Every route is followed, and at its end every way on: O(N²·(l + p)) for N nodes, routes of l channels and p
    /// ports. This is for networks of up to some thousand nodes.
    pub fn of_routing(network: &Network) -> Self {
        let nodes = network.nodes() as u32;
        let mut pairs = Vec::new();
        for label in 0..nodes {
            let at = network.labelled_node(label);
            // Worms on their way up, then down: where they come from and where they can go.
            for (before, after) in [(0..label, label + 1..nodes), (label + 1..nodes, 0..label)] {
                let next = |to| network.next_hop(at, network.labelled_node(to));
                let begun: Vec<u32> = after.filter_map(next).collect();
                for from in before {
                    let route: Vec<u32> = network.route(network.labelled_node(from), at).collect();
                    pairs.extend(route.windows(3).map(|turn| held_and_wanted(network, turn)));
                    let last = route[route.len() - 2];
                    pairs.extend(begun.iter().map(|&to| held_and_wanted(network, &[last, at, to])));
                }
                pairs.sort_unstable();
                pairs.dedup();
            }
        }
        Self::of_pairs(network, &pairs)
    }

    /// Those of worms that take these walks.
    ///
    /// # Panics
    /// If a walk goes to a node that is no neighbour.
    pub fn of_walks(network: &Network, walks: &[impl AsRef<[u32]>]) -> Self {
        let turns = walks.iter().flat_map(|walk| walk.as_ref().windows(3));
        let pairs: Vec<_> = turns.map(|turn| held_and_wanted(network, turn)).collect();
        Self::of_pairs(network, &pairs)
    }

    fn of_pairs(network: &Network, pairs: &[(u32, u32)]) -> Self {
        let mut next = vec![Vec::new(); network.channels()];
        for &(held, wanted) in pairs {
            next[held as usize].push(wanted);
        }
        for wanted in &mut next {
            wanted.sort_unstable();
            wanted.dedup();
        }
        Self { next }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.next.iter().map(Vec::len).sum()
    }

    /// Channels that depend on one another in a circle, each on the next and the last on the first.
    pub fn cycle(&self) -> Option<Vec<u32>> {
        let mut is_done = vec![false; self.next.len()];
        let mut place = vec![None; self.next.len()];
        for start in 0..self.next.len() as u32 {
            // The channels on the way from `start`, each with how many of its successors have been seen.
            let mut way: Vec<(u32, usize)> = Vec::new();
            let mut entered = Some(start);
            loop {
                if let Some(channel) = entered.take().filter(|&channel| !is_done[channel as usize])
                {
                    if let Some(first) = place[channel as usize] {
                        return Some(way[first..].iter().map(|&(channel, _)| channel).collect());
                    }
                    place[channel as usize] = Some(way.len());
                    way.push((channel, 0));
                }
                let Some((channel, seen)) = way.last_mut() else { break };
                entered = self.next[*channel as usize].get(*seen).copied();
                *seen += 1;
                if entered.is_none() {
                    is_done[*channel as usize] = true;
                    place[*channel as usize] = None;
                    way.pop();
                }
            }
        }
        None
    }
}

/// The channel that a worm holds at the second of three nodes, and the one that it wants.
fn held_and_wanted(network: &Network, turn: &[u32]) -> (u32, u32) {
    let channel = |from, to| network.channel(from, to).expect("a walk goes to a neighbour");
    (channel(turn[0], turn[1]), channel(turn[1], turn[2]))
}
