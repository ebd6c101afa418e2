//! `randomized --variant certified` delivers everything once, on every shape and set, with eight packets a node, in no more steps than are
//! guaranteed: a test fails with a chance of 2^-20 a run, and its seeds are fixed. The machine checks what the proof supposes of visits.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets};
use meshcast_algorithms::{
    CertifiedRun, CertifiedSchedule, Congestion, Workload, check_deliveries, generate,
};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape};
use meshcast_tests::corpus::{all_to_all, below, generator, multicast, run_certified_by, shapes};
use meshcast_tests::tier;
use proptest::prelude::*;

fn check(way: Congestion, shape: Shape, set: &Messages) -> (Outcome, CertifiedRun) {
    let (outcome, run) = run_certified_by(way, shape, set, 5, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "certified");
    assert!(outcome.capacity == Some(8) && outcome.peak <= 8, "{shape:?} {set:?}");
    assert!(run.leftovers().last().is_none_or(|&left| left == 0), "{run:?}");
    assert!(outcome.steps <= run.guaranteed_steps, "{shape:?} {set:?} {run:?}");
    (outcome, run)
}

#[test]
fn everything_is_delivered_within_the_guarantee() {
    for shape in shapes(16) {
        for (set, _) in mixed_sets(shape.nodes()) {
            let (_, run) = check(Congestion::Known, shape, &set);
            assert!(run.guesses.is_empty());
            let schedule = CertifiedSchedule::new(shape, set.congestion().max(1), -20);
            if set.congestion() > 0 {
                assert_eq!(run.guaranteed_steps, schedule.steps(), "{shape:?} {set:?}");
            }
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, _) in each_side_up_to_40(43) {
        check(Congestion::Known, shape, &set);
    }
}

#[test]
fn a_broadcast_from_every_node_and_all_for_one_node_are_delivered() {
    for shape in shapes(9) {
        check(Congestion::Known, shape, &all_to_all(shape.nodes()));
        check(Congestion::Known, shape, &all_to_one(shape.nodes(), shape.nodes() / 2));
    }
}

#[test]
fn no_node_has_to_know_the_congestion() {
    for shape in shapes(10) {
        for (set, _) in mixed_sets(shape.nodes()) {
            for way in [Congestion::Doubled, Congestion::Counted] {
                let (_, run) = check(way, shape, &set);
                assert_eq!(run.guesses.is_empty(), set.congestion() == 0, "{run:?}");
            }
        }
    }
}

/// All packets want one block, or blocks that are one in the next phase: what the proof takes for the worst.
#[test]
fn sets_that_crowd_a_block_keep_to_the_guarantee() {
    let options = Options { mode: Mode::Leap, ..Options::default() };
    let mut late = 0;
    for (side, congestion) in [(32, 4), (32, 16), (48, 9), (64, 16), (61, 24)] {
        let shape = Shape::new(side, side).expect("small");
        for workload in [Workload::HotBlock, Workload::LowerBound, Workload::Cluster] {
            let set = generate(workload, side, None, Some(congestion), 7).expect("in range");
            let (outcome, run) =
                run_certified_by(Congestion::Known, shape, &set, 9, options.clone())
                    .expect("lawful");
            assert!(check_deliveries(&set, outcome.deliveries.iter()).is_complete());
            assert!(outcome.steps <= run.guaranteed_steps, "{workload:?} {run:?}");
            late += usize::from(run.phases.len() > 1);
        }
    }
    assert!(late >= 5, "{late} of 15 take several phases");
}

#[test]
fn random_pairs_of_shape_and_congestion_keep_to_the_guarantee() {
    let mut generator = generator(27);
    let options = Options { mode: Mode::Leap, ..Options::default() };
    for seed in 0..tier::count(400) {
        let (rows, cols) = (2 + below(&mut generator, 60), 2 + below(&mut generator, 60));
        let shape = Shape::new(rows, cols).expect("small");
        let (percent, most) = (below(&mut generator, 101), below(&mut generator, 40));
        let set = multicast(shape.nodes(), percent, most.min(shape.nodes()), seed);
        let (outcome, run) =
            run_certified_by(Congestion::Known, shape, &set, seed, options.clone())
                .expect("lawful");
        assert!(check_deliveries(&set, outcome.deliveries.iter()).is_complete(), "{shape:?}");
        assert!(outcome.steps <= run.guaranteed_steps, "{shape:?}: {run:?}");
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
        check(Congestion::Known, shape, &set);
    }
}
