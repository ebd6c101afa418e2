//! Measures node-steps per second of every step form and primitive, beside a naive peer and the speed of copying memory.
//!
//! `cargo bench -p meshcast-tests --bench machine` prints items/s where an item is one node in one step.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use meshcast_algorithms::{Buffered, Multicast, Workload, generate};
use meshcast_engine::{Kernels, Machine, Options, Shape};
use meshcast_tests::work::{Work, forms, naive, primitives};
use std::hint::black_box;

fn main() {
    divan::main();
}

/// Sides of the meshes: a tile that fits the cache, and a million nodes that do not.
const SIDES: [usize; 2] = [64, 1024];

/// The same with the widest vectors and with portable code.
const WITH_KERNELS: [(usize, Kernels); 4] = [
    (64, Kernels::Widest),
    (64, Kernels::Portable),
    (1024, Kernels::Widest),
    (1024, Kernels::Portable),
];

/// Times rounds of one piece of work.
fn repeat(bencher: Bencher<'_, '_>, mut work: Work) {
    let node_steps = work.node_steps();
    bencher.counter(ItemsCount::new(node_steps)).bench_local(|| work.run());
}

/// Times first rounds.
fn afresh(bencher: Bencher<'_, '_>, make: impl Fn() -> Work) {
    let node_steps = make().node_steps();
    bencher.counter(ItemsCount::new(node_steps)).with_inputs(make).bench_local_refs(Work::run);
}

/// What a lane of so many nodes takes to be copied; bytes read and bytes written both count.
#[divan::bench(args = [64, 1024, 4096])]
fn memory_copied(bencher: Bencher<'_, '_>, side: usize) {
    let (from, mut to) = (vec![1_u64; side * side], vec![0_u64; side * side]);
    let copies = ((1 << 20) / (side * side)).max(1);
    bencher.counter(BytesCount::new(2 * copies * size_of_val(&*from))).bench_local(|| {
        for _ in 0..copies {
            black_box(&mut to).copy_from_slice(black_box(&from));
        }
    });
}

fn with(kernels: Kernels) -> Options {
    Options { kernels, ..Options::default() }
}

#[divan::bench(args = WITH_KERNELS)]
fn exchange_rows(bencher: Bencher<'_, '_>, (side, kernels): (usize, Kernels)) {
    repeat(bencher, forms::exchange_rows(side, side, with(kernels)));
}

#[divan::bench(args = WITH_KERNELS)]
fn exchange_rows_in_slices_of_8(bencher: Bencher<'_, '_>, (side, kernels): (usize, Kernels)) {
    repeat(bencher, forms::exchange_rows(side, 8, with(kernels)));
}

#[divan::bench(args = WITH_KERNELS)]
fn exchange_columns(bencher: Bencher<'_, '_>, (side, kernels): (usize, Kernels)) {
    repeat(bencher, forms::exchange_columns(side, with(kernels)));
}

#[divan::bench(args = WITH_KERNELS)]
fn exchange_snake(bencher: Bencher<'_, '_>, (side, kernels): (usize, Kernels)) {
    repeat(bencher, forms::exchange_snake(side, with(kernels)));
}

#[divan::bench(args = SIDES)]
fn shift(bencher: Bencher<'_, '_>, side: usize) {
    repeat(bencher, forms::shift(side, Options::default()));
}

#[divan::bench(args = SIDES)]
fn transmit(bencher: Bencher<'_, '_>, side: usize) {
    repeat(bencher, forms::transmit(side, Options::default()));
}

#[divan::bench(args = SIDES)]
fn carry(bencher: Bencher<'_, '_>, side: usize) {
    repeat(bencher, forms::carry(side, Options::default()));
}

#[divan::bench(args = SIDES)]
fn approach(bencher: Bencher<'_, '_>, side: usize) {
    repeat(bencher, forms::approach(side, Options::default()));
}

#[divan::bench(args = SIDES)]
fn words(bencher: Bencher<'_, '_>, side: usize) {
    repeat(bencher, forms::words(side, Options::default()));
}

#[divan::bench(args = SIDES)]
fn copy_and_discard(bencher: Bencher<'_, '_>, side: usize) {
    repeat(bencher, forms::copy_and_discard(side, Options::default()));
}

#[divan::bench(args = SIDES)]
fn deliver_check(bencher: Bencher<'_, '_>, side: usize) {
    repeat(bencher, forms::deliver(side, Options::default()));
}

