//! `deterministic --variant paper` delivers everything at least once, on every shape and set, by either way to mark
//! replicas, which come to the same.

use super::cases;
use super::delivered::{all_to_one, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::{
    AlphaIs, Congestion, DeterministicPaper, DeterministicPaperRun, ExpanderGraph, Marks,
    Permutation, Replication, Workload, generate, verify,
};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape};
use meshcast_tests::corpus::{
    multicast, run_deterministic_paper_by, run_deterministic_paper_with, shapes,
};
use proptest::prelude::*;

const EFFORT: u64 = 1 << 18;

fn replication(instances: Option<usize>, alpha: Option<usize>, marks: Marks) -> Replication {
    Replication { instances, alpha, marks, is_drawn: false, effort: EFFORT }
}

/// Every message of `set` was delivered to each of its destinations, and nowhere else; no packet is left.
fn check_delivered(set: &Messages, outcome: &Outcome, what: &str) {
    let expected: Vec<(u32, u32)> = (0..set.count())
        .flat_map(|message| set.destinations(message).iter().map(move |&to| (message as u32, to)))
        .collect();
    let mut found = outcome.deliveries.sorted();
    found.dedup();
    assert_eq!(found, expected, "{what}");
    let mut nodes = (0..outcome.shape.nodes()).map(|node| outcome.shape.position(node));
    assert!(nodes.all(|(row, col)| outcome.packets_left(row, col) == 0), "{what}");
    assert!(!outcome.told_when_done, "{what}");
}

fn check_by(
    known: Congestion,
    shape: Shape,
    set: &Messages,
    replication: &Replication,
) -> (Outcome, DeterministicPaperRun) {
    let what = format!("{shape:?} {replication:?} {known:?} {set:?}");
    let (outcome, run) =
        run_deterministic_paper_by(known, shape, set, replication, Options::default())
            .unwrap_or_else(|violation| panic!("{what}: {violation}"));
    check_delivered(set, &outcome, &what);
    (outcome, run)
}

fn check(shape: Shape, set: &Messages, replication: &Replication) -> DeterministicPaperRun {
    let (_, run) = check_by(Congestion::Known, shape, set, replication);
    assert_eq!(run.fallback, 16 * set.congestion() > shape.nodes());
    run
}

/// The ways to mark find out the same and deliver the same, equally often.
fn check_both(shape: Shape, set: &Messages, instances: Option<usize>, alpha: Option<usize>) {
    let of = |marks| {
        let replication = replication(instances, alpha, marks);
        let (outcome, run) = check_by(Congestion::Known, shape, set, &replication);
        (outcome.deliveries.sorted(), run)
    };
    assert!(of(Marks::Literal) == of(Marks::Lean), "{shape:?} {set:?}");
}

/// With no effort little is certified of 102 inputs and 64 outputs: only one of two permutations may count on what most have.
#[test]
fn what_almost_all_permutations_have_is_for_drawn_ones() {
    let shape = Shape::new(32, 32).expect("small");
    let set = generate(Workload::HotBlock, 32, None, Some(64), 1).expect("in range");
    let alpha = |is_drawn, alpha| {
        let lean = replication(None, alpha, Marks::Lean);
        let replication = Replication { is_drawn, effort: 0, ..lean };
        let options = Options { mode: Mode::Leap, ..Options::default() };
        let known = Congestion::Known;
        let (_, run) =
            run_deterministic_paper_by(known, shape, &set, &replication, options).expect("lawful");
        assert_eq!(run.broken_bound(), None);
        (run.alpha, run.alpha_is)
    };
    let c = set.congestion();
    let certified = alpha(false, None);
    assert_eq!(certified.1, AlphaIs::Certified);
    let drawn = alpha(true, None);
    assert_eq!(drawn.1, AlphaIs::Likely);
    assert!(drawn.0 < certified.0, "{drawn:?} {certified:?}, c = {c}");
    assert_eq!(alpha(true, Some(2)), (2, AlphaIs::Given));
}

/// Up to `most` destinations a message, no more than `congestion` messages a node.
fn bounded(shape: Shape, most: usize, congestion: usize, seed: u64) -> Messages {
    let mut load = vec![0; shape.nodes()];
    let all = multicast(shape.nodes(), 100, most, seed);
    let lists = all.iter().map(|(from, list)| {
        let list = list.iter().copied().filter(|&node| {
            load[node as usize] += 1;
            load[node as usize] <= congestion
        });
        (from, list.collect::<Vec<u32>>())
    });
    let lists: Vec<(u32, Vec<u32>)> = lists.collect();
    Messages::new(shape.nodes(), lists).expect("small")
}

