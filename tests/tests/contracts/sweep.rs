//! `--variant sweep` delivers everything once, on every shape and set, with twelve packets a node, from random places
//! (`randomized`) and from those of any stored permutation (`deterministic`).

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::{
    Congestion, Grouping, Multicast, Permutation, Sweep, SweepRun, adversarial,
};
use meshcast_engine::{AuditLevel, Messages, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{all_to_all, multicast, run_stored_sweep, run_sweep, shapes};
use proptest::prelude::*;

/// Packets for which nodes have places: in a column in the middle there is one more.
pub(super) fn places(shape: Shape) -> u32 {
    let longer = shape.rows().max(shape.cols());
    12 + u32::from(longer > 1 && longer % 2 == 1)
}

fn check_run(
    shape: Shape,
    set: &Messages,
    ran: Result<(Outcome, SweepRun), Violation>,
) -> (Outcome, SweepRun) {
    let (outcome, run) = ran.unwrap_or_else(|violation| panic!("{shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "sweep");
    assert!(outcome.peak <= places(shape), "{shape:?} {set:?}");
    (outcome, run)
}

fn check_stored(
    shape: Shape,
    set: &Messages,
    permutation: Permutation,
    (way, threads): (Congestion, usize),
) -> (Outcome, SweepRun) {
    let options = Options { threads, ..Options::default() };
    check_run(shape, set, run_stored_sweep(way, shape, set, permutation, options))
}

/// Runs from random places and from stored ones.
fn runs(shape: Shape, set: &Messages, seed: u64, threads: usize) -> [(Outcome, SweepRun); 2] {
    let options = Options { threads, ..Options::default() };
    let stored = Permutation::random(shape.nodes(), seed);
    [
        check_run(shape, set, run_sweep(shape, set, seed, options)),
        check_stored(shape, set, stored, (Congestion::Known, threads)),
    ]
}

fn check(shape: Shape, set: &Messages, seed: u64) {
    let _ = runs(shape, set, seed, 1);
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

/// Twelve packets are elsewhere at most, whatever the messages; the last two sets need all places.
#[test]
fn only_the_middle_has_places_for_thirteen() {
    for (rows, cols, percent, seed, needed) in
        [(16, 18, 65, 1, 0), (18, 19, 65, 2, 0), (12, 21, 80, 22, 13), (19, 18, 50, 40, 13)]
    {
        let mut most = 0;
        let shape = Shape::new(rows, cols).expect("small");
        let set = multicast(shape.nodes(), 99, shape.nodes() * percent / 100, seed);
        let options = || Options { audit: AuditLevel::Full, ..Options::default() };
        let stored = Permutation::random(shape.nodes(), seed);
        for (outcome, _) in [
            run_sweep(shape, &set, seed, options()).expect("lawful"),
            check_run(
                shape,
                &set,
                run_stored_sweep(Congestion::Known, shape, &set, stored, options()),
            ),
        ] {
            let audit = outcome.audit.expect("a full audit");
            for (node, &peak) in audit.node_peaks.iter().enumerate() {
                let (row, col) = shape.position(node);
                let (place, length) = if rows > cols { (row, rows) } else { (col, cols) };
                let is_middle = 2 * place + 1 == length;
                assert!(peak <= 12 || is_middle, "{shape:?}: {peak} at node {node}");
                most = most.max(peak);
            }
        }
        assert!(most >= needed, "{shape:?}: {most}");
        assert_eq!(Sweep::new(shape, &set, seed).capacity(), Some(places(shape) as usize));
    }
}

/// Messages from every node for all nodes of one column: that in the middle, where two belts meet, and those beside it and at the ends.
#[test]
fn packets_for_the_nodes_of_one_column_are_delivered() {
    for (rows, cols) in [(5, 5), (7, 9), (3, 13), (11, 11), (6, 10)] {
        let shape = Shape::new(rows, cols).expect("small");
        let middle = cols / 2;
        for col in [0, middle - 1, middle, middle + 1, cols - 1] {
            let column =
                |source: u32| (source, (0..rows).map(|row| shape.index(row, col) as u32).collect());
            let lists = (0..shape.nodes() as u32).map(column);
            check(shape, &Messages::new(shape.nodes(), lists).expect("small"), 4);
        }
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
            runs(shape, &set, seed, threads).map(|(outcome, run)| {
                (outcome.deliveries, outcome.steps, outcome.link_uses, outcome.copies, run)
            })
        };
        let (one, other) = (run(1, 1), run(2, 1));
        assert_eq!(one, run(1, 3));
        for (one, other) in one.iter().zip(&other) {
            assert_ne!(one.2, other.2, "seeds make no difference");
        }
    }
}

/// The identity and its reverse are permutations too.
#[test]
fn everything_is_delivered_from_any_stored_places_and_without_the_congestion() {
    for shape in shapes(8) {
        let nodes = shape.nodes() as u32;
        let set = multicast(shape.nodes(), 70, 6, 9);
        for entries in [(0..nodes).collect::<Vec<u32>>(), (0..nodes).rev().collect()] {
            let stored = Permutation::new(entries).expect("a permutation");
            for way in [Congestion::Known, Congestion::Doubled, Congestion::Counted] {
                check_stored(shape, &set, stored.clone(), (way, 1));
            }
        }
    }
}

/// What is made against a permutation takes many phases from its places, and two from others.
#[test]
fn an_adversary_hurts_the_permutation_that_it_knows_and_no_other() {
    let shape = Shape::new(32, 32).expect("small");
    let against = Permutation::random(1024, 5);
    let known = std::slice::from_ref(&against);
    let set = adversarial(Grouping::Bands, 32, Some(32), Some(32), known, 1).expect("in range");
    let run = |stored| check_stored(shape, &set, stored, (Congestion::Known, 1)).1;
    let (known, other) = (run(against), run(Permutation::random(1024, 6)));
    assert!(known.bands.len() >= 4 && known.leftovers[0] > 15, "{known:?}");
    assert!(other.bands.len() <= 3 && other.leftovers[0] < 10, "{other:?}");
}
