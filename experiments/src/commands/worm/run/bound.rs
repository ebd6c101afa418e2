//! Bounds the time that worms take for a message set from below.
//!
//! Let h be a hop of a header of one flit, b the time between flits and L the flits of a message. A worm holds a channel for h + (L − 1)b
//! at least, whatever it carries beside the message and wherever it waits. Worms on virtual channels share a channel, which
//! passes a flit every b: each keeps it busy for Lb.
//!
//! - **Distance.** The last flit of a message is at a destination D channels away, by any route, no sooner than after the start-up,
//!   D hops and (L − 1)b; it follows the flits of an address. Leaders on the way only add to that.
//! - **Entries.** Let m messages have a source outside a part of the network and a destination inside, and let n channels lead into it. A
//!   channel among them is crossed by a worm of each of ⌈m/n⌉ messages, one after another. On meshes of one and two dimensions
//!   parts are submeshes of all sizes, whose n follows from their sides. On other networks parts are single nodes, as n of larger
//!   ones depends on the network: the bound is weaker there.

use crate::flags::WormTimesArgs;
use meshcast_algorithms::most_entries;
use meshcast_algorithms::pathbased::{Network, Topology};
use meshcast_engine::{Messages, Shape};

/// About how many nodes and channels searches on a graph visit in all: sources beyond are left out, which weakens the bound.
const MOST_VISITS: usize = 1 << 30;

/// Nanoseconds that no worms with these times can beat on a set, whose nodes are those of `network`.
pub(super) fn lower_bound(messages: &Messages, network: &Network, times: &WormTimesArgs) -> u64 {
    let distance = longest_distance(messages, network) as u64;
    if distance == 0 {
        return 0;
    }
    let addresses = (times.address_flits as u64).saturating_mul(times.address_flit_ns());
    let far = distance.saturating_mul(times.hop_ns());
    let far = far.saturating_add(addresses).saturating_add(times.behind_ns());
    let held = times.least_hold_ns();
    let near = most_crossings(messages, network).saturating_mul(held);
    times.startup.saturating_add(far.max(near))
}

/// How far the farthest destination of a message is from its source.
fn longest_distance(messages: &Messages, network: &Network) -> usize {
    let is_closed = match network.topology() {
        Topology::Graph => return longest_distance_by_search(messages, network),
        topology => matches!(topology, Topology::Torus(_)),
    };
    let sides = network.sides();
    let distances = messages.iter().flat_map(|(from, destinations)| {
        destinations.iter().map(move |&to| distance((sides, is_closed), from, to))
    });
    distances.max().unwrap_or(0)
}

/// The sum of the differences of coordinates, which lead around a torus where that is shorter.
fn distance((sides, is_closed): (&[usize], bool), from: u32, to: u32) -> usize {
    let (mut from, mut to) = (from as usize, to as usize);
    let differences = sides.iter().map(|side| {
        let apart = (from % side).abs_diff(to % side);
        (from, to) = (from / side, to / side);
        if is_closed { apart.min(side - apart) } else { apart }
    });
    differences.sum()
}

/// The same on a graph, by a breadth-first search from every source, of which there may be too many.
fn longest_distance_by_search(messages: &Messages, network: &Network) -> usize {
    let sources = MOST_VISITS / (network.nodes() + network.channels());
    let farthest = messages.iter().take(sources.max(1)).flat_map(|(from, destinations)| {
        let hops = network.hops_from(from);
        destinations.iter().map(move |&to| hops[to as usize])
    });
    farthest.max().unwrap_or(0)
}

/// How many messages cross the busiest channel at least.
fn most_crossings(messages: &Messages, network: &Network) -> u64 {
    let plane = match network.topology() {
        Topology::Mesh(&[cols, rows]) => Shape::new(rows, cols).ok(),
        Topology::Mesh(&[cols]) => Shape::new(1, cols).ok(),
        _ => None,
    };
    if let Some(shape) = plane {
        return most_entries(shape, messages);
    }
    let mut entries = vec![0u64; network.nodes()];
    for (source, destinations) in messages.iter() {
        for &to in destinations.iter().filter(|&&to| to != source) {
            entries[to as usize] += 1;
        }
    }
    let mut channels = vec![0u64; network.nodes()];
    for channel in 0..network.channels() as u32 {
        channels[network.ends(channel).1 as usize] += 1;
    }
    let each = entries.iter().zip(&channels).filter(|(_, channels)| **channels > 0);
    each.map(|(entries, channels)| entries.div_ceil(*channels)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the times of the paper: h = 25, b = 5, L = 100.
    fn bound(network: &Network, pairs: &[(u32, u32)]) -> u64 {
        let messages = Messages::from_pairs(network.nodes(), pairs.to_vec()).expect("a set");
        lower_bound(&messages, network, &WormTimesArgs::usual())
    }

    fn far(hops: u64) -> u64 {
        1000 + hops * 25 + 99 * 5
    }

    fn busy(worms: u64) -> u64 {
        1000 + worms * (25 + 99 * 5)
    }

    #[test]
    fn the_farthest_destination_and_the_busiest_links_bound_the_time() {
        let mesh = Network::mesh(&[3, 3]).expect("a mesh");
        assert_eq!(bound(&mesh, &[(4, 4)]), 0);
        assert_eq!(bound(&mesh, &[(0, 8)]), far(4));
        // Two links lead into the corner: one of them is crossed four times.
        let for_the_corner: Vec<(u32, u32)> = (1..9).map(|from| (from, 0)).collect();
        assert_eq!(bound(&mesh, &for_the_corner), busy(4));
        assert_eq!(bound(&mesh, &for_the_corner[..2]), far(2));
    }

    #[test]
    fn distances_are_those_of_the_network() {
        let line: Vec<(u32, u32)> = (0..9).map(|node| (node, (node + 1) % 9)).collect();
        for (network, to, hops) in [
            (Network::mesh(&[3, 3, 3]), 26, 6),
            (Network::torus(&[5, 4]), 19, 2),
            (Network::torus(&[5, 4]), 12, 4),
            (Network::torus(&[2, 2]), 3, 2),
            (Network::hypercube(4), 0b1011, 3),
            (Network::graph(9, &line), 6, 3),
        ] {
            let network = network.expect("a network");
            assert_eq!(bound(&network, &[(0, to)]), far(hops), "{network}");
            assert_eq!(network.hops_from(0)[to as usize] as u64, hops, "{network}");
        }
    }

    /// A corner of a torus has four channels, and a node of a cube has one of each dimension; a message to its own source takes none.
    #[test]
    fn channels_into_a_node_bound_the_time_on_every_network() {
        let all: Vec<(u32, u32)> = (0..16).map(|from| (from, 0)).collect();
        for (network, worms) in [
            (Network::torus(&[4, 4]), 4),
            (Network::hypercube(4), 4),
            (Network::mesh(&[4, 2, 2]), 5),
            (Network::mesh(&[16]), 15),
        ] {
            let network = network.expect("a network");
            assert_eq!(bound(&network, &all), busy(worms), "{network}");
        }
    }
}