#[test]
fn everything_is_delivered_and_marks_are_the_same() {
    for shape in shapes(10) {
        let most = shape.nodes() / 16;
        for (degree, congestion, seed) in [(1, 1, 1), (5, most, 2), (shape.nodes(), 2, 3)] {
            let set = bounded(shape, degree, congestion.min(most), seed);
            check_both(shape, &set, None, None);
            check_both(shape, &set, Some(1), Some(1));
        }
        for (set, _) in mixed_sets(shape.nodes()) {
            check(shape, &set, &replication(None, None, Marks::Lean));
        }
    }
}

#[test]
fn everything_is_delivered_on_larger_sides() {
    let sides = each_side_up_to_40(6).filter(|(shape, ..)| shape.nodes() <= 700);
    for (shape, set, _) in sides.step_by(3) {
        check(shape, &set, &replication(Some(2), Some(1), Marks::Lean));
    }
}

#[test]
fn every_workload_is_delivered() {
    for (shape, set) in workloads(&[(8, 3), (12, 8), (16, 4)]) {
        check_both(shape, &set, Some(2), Some(1));
    }
}

/// 128 messages for a block of eight nodes, from sources that follow one another.
fn hot() -> (Shape, Messages) {
    let shape = Shape::new(32, 32).expect("small");
    let list = |i: u32| (i, vec![i % 2 + i / 2 % 4 * 32]);
    (shape, Messages::new(1024, (0..128).map(list)).expect("small"))
}

#[test]
fn a_permutation_that_does_not_expand_needs_more_phases() {
    let (shape, set) = hot();
    let known = Congestion::Known;
    let replication = replication(Some(2), Some(1), Marks::Lean);
    let entries = DeterministicPaper::entries(shape, &set, Some(2), known);
    assert_eq!(entries, 1024);
    let phases = |permutation: &Permutation| {
        let instance = (known, shape, &set);
        let (outcome, run) =
            run_deterministic_paper_with(permutation, instance, &replication, Options::default())
                .expect("lawful");
        check_delivered(&set, &outcome, "hot");
        assert_eq!(run.classes(), 1);
        run.phases.iter().map(|phase| (phase.left, phase.alive)).collect::<Vec<_>>()
    };
    let identity = Permutation::new((0..1024).collect()).expect("a permutation");
    // Four groups hold both replicas of 32 packets each: of 64 the first phase serves 16, each later one eight.
    let left = [96, 80, 64, 48, 32, 16, 0].map(|left| (left, left));
    assert_eq!(phases(&identity), left);
    let random = phases(&Permutation::random(entries, 3));
    assert!(random.len() <= 3 && random[0].0 < 32, "{random:?}");
}

/// All replicas in one group, with as many migrations as Lemma 4 wants for that, and with one fewer.
#[test]
fn the_bound_on_what_is_alive_is_attained() {
    let shape = Shape::new(32, 32).expect("small");
    let list = |i: u32| (i, vec![i % 4 + i / 4 % 4 * 32]);
    let set = Messages::new(1024, (0..64).map(list)).expect("small");
    let identity = Permutation::new((0..1024).collect()).expect("a permutation");
    let phases = |alpha| {
        let instance = (Congestion::Known, shape, &set);
        let replication = replication(Some(2), alpha, Marks::Lean);
        let (outcome, run) =
            run_deterministic_paper_with(&identity, instance, &replication, Options::default())
                .expect("lawful");
        check_delivered(&set, &outcome, "hot");
        let phases = run.phases.iter();
        phases.map(|phase| (phase.migrations, phase.alive, phase.bound)).collect::<Vec<_>>()
    };
    // A group has 256 replicas, of which 128 are wanted in a block of 16 nodes: eight migrations serve them.
    assert_eq!(phases(None), [(8, 0, Some(0))]);
    assert_eq!(phases(Some(4)), [(8, 0, Some(0))]);
    assert_eq!(phases(Some(3)), [(6, 16, None), (3, 0, None)]);
}

