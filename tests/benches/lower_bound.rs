//! Deliveries per second of the lower bound of an instance.
//!
//! `cargo bench -p meshcast-tests --bench lower_bound` prints items/s where an item is one delivery.

use divan::Bencher;
use divan::counter::ItemsCount;
use meshcast_algorithms::{Deliveries, Workload, generate, lower_bound};
use meshcast_engine::Shape;

fn main() {
    divan::main();
}

/// A workload, the side of its mesh and its congestion c: about ten million deliveries each.
type Set = (Workload, usize, usize);

const SETS: [Set; 8] = [
    (Workload::Uniform, 512, 40),
    (Workload::Uniform, 3162, 1),
    (Workload::Uniform, 256, 152),
    (Workload::Uniform, 64, 2441),
    (Workload::HotBlock, 3162, 10_000),
    (Workload::Cluster, 512, 40),
    (Workload::PowerLaw, 1100, 64),
    (Workload::Broadcast, 512, 40),
];

#[divan::bench(args = SETS, sample_count = 5, sample_size = 1)]
fn bound(bencher: Bencher, (workload, side, congestion): Set) {
    let set = generate(workload, side, None, Some(congestion), 1).expect("a workload");
    let shape = Shape::new(side, side).expect("a bench fits the limit");
    bencher
        .counter(ItemsCount::new(set.deliveries()))
        .bench_local(|| lower_bound(shape, &set, Deliveries::Charged));
}
