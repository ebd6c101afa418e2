//! `randomized --variant sweep` delivers everything once, on every shape and set, with eight packets a node.

use super::cases;
use meshcast_algorithms::{SweepRun, Workload, generate};
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{all_to_all, multicast, run_sweep, shapes};
use proptest::prelude::*;

fn check(shape: Shape, set: &Messages, seed: u64) -> SweepRun {
    let (mut outcome, run) = run_sweep(shape, set, seed, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    outcome.deliveries.sort_unstable();
    let expected: Vec<(u32, u32)> = (0..set.count())
        .flat_map(|message| set.destinations(message).iter().map(move |&to| (message as u32, to)))
        .collect();
    assert_eq!(outcome.deliveries, expected, "{shape:?} {set:?}");
    let mut nodes = (0..shape.nodes()).map(|node| shape.position(node));
    assert!(nodes.all(|(row, col)| outcome.packets_left(row, col) == 0), "{shape:?} {set:?}");
    assert!(outcome.peak <= 8, "{shape:?} {set:?}");
    run
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(14) {
        let nodes = shape.nodes();
        for (percent, most, seed) in
            [(100, 1, 1), (100, 5, 2), (40, nodes, 3), (100, nodes, 4), (0, 0, 5), (5, nodes, 6)]
        {
            check(shape, &multicast(nodes, percent, most, seed), seed);
        }
    }
}

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for shape in shapes(7) {
        check(shape, &all_to_all(shape.nodes()), 1);
    }
}

#[test]
fn every_message_for_one_node_is_delivered() {
    for shape in shapes(10) {
        for node in [0, shape.nodes() as u32 / 2] {
            let everyone = 0..shape.nodes() as u32;
            let set = Messages::new(shape.nodes(), everyone.map(|from| (from, vec![node])));
            check(shape, &set.expect("small"), 2);
        }
    }
}

#[test]
fn every_workload_is_delivered() {
    for workload in Workload::ALL {
        for (side, congestion) in [(6, 3), (9, 8), (12, 8), (16, 16), (21, 5), (24, 40), (40, 4)] {
            let fixed = matches!(workload, Workload::Permutation | Workload::Transpose);
            let congestion = (!fixed).then_some(congestion);
            let set = generate(workload, side, None, congestion, 7).expect("parameters in range");
            check(Shape::new(side, side).expect("small"), &set, 3);
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
        let set = multicast(shape.nodes(), percent, shape.nodes() * share / 100, u64::from(seed));
        check(shape, &set, u64::from(seed));
    }
}
