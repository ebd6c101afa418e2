//! `randomized --variant paper` delivers everything once, on every shape and set, within the buffers that it states.

use super::cases;
use super::delivered::{check_delivered, each_side_up_to_40, workloads};
use meshcast_algorithms::PaperRun;
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{
    all_to_all, below, generator, multicast, run_paper, shapes, shuffled,
};
use proptest::prelude::*;

fn check(shape: Shape, set: &Messages, instances: Option<usize>) -> PaperRun {
    let (outcome, run) = run_paper(shape, set, (instances, 3), Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "paper");
    assert!(outcome.peak <= 8, "{shape:?} {set:?}");
    assert_eq!(run.fallback, 16 * set.congestion() > shape.nodes());
    assert!(set.deliveries() > 0 || outcome.steps == 1, "{shape:?}");
    run
}

/// As many messages as there are nodes, each for `degree` nodes; no node has more than `congestion` of them.
fn bounded(nodes: usize, degree: usize, congestion: usize, seed: u64) -> Messages {
    let mut random = generator(seed);
    let order = shuffled(nodes, seed);
    let mut load = vec![0; nodes];
    let mut list = |from: u32| {
        let degree = below(&mut random, degree + 1);
        let mut list: Vec<u32> = (0..degree).map(|_| order[below(&mut random, nodes)]).collect();
        list.sort_unstable();
        list.dedup();
        list.retain(|&node| {
            load[node as usize] += 1;
            load[node as usize] <= congestion
        });
        (from, list)
    };
    let lists: Vec<(u32, Vec<u32>)> = (0..nodes as u32).map(&mut list).collect();
    Messages::new(nodes, lists).expect("small")
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(14) {
        let nodes = shape.nodes();
        check(shape, &multicast(nodes, 0, 0, 5), None);
        check(shape, &multicast(nodes, 100, nodes, 4), None);
        for (degree, congestion, seed) in [(1, 1, 1), (3, 2, 2), (nodes, 4, 3), (9, nodes / 16, 4)]
        {
            check(shape, &bounded(nodes, degree, congestion, seed), None);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, _) in each_side_up_to_40(12) {
        check(shape, &set, None);
    }
}

#[test]
fn one_migration_a_visit_is_enough_in_the_end() {
    let shape = Shape::new(16, 16).expect("small");
    // Sixteen messages for each node of one corner: its block is wanted by all masters, as many as it has nodes in a group on the
    // average, and more in some groups.
    let mut repeated = 0;
    for first in 0..8 {
        let list = |i: u32| ((first + 3 * i) % 256, vec![i % 4 + i / 4 % 4 * 16]);
        let set = Messages::new(shape.nodes(), (0..256).map(list)).expect("small");
        let run = check(shape, &set, Some(1));
        repeated += run.phases.iter().filter(|phase| phase.tours > 1).count();
        check(shape, &set, None);
    }
    assert!(repeated > 0, "no set was hard");
}

/// At c = n/16 there are two phases, the second with a sixteenth of the tiles.
#[test]
fn what_a_phase_leaves_is_delivered_in_the_next() {
    let (mut second, shape) = (0, Shape::new(16, 16).expect("small"));
    for seed in 0..8 {
        let run = check(shape, &bounded(shape.nodes(), 20, 16, seed), Some(1));
        second += run.phases.iter().filter(|phase| phase.phase == 1).count();
        assert!(run.phases.iter().all(|phase| phase.phase == 1 || phase.tours == 1));
    }
    assert!(second > 0, "no set was hard");
}

#[test]
fn messages_with_many_destinations_are_delivered() {
    for shape in shapes(16) {
        let nodes = shape.nodes() as u32;
        let everyone: Vec<u32> = (0..nodes).collect();
        let one = Messages::new(shape.nodes(), [(nodes - 1, everyone.clone())]).expect("nodes");
        check(shape, &one, None);
        // Destinations in turn, so that no node has two messages.
        let deal = |source: u32, of: u32| {
            (source, everyone.iter().copied().filter(|node| node % of == source).collect())
        };
        let dealt = (0..nodes.min(3)).map(|source| deal(source, nodes.min(3)));
        check(shape, &Messages::new(shape.nodes(), dealt).expect("nodes"), None);
        check(shape, &bounded(shape.nodes(), 7, 2, 9), None);
    }
}

#[test]
fn a_broadcast_from_every_node_tours_the_whole_mesh() {
    for shape in shapes(5) {
        assert!(check(shape, &all_to_all(shape.nodes()), None).fallback);
    }
}

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in workloads(&[(8, 3), (12, 8), (16, 16), (20, 5), (24, 36), (23, 9)]) {
        check(shape, &set, None);
    }
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads_and_another_with_another_seed() {
    let shape = Shape::new(16, 20).expect("small");
    let set = bounded(shape.nodes(), 12, 6, 1);
    let run = |seed, threads| {
        let options = Options { threads, ..Options::default() };
        let (outcome, run) = run_paper(shape, &set, (Some(2), seed), options).expect("lawful");
        (outcome.deliveries, outcome.link_uses, run)
    };
    assert_eq!(run(1, 1), run(1, 3));
    assert_ne!(run(1, 1).1, run(2, 1).1);
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols) in (1..=40_usize, 1..=40_usize),
        (degree, share, instances, seed) in (0..=30_usize, 0..=100_usize, 1..=4_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        // Up to n/16, and small ones more often than large ones.
        let congestion = shape.nodes() / 16 * share * share / 10_000;
        let set = bounded(shape.nodes(), degree, congestion, u64::from(seed));
        check(shape, &set, Some(instances));
    }
}
