//! `randomized --variant slotted` delivers everything once, on every shape and set, with eight packets a node, in no more steps than are
//! guaranteed: a test fails with a chance of 2^-20 a run, and its seeds are fixed. Trains leave no more than the bound says.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::{Congestion, SlottedRun, SlottedSchedule, Workload, generate};
use meshcast_engine::{Messages, Options, Outcome, Shape};
use meshcast_tests::corpus::{all_to_all, below, generator, multicast, run_slotted_by, shapes};
use meshcast_tests::tier;
use proptest::prelude::*;

fn check(way: Congestion, shape: Shape, set: &Messages, seed: u64) -> (Outcome, SlottedRun) {
    let (outcome, run) = run_slotted_by(way, shape, set, seed, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "slotted");
    assert!(outcome.capacity == Some(8) && outcome.peak <= 8, "{shape:?} {set:?}");
    assert!(run.leftovers.last().is_none_or(|&left| left == 0), "{run:?}");
    let most = run.guaranteed_steps.unwrap_or(u64::MAX);
    assert!(outcome.steps <= most, "{shape:?} {set:?} {run:?}");
    (outcome, run)
}

#[test]
fn everything_is_delivered_within_the_guarantee() {
    for shape in shapes(16) {
        for (set, _) in mixed_sets(shape.nodes()) {
            let (_, run) = check(Congestion::Known, shape, &set, 5);
            if set.congestion() > 0 {
                let schedule = SlottedSchedule::new(shape, set.congestion(), -20);
                assert_eq!(run.guaranteed_steps, Some(schedule.steps()), "{shape:?} {set:?}");
            }
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    let mut with_trains = 0;
    for (shape, set, seed) in each_side_up_to_40(43) {
        let (_, run) = check(Congestion::Known, shape, &set, seed);
        with_trains += usize::from(!run.bands.is_empty());
    }
    assert!(with_trains > 20, "{with_trains} runs have trains");
}

#[test]
fn every_workload_is_delivered_by_trains() {
    let mut turned = 0;
    for (_, set) in workloads(&[(32, 16), (24, 9)]) {
        let side = set.nodes().isqrt();
        // The same messages on a square, on a high and on a wide mesh.
        for (rows, cols) in [(side, side), (2 * side, side / 2), (side / 2, 2 * side)] {
            let shape = Shape::new(rows, cols).expect("small");
            let (_, run) = check(Congestion::Known, shape, &set, 3);
            turned += usize::from(run.transposed);
        }
    }
    assert!(turned > 5, "{turned} runs are turned");
}

#[test]
fn a_broadcast_from_every_node_and_all_for_one_node_are_delivered() {
    for shape in shapes(9) {
        check(Congestion::Known, shape, &all_to_all(shape.nodes()), 1);
        check(Congestion::Known, shape, &all_to_one(shape.nodes(), shape.nodes() / 2), 1);
    }
}

/// The average stands in for a congestion that nobody knows: there is a guarantee if it is the congestion.
#[test]
fn no_node_has_to_know_the_congestion() {
    let (mut sure, mut unsure) = (0, 0);
    for shape in shapes(10) {
        for (set, seed) in mixed_sets(shape.nodes()) {
            let (_, run) = check(Congestion::Doubled, shape, &set, seed);
            let average = set.deliveries().div_ceil(shape.nodes());
            let is_sure = average >= set.congestion();
            assert_eq!(run.guaranteed_steps.is_some(), is_sure, "{run:?}");
            sure += usize::from(is_sure);
            unsure += usize::from(!is_sure);
        }
    }
    assert!(sure > 5 && unsure > 5, "{sure} {unsure}");
}

/// All packets want one segment, or segments that are one in the next phase: what the proof takes for the worst.
#[test]
fn sets_that_crowd_a_segment_keep_to_the_guarantee() {
    let mut late = 0;
    for (side, congestion) in [(32, 4), (32, 16), (48, 9), (36, 25)] {
        let shape = Shape::new(side, side).expect("small");
        for workload in [Workload::HotBlock, Workload::LowerBound, Workload::Cluster] {
            let set = generate(workload, side, None, Some(congestion), 7).expect("in range");
            let (_, run) = check(Congestion::Known, shape, &set, 9);
            late += usize::from(run.bands.len() > 1 || run.visits > 0);
        }
        let nodes = shape.nodes() as u32;
        // As many messages as may be for one column, in its upper half.
        let column = |source: u32| {
            let row = source % (side as u32 / 2);
            (source, vec![row * side as u32 + 5])
        };
        let count = nodes.min((congestion * side / 2) as u32);
        let set = Messages::new(nodes as usize, (0..count).map(column)).expect("in range");
        check(Congestion::Known, shape, &set, 9);
    }
    assert!(late >= 6, "{late} of 12 do not end with the first phase");
}

#[test]
fn random_pairs_of_shape_and_congestion_keep_to_the_guarantee() {
    let mut generator = generator(27);
    for seed in 0..tier::count(150) {
        let (rows, cols) = (2 + below(&mut generator, 40), 2 + below(&mut generator, 40));
        let shape = Shape::new(rows, cols).expect("small");
        let (percent, most) = (below(&mut generator, 101), below(&mut generator, 30));
        let set = multicast(shape.nodes(), percent, most.min(shape.nodes()), seed);
        check(Congestion::Known, shape, &set, seed);
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols) in (1..=18_usize, 1..=18_usize),
        (percent, share, seed) in (0..=100_usize, 0..=100_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let most = shape.nodes() * share * share / 10_000;
        let set = multicast(shape.nodes(), percent, most, u64::from(seed));
        check(Congestion::Known, shape, &set, u64::from(seed));
    }
}
