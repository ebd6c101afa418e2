//! Dependencies of channels, their numberings and their cycles, against matrices of all pairs of channels.

use super::Case;
use super::routing::small_networks;
use meshcast_algorithms::pathbased::{Dependencies, Network};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

/// A channel by the nodes at its ends.
type Ends = (u32, u32);

/// The dependencies of walks by the ends of their channels.
fn naive(walks: &[Vec<u32>]) -> BTreeSet<(Ends, Ends)> {
    let turns = walks.iter().flat_map(|walk| walk.windows(3));
    turns.map(|turn| ((turn[0], turn[1]), (turn[1], turn[2]))).collect()
}

fn found(network: &Network, dependencies: &Dependencies) -> BTreeSet<(Ends, Ends)> {
    let ends = |channel| network.ends(channel);
    let of = |held| dependencies.of(held).iter().map(move |&wanted| (ends(held), ends(wanted)));
    (0..network.channels() as u32).flat_map(of).collect()
}

/// Channels on a shortest cycle, by the shortest ways between all pairs; none if there is no cycle.
fn shortest_cycle(channels: usize, pairs: &[(usize, usize)]) -> Option<usize> {
    let far = usize::MAX / 2;
    let mut ways = vec![vec![far; channels]; channels];
    for &(held, wanted) in pairs {
        ways[held][wanted] = 1;
    }
    for over in 0..channels {
        for from in 0..channels {
            for to in 0..channels {
                ways[from][to] = ways[from][to].min(ways[from][over] + ways[over][to]);
            }
        }
    }
    (0..channels).map(|at| ways[at][at]).min().filter(|&least| least < far)
}

/// Checks the numbering or the cycle, whichever there is; returns the length of the cycle.
fn check(case: &Case, dependencies: &Dependencies) -> Option<usize> {
    let pairs = found(&case.network, dependencies);
    let mut all: Vec<Ends> = pairs.iter().flat_map(|&(held, wanted)| [held, wanted]).collect();
    all.sort_unstable();
    all.dedup();
    let place = |ends: &Ends| all.binary_search(ends).unwrap();
    let numbered: Vec<_> =
        pairs.iter().map(|(held, wanted)| (place(held), place(wanted))).collect();
    let shortest = shortest_cycle(all.len(), &numbered);
    let (numbering, cycle) = (dependencies.numbering(), dependencies.cycle());
    assert_eq!(cycle.as_ref().map(Vec::len), shortest, "{}", case.name);
    assert_eq!(numbering.is_some(), shortest.is_none(), "{}", case.name);
    if let Some(numbering) = numbering {
        let mut sorted = numbering.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..case.network.channels() as u32));
        let rank = |ends: Ends| {
            numbering.iter().position(|&channel| case.network.ends(channel) == ends).unwrap()
        };
        assert!(pairs.iter().all(|&(held, wanted)| rank(held) < rank(wanted)), "{}", case.name);
    }
    if let Some(cycle) = &cycle {
        let ends: Vec<Ends> = cycle.iter().map(|&channel| case.network.ends(channel)).collect();
        for (place, &held) in ends.iter().enumerate() {
            let wanted = ends[(place + 1) % ends.len()];
            assert!(pairs.contains(&(held, wanted)), "{}: {held:?} {wanted:?}", case.name);
        }
        assert_eq!(cycle.iter().min(), cycle.first());
    }
    shortest
}

/// A walk to random neighbours that uses no channel twice.
fn walk(case: &Case, random: &mut Xoshiro256PlusPlus) -> Vec<u32> {
    let nodes = case.graph.nodes();
    let mut at = random.random_range(0..nodes);
    let mut walk = vec![at];
    for _ in 0..random.random_range(1..6) {
        let fresh = |to: &usize| !walk.windows(2).any(|pair| pair == [at, *to]);
        let ways: Vec<usize> =
            (0..nodes).filter(|&to| case.graph.is_edge(at, to)).filter(fresh).collect();
        if ways.is_empty() {
            break;
        }
        at = ways[random.random_range(0..ways.len())];
        walk.push(at);
    }
    walk.into_iter().map(|label| case.node(label)).collect()
}

#[test]
fn a_numbering_proves_that_there_is_no_cycle_and_a_cycle_is_a_shortest_one() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut lengths = BTreeSet::new();
    for seed in 0..60 {
        let cases = [
            Case::mesh(&[3, 3]),
            Case::torus(&[3, 4]),
            Case::cube(3),
            Case::random_graph(9, 5, seed),
        ];
        for case in cases {
            let few = random.random_range(1..14);
            let walks: Vec<Vec<u32>> = (0..few).map(|_| walk(&case, &mut random)).collect();
            let dependencies = Dependencies::of_walks(&case.network, &walks);
            assert_eq!(found(&case.network, &dependencies), naive(&walks));
            lengths.insert(check(&case, &dependencies));
        }
    }
    assert!(lengths.contains(&None) && lengths.len() > 4, "{lengths:?}");
}

/// Two ways from node to node, with a destination between them.
fn walks_by_labels(case: &Case) -> Vec<Vec<u32>> {
    let nodes = case.graph.nodes();
    let mut walks = Vec::new();
    for at in 0..nodes {
        for (before, after) in [(0..at, at + 1..nodes), (at + 1..nodes, 0..at)] {
            for (from, to) in before.flat_map(|from| after.clone().map(move |to| (from, to))) {
                let labels = [case.graph.route(from, at), case.graph.route(at, to)[1..].to_vec()];
                walks.push(labels.concat().into_iter().map(|label| case.node(label)).collect());
            }
        }
    }
    walks
}

#[test]
fn the_dependencies_of_all_schemes_are_those_of_all_worms_by_labels() {
    for case in small_networks() {
        let dependencies = Dependencies::of_routing(&case.network);
        let expected = naive(&walks_by_labels(&case));
        assert_eq!(found(&case.network, &dependencies), expected, "{}", case.name);
        assert_eq!(Dependencies::count_of_routing(&case.network), expected.len() as u64);
        assert_eq!(check(&case, &dependencies), None, "{}", case.name);
    }
}

#[test]
fn large_networks_have_numberings() {
    for network in [Network::torus(&[64, 64]).unwrap(), Network::hypercube(10).unwrap()] {
        let numbering = Dependencies::of_routing(&network).numbering().expect("there is no cycle");
        assert_eq!(numbering.len(), network.channels());
    }
}

#[test]
fn a_long_cycle_with_many_ways_into_it_is_found() {
    let ring = Network::torus(&[9]).unwrap();
    let walks: Vec<Vec<u32>> = (0..9).map(|at| vec![at, (at + 1) % 9, (at + 2) % 9]).collect();
    let cycle = Dependencies::of_walks(&ring, &walks).cycle().expect("all around");
    let around: Vec<Ends> = cycle.iter().map(|&channel| ring.ends(channel)).collect();
    let expected: Vec<Ends> = (0..9).map(|at| (at, (at + 1) % 9)).collect();
    assert_eq!(around, expected);
    let broken = Dependencies::of_walks(&ring, &walks[1..]);
    assert_eq!((broken.cycle(), broken.count()), (None, 8));
}
