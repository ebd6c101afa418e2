//! `deterministic --variant sweep` delivers everything once, on every shape and set, with eight packets a node, whatever the
//! permutation.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::{
    Congestion, Grouping, Permutation, Permutations, StoredWords, SweepRun, adversarial,
};
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{multicast, run_stored_sweep, shapes};
use proptest::prelude::*;

fn check_with(shape: Shape, set: &Messages, stored: Permutations, way: Congestion) -> SweepRun {
    let (outcome, run) = run_stored_sweep(way, shape, set, stored, Options::default())
        .unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "stored sweep");
    assert!(outcome.peak <= 8, "{shape:?} {set:?}");
    run
}

fn check(shape: Shape, set: &Messages, seed: u64) -> SweepRun {
    let stored = Permutations::Drawn { words: StoredWords::One, seed };
    check_with(shape, set, stored, Congestion::Known)
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(12) {
        for (set, seed) in mixed_sets(shape.nodes()) {
            check(shape, &set, seed);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, seed) in each_side_up_to_40(20) {
        check(shape, &set, seed);
    }
}

#[test]
fn every_message_for_one_node_is_delivered() {
    for shape in shapes(8) {
        check(shape, &all_to_one(shape.nodes(), shape.nodes() / 2), 2);
    }
}

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in workloads(&[(6, 3), (9, 8), (16, 16), (24, 40)]) {
        check(shape, &set, 3);
    }
}

/// The identity and its reverse are permutations too.
#[test]
fn everything_is_delivered_from_any_places_and_without_the_congestion() {
    for shape in shapes(8) {
        let nodes = shape.nodes() as u32;
        let set = multicast(shape.nodes(), 70, 6, 9);
        for entries in [(0..nodes).collect::<Vec<u32>>(), (0..nodes).rev().collect()] {
            let stored = || {
                let permutation = Permutation::new(entries.clone()).expect("a permutation");
                Permutations::Each([permutation].into())
            };
            for way in [Congestion::Known, Congestion::Doubled, Congestion::Counted] {
                check_with(shape, &set, stored(), way);
            }
        }
    }
}

/// What is made against a permutation takes many phases from its places, and two from others.
#[test]
fn an_adversary_hurts_the_permutation_that_it_knows_and_no_other() {
    let shape = Shape::new(32, 32).expect("small");
    let against = [Permutation::random(1024, 5)];
    let set = adversarial(Grouping::Bands, 32, Some(16), Some(16), &against, 1).expect("in range");
    let known = check_with(shape, &set, Permutations::Each(against.into()), Congestion::Known);
    let other = check(shape, &set, 6);
    assert!(known.bands.len() >= 4 && known.leftovers[0] > 15, "{known:?}");
    assert!(other.bands.len() <= 3 && other.leftovers[0] < 10, "{other:?}");
}

#[test]
fn a_run_does_not_depend_on_threads_but_on_the_permutation() {
    for (rows, cols) in [(12, 12), (9, 14), (15, 7)] {
        let shape = Shape::new(rows, cols).expect("small");
        let set = multicast(shape.nodes(), 80, 9, 3);
        let run = |seed, threads| {
            let options = Options { threads, ..Options::default() };
            let stored = Permutations::Drawn { words: StoredWords::One, seed };
            let (outcome, run) =
                run_stored_sweep(Congestion::Known, shape, &set, stored, options).expect("lawful");
            (outcome.deliveries, outcome.steps, outcome.link_uses, outcome.copies, run)
        };
        assert_eq!(run(1, 1), run(1, 3));
        assert_ne!(run(1, 1).2, run(2, 1).2, "permutations make no difference");
    }
}

proptest! {
    #![proptest_config(cases(48))]

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
