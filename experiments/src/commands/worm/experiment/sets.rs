//! Draws multicast sets.

use super::trial::Trial;
use crate::results::worm_experiment::Kind;
use meshcast_algorithms::pathbased::{MulticastSet, Network, SetError, Topology};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Sets of each kind and size, unless said otherwise.
pub(super) const SETS: usize = 200;

/// What a set takes beside what grows with its size, in the time of a destination. Only the bar depends on it.
const WORTH_OF_A_SET: u64 = 16;

/// A set that is to be drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) kind: Kind,
    pub(super) size: usize,
    seed: u64,
}

/// So many sets of each kind and size that are asked for, by kind, then by size. Those of a kind are the same whether the other is asked
/// for or not.
pub(super) fn jobs(trial: &Trial, sets: usize, seed: u64) -> Vec<Job> {
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(seed);
    let sizes = |kind| trial.sizes.iter().map(move |&size| (kind, size));
    let batches = Kind::BOTH.into_iter().flat_map(sizes);
    let jobs = batches.flat_map(|batch| std::iter::repeat_n(batch, sets));
    let jobs = jobs.map(|(kind, size)| Job { kind, size, seed: seeds.random() });
    jobs.filter(|job| trial.kinds.contains(&job.kind)).collect()
}

/// How long a set takes beside others.
pub(super) fn worth(job: &Job) -> u64 {
    WORTH_OF_A_SET + job.size as u64
}

/// The set of a job, in `clusters` clusters if it is clustered.
pub(super) fn drawn(
    network: &Network,
    job: Job,
    clusters: usize,
) -> Result<MulticastSet<'_>, SetError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(job.seed);
    any_set(network, job.kind, (job.size, clusters), &mut random)
}

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
/// The members of a cluster are a centre, any node that is free, and the free nodes nearest to it [by some measure](distances); of equally
/// near ones any. The clusters are drawn one after another, as even in size as can be.
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
        let distances = distances(network, free[0]);
        // The sort is stable: equally near ones stay in random order.
        free.sort_by_key(|&node| distances[node as usize]);
        members.extend(free.drain(..count));
    }
    MulticastSet::new(network, source, members)
}

/// How far all nodes are from a centre: by the greatest difference of a coordinate, which makes squares and cubes, around a torus where
/// that is shorter; by hops on hypercubes, where all differences are 1, and on graphs, which have no coordinates.
fn distances(network: &Network, centre: u32) -> Vec<usize> {
    let is_closed = match network.topology() {
        Topology::Mesh(_) => false,
        Topology::Torus(_) => true,
        Topology::Hypercube(_) | Topology::Graph => return network.hops_from(centre),
    };
    let centre = network.coordinates(centre);
    let distance = |node| {
        let at = network.coordinates(node);
        let differences = at.iter().zip(centre.iter()).zip(network.sides());
        let differences = differences.map(|((x, y), side)| {
            let apart = x.abs_diff(*y);
            if is_closed { apart.min(side - apart) } else { apart }
        });
        differences.max().unwrap_or(0)
    };
    (0..network.nodes() as u32).map(distance).collect()
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
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let ring: Vec<(u32, u32)> = (0..12).map(|at| (at, (at + 1) % 12)).collect();
        for network in [
            Network::mesh(&[3, 4]).unwrap(),
            Network::torus(&[4, 3]).unwrap(),
            Network::hypercube(4).unwrap(),
            Network::graph(12, &ring).unwrap(),
        ] {
            for kind in [Kind::Random, Kind::Clustered] {
                for size in 1..network.nodes() {
                    let set = any_set(&network, kind, (size, 4), &mut random).unwrap();
                    assert_eq!(set.destinations().len(), size);
                }
            }
        }
    }

    #[test]
    fn clusters_are_near_across_borders_along_edges_and_by_bits() {
        let torus = Network::torus(&[8, 8]).unwrap();
        let near = distances(&torus, 0);
        assert_eq!([7, 56, 63, 9, 4, 36].map(|node: usize| near[node]), [1, 1, 1, 1, 4, 4]);
        let ring: Vec<(u32, u32)> = (0..12).map(|at| (at, (at + 1) % 12)).collect();
        let ring = Network::graph(12, &ring).unwrap();
        assert_eq!(distances(&ring, 1), [1, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2]);
        let cube = distances(&Network::hypercube(5).unwrap(), 0b101);
        assert!((0..32_usize).all(|node| cube[node] == (node ^ 0b101).count_ones() as usize));
    }
}
