//! `deterministic --variant rounds`: at most 48 √(cn) steps on uniform sets, and those that its rounds are said to take.

use meshcast_algorithms::{
    Congestion, Grouping, Pace, Permutation, Permutations, Rounds, RoundsRound, RoundsRun,
    Schedule, StoredWords, Workload, adversarial, generate,
};
use meshcast_engine::{Messages, Mode, Options, Order, Shape};
use meshcast_primitives::{Sort, all_reduce_steps};
use meshcast_tests::corpus::{PACES, below, generator, run_rounds, run_rounds_by};
use std::sync::Arc;

#[test]
fn uniform_sets_take_at_most_48_roots_and_36_if_tiles_follow_what_is_left() {
    for (side, c) in [(32, 16), (64, 16), (64, 64)] {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        for (pace, most) in [(Pace::Set(Schedule::Fixed), 48.0), (Pace::Adaptive, 36.0)] {
            let how = (pace, StoredWords::All, 1);
            let (outcome, run) = run_rounds(shape, &set, how, Options::default()).expect("lawful");
            let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
            assert!(over_root <= most, "{pace:?}, side {side}, c = {c}: {over_root} √(cn) steps");
            let first = (run.rounds[0].down, run.rounds[0].across);
            if pace == Pace::Adaptive {
                assert!((c / 2..=4 * c).contains(&(first.0 * first.1)), "{first:?} for c = {c}");
            } else {
                assert_eq!(first, (c.isqrt(), c.isqrt()));
            }
        }
    }
}

/// Steps over √(cn) with these permutations; no more rounds than are guaranteed, if any are.
fn over_root(set: &Messages, pace: Pace, permutations: Permutations) -> f64 {
    let shape = Shape::new(128, 128).expect("small");
    let options = Options { mode: Mode::Leap, threads: 2, ..Options::default() };
    let how = (pace, permutations);
    let ran = run_rounds_by(Congestion::Known, shape, set, how, options);
    let (outcome, run) = ran.expect("lawful");
    assert!(outcome.peak <= 8);
    let rounds = run.rounds.len() as u64;
    assert!(run.guaranteed.is_none_or(|guaranteed| rounds <= guaranteed.rounds), "{run:?}");
    assert_eq!(run.guaranteed.is_none(), pace == Pace::Adaptive, "{run:?}");
    outcome.steps as f64 / f64::from(64 * 128 * 128).sqrt()
}

/// n = 2¹⁴, c = 64, where leaps count what stepping would.
#[test]
fn on_a_side_of_128_uniform_sets_take_at_most_48_roots_and_36_with_fewer_tiles() {
    let set = generate(Workload::Uniform, 128, None, Some(64), 1).expect("in range");
    for words in [StoredWords::All, StoredWords::One] {
        for (pace, most) in [
            (Pace::Set(Schedule::Fixed), 48.0),
            (Pace::Set(Schedule::Shrink), 36.0),
            (Pace::Adaptive, 36.0),
        ] {
            let found = over_root(&set, pace, Permutations::Drawn { words, seed: 1 });
            assert!(found <= most, "{pace:?}, {words:?}: {found} √(cn) steps");
        }
    }
}

/// Sets made against the places of packets in the first round, the first two or four, and as many as have permutations of
/// their own.
#[test]
fn on_a_side_of_128_an_adversary_who_knows_the_permutations_costs_at_most_85_roots() {
    let shape = Shape::new(128, 128).expect("small");
    let any = generate(Workload::Uniform, 128, None, Some(64), 1).expect("in range");
    for words in [StoredWords::All, StoredWords::One] {
        let drawn = || Permutations::Drawn { words, seed: 1 };
        let mut sets = Vec::new();
        for pace in PACES {
            let rounds = Rounds::new(shape, &any, pace, drawn());
            let places: Vec<Permutation> = rounds.places().collect();
            assert!(places.len() > 4, "{pace:?}, {words:?}");
            for count in [1, 2, 4, places.len()] {
                let set = made_against(&mut sets, &places[..count]);
                let found = over_root(set, pace, drawn());
                assert!(found <= 85.0, "{pace:?}, {words:?}, {count} known: {found} √(cn) steps");
            }
        }
    }
}

