//! Node-steps per second of every step form and primitive, beside a naive peer.
//!
//! `cargo bench -p meshcast-tests` prints items/s where an item is one node in one step.

mod naive;

use divan::Bencher;
use divan::counter::ItemsCount;
use meshcast_algorithms::{Buffered, Multicast, Workload, generate};
use meshcast_engine::{
    Circuit, Direction, Fold, Kernels, Machine, Messages, Node, Options, Order, Packet, Port,
    Shape, StreamLanes, Way,
};
use meshcast_primitives::{
    COMPACTION_CAPACITY, Circulation, KkRouting, KkSort, Migration, PermutationRouting,
    SPREAD_CAPACITY, SegmentedBroadcast, Sort, TileShift, compaction, expansion,
    expansion_capacity, reduce, scan, spread,
};
use meshcast_tests::corpus::machine_with_lists;
use meshcast_tests::instances::Relation;
use std::sync::Arc;

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

/// Steps of one timed run on a mesh of side `side`.
fn steps(side: usize) -> usize {
    (1 << 22) / (side * side)
}

/// A square machine with a packet of pseudo-random key in lane 0 of every node.
fn machine(side: usize, capacity: usize) -> Machine {
    machine_for(side, capacity, Options::default())
}

fn machine_for(side: usize, capacity: usize, options: Options) -> Machine {
    let shape = Shape::new(side, side).expect("a bench fits the limit");
    let set = Arc::new(Messages::one_each(shape.nodes()).expect("a bench fits the limit"));
    let mut machine = Machine::new(shape, set, Some(capacity), options);
    machine.inject(0, |message| message.wrapping_mul(2_654_435_761));
    machine
}

/// The same with two packets in every node; a fold onto the left half uses one half of them.
fn folded(side: usize, kernels: Kernels) -> Machine {
    let mut machine = machine_for(side, 2, Options { kernels, ..Options::default() });
    machine.step(|step| step.copy(0, 1, |_| true)).expect("two packets fit two slots");
    machine
}

/// A square machine with a packet in lane 0 of the nodes that are `sources`, with keys by message number.
fn machine_with(
    side: usize,
    capacity: usize,
    sources: impl Fn(u32) -> bool,
    key: impl Fn(u32) -> u32,
) -> Machine {
    let shape = Shape::new(side, side).expect("a bench fits the limit");
    let sources = (0..shape.nodes() as u32).filter(|&node| sources(node));
    let set = Messages::new(shape.nodes(), sources.map(|node| (node, Vec::new())));
    let set = Arc::new(set.expect("a bench fits the limit"));
    let mut machine = Machine::new(shape, set, Some(capacity), Options::default());
    machine.inject(0, key);
    machine
}

fn bench_steps(
    bencher: Bencher<'_, '_>,
    side: usize,
    make: impl Fn() -> Machine,
    mut step: impl FnMut(&mut Machine, usize),
) {
    let mut machine = make();
    bencher.counter(ItemsCount::new(side * side * steps(side))).bench_local(|| {
        for i in 0..steps(side) {
            step(&mut machine, i);
        }
    });
}

/// An odd–even transposition step of whole rows: the free exchange inside nodes and the one between them.
#[divan::bench(args = WITH_KERNELS)]
fn exchange_rows(bencher: Bencher<'_, '_>, (side, kernels): (usize, Kernels)) {
    let fold = Fold::of_width(side);
    bench_steps(
        bencher,
        side,
        || folded(side, kernels),
        |machine, _| {
            machine.exchange_inside(fold, side, |_| Direction::Ascending).expect("lawful");
            machine
                .step(|step| step.exchange_rows(fold, side, |_| Direction::Ascending))
                .expect("lawful");
        },
    );
}

#[divan::bench(args = WITH_KERNELS)]
fn exchange_rows_in_slices_of_8(bencher: Bencher<'_, '_>, (side, kernels): (usize, Kernels)) {
    let fold = Fold::of_width(side);
    bench_steps(
        bencher,
        side,
        || folded(side, kernels),
        |machine, _| {
            machine.exchange_inside(fold, 8, |_| Direction::Ascending).expect("lawful");
            machine
                .step(|step| step.exchange_rows(fold, 8, |_| Direction::Ascending))
                .expect("lawful");
        },
    );
}

