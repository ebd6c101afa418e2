//! `deterministic --variant rounds` delivers everything once, on every shape and set, with eight packets a node, and what its
//! proof supposes holds: the machine checks it.

use super::cases;
use super::delivered::{all_to_one, check_delivered, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::{
    Assumption, Congestion, Pace, Permutation, Permutations, RoundsRun, Schedule, StoredWords,
    Workload, generate,
};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape};
use meshcast_tests::corpus::{PACES, all_to_all, multicast, run_rounds, run_rounds_by, shapes};
use proptest::prelude::*;

/// What is supposed of permutations that no file gives.
const RANDOM: Option<Assumption> = Some(Assumption::RandomPermutations);

const WORDS: [StoredWords; 2] = [StoredWords::All, StoredWords::One];

fn check(shape: Shape, set: &Messages, pace: Pace, words: StoredWords) -> (Outcome, RoundsRun) {
    let (outcome, run) = run_rounds(shape, set, (pace, words, 3), Options::default())
        .unwrap_or_else(|violation| panic!("{pace:?} {words:?} {shape:?} {set:?}: {violation}"));
    check_delivered(set, &outcome, "rounds");
    assert!(outcome.capacity == Some(8) && outcome.peak <= 8, "{shape:?} {set:?}");
    assert!(run.leftovers().last().is_none_or(|&left| left == run.broadcast), "{run:?}");
    let scattered = run.rounds.iter().filter(|round| round.down * round.across > 1).count();
    // One claim for the run, two for the visit of every tile, two for every visit of all, five for every round, one for every
    // scattering.
    let visit = |(down, across): (usize, usize)| 2 + 2 * down * across;
    let visits = run.rounds.iter().map(|round| {
        let tiles = (round.down, round.across);
        5 + tiles.0 * tiles.1 * visit(tiles)
    });
    assert_eq!(outcome.claims, (1 + visits.sum::<usize>() + scattered) as u64, "{run:?}");
    let rounds = run.rounds.len() as u64;
    assert!(run.guaranteed.is_none_or(|guaranteed| rounds <= guaranteed.rounds), "{run:?}");
    (outcome, run)
}

/// Another pace and another number of words for every number.
fn nth(number: usize) -> (Pace, StoredWords) {
    (PACES[number % 4], WORDS[number / 4 % 2])
}

#[test]
fn everything_is_delivered() {
    for (number, shape) in shapes(16).into_iter().enumerate() {
        for (at, (set, _)) in mixed_sets(shape.nodes()).enumerate() {
            let (pace, words) = nth(number + at);
            check(shape, &set, pace, words);
        }
    }
}

#[test]
fn everything_is_delivered_whatever_the_tiles_follow() {
    for shape in shapes(8) {
        for (set, _) in mixed_sets(shape.nodes()) {
            for (pace, words) in PACES.into_iter().flat_map(|pace| WORDS.map(|words| (pace, words)))
            {
                check(shape, &set, pace, words);
            }
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, seed) in each_side_up_to_40(40) {
        let (pace, words) = nth(seed as usize);
        check(shape, &set, pace, words);
    }
}

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for (number, shape) in shapes(7).into_iter().enumerate() {
        let (pace, words) = nth(number);
        check(shape, &all_to_all(shape.nodes()), pace, words);
    }
}

#[test]
fn every_message_for_one_node_is_delivered() {
    for (number, shape) in shapes(12).into_iter().enumerate() {
        for node in [0, shape.nodes() / 2] {
            let (pace, words) = nth(number + node);
            check(shape, &all_to_one(shape.nodes(), node), pace, words);
        }
    }
}

#[test]
fn every_workload_is_delivered() {
    for (number, (shape, set)) in
        workloads(&[(6, 3), (12, 8), (16, 16), (20, 5), (24, 40)]).enumerate()
    {
        let (pace, words) = nth(number);
        check(shape, &set, pace, words);
    }
}

/// Sides and c that are powers of two have a guarantee, and no run takes more rounds.
#[test]
fn no_run_takes_more_rounds_than_are_guaranteed() {
    for (side, congestion) in [(16, 4), (16, 16), (32, 16), (32, 64)] {
        for workload in [Workload::Uniform, Workload::HotBlock, Workload::Cluster] {
            let set = generate(workload, side, None, Some(congestion), 5).expect("in range");
            let shape = Shape::new(side, side).expect("small");
            for schedule in [Schedule::Fixed, Schedule::Shrink, Schedule::Overload] {
                for words in WORDS {
                    let (_, run) = check(shape, &set, Pace::Set(schedule), words);
                    assert!(run.guaranteed.is_some(), "{run:?}");
                }
            }
        }
    }
}

