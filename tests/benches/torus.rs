//! Hops per second of the torus engine.
//!
//! `cargo bench -p meshcast-tests --bench torus` prints items/s where an item is one message over one channel.

use divan::Bencher;
use divan::counter::ItemsCount;
use meshcast_algorithms::{Communication, QueueOrder, Routing, TorusAlgorithm, communicate};
use meshcast_engine::{Torus, TorusOptions, TorusOutcome};

fn main() {
    divan::main();
}

/// K and n: many messages on few nodes, up to 1.8 million, and few messages on many.
const FROM_ALL_TO_EACH: [(usize, usize); 3] = [(5, 3), (31, 2), (11, 3)];
const FROM_ONE_TO_ALL: [(usize, usize); 2] = [(101, 3), (1 << 20, 1)];

fn run(routing: &Routing, what: Communication, order: QueueOrder) -> TorusOutcome {
    communicate(routing, what, what.usual_graph(), order, 1, TorusOptions::default())
}

fn bench(bencher: Bencher, (radix, dims): (usize, usize), what: Communication, order: QueueOrder) {
    let torus = Torus::new(radix, dims).expect("a small torus");
    let routing = Routing::new(torus, TorusAlgorithm::Diagonal);
    let hops = run(&routing, what, order).link_uses;
    bencher.counter(ItemsCount::new(hops)).bench_local(|| run(&routing, what, order));
}

#[divan::bench(args = FROM_ALL_TO_EACH, sample_count = 5, sample_size = 1)]
fn from_all_to_each(bencher: Bencher, size: (usize, usize)) {
    bench(bencher, size, Communication::AllToAllPersonalized, QueueOrder::Farthest);
}

#[divan::bench(args = FROM_ALL_TO_EACH, sample_count = 5, sample_size = 1)]
fn from_all_to_each_in_random_order(bencher: Bencher, size: (usize, usize)) {
    bench(bencher, size, Communication::AllToAllPersonalized, QueueOrder::Random);
}

#[divan::bench(args = FROM_ONE_TO_ALL, sample_count = 5, sample_size = 1)]
fn from_one_to_all(bencher: Bencher, size: (usize, usize)) {
    bench(bencher, size, Communication::Broadcast, QueueOrder::Farthest);
}
