//! `buffered` delivers everything, on every shape and set, within the buffers that it states.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::{Buffered, Congestion, Multicast};
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{
    all_to_all, below, generator, multicast, run_buffered, run_buffered_by, shapes,
};
use proptest::prelude::*;

fn check(shape: Shape, set: &Messages) {
    let outcome = run_buffered(shape, set, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "buffered");
}

/// If no node knows the congestion, buffers grow as far as the run says, and not beyond.
#[test]
fn buffers_grow_with_what_is_found() {
    let check = |shape: Shape, set: &Messages| {
        let unknown = Congestion::Doubled;
        assert_eq!(Buffered::new(shape, set).with_congestion(unknown).capacity(), None);
        let (outcome, run) =
            run_buffered_by(unknown, shape, set, Options::default()).expect("lawful");
        check_delivered(set, &outcome, "buffered");
        assert_eq!(outcome.capacity, None);
        assert!(outcome.peak as usize <= run.buffer, "{shape:?}: {} of {run:?}", outcome.peak);
        run
    };
    for shape in shapes(16) {
        for (set, _) in mixed_sets(shape.nodes()) {
            check(shape, &set);
        }
    }
    for (shape, set) in workloads(&[(8, 3), (12, 8), (16, 16), (23, 9)]) {
        check(shape, &set);
    }
    // As many deliveries, to all nodes or to one: the tiles are the same, and the buffers what they have to be.
    let shape = Shape::new(12, 12).expect("small");
    let of = |to: fn(u32) -> u32| Messages::new(144, (0..144).map(|from| (from, vec![to(from)])));
    let (even, crowded) = (of(|from| from).expect("small"), of(|_| 5).expect("small"));
    let (even, crowded) = (check(shape, &even), check(shape, &crowded));
    assert_eq!((even.tiles, even.guess), (crowded.tiles, crowded.guess));
    assert!(10 * even.buffer < crowded.buffer, "{even:?} {crowded:?}");
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(16) {
        for (set, _) in mixed_sets(shape.nodes()) {
            check(shape, &set);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, _) in each_side_up_to_40(40) {
        check(shape, &set);
    }
}

/// Every message alone has many more destinations than any node has messages: they are split.
#[test]
fn messages_with_many_destinations_are_delivered() {
    for shape in shapes(16) {
        let nodes = shape.nodes() as u32;
        let everyone: Vec<u32> = (0..nodes).collect();
        check(
            shape,
            &Messages::new(shape.nodes(), [(nodes - 1, everyone.clone())]).expect("nodes"),
        );
        // Destinations in turn, so that no node has two messages.
        let deal = |source: u32, of: u32| {
            (source, everyone.iter().copied().filter(|node| node % of == source).collect())
        };
        let dealt = (0..nodes.min(3)).map(|source| deal(source, nodes.min(3)));
        check(shape, &Messages::new(shape.nodes(), dealt).expect("nodes"));
    }
}

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for shape in shapes(7) {
        check(shape, &all_to_all(shape.nodes()));
    }
}

#[test]
fn every_message_for_one_node_is_delivered() {
    for shape in shapes(12) {
        for node in [0, shape.nodes() / 2] {
            check(shape, &all_to_one(shape.nodes(), node));
        }
    }
}

/// Degrees of all classes and beside their limits, no node with more than `congestion` messages.
fn mixed_degrees(nodes: usize, congestion: usize, seed: u64) -> Messages {
    let mut random = generator(seed);
    let mut load = vec![0; nodes];
    let mut list = |_| {
        let power = 1 << below(&mut random, nodes.ilog2() as usize + 1);
        let degree = [power, power + 1, 2 * power - 1][below(&mut random, 3)].min(nodes);
        let (start, stride) = (below(&mut random, nodes), 1 + below(&mut random, 3));
        let mut list: Vec<u32> =
            (0..degree).map(|i| ((start + i * stride) % nodes) as u32).collect();
        list.sort_unstable();
        list.dedup();
        list.retain(|&node| {
            load[node as usize] += 1;
            load[node as usize] <= congestion
        });
        list
    };
    let lists: Vec<Vec<u32>> = (0..nodes).map(&mut list).collect();
    Messages::new(nodes, (0..).zip(lists)).expect("small")
}

#[test]
fn messages_of_all_degrees_are_delivered() {
    let long = [(1, 61), (97, 1), (2, 33), (3, 32), (31, 3), (19, 19), (23, 23), (11, 29)];
    let long = long.map(|(rows, cols)| Shape::new(rows, cols).expect("small"));
    for shape in shapes(9).into_iter().chain(long) {
        for (congestion, seed) in [(1, 1), (2, 2), (4, 3), (6, 4), (8, 5), (16, 6), (24, 7)] {
            check(shape, &mixed_degrees(shape.nodes(), congestion, seed));
        }
    }
}

/// Ranked without regard to their destinations, the eight long packets of a tile of 16 nodes would all go to one node.
#[test]
fn long_packets_are_spread_over_a_tile() {
    let mut turn = 0;
    let mut list = |source: u32| {
        let in_tile = |place: u32| place / 4 * 16 + place % 4;
        let (row, col) = (source / 16, source % 16);
        if row < 4 && col < 4 && col % 2 == 0 {
            return (0..16).map(in_tile).collect();
        }
        turn += 1;
        vec![in_tile(turn % 16)]
    };
    let lists: Vec<(u32, Vec<u32>)> = (0..128).map(|source| (source, list(source))).collect();
    check(Shape::new(16, 16).expect("small"), &Messages::new(256, lists).expect("small"));
}

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in workloads(&[(6, 3), (12, 8), (16, 16), (20, 5), (24, 40)]) {
        check(shape, &set);
    }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols) in (1..=20_usize, 1..=20_usize),
        (percent, share, seed) in (0..=100_usize, 0..=100_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        check(shape, &multicast(shape.nodes(), percent, shape.nodes() * share / 100, u64::from(seed)));
    }
}