#[divan::bench(args = WITH_KERNELS)]
fn exchange_columns(bencher: Bencher<'_, '_>, (side, kernels): (usize, Kernels)) {
    let fold = Fold::of_width(side);
    bench_steps(
        bencher,
        side,
        || folded(side, kernels),
        |machine, i| {
            machine.step(|step| step.exchange_columns(fold, side, [i, i + 1])).expect("lawful");
        },
    );
}

#[divan::bench(args = WITH_KERNELS)]
fn exchange_snake(bencher: Bencher<'_, '_>, (side, kernels): (usize, Kernels)) {
    let fold = Fold::of_width(side);
    bench_steps(
        bencher,
        side,
        || folded(side, kernels),
        |machine, _| {
            machine.exchange_inside(fold, side, |_| Direction::Ascending).expect("lawful");
            machine.step(|step| step.exchange_snake(fold, side, side)).expect("lawful");
        },
    );
}

#[divan::bench(args = SIDES)]
fn shift(bencher: Bencher<'_, '_>, side: usize) {
    let circuit = Circuit::new(Shape::new(side, side).expect("a bench fits the limit"));
    bench_steps(
        bencher,
        side,
        || machine(side, 2),
        |machine, _| {
            let lanes = StreamLanes { home: 0, relay: 1 };
            machine.step(|step| step.shift(&circuit, Way::Forward, lanes)).expect("lawful");
        },
    );
}

/// Every packet runs east and west in turn: all nodes send in all steps but those at the edge.
#[divan::bench(args = SIDES)]
fn transmit(bencher: Bencher<'_, '_>, side: usize) {
    bench_steps(
        bencher,
        side,
        || machine(side, 4),
        |machine, i| {
            let (port, edge) = if i % 2 == 0 { (Port::East, side - 1) } else { (Port::West, 0) };
            machine
                .step(|step| {
                    step.transmit(0..4, &[Port::East, Port::West], |node, sends| {
                        if node.col() != edge && node.packet(0).is_some() {
                            sends.send(0, port);
                        }
                    })
                })
                .expect("lawful");
        },
    );
}

#[divan::bench(args = SIDES)]
fn deliver_check(bencher: Bencher<'_, '_>, side: usize) {
    bench_steps(
        bencher,
        side,
        || machine(side, 2),
        |machine, i| {
            machine
                .step(|step| {
                    step.deliver(0, |node| {
                        node.packet(0).filter(|packet| packet.key() == i as u32).map(|_| 0)
                    })
                })
                .expect("lawful");
        },
    );
}

/// Every node sends a word to the east.
#[divan::bench(args = SIDES)]
fn words(bencher: Bencher<'_, '_>, side: usize) {
    let mut machine = machine(side, 1);
    let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
    bencher.counter(ItemsCount::new(side * side * steps(side))).bench_local(|| {
        for _ in 0..steps(side) {
            machine
                .step(|step| {
                    step.words(
                        &mut values,
                        &[Port::East],
                        |_, _| 0..side - 1,
                        |_, _, value: &[u32]| value[0],
                        |_, _, value, word| value[0] = value[0].wrapping_add(word),
                    )
                })
                .expect("lawful");
        }
    });
}

/// A copy at every node; the copies leave in the next step, which counts too.
#[divan::bench(args = SIDES)]
fn copy_and_discard(bencher: Bencher<'_, '_>, side: usize) {
    bench_steps(
        bencher,
        side,
        || machine(side, 2),
        |machine, i| {
            machine
                .step(|step| match i % 2 {
                    0 => step.copy(0, 1, |node| node.packet(1).is_none()),
                    _ => step.discard(1, |_| true),
                })
                .expect("lawful");
        },
    );
}

fn bench_primitive(
    bencher: Bencher<'_, '_>,
    side: usize,
    make: impl Fn() -> Machine,
    run: impl Fn(&mut Machine),
) {
    let mut probe = make();
    let loaded = probe.steps();
    run(&mut probe);
    let node_steps = side * side * (probe.steps() - loaded) as usize;
    bencher.counter(ItemsCount::new(node_steps)).with_inputs(make).bench_local_refs(run);
}

