//! `unicast` delivers everything, on every shape and set, in the steps and within the buffers that it states.

use super::cases;
use super::delivered::{check_delivered, each_side_up_to_40, workloads};
use meshcast_algorithms::{UnicastRun, Workload, generate};
use meshcast_engine::{Messages, Options, Outcome, Shape};
use meshcast_tests::corpus::{all_to_all, multicast, run_unicast, shapes};
use proptest::prelude::*;

/// The greatest buffer and what the run found out.
fn check(shape: Shape, set: &Messages, seed: u64) -> (Outcome, UnicastRun) {
    let (outcome, run) = run_unicast(shape, set, seed, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "unicast");
    let sent: usize = run.rounds.iter().map(|round| round.packets).sum();
    assert_eq!(sent, set.deliveries(), "{shape:?} {set:?}");
    assert!(outcome.peak <= 8, "{shape:?} {set:?}");
    (outcome, run)
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(13) {
        let nodes = shape.nodes();
        for (percent, most, seed) in
            [(100, 1, 1), (100, 5, 2), (40, nodes.min(20), 3), (0, 0, 5), (5, nodes, 6)]
        {
            check(shape, &multicast(nodes, percent, most, seed), seed);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, seed) in each_side_up_to_40(4) {
        check(shape, &set, seed);
    }
}

/// One destination each, as many for one node as there may be: every side, every congestion.
#[test]
fn packets_for_one_node_are_in_different_groups() {
    for side in (1..=40).chain([61]) {
        for shape in [(side, side), (side, side / 2 + 1), (3, side)] {
            let shape = Shape::new(shape.0, shape.1).expect("small");
            let nodes = shape.nodes() as u32;
            for congestion in [1, 2, 3, 7, 16, 50].into_iter().filter(|&c| c <= nodes) {
                let to = |source: u32| (source, vec![source / congestion * congestion]);
                let set = Messages::new(shape.nodes(), (0..nodes).map(to)).expect("small");
                let (_, run) = check(shape, &set, 1);
                let [round] = run.rounds[..] else { panic!("{run:?}") };
                assert_eq!(round.longest as u32, congestion);
                assert!(round.down * round.across >= round.longest, "{round:?}");
            }
        }
    }
}

#[test]
fn messages_with_many_destinations_are_delivered() {
    for shape in shapes(11) {
        let nodes = shape.nodes() as u32;
        let everyone: Vec<u32> = (0..nodes).collect();
        check(
            shape,
            &Messages::new(shape.nodes(), [(nodes - 1, everyone.clone())]).expect("nodes"),
            2,
        );
        for of in [2, 3] {
            // Five messages, each for every node that is not the one in `of` that it leaves out.
            let deal = |source: u32| {
                let list = everyone.iter().copied().filter(|node| node % of != source % of);
                (source, list.collect())
            };
            let set = Messages::new(shape.nodes(), (0..nodes.min(5)).map(deal)).expect("nodes");
            let (_, run) = check(shape, &set, 3);
            let splits = set.degree() > set.congestion();
            assert_eq!(run.split, splits.then_some(set.congestion()));
            let rounds = if splits { 2 * set.congestion() } else { set.degree() };
            assert_eq!(run.rounds.len(), rounds);
        }
    }
}

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for shape in shapes(5) {
        check(shape, &all_to_all(shape.nodes()), 4);
    }
}

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in workloads(&[(6, 3), (12, 8), (13, 4), (20, 5)]) {
        check(shape, &set, 7);
    }
}

#[test]
fn threads_and_seeds_change_nothing_and_something() {
    let shape = Shape::new(12, 10).expect("small");
    let set = multicast(120, 100, 6, 3);
    let run = |seed, threads| {
        run_unicast(shape, &set, seed, Options { threads, ..Options::default() }).expect("lawful")
    };
    let (one, rounds) = run(1, 1);
    let (four, of_four) = run(1, 4);
    assert_eq!((one.steps, one.deliveries, &rounds), (four.steps, four.deliveries, &of_four));
    assert_ne!(rounds, run(2, 1).1);
}

/// The target of the design: 7.5 q at d = 1, c = 64 on 128 × 128 nodes.
#[test]
fn one_destination_each_takes_four_root_cn_steps() {
    let shape = Shape::new(128, 128).expect("small");
    for workload in [Workload::HotBlock, Workload::LowerBound] {
        let degree = (workload == Workload::HotBlock).then_some(1);
        let set = generate(workload, 128, degree, Some(64), 1).expect("in range");
        let (outcome, _) = check(shape, &set, 1);
        assert!(outcome.steps <= 4096, "{workload}: {} steps", outcome.steps);
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols) in (1..=16_usize, 1..=16_usize),
        (percent, most, seed) in (0..=100_usize, 0..=12_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        check(shape, &multicast(shape.nodes(), percent, most, u64::from(seed)), u64::from(seed));
    }
}
