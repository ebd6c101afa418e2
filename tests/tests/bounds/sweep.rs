//! The variants `sweep`: at most 4.5 √(cn) steps on uniform sets, and those that their phases are said to take.

use meshcast_algorithms::{Congestion, Permutation, SweepRun, Workload, generate};
use meshcast_engine::{Messages, Options, Order, Outcome, Shape};
use meshcast_primitives::{PermutationRouting, Sort};
use meshcast_tests::corpus::{multicast, run_stored_sweep, run_sweep};

fn uniform(side: usize, c: usize, seed: u64) -> Messages {
    generate(Workload::Uniform, side, None, Some(c), seed).expect("in range")
}

#[test]
fn uniform_sets_take_few_roots_and_two_phases() {
    // The terms in the side alone weigh less as c grows.
    for (side, c, most) in
        [(32, 4, 7.0), (32, 16, 4.5), (32, 32, 4.0), (64, 16, 4.5), (64, 64, 3.2), (64, 144, 3.0)]
    {
        let shape = Shape::new(side, side).expect("small");
        for seed in 1..=3 {
            let set = uniform(side, c, seed);
            let (outcome, run) = run_sweep(shape, &set, seed, Options::default()).expect("lawful");
            let what = format!("side {side}, c = {c}, seed {seed}: {run:?}");
            let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
            assert!(over_root <= most, "{what}: {over_root} √(cn) steps");
            assert_eq!((run.bands.len(), run.leftovers.len()), (2, 1), "{what}");
            // Hardly anything is passed over in the second phase.
            assert!(run.leftovers[0] as usize * 50 <= c * side, "{what}");
        }
    }
}

fn stored(shape: Shape, set: &Messages, seed: u64) -> (Outcome, SweepRun) {
    let stored = Permutation::random(shape.nodes(), seed);
    run_stored_sweep(Congestion::Known, shape, set, stored, Options::default()).expect("lawful")
}

/// A routing in the place of two sorts of lines: about 1.7 sides more.
#[test]
fn uniform_sets_take_few_roots_and_two_phases_from_stored_places() {
    for (side, c, most) in [(32, 16, 5.0), (32, 32, 4.3), (64, 64, 3.4)] {
        let shape = Shape::new(side, side).expect("small");
        for seed in 1..=2 {
            let (outcome, run) = stored(shape, &uniform(side, c, seed), seed);
            let what = format!("side {side}, c = {c}, seed {seed}: {run:?}");
            let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
            assert!(over_root <= most, "{what}: {over_root} √(cn) steps");
            assert_eq!((run.bands.len(), run.leftovers.len()), (2, 1), "{what}");
        }
    }
}

/// How the packets of a sweep come to where they begin.
#[derive(Clone, Copy, Debug)]
enum Start {
    Full,
    Few,
    Stored,
}

/// Steps of a run on a square of side s, s even and its bands even, restated.
fn documented(s: usize, start: Start, run: &SweepRun) -> usize {
    let sort = |rows, cols, order| {
        Sort::new(Shape::new(rows, cols).expect("small"), order).steps() as usize
    };
    let start = match start {
        Start::Full => sort(s, 1, Order::Snake) + sort(1, s, Order::Snake),
        // Ranks, columns and rows.
        Start::Few => 3 * (s - 1),
        Start::Stored => {
            PermutationRouting::new(Shape::new(s, s).expect("small"), 3).steps() as usize
        }
    };
    let phase = |&bands: &usize| {
        assert_eq!(s % bands, 0, "the formula is for even bands");
        bands * 2 * s + (bands - 1) * 2 * (s / bands) + 1
    };
    assert_eq!((run.drains.len(), run.drains[0]), (run.leftovers.len(), s / 2 + 1));
    let surveys = run.drains.iter().map(|cycles| 3 * cycles + 2 * s).sum::<usize>();
    1 + start + 1 + s / 2 + run.bands.iter().map(phase).sum::<usize>() + surveys
}

#[test]
fn a_run_takes_the_documented_steps_whatever_the_messages() {
    for (s, c) in [(12, 4), (16, 4), (30, 16), (48, 16), (24, 24)] {
        let shape = Shape::new(s, s).expect("small");
        // A message of one node counts c times there.
        let few = multicast(shape.nodes(), 50, 3, 7);
        for (set, start) in [(uniform(s, c, 2), Start::Full), (few, Start::Few)] {
            let drawn = run_sweep(shape, &set, 1, Options::default()).expect("lawful");
            for (start, (outcome, run)) in [(start, drawn), (Start::Stored, stored(shape, &set, 1))]
            {
                if run.bands.iter().all(|bands| s % bands == 0) {
                    let expected = documented(s, start, &run);
                    assert_eq!(outcome.steps as usize, expected, "side {s} {start:?} {run:?}");
                } else {
                    assert!(set.count() < s * s, "side {s}: {run:?}");
                }
            }
        }
    }
}

/// The least H with (s/H + δ)²·c ≤ 5n/2.
#[test]
fn the_first_phase_has_the_documented_bands() {
    for (side, c, bands) in [(16, 1, 1), (16, 2, 1), (16, 4, 2), (30, 16, 3), (64, 64, 7)] {
        let shape = Shape::new(side, side).expect("small");
        let (_, run) =
            run_sweep(shape, &uniform(side, c, 1), 1, Options::default()).expect("lawful");
        assert_eq!(run.bands[0], bands, "side {side}, c = {c}");
    }
}