#[divan::bench(args = [64, 256], sample_count = 10)]
fn primitive_sort(bencher: Bencher<'_, '_>, side: usize) {
    let shape = Shape::new(side, side).expect("a bench fits the limit");
    let sort = Sort::new(shape, Order::Snake);
    bench_primitive(
        bencher,
        side,
        || machine(side, Sort::CAPACITY),
        |machine| {
            sort.run(machine).expect("lawful");
        },
    );
}

/// Packets in lanes 0 to k−1 of every node, with pseudo-random keys.
fn full(side: usize, k: usize, capacity: usize) -> Machine {
    let mut machine = machine(side, capacity);
    for lane in 1..k {
        machine.step(|step| step.copy(0, lane, |_| true)).expect("the packets fit");
        machine
            .rekey(lane, |node| Some(node.packet(lane)?.key().wrapping_mul(lane as u32 * 2 + 1)))
            .expect("one pass a step");
    }
    machine
}

#[divan::bench(args = [4, 64], sample_count = 10)]
fn primitive_kk_sort(bencher: Bencher<'_, '_>, k: usize) {
    // As many packets for every k.
    let side = 128 / k.isqrt();
    let sort =
        KkSort::new(Shape::new(side, side).expect("a bench fits the limit"), k, Order::Snake);
    bench_primitive(
        bencher,
        side,
        || full(side, k, sort.capacity()),
        |machine| {
            sort.run(machine).expect("lawful");
        },
    );
}

#[divan::bench(args = [1, 4, 16], sample_count = 10)]
fn primitive_kk_routing(bencher: Bencher<'_, '_>, k: usize) {
    // As many packets for every k.
    let side = 64 / k.isqrt();
    let shape = Shape::new(side, side).expect("a bench fits the limit");
    let routing = KkRouting::new(shape, k, k, KkRouting::BLOCKS);
    let lists = Relation::Random.make(shape, k, k, 1);
    bench_primitive(
        bencher,
        side,
        || {
            let capacity = routing.capacity().max(k);
            let mut machine = machine_with_lists(shape, &lists, capacity, Options::default());
            machine.enqueue(0..k, KkRouting::QUEUE).expect("lawful");
            machine
        },
        |machine| {
            routing.run(machine).expect("lawful");
        },
    );
}

/// Every message to as many nodes as every node has messages for it.
#[divan::bench(args = [4, 16, 64], sample_count = 5)]
fn algorithm_buffered(bencher: Bencher<'_, '_>, congestion: usize) {
    const SIDE: usize = 64;
    let shape = Shape::new(SIDE, SIDE).expect("a bench fits the limit");
    let set =
        generate(Workload::Uniform, SIDE, None, Some(congestion), 1).expect("parameters in range");
    let buffered = Buffered::new(shape, &set);
    bench_primitive(
        bencher,
        SIDE,
        || {
            let (messages, capacity) = (buffered.messages(), buffered.capacity());
            Machine::new(shape, messages, capacity, Options::default())
        },
        |machine| {
            buffered.run(machine).expect("lawful");
        },
    );
}

#[divan::bench(args = SIDES, sample_count = 20)]
fn primitive_scan(bencher: Bencher<'_, '_>, side: usize) {
    bench_primitive(
        bencher,
        side,
        || machine(side, 1),
        |machine| {
            let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
            scan(machine, &mut values, Order::Snake, u32::wrapping_add).expect("lawful");
        },
    );
}

#[divan::bench(sample_count = 20)]
fn primitive_scan_64_waves(bencher: Bencher<'_, '_>) {
    bench_primitive(
        bencher,
        64,
        || machine(64, 1),
        |machine| {
            let mut values = machine.variable(64, |node, i| node.id() + i as u32).expect("lawful");
            scan(machine, &mut values, Order::Snake, u32::wrapping_add).expect("lawful");
        },
    );
}

#[divan::bench(args = SIDES, sample_count = 20)]
fn primitive_reduce(bencher: Bencher<'_, '_>, side: usize) {
    bench_primitive(
        bencher,
        side,
        || machine(side, 1),
        |machine| {
            let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
            reduce(machine, &mut values, u32::wrapping_add).expect("lawful");
        },
    );
}

/// A scan and two phases along lines.
#[divan::bench(sample_count = 20)]
fn primitive_compaction(bencher: Bencher<'_, '_>) {
    bench_primitive(
        bencher,
        64,
        || machine_with(64, COMPACTION_CAPACITY, |node| node % 3 != 1, |_| 0),
        |machine| compaction(machine).expect("lawful"),
    );
}

