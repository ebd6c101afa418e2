//! Where no node knows the congestion, everything is delivered once all the same, within the same buffers.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets, workloads};
use super::sweep::places;
use meshcast_algorithms::{
    Buffered, Congestion, Multicast, Pace, Permutations, Schedule, StoredWords, Workload, generate,
};
use meshcast_engine::{Messages, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{
    all_to_all, multicast, run_buffered_by, run_paper_by, run_rounds_by, run_sweep_by,
    run_tuned_by, run_unicast_by, shapes,
};
use meshcast_tests::tier;
use proptest::prelude::*;

const WAYS: [Congestion; 2] = [Congestion::Doubled, Congestion::Counted];

/// A run and the guesses that it made.
type Ran = Result<(Outcome, Vec<usize>), Violation>;

type Run = fn(Congestion, Shape, &Messages, Options) -> Ran;

const ALGORITHMS: [(&str, Run); 6] = [
    ("paper", |way, shape, set, options| {
        let (outcome, run) = run_paper_by(way, shape, set, (None, 3), options)?;
        Ok((outcome, run.guesses))
    }),
    ("tuned", |way, shape, set, options| {
        let (outcome, run) = run_tuned_by(way, shape, set, 3, options)?;
        Ok((outcome, run.guesses))
    }),
    ("sweep", |way, shape, set, options| {
        let (outcome, run) = run_sweep_by(way, shape, set, 3, options)?;
        Ok((outcome, run.guesses))
    }),
    ("unicast", |way, shape, set, options| {
        let (outcome, run) = run_unicast_by(way, shape, set, 3, options)?;
        Ok((outcome, run.guesses))
    }),
    ("rounds", |way, shape, set, options| {
        let permutations = Permutations::Drawn { words: StoredWords::All, seed: 3 };
        let how = (Pace::Set(Schedule::Fixed), permutations);
        let (outcome, run) = run_rounds_by(way, shape, set, how, options)?;
        Ok((outcome, run.guess.into_iter().collect()))
    }),
    ("rounds, adaptive", |way, shape, set, options| {
        let permutations = Permutations::Drawn { words: StoredWords::All, seed: 3 };
        let (outcome, run) =
            run_rounds_by(way, shape, set, (Pace::Adaptive, permutations), options)?;
        Ok((outcome, run.guess.into_iter().collect()))
    }),
];

/// Routes `set` by all algorithms in both ways, and returns their guesses in this order.
fn check(shape: Shape, set: &Messages) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (name, run) in ALGORITHMS {
        for way in WAYS {
            let what = format!("{name} {way:?} {shape:?} {set:?}");
            let (outcome, guesses) = run(way, shape, set, Options::default())
                .unwrap_or_else(|violation| panic!("{what}: {violation}"));
            check_delivered(set, &outcome, &what);
            let most = if name == "sweep" { places(shape) } else { 8 };
            assert!(outcome.peak <= most, "{what}");
            let first = guesses.first().copied().unwrap_or(0);
            assert!(first <= set.congestion(), "{what}: {guesses:?}");
            if way == Congestion::Doubled && first > 0 {
                assert_eq!(first, set.deliveries().div_ceil(shape.nodes()), "{what}");
            }
            all.push(guesses);
        }
    }
    all
}

/// Routes `set` by `buffered`, which learns the congestion on its way.
fn check_buffered(shape: Shape, set: &Messages) {
    let what = format!("buffered {shape:?} {set:?}");
    let (outcome, run) = run_buffered_by(Congestion::Counted, shape, set, Options::default())
        .unwrap_or_else(|violation| panic!("{what}: {violation}"));
    check_delivered(set, &outcome, &what);
    let average = set.deliveries().div_ceil(shape.nodes());
    let root = (1..=shape.nodes()).find(|root| root.pow(3) >= shape.nodes()).expect("a root");
    assert_eq!(run.guess, Some(average.max(root)), "{what}");
}

