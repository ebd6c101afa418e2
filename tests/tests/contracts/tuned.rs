//! `randomized --variant tuned` delivers everything once, on every shape and set, with eight packets a node.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::{TunedRun, Workload, generate};
use meshcast_engine::{Messages, Options, Outcome, Shape};
use meshcast_tests::corpus::{all_to_all, multicast, run_tuned, shapes};
use proptest::prelude::*;

fn check(shape: Shape, set: &Messages) -> (Outcome, TunedRun) {
    let (outcome, run) = run_tuned(shape, set, 3, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "tuned");
    assert!(outcome.capacity == Some(8) && outcome.peak <= 8, "{shape:?} {set:?}");
    assert!(run.leftovers().last().is_none_or(|&left| left == run.broadcast), "{run:?}");
    (outcome, run)
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

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for shape in shapes(7) {
        check(shape, &all_to_all(shape.nodes()));
    }
}

/// Few messages with many destinations: d is far above c.
#[test]
fn few_messages_go_past_every_node_at_once() {
    for (side, congestion) in [(8, 4), (16, 4), (16, 16), (32, 16)] {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::Broadcast, side, None, Some(congestion), 2).expect("in range");
        let (_, run) = check(shape, &set);
        let (phases, broadcast) = (run.phases.len(), run.broadcast as usize);
        assert_eq!((phases, broadcast), (0, congestion), "side {side}, c = {congestion}");
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

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in workloads(&[(6, 3), (12, 8), (16, 16), (20, 5), (24, 40)]) {
        check(shape, &set);
    }
}

#[test]
fn a_run_depends_on_the_seed_but_not_on_threads() {
    let shape = Shape::new(20, 24).expect("small");
    let set = multicast(shape.nodes(), 100, 16, 1);
    let run = |seed, threads| {
        let options = Options { threads, ..Options::default() };
        let (outcome, run) = run_tuned(shape, &set, seed, options).expect("lawful");
        (outcome.deliveries, outcome.link_uses, run)
    };
    assert_eq!(run(1, 1), run(1, 3));
    assert_ne!(run(1, 1).1, run(2, 1).1);
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols) in (1..=20_usize, 1..=20_usize),
        (percent, share, seed) in (0..=100_usize, 0..=100_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let most = shape.nodes() * share * share / 10_000;
        check(shape, &multicast(shape.nodes(), percent, most, u64::from(seed)));
    }
}