/// 128 messages for a block of 16 nodes, eight for each, and a permutation of which no three packets have all replicas in one
/// group, but two have: in the one in which all others have a replica, too. Eight migrations select 128 of its 130 replicas.
///
/// So α = 4 is certified, and Lemma 4 leaves two packets at most. One is left: both of its replicas come last. With one migration
/// of eight fewer, 16 replicas fewer are selected in either of the two groups of these packets, and as many packets are alive: a run that
/// claims two and makes seven says so, as a unit test of the algorithm sees (`a_run_that_leaves_more_alive_than_can_be_says_so`).
#[test]
fn what_lemma_4_does_not_exclude_can_be_alive_and_no_more() {
    let shape = Shape::new(32, 64).expect("small");
    let list = |i: u32| (i, vec![i % 4 + i / 4 % 4 * 64]);
    let set = Messages::new(2048, (0..128).map(list)).expect("small");
    assert_eq!(set.congestion(), 8);
    // Groups of 256: the first has the values 0 to 255, the second 256 to 511.
    let apart = (0..126).flat_map(|packet| [packet, 256 + packet]);
    let rest: Vec<u32> = (130..256).chain(256 + 126..2048).collect();
    let (low, high) = rest.split_at(rest.len() / 2);
    let others = low.iter().zip(high).flat_map(|(&low, &high)| [low, high]);
    let entries: Vec<u32> = apart.chain([126, 127, 128, 129]).chain(others).collect();
    let permutation = Permutation::new(entries).expect("a permutation");
    let graph = ExpanderGraph::new(&permutation, 1024, 8, 2).expect("no number is zero");
    let verified = verify(&graph, EFFORT, 1, 1).expect("sets of up to four");
    let gammas: Vec<usize> = verified.sizes.iter().map(|size| size.lower.gamma).collect();
    assert_eq!((gammas, verified.certified_alpha(8)), (vec![1, 1, 2, 2], 4));
    let replication = replication(Some(2), None, Marks::Lean);
    let instance = (Congestion::Known, shape, &set);
    let (outcome, run) =
        run_deterministic_paper_with(&permutation, instance, &replication, Options::default())
            .expect("lawful");
    check_delivered(&set, &outcome, "hot");
    assert_eq!((run.alpha, run.guesses[0].tiles, run.guesses[0].block), (4, (2, 4), (4, 4)));
    let first = &run.phases[0];
    assert_eq!((first.migrations, first.alive, first.bound), (8, 1, Some(2)));
    // c/r, and c/(r·b) in blocks of 16 nodes.
    assert_eq!(run.phases.iter().map(|phase| phase.lemma_4).collect::<Vec<_>>(), [4.0, 0.25]);
}

#[test]
fn nobody_need_know_the_congestion() {
    let mut fallbacks = 0;
    for shape in shapes(9) {
        for known in [Congestion::Doubled, Congestion::Counted] {
            for (set, _) in mixed_sets(shape.nodes()) {
                let replication = replication(Some(1), Some(1), Marks::Lean);
                let (_, run) = check_by(known, shape, &set, &replication);
                fallbacks += usize::from(run.fallback && !run.phases.is_empty());
            }
        }
    }
    assert!(fallbacks > 0, "no guess was too high for phases");
    let (shape, set) = hot();
    for known in [Congestion::Doubled, Congestion::Counted] {
        let (_, run) = check_by(known, shape, &set, &replication(Some(2), Some(1), Marks::Lean));
        assert!(run.phases.windows(2).all(|pair| pair[0].guess <= pair[1].guess));
    }
    let all = all_to_one(256, 17);
    let shape = Shape::new(16, 16).expect("small");
    check_by(Congestion::Doubled, shape, &all, &replication(None, Some(1), Marks::Literal));
}

/// An entry of the permutation, and one of its inverse for the tiles of every guess.
#[test]
fn the_words_of_a_node_are_counted() {
    let (shape, set) = hot();
    let count = |shape: Shape, set: &Messages, known| {
        let replication = replication(Some(2), Some(1), Marks::Lean);
        let entries = DeterministicPaper::entries(shape, set, Some(2), known);
        let permutation = Permutation::random(entries, 1);
        DeterministicPaper::new(shape, set, &replication, &permutation, known).stored_words()
    };
    assert_eq!(count(shape, &set, Congestion::Known), 2);
    // 1, 4, 16 and 64 are guesses on 1024 nodes.
    assert_eq!(count(shape, &set, Congestion::Counted), 5);
    let small = Shape::new(4, 4).expect("small");
    assert_eq!(count(small, &all_to_one(16, 1), Congestion::Known), 0, "they tour the mesh");
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    let shape = Shape::new(16, 20).expect("small");
    let set = bounded(shape, 12, 6, 1);
    for marks in [Marks::Literal, Marks::Lean] {
        let run = |threads| {
            let options = Options { threads, ..Options::default() };
            let replication = replication(Some(2), Some(1), marks);
            let known = Congestion::Known;
            let (outcome, run) =
                run_deterministic_paper_by(known, shape, &set, &replication, options)
                    .expect("lawful");
            (outcome.deliveries, outcome.link_uses, outcome.ledger, run)
        };
        assert_eq!(run(1), run(3));
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols) in (1..=18_usize, 1..=18_usize),
        (degree, share, seed) in (0..=30_usize, 0..=100_usize, any::<u32>()),
        (instances, alpha) in (1..=5_usize, 1..=3_usize),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let congestion = shape.nodes() / 16 * share * share / 10_000;
        let set = bounded(shape, degree, congestion, u64::from(seed));
        let instances = instances.min(shape.nodes());
        check_both(shape, &set, Some(instances), Some(alpha));
    }
}