/// Every other rank of the snake is a target.
#[divan::bench(sample_count = 20)]
fn primitive_expansion(bencher: Bencher<'_, '_>) {
    bench_primitive(
        bencher,
        64,
        || {
            let capacity = expansion_capacity(Order::Snake);
            machine_with(64, capacity, |node| node < 2048, |message| 2 * message)
        },
        |machine| expansion(machine, Order::Snake).expect("lawful"),
    );
}

#[divan::bench(sample_count = 20)]
fn primitive_spread(bencher: Bencher<'_, '_>) {
    bench_primitive(
        bencher,
        64,
        || {
            let target = |message| message / 2 * 3 + message % 2;
            machine_with(64, SPREAD_CAPACITY, |node| node % 2 == 1, target)
        },
        |machine| {
            let ranks = machine.variable(1, |node, _| node.id() / 2).expect("lawful");
            spread(machine, &ranks, Order::Snake).expect("lawful");
        },
    );
}

/// Multiplying by an odd number permutes the nodes.
#[divan::bench(args = [2, 4], sample_count = 10)]
fn primitive_permutation(bencher: Bencher<'_, '_>, blocks: usize) {
    let shape = Shape::new(64, 64).expect("a bench fits the limit");
    let routing = PermutationRouting::new(shape, blocks);
    bench_primitive(
        bencher,
        64,
        || {
            let target = |message: u32| message.wrapping_mul(2_654_435_761) % 4096;
            machine_with(64, routing.capacity(), |_| true, target)
        },
        |machine| routing.run(machine).expect("lawful"),
    );
}

/// Segments of this many nodes.
#[divan::bench(args = [64, 1024], sample_count = 20)]
fn primitive_broadcast(bencher: Bencher<'_, '_>, length: u32) {
    let shape = Shape::new(64, 64).expect("a bench fits the limit");
    let broadcast = SegmentedBroadcast::new(shape, Order::RowMajor, length as usize);
    bench_primitive(
        bencher,
        64,
        || {
            let capacity = SegmentedBroadcast::CAPACITY;
            machine_with(64, capacity, |node| node % length == 0, |message| message * length)
        },
        |machine| {
            let segment = |node: &Node<'_>, lane| {
                let first = node.packet(lane).map_or(0, Packet::key);
                first..first + length
            };
            broadcast.run(machine, segment).expect("lawful");
        },
    );
}

#[divan::bench(sample_count = 20)]
fn primitive_circulation(bencher: Bencher<'_, '_>) {
    let circulation = Circulation::new(Shape::new(64, 64).expect("a bench fits the limit"));
    bench_primitive(
        bencher,
        64,
        || machine(64, 2),
        |machine| {
            circulation.run(machine).expect("lawful");
        },
    );
}

/// As many tiles as the side has nodes; every message to eight nodes.
#[divan::bench(sample_count = 20)]
fn primitive_migration(bencher: Bencher<'_, '_>) {
    let shape = Shape::new(64, 64).expect("a bench fits the limit");
    let migration = Migration::new(shape, 8, 8);
    let to = |from: u32| (0..8).map(|i| (from * 977 + i * 529) % 4096).collect();
    let lists = (0..4096).map(|from| (from, to(from)));
    let set = Arc::new(Messages::new(4096, lists).expect("a bench fits the limit"));
    bench_primitive(
        bencher,
        64,
        || {
            let capacity = Some(Migration::CAPACITY);
            let mut machine = Machine::new(shape, Arc::clone(&set), capacity, Options::default());
            machine.inject(Migration::MASTER, |_| 0);
            machine
        },
        |machine| {
            migration.run(machine).expect("lawful");
        },
    );
}

#[divan::bench(sample_count = 20)]
fn primitive_tile_shift(bencher: Bencher<'_, '_>) {
    let shift = TileShift::new(Shape::new(64, 64).expect("a bench fits the limit"), 4, 4);
    bench_primitive(
        bencher,
        64,
        || machine(64, shift.capacity()),
        |machine| {
            shift.begin(machine).expect("lawful");
            for _ in 0..16 {
                shift.run(machine, Way::Forward).expect("lawful");
            }
        },
    );
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