/// A user can write the permutations of a run to files: those of the seeds seed + j·2³². Where they come from is not known then.
#[test]
fn drawn_permutations_are_those_of_their_seeds() {
    let shape = Shape::new(16, 16).expect("small");
    let set = multicast(shape.nodes(), 100, 16, 1);
    let run = |permutations: Permutations| {
        let is_drawn = matches!(permutations, Permutations::Drawn { .. });
        let how = (Pace::Set(Schedule::Fixed), permutations);
        let ran = run_rounds_by(Congestion::Known, shape, &set, how, Options::default());
        let (outcome, run) = ran.expect("lawful");
        let assumes = run.guaranteed.map(|guaranteed| guaranteed.assumes);
        assert!(if is_drawn { assumes.is_some() } else { assumes != RANDOM }, "{run:?}");
        (outcome.steps, outcome.link_uses, RoundsRun { guaranteed: None, ..run })
    };
    let files: Vec<Permutation> =
        (1..=16).map(|j| Permutation::random(256, 3 + (j << 32))).collect();
    let drawn = |words| Permutations::Drawn { words, seed: 3 };
    let one = Permutations::Rotated(files[0].clone().into());
    assert_eq!(run(drawn(StoredWords::One)), run(one));
    assert_eq!(run(drawn(StoredWords::All)), run(Permutations::Each(files.into())));
}

/// Where every packet stays at home, those for one block meet in few groups.
#[test]
fn permutations_that_do_not_mix_take_more_rounds() {
    let (side, c) = (32, 16);
    let shape = Shape::new(side, side).expect("small");
    // The 4 x 4 nodes in the corner want what starts in four tiles of 8 x 8, each node c messages.
    let corner: Vec<u32> = (0..16).map(|at| at / 4 * 32 + at % 4).collect();
    let sources = (0..256).map(|at| at / 32 * 32 + at % 32);
    let lists = sources.map(|source: u32| (source, vec![corner[(source % 16) as usize]]));
    let set = Messages::new(shape.nodes(), lists).expect("small");
    assert_eq!(set.congestion(), c);
    let identity = Permutation::new((0..1024).collect()).expect("a permutation");
    let random = |seed| Permutation::random(1024, seed);
    let rounds = |permutations: Vec<Permutation>| {
        let how = (Pace::Set(Schedule::Fixed), Permutations::Each(permutations.into()));
        let ran = run_rounds_by(Congestion::Known, shape, &set, how, Options::default());
        let (outcome, run) = ran.expect("lawful");
        check_delivered(&set, &outcome, "rounds");
        run.rounds.len()
    };
    assert_eq!(rounds((1..=16).map(random).collect()), 2);
    // Each of the four groups has 64 packets for a block of 16 nodes.
    assert_eq!(rounds(vec![identity; 16]), 4);
}

#[test]
fn a_run_depends_on_the_permutations_but_not_on_threads() {
    let shape = Shape::new(20, 24).expect("small");
    let set = multicast(shape.nodes(), 100, 16, 1);
    for pace in PACES {
        let run = |seed, threads| {
            let options = Options { threads, ..Options::default() };
            let (outcome, run) =
                run_rounds(shape, &set, (pace, StoredWords::All, seed), options).expect("lawful");
            (outcome.deliveries, outcome.link_uses, outcome.claims, run)
        };
        assert_eq!(run(1, 1), run(1, 3));
        assert_ne!(run(1, 1), run(2, 1));
    }
}

/// A round that leaps has nothing to look at; what was scattered, and what is served when a round ends, is looked at all the same.
#[test]
fn leaps_leave_out_the_claims_on_visits() {
    let shape = Shape::new(16, 16).expect("small");
    let set = multicast(shape.nodes(), 100, 16, 1);
    let options = Options { mode: Mode::Leap, ..Options::default() };
    let how = (Pace::Set(Schedule::Fixed), StoredWords::All, 1);
    let (outcome, run) = run_rounds(shape, &set, how, options).expect("lawful");
    assert_eq!(outcome.claims, 1 + 3 * run.rounds.len() as u64);
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn any_set_on_any_shape_is_delivered(
        (rows, cols, how) in (1..=20_usize, 1..=20_usize, 0..8_usize),
        (percent, share, seed) in (0..=100_usize, 0..=100_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let most = shape.nodes() * share * share / 10_000;
        let (pace, words) = nth(how);
        check(shape, &multicast(shape.nodes(), percent, most, u64::from(seed)), pace, words);
    }
}
