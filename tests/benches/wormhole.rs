//! Flit-hops per second of the wormhole engine.
//!
//! `cargo bench -p meshcast-tests --bench wormhole` prints items/s where an item is one flit in one hop.

use divan::Bencher;
use divan::counter::ItemsCount;
use meshcast_engine::wormhole::{Body, Start, Timing, Worm, run};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    divan::main();
}

/// Flits of a worm, and nanoseconds in which as many worms start as there are nodes: the published 100 flits, few and
/// many at a time, and the shortest worms, of which every flit is a header.
const LOADS: [(u32, u64); 5] =
    [(100, 1_000_000), (100, 6_000), (16, 1_200), (1, 1_000_000), (1, 300)];

const SIDE: u32 = 16;

/// 200 messages a node of a 16 × 16 mesh, each to another node drawn at random, first along its row.
fn worms((flits, pace): (u32, u64)) -> Vec<Worm> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let nodes = SIDE * SIDE;
    let worm = |_| {
        let source = rng.random_range(0..nodes);
        let target = (source + rng.random_range(1..nodes)) % nodes;
        let path = path(source, target);
        let start = Start::At(rng.random_range(0..200 * pace));
        Worm { start, startup: 0, flits, destinations: vec![path.len() as u32], path }
    };
    (0..200 * nodes).map(worm).collect()
}

/// The channels from node to node, four a node: to the east, west, south and north.
fn path(source: u32, target: u32) -> Vec<u32> {
    let (mut row, mut col) = (source / SIDE, source % SIDE);
    let mut path = Vec::new();
    while (row, col) != (target / SIDE, target % SIDE) {
        let (way, next) = match (col.cmp(&(target % SIDE)), row < target / SIDE) {
            (std::cmp::Ordering::Less, _) => (0, (row, col + 1)),
            (std::cmp::Ordering::Greater, _) => (1, (row, col - 1)),
            (_, true) => (2, (row + 1, col)),
            (_, false) => (3, (row - 1, col)),
        };
        path.push((row * SIDE + col) * 4 + way);
        (row, col) = next;
    }
    path
}

#[divan::bench(args = LOADS, sample_count = 10, sample_size = 1)]
fn unicasts(bencher: Bencher, load: (u32, u64)) {
    let worms = worms(load);
    let timing = Timing::new(20, 5, Body::Link).expect("hops take time");
    let flit_hops: u64 =
        worms.iter().map(|worm| worm.path.len() as u64 * u64::from(worm.flits)).sum();
    bencher.counter(ItemsCount::new(flit_hops)).bench_local(|| {
        run(timing, (SIDE * SIDE * 4) as usize, &worms)
            .expect("rows first, then columns: no deadlock")
    });
}
