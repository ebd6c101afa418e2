//! `randomized --variant sweep` delivers everything once, on every shape and set, with eight packets a node.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::SweepRun;
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{all_to_all, multicast, run_sweep, shapes};
use proptest::prelude::*;

fn check(shape: Shape, set: &Messages, seed: u64) -> SweepRun {
    let (outcome, run) = run_sweep(shape, set, seed, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "sweep");
    assert!(outcome.peak <= 8, "{shape:?} {set:?}");
    run
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(14) {
        for (set, seed) in mixed_sets(shape.nodes()) {
            check(shape, &set, seed);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, seed) in each_side_up_to_40(40) {
        check(shape, &set, seed);
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
        for node in [0, shape.nodes() / 2] {
            check(shape, &all_to_one(shape.nodes(), node), 2);
        }
    }
}

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in workloads(&[(6, 3), (9, 8), (12, 8), (16, 16), (21, 5), (24, 40), (40, 4)])
    {
        check(shape, &set, 3);
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

/// Few messages, each for all nodes of one column of the second window, which is a column narrower: a half that rests at
/// first has to find a place on the belt.
#[test]
fn packets_without_a_place_on_their_belt_are_delivered() {
    for (rows, cols) in [(5, 5), (7, 9), (3, 13), (11, 11)] {
        let shape = Shape::new(rows, cols).expect("small");
        let last =
            |source: u32| (source, (0..rows).map(|row| ((row + 1) * cols - 1) as u32).collect());
        let set = Messages::new(shape.nodes(), (0..shape.nodes() as u32).map(last)).expect("small");
        check(shape, &set, 4);
    }
}

/// Packets that rise to the top row and then sink to the last: no node has more on a way than it has places for.
#[test]
fn packets_for_both_ends_of_every_column_are_delivered() {
    for (rows, cols) in [(9, 13), (13, 9), (21, 5), (17, 17)] {
        let shape = Shape::new(rows, cols).expect("small");
        let nodes = shape.nodes() as u32;
        let ends = |id: &u32| [0, rows - 1].contains(&(*id as usize / cols));
        let lists = (0..nodes).map(|source| (source, (0..nodes).filter(ends).collect()));
        check(shape, &Messages::new(shape.nodes(), lists).expect("small"), 1);
    }
}

#[test]
fn the_same_seed_gives_the_same_run_with_any_threads() {
    for (rows, cols) in [(12, 12), (9, 14), (15, 7)] {
        let shape = Shape::new(rows, cols).expect("small");
        let set = multicast(shape.nodes(), 80, 9, 3);
        let run = |seed, threads| {
            let options = Options { threads, ..Options::default() };
            let (outcome, run) = run_sweep(shape, &set, seed, options).expect("lawful");
            (outcome.deliveries, outcome.steps, outcome.link_uses, outcome.copies, run)
        };
        assert_eq!(run(1, 1), run(1, 3));
        assert_ne!(run(1, 1).2, run(2, 1).2, "seeds make no difference");
    }
}
