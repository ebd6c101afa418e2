//! Draws multicast sets.

use crate::results::worm_experiment::Kind;
use meshcast_algorithms::pathbased::{MulticastSet, Network, SetError};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A set of any source and `size` destinations, in `clusters` clusters if it is clustered.
pub(crate) fn any_set<'a>(
    network: &'a Network,
    kind: Kind,
    (size, clusters): (usize, usize),
    random: &mut Xoshiro256PlusPlus,
) -> Result<MulticastSet<'a>, SetError> {
    let source = random.random_range(0..network.nodes() as u32);
    set_from(network, source, (kind, size, clusters), random)
}

/// A set of `size` destinations from `source`, in `clusters` clusters if it is clustered.
pub(crate) fn set_from<'a>(
    network: &'a Network,
    source: u32,
    (kind, size, clusters): (Kind, usize, usize),
    random: &mut Xoshiro256PlusPlus,
) -> Result<MulticastSet<'a>, SetError> {
    match kind {
        Kind::Random => random_set(network, source, size, random),
        Kind::Clustered => clustered_set(network, source, (size, clusters), random),
    }
}

/// A set of any `size` destinations from `source`.
pub(super) fn random_set<'a>(
    network: &'a Network,
    source: u32,
    size: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Result<MulticastSet<'a>, SetError> {
    let mut others = others(network, source, random);
    others.truncate(size);
    // Loads have many sets at once.
    others.shrink_to_fit();
    MulticastSet::new(network, source, others)
}

/// A set of destinations in clusters.
///
/// The members of a cluster are a centre, any node that is free, and the free nodes nearest to it by the greatest
/// difference of a coordinate, which makes squares; of equally near ones any. The clusters are drawn one after another,
/// as even in size as can be.
fn clustered_set<'a>(
    network: &'a Network,
    source: u32,
    (size, clusters): (usize, usize),
    random: &mut Xoshiro256PlusPlus,
) -> Result<MulticastSet<'a>, SetError> {
    let mut free = others(network, source, random);
    let mut members = Vec::with_capacity(size);
    let clusters = clusters.min(size);
    for cluster in 0..clusters {
        let count = size / clusters + usize::from(cluster < size % clusters);
        shuffle(&mut free, random);
        let centre = network.coordinates(free[0]);
        let distance = |&node: &u32| {
            let at = network.coordinates(node);
            at.iter().zip(centre.iter()).map(|(x, y)| x.abs_diff(*y)).max()
        };
        // The sort is stable: equally near ones stay in random order.
        free.sort_by_cached_key(distance);
        members.extend(free.drain(..count));
    }
    MulticastSet::new(network, source, members)
}

/// All nodes but one, in random order.
fn others(network: &Network, source: u32, random: &mut Xoshiro256PlusPlus) -> Vec<u32> {
    let mut others: Vec<u32> = (0..network.nodes() as u32).filter(|&node| node != source).collect();
    shuffle(&mut others, random);
    others
}

/// Fisher and Yates' shuffle, from the last place down.
fn shuffle(nodes: &mut [u32], random: &mut Xoshiro256PlusPlus) {
    for last in (1..nodes.len()).rev() {
        let chosen = random.random_range(0..=last as u32);
        nodes.swap(last, chosen as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn clusters_of_nine_are_squares_unless_they_meet_a_border_or_each_other() {
        let network = Network::mesh(&[16, 16]).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut squares = 0;
        for _ in 0..100 {
            let set = any_set(&network, Kind::Clustered, (9, 1), &mut random).unwrap();
            let named = set.destinations().iter().map(|&node| network.coordinates(node));
            let side = |dimension: usize| {
                let at = named.clone().map(move |name| name[dimension]);
                at.clone().max().unwrap() - at.min().unwrap() + 1
            };
            assert!(side(0).max(side(1)) <= 5 && set.destinations().len() == 9);
            squares += usize::from((side(0), side(1)) == (3, 3));
        }
        assert!((60..100).contains(&squares), "{squares}");
    }

    #[test]
    fn every_size_can_be_had() {
        let network = Network::mesh(&[3, 4]).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for kind in [Kind::Random, Kind::Clustered] {
            for size in 1..12 {
                let set = any_set(&network, kind, (size, 4), &mut random).unwrap();
                assert_eq!(set.destinations().len(), size);
            }
        }
    }
}