#[test]
fn buffered_delivers_without_knowing_the_congestion() {
    for shape in shapes(11) {
        for (set, _) in mixed_sets(shape.nodes()) {
            check_buffered(shape, &set);
        }
        check_buffered(shape, &all_to_one(shape.nodes(), 0));
        let nodes = shape.nodes();
        let everyone = Messages::new(nodes, [(0, (0..nodes as u32).collect())]);
        check_buffered(shape, &everyone.expect("small"));
    }
    for (shape, set) in workloads(&[(12, 8), (16, 40)]) {
        check_buffered(shape, &set);
    }
}

#[test]
fn everything_is_delivered() {
    for shape in tier::some(shapes(11)) {
        for (set, _) in mixed_sets(shape.nodes()) {
            check(shape, &set);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, _) in tier::some(each_side_up_to_40(4)) {
        check(shape, &set);
        check_buffered(shape, &set);
    }
}

/// A broadcast, which Lemma 1 cuts into parts of 2c destinations.
#[test]
fn headers_are_not_cut_by_a_congestion_that_nobody_knows() {
    let shape = Shape::new(16, 16).expect("small");
    let set = Messages::new(256, [(7, (0..256).collect())]).expect("small");
    for way in WAYS {
        // Tiles for 7 messages a node: parts of up to 14 destinations, not of 2.
        let buffered = Buffered::new(shape, &set);
        assert_eq!(buffered.messages().parts(0), 128);
        assert_eq!(buffered.with_congestion(way).messages().parts(0), 19);
    }
}

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for shape in shapes(6) {
        check(shape, &all_to_all(shape.nodes()));
    }
}

/// The congestion is n, the average 1.
#[test]
fn every_message_for_one_node_is_delivered() {
    for shape in shapes(10) {
        for node in [0, shape.nodes() / 2] {
            check(shape, &all_to_one(shape.nodes(), node));
        }
    }
}

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in tier::some(workloads(&[(6, 3), (12, 8), (16, 16), (21, 5), (24, 40)])) {
        check(shape, &set);
    }
}

/// d = c: the average is the congestion, and so is the load of every block.
#[test]
fn the_congestion_of_uniform_sets_is_guessed_at_once() {
    for (side, c) in [(16, 16), (24, 9), (32, 16)] {
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        let guesses = check(Shape::new(side, side).expect("small"), &set);
        assert!(guesses.iter().all(|guesses| guesses[0] == c), "{guesses:?}");
    }
}

#[test]
fn guesses_at_a_hot_block_grow_by_four() {
    let set = generate(Workload::HotBlock, 48, None, Some(16), 1).expect("in range");
    let guesses = check(Shape::new(48, 48).expect("small"), &set);
    let [paper, _, tuned, counted, ..] = &guesses[..] else { panic!("eight runs") };
    // The paper's three migrations a visit leave less than a quarter, so that its guess is good enough.
    assert!(paper.starts_with(&[1]) && tuned.starts_with(&[1, 4]), "{guesses:?}");
    // Its 12 x 12 nodes are blocks of 8 rows and columns or so, or parts of them.
    assert!(counted[0] > 4, "{guesses:?}");
}

/// Every message is for all nodes of one block: a copy for each message serves the block.
#[test]
fn messages_for_one_block_each_count_once() {
    let set = generate(Workload::Cluster, 36, None, Some(36), 1).expect("in range");
    let guesses = check(Shape::new(36, 36).expect("small"), &set);
    assert!(guesses[2][0] == 36 && guesses[3][0] < 9, "{guesses:?}");
}

#[test]
fn a_run_does_not_depend_on_threads() {
    let shape = Shape::new(20, 24).expect("small");
    let set = multicast(shape.nodes(), 100, 16, 1);
    for (name, run) in ALGORITHMS {
        for way in WAYS {
            let with = |threads| {
                let options = Options { threads, ..Options::default() };
                let (outcome, guesses) = run(way, shape, &set, options).expect("lawful");
                (outcome.deliveries, outcome.link_uses, guesses)
            };
            assert_eq!(with(1), with(3), "{name} {way:?}");
        }
    }
}

proptest! {
    #![proptest_config(cases(tier::count(48) as u32))]

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
