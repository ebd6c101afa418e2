//! `deterministic --variant rounds`: at most 48 √(cn) steps on uniform sets, and those that its rounds are said to take.

use meshcast_algorithms::{
    Congestion, Grouping, Pace, Permutation, Permutations, Rounds, RoundsRound, RoundsRun,
    Schedule, StoredWords, Workload, adversarial, generate,
};
use meshcast_engine::{Messages, Mode, Options, Order, Shape};
use meshcast_primitives::Sort;
use meshcast_tests::corpus::{PACES, run_rounds, run_rounds_by};

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
            assert_eq!((run.rounds[0].down, run.rounds[0].across), (c.isqrt(), c.isqrt()));
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
        // Blocks of 2^k nodes of the tiles that come after 16 or 4, in at most s waves a batch.
        let loads = |waves: usize| 2 * s + waves - 1;
        for set in [set, nothing] {
            let of = |pace, words| Rounds::new(shape, &set, pace, permutations(words));
            let fixed = of(Pace::Set(Schedule::Fixed), StoredWords::All);
            let steps = 1 + first + routing(s) + second + 2 * routing(s) + last;
            let run = run_of(s, &[(c, 4, false, 7), (4, 2, true, 7), (1, 1, false, 0)]);
            assert_eq!(fixed.steps(&run), steps as u64, "side {s}");
            let adaptive = of(Pace::Adaptive, StoredWords::One);
            let waves = [(s * s) >> tiles[1].1, (s * s) >> tiles[2].1];
            assert!(waves.iter().all(|&waves| waves <= s), "one batch");
            let steps = 1
                + (first + routing(s) + loads(waves[0]))
                + (second + routing(s) + loads(waves[1]))
                + last;
            let run = run_of(s, &[(c, 4, false, 7), (4, 2, false, 7), (1, 1, false, 0)]);
            assert_eq!(adaptive.steps(&run), steps as u64, "side {s}");
        }
    }
}

/// A run of rounds with so many tiles wanted and a side of the grid of these, of packets that did or did not go home, and
/// with what was left, as far as steps depend on it.
fn run_of(side: usize, rounds: &[(usize, usize, bool, u32)]) -> RoundsRun {
    let round = |&(wanted, g, anew, left)| RoundsRound {
        wanted,
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
        guess: None,
        permutations: 16,
        stored_words: 16,
        guaranteed: None,
    }
}