#[divan::bench(args = [64, 256], sample_count = 10)]
fn primitive_sort(bencher: Bencher<'_, '_>, side: usize) {
    afresh(bencher, || primitives::sort(side));
}

// As many packets for every k.
#[divan::bench(args = [4, 64], sample_count = 10)]
fn primitive_kk_sort(bencher: Bencher<'_, '_>, k: usize) {
    afresh(bencher, || primitives::kk_sort(128 / k.isqrt(), k));
}

// As many packets for every k.
#[divan::bench(args = [1, 4, 16], sample_count = 10)]
fn primitive_kk_routing(bencher: Bencher<'_, '_>, k: usize) {
    afresh(bencher, || primitives::kk_routing(64 / k.isqrt(), k));
}

#[divan::bench(args = SIDES, sample_count = 20)]
fn primitive_scan(bencher: Bencher<'_, '_>, side: usize) {
    afresh(bencher, || primitives::scan_waves(side, 1));
}

#[divan::bench(sample_count = 20)]
fn primitive_scan_64_waves(bencher: Bencher<'_, '_>) {
    afresh(bencher, || primitives::scan_waves(64, 64));
}

#[divan::bench(args = SIDES, sample_count = 20)]
fn primitive_reduce(bencher: Bencher<'_, '_>, side: usize) {
    afresh(bencher, || primitives::reduction(side));
}

#[divan::bench(sample_count = 20)]
fn primitive_compaction(bencher: Bencher<'_, '_>) {
    afresh(bencher, || primitives::compact(64));
}

#[divan::bench(sample_count = 20)]
fn primitive_expansion(bencher: Bencher<'_, '_>) {
    afresh(bencher, || primitives::expand(64));
}

#[divan::bench(sample_count = 20)]
fn primitive_spread(bencher: Bencher<'_, '_>) {
    afresh(bencher, || primitives::spread_out(64));
}

#[divan::bench(args = [2, 4], sample_count = 10)]
fn primitive_permutation(bencher: Bencher<'_, '_>, blocks: usize) {
    afresh(bencher, || primitives::permutation(64, blocks));
}

#[divan::bench(args = [64, 1024], sample_count = 20)]
fn primitive_broadcast(bencher: Bencher<'_, '_>, length: u32) {
    afresh(bencher, || primitives::broadcast(64, length));
}

#[divan::bench(sample_count = 20)]
fn primitive_circulation(bencher: Bencher<'_, '_>) {
    afresh(bencher, || primitives::circulate(64));
}

#[divan::bench(sample_count = 20)]
fn primitive_migration(bencher: Bencher<'_, '_>) {
    afresh(bencher, || primitives::migrate(64));
}

#[divan::bench(sample_count = 20)]
fn primitive_tile_shift(bencher: Bencher<'_, '_>) {
    afresh(bencher, || primitives::shift_tiles(64));
}

/// Every message to as many nodes as every node has messages for it; the plan is not timed.
#[divan::bench(args = [4, 16, 64], sample_count = 5)]
fn algorithm_buffered(bencher: Bencher<'_, '_>, congestion: usize) {
    const SIDE: usize = 64;
    let shape = Shape::new(SIDE, SIDE).expect("a bench fits the limit");
    let set =
        generate(Workload::Uniform, SIDE, None, Some(congestion), 1).expect("parameters in range");
    let buffered = Buffered::new(shape, &set);
    let make = || Machine::new(shape, buffered.messages(), buffered.capacity(), Options::default());
    let run = |machine: &mut Machine| {
        buffered.run(machine).expect("lawful");
    };
    let mut probe = make();
    run(&mut probe);
    let node_steps = SIDE * SIDE * probe.steps() as usize;
    bencher.counter(ItemsCount::new(node_steps)).with_inputs(make).bench_local_refs(run);
}

/// The afternoon's simulator: a queue a node, XY routing, one packet a port.
#[divan::bench(args = [64])]
fn naive_peer(bencher: Bencher<'_, '_>, side: usize) {
    let mut probe = naive::GreedyMesh::transpose(side);
    let node_steps = side * side * probe.run();
    bencher
        .counter(ItemsCount::new(node_steps))
        .with_inputs(|| naive::GreedyMesh::transpose(side))
        .bench_local_refs(naive::GreedyMesh::run);
}
