//! `buffered` delivers everything, on every shape and set, within the buffers that it states.

use super::cases;
use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{all_to_all, multicast, run_buffered, shapes};
use proptest::prelude::*;
use std::sync::Arc;

fn check(shape: Shape, set: Messages) {
    let set = Arc::new(set);
    let mut outcome = run_buffered(shape, &set, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    outcome.deliveries.sort_unstable();
    let expected: Vec<(u32, u32)> = (0..set.count())
        .flat_map(|message| set.destinations(message).iter().map(move |&to| (message as u32, to)))
        .collect();
    assert_eq!(outcome.deliveries, expected, "{shape:?} {set:?}");
    let mut nodes = (0..shape.nodes()).map(|node| shape.position(node));
    assert!(nodes.all(|(row, col)| outcome.packets_left(row, col) == 0), "{shape:?} {set:?}");
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(16) {
        let nodes = shape.nodes();
        for (percent, most, seed) in
            [(100, 1, 1), (100, 5, 2), (40, nodes, 3), (100, nodes, 4), (0, 0, 5), (5, nodes, 6)]
        {
            check(shape, multicast(nodes, percent, most, seed));
        }
    }
}

/// Every message alone has many more destinations than any node has messages: they are split.
#[test]
fn messages_with_many_destinations_are_delivered() {
    for shape in shapes(16) {
        let nodes = shape.nodes() as u32;
        let everyone: Vec<u32> = (0..nodes).collect();
        check(shape, Messages::new(shape.nodes(), [(nodes - 1, everyone.clone())]).expect("nodes"));
        // Destinations in turn, so that no node has two messages.
        let deal = |source: u32, of: u32| {
            (source, everyone.iter().copied().filter(|node| node % of == source).collect())
        };
        let dealt = (0..nodes.min(3)).map(|source| deal(source, nodes.min(3)));
        check(shape, Messages::new(shape.nodes(), dealt).expect("nodes"));
    }
}

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for shape in shapes(7) {
        check(shape, all_to_all(shape.nodes()));
    }
}

#[test]
fn every_message_for_one_node_is_delivered() {
    for shape in shapes(12) {
        let everyone = 0..shape.nodes() as u32;
        for node in [0, shape.nodes() as u32 / 2] {
            let set = Messages::new(shape.nodes(), everyone.clone().map(|from| (from, vec![node])));
            check(shape, set.expect("small"));
        }
    }
}

#[test]
fn every_workload_is_delivered() {
    for workload in Workload::ALL {
        for (side, congestion) in [(6, 3), (12, 8), (16, 16), (20, 5), (24, 40)] {
            let fixed = matches!(workload, Workload::Permutation | Workload::Transpose);
            let congestion = (!fixed).then_some(congestion);
            let set = generate(workload, side, None, congestion, 7).expect("parameters in range");
            check(Shape::new(side, side).expect("small"), set);
        }
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
        check(shape, multicast(shape.nodes(), percent, shape.nodes() * share / 100, u64::from(seed)));
    }
}
