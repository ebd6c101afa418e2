//! Measures how long the paths of a multicast take to be found.
//!
//! `cargo bench -p meshcast-tests --bench pathbased` prints the time for one random multicast set of k destinations.

use divan::Bencher;
use meshcast_algorithms::pathbased::{
    Grouping, MulticastSet, Network, Plan, Ports, Scheme, Threshold,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    divan::main();
}

const SCHEMES: [(Scheme, Grouping); 8] = [
    (Scheme::DualPath, Grouping::None),
    (Scheme::MultiPath, Grouping::None),
    (Scheme::Ocms(Ports::Strict), Grouping::None),
    (Scheme::Ocms(Ports::Free), Grouping::None),
    (Scheme::Otms(Ports::Strict), Grouping::None),
    (Scheme::Otms(Ports::Free), Grouping::None),
    (Scheme::DualPath, Grouping::Gpg(Threshold::HALF)),
    (Scheme::DualPath, Grouping::Ppg),
];

/// A random source and k random destinations on a square mesh.
fn set(mesh: &Network, k: usize) -> MulticastSet<'_> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut nodes: Vec<u32> = (0..mesh.nodes() as u32).collect();
    for place in 0..=k {
        let other = random.random_range(place..nodes.len());
        nodes.swap(place, other);
    }
    MulticastSet::new(mesh, nodes[0], nodes[1..=k].to_vec()).expect("different nodes")
}

#[divan::bench(args = SCHEMES, consts = [16, 32], sample_count = 10)]
fn plan_of_200<const SIDE: usize>(bencher: Bencher, (scheme, grouping): (Scheme, Grouping)) {
    let mesh = Network::mesh(&[SIDE, SIDE]).expect("a mesh");
    let set = set(&mesh, 200);
    bencher.bench_local(|| Plan::new(&set, scheme, grouping));
}

/// All destinations above the source, so that one half has all of them.
#[divan::bench(args = [Ports::Strict, Ports::Free], consts = [16, 32], sample_count = 10)]
fn corner_of_200<const SIDE: usize>(bencher: Bencher, ports: Ports) {
    let mesh = Network::mesh(&[SIDE, SIDE]).expect("a mesh");
    let others = set(&mesh, 200).destinations().to_vec();
    let others = others.into_iter().filter(|&node| node != 0).collect();
    let set = MulticastSet::new(&mesh, 0, others).expect("different nodes");
    bencher
        .bench_local(|| [Scheme::Ocms(ports), Scheme::Otms(ports)].map(|scheme| scheme.star(&set)));
}
