//! Finds the deliveries that worms have made, for the check against the message set.
//!
//! It walks along the channels that the engine was given and reads the times that it found. It knows neither the plans nor the schedule
//! that the worms come from.

use meshcast_algorithms::pathbased::Network;
use meshcast_engine::wormhole::{Outcome, Worm};
use std::collections::BTreeMap;
use std::ops::Range;

/// A message and the worms that were sent for it.
pub(super) struct SentMessage {
    pub(super) source: u32,
    /// Whether the source is one of the destinations.
    pub(super) at_home: bool,
    pub(super) worms: Range<usize>,
}

/// The deliveries, as message and node. A worm delivers where its last flit comes by a destination, if it has set out from the source or
/// from a node that had the message by then, over channels of which each begins where the one before it ends.
pub(super) fn deliveries(
    network: &Network,
    messages: &[SentMessage],
    worms: &[Worm],
    outcome: &Outcome,
) -> Vec<(u32, u32)> {
    let mut made = Vec::new();
    for (message, sent) in (0..).zip(messages) {
        let mut since = BTreeMap::from([(sent.source, 0)]);
        made.extend(sent.at_home.then_some((message, sent.source)));
        for number in sent.worms.clone() {
            let (worm, journey) = (&worms[number], outcome.journey(number));
            let Some(nodes) = walk(network, &worm.path) else { continue };
            if since.get(&nodes[0]).is_none_or(|&since| since > journey.start()) {
                continue;
            }
            for &hops in &worm.destinations {
                let node = nodes[hops as usize];
                made.push((message, node));
                since.entry(node).or_insert(journey.tail(hops));
            }
        }
    }
    made
}

/// The nodes along some channels; none if there is a gap.
fn walk(network: &Network, channels: &[u32]) -> Option<Vec<u32>> {
    let (first, _) = network.ends(*channels.first()?);
    let mut nodes = vec![first];
    for &channel in channels {
        let (from, to) = network.ends(channel);
        if nodes.last() != Some(&from) {
            return None;
        }
        nodes.push(to);
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_engine::wormhole::{Body, Start, Timing, run};

    /// Worms along nodes of a mesh of 3 x 3 from some times on, all for one message of node 0 to nodes 1, 2 and 5; what they deliver.
    fn delivered(walks: &[(u64, &[u32], &[u32])]) -> Vec<(u32, u32)> {
        let mesh = Network::mesh(&[3, 3]).expect("a mesh");
        let worm = |&(start, nodes, destinations): &(u64, &[u32], &[u32])| {
            let channel = |pair: &[u32]| mesh.channel(pair[0], pair[1]).expect("neighbours");
            let path = nodes.windows(2).map(channel).collect();
            let destinations = destinations.to_vec();
            Worm { start: Start::At(start), startup: 0, flits: 10, path, destinations }
        };
        let worms: Vec<Worm> = walks.iter().map(worm).collect();
        let timing = Timing::new(20, 5, Body::Link).expect("hops take time");
        let outcome = run(timing, mesh.channels(), &worms).expect("no deadlock");
        let message = SentMessage { source: 0, at_home: false, worms: 0..worms.len() };
        deliveries(&mesh, &[message], &worms, &outcome)
    }

    #[test]
    fn worms_deliver_from_where_the_message_is() {
        assert_eq!(delivered(&[(0, &[0, 1, 2], &[1, 2])]), [(0, 1), (0, 2)]);
        // The tail is at node 1 after 25 + 9·5 ns.
        let first: (u64, &[u32], &[u32]) = (0, &[0, 1], &[1]);
        assert_eq!(delivered(&[first, (70, &[1, 2, 5], &[1, 2])]), [(0, 1), (0, 2), (0, 5)]);
        assert_eq!(delivered(&[first, (69, &[1, 2, 5], &[1, 2])]), [(0, 1)]);
        assert_eq!(delivered(&[(0, &[2, 5], &[1])]), []);
    }

    #[test]
    fn a_walk_has_no_gaps() {
        let mesh = Network::mesh(&[3, 3]).expect("a mesh");
        let channel = |from, to| mesh.channel(from, to).expect("neighbours");
        assert_eq!(walk(&mesh, &[channel(0, 1), channel(1, 4)]), Some(vec![0, 1, 4]));
        assert_eq!(walk(&mesh, &[channel(0, 1), channel(4, 5)]), None);
        assert_eq!(walk(&mesh, &[]), None);
    }
}