/// The set against these permutations, made if it is not among `sets`.
fn made_against<'s>(
    sets: &'s mut Vec<(Vec<Permutation>, Messages)>,
    against: &[Permutation],
) -> &'s Messages {
    let place = sets.iter().position(|(known, _)| known == against).unwrap_or_else(|| {
        let set = adversarial(Grouping::Tiles, 128, Some(4), Some(64), against, 1);
        sets.push((against.to_vec(), set.expect("in range")));
        sets.len() - 1
    });
    &sets[place].1
}

/// The steps of a round on a square of side s with g × g tiles of side a, both powers of 2, a from 8 on, blocks of 2^k
/// nodes, but for the scattering: a number of routings.
fn round(s: usize, g: usize, k: usize) -> usize {
    let a = s / g;
    let blocks = (a * a) >> k;
    let scan = 2 * a - 1;
    let down = a + (a - 1).min((blocks - 1).div_ceil(a));
    let copies = 1 + 3 * (a - 1) + blocks.min(down + a.min(blocks));
    let visit = scan + blocks - 1 + scan + copies + routing(a) + (1 << k) + 1;
    let shifts = if g > 1 { g * g * a } else { 0 };
    g * g * visit + shifts + 1 + 2 * s
}

/// A permutation routing on a square, whose sorts are those of a third of the side.
fn routing(side: usize) -> usize {
    let thirds = [side / 3, side.div_ceil(3)];
    let sorts = thirds.iter().flat_map(|&high| thirds.map(|wide| (high, wide)));
    let sorts = sorts.map(|(high, wide)| {
        Sort::new(Shape::new(high, wide).expect("small"), Order::ColumnMajor).steps() as usize
    });
    sorts.max().expect("four") + 2 * (side - 1)
}

#[test]
fn a_round_takes_the_documented_steps_whatever_the_messages() {
    let permutations = |words| Permutations::Drawn { words, seed: 1 };
    for (s, c, tiles) in [(32, 16, [(4, 4), (2, 5), (1, 6)]), (64, 16, [(4, 5), (2, 6), (1, 7)])] {
        let shape = Shape::new(s, s).expect("small");
        let set = generate(Workload::Uniform, s, None, Some(c), 1).expect("in range");
        let nothing = Messages::new(shape.nodes(), []).expect("small");
        let [first, second, last] = tiles.map(|(g, k)| round(s, g, k));
        // A survey that counts the blocks of one tile has a wave for each.
        let counted = (s * s) >> tiles[2].1;
        for set in [set, nothing] {
            let of = |pace, words| Rounds::new(shape, &set, pace, permutations(words));
            let fixed = of(Pace::Set(Schedule::Fixed), StoredWords::All);
            let steps = 1 + first + routing(s) + second + 2 * routing(s) + last;
            let run = run_of(s, &[(4, false, 7), (2, true, 7), (1, false, 0)]);
            assert_eq!(fixed.steps(&run), steps as u64, "side {s}");
            let adaptive = of(Pace::Adaptive, StoredWords::One);
            let steps = 1 + first + routing(s) + second + routing(s) + last + 3 * counted;
            let run = run_of(s, &[(4, false, 7), (2, false, 7), (1, false, 0)]);
            assert_eq!(adaptive.steps(&run), steps as u64, "side {s}");
        }
    }
}

/// A run of rounds with grids of tiles of these sides, of packets that did or did not go home, and with what was left, as far as steps
/// depend on it.
fn run_of(side: usize, rounds: &[(usize, bool, u32)]) -> RoundsRun {
    let round = |&(g, anew, left)| RoundsRound {
        down: g,
        across: g,
        block_rows: side / g,
        block_cols: side / g,
        anew,
        left,
    };
    RoundsRun {
        pace: Pace::Adaptive,
        rounds: rounds.iter().map(round).collect(),
        broadcast: 0,
        guess: None,
        permutations: 16,
        stored_words: 16,
        guaranteed: None,
    }
}

/// Where nothing is computed, `fixed` has in every round the tiles that `adaptive` begins with.
#[test]
fn adaptive_rounds_take_no_more_steps_than_equal_ones_but_for_their_surveys() {
    let mut random = generator(21);
    let mut ended_early = 0;
    for case in 0..200 {
        let side = |random: &mut _| [7, 9, 11, 12, 15, 20, 23, 29, 30][below(random, 9)];
        let (rows, cols) = (side(&mut random), side(&mut random));
        let shape = Shape::new(rows, cols).expect("small");
        let nodes = shape.nodes();
        let c = 1 + below(&mut random, nodes / 8);
        // Some nodes have no message, and destinations crowd together in every third case.
        let crowd = if case % 3 == 0 { (nodes / 4).max(c) } else { nodes };
        let mut free: Vec<u32> = (0..crowd as u32).flat_map(|node| vec![node; c]).collect();
        let messages = (0..nodes as u32).filter_map(|source| {
            let wanted = below(&mut random, 2 * c + 1).min(free.len());
            let mut to: Vec<u32> = Vec::new();
            for _ in 0..wanted {
                to.push(free.swap_remove(below(&mut random, free.len())));
            }
            to.sort_unstable();
            to.dedup();
            (!to.is_empty()).then_some((source, to))
        });
        let set = Messages::new(nodes, messages.collect::<Vec<_>>()).expect("in range");
        let drawn = |words| Permutations::Drawn { words, seed: case };
        let files = |count| (0..count).map(|file| Permutation::random(nodes, file)).collect();
        let permutations = match case % 5 {
            0 => Permutations::Each(files(1)),
            1 => Permutations::Each(files(2)),
            2 => Permutations::Rotated(Arc::new(Permutation::random(nodes, case))),
            3 => drawn(StoredWords::One),
            _ => drawn(StoredWords::All),
        };
        let run = |pace| {
            let options = Options { mode: Mode::Leap, ..Options::default() };
            let how = (pace, permutations.clone());
            run_rounds_by(Congestion::Known, shape, &set, how, options).expect("lawful")
        };
        let (equal, rounds) = run(Pace::Set(Schedule::Fixed));
        let (adaptive, adapted) = run(Pace::Adaptive);
        let waves = blocks_of_one_tile(rows, cols) + 1;
        let longer = all_reduce_steps(shape, waves) - all_reduce_steps(shape, 1);
        let most = equal.steps + longer * rounds.rounds.len() as u64;
        let found = adaptive.steps;
        assert!(found <= most, "{shape:?}, c = {c}: {found} steps, {most} allowed, {adapted:?}");
        ended_early += usize::from(found < equal.steps);
    }
    assert!(ended_early >= 50, "{ended_early} of 200");
}

/// Few blocks of at most 2√n nodes of a mesh that is no power of two, nearly square.
fn blocks_of_one_tile(rows: usize, cols: usize) -> usize {
    let sides = (1..=rows).flat_map(|down| (1..=cols).map(move |across| (down, across)));
    let block = |(down, across): (usize, usize)| (rows.div_ceil(down), cols.div_ceil(across));
    let fits = |grid: &(usize, usize)| {
        let (high, wide) = block(*grid);
        (high * wide).pow(2) <= 4 * rows * cols
    };
    let score = |grid: &(usize, usize)| {
        let (high, wide) = block(*grid);
        (grid.0 * grid.1 * (high + wide), high, *grid)
    };
    sides.filter(fits).min_by_key(score).map_or(1, |(down, across)| down * across)
}
