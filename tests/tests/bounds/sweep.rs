//! The variants `sweep`: at most 3 √(cn) steps on uniform sets for c ≥ 16, and those that their phases are said to take.

use meshcast_algorithms::{Congestion, Permutation, SweepRun, Workload, generate};
use meshcast_engine::{Messages, Options, Outcome, Shape};
use meshcast_primitives::PermutationRouting;
use meshcast_tests::corpus::{multicast, run_stored_sweep, run_sweep};

fn uniform(side: usize, c: usize, seed: u64) -> Messages {
    generate(Workload::Uniform, side, None, Some(c), seed).expect("in range")
}

#[test]
fn uniform_sets_take_few_roots_and_the_planned_phases() {
    // The terms in the side alone weigh less as c grows. A phase more than two, with its survey, takes 4 sides.
    let mut runs = [0; 2];
    for (side, c, most) in [
        (32, 4, 3.9),
        (33, 4, 3.9),
        (32, 16, 2.8),
        (32, 32, 2.5),
        (64, 16, 2.7),
        (67, 16, 2.7),
        (64, 64, 2.0),
        (65, 64, 2.0),
        (64, 144, 1.9),
    ] {
        let shape = Shape::new(side, side).expect("small");
        for seed in 1..=3 {
            let set = uniform(side, c, seed);
            let (outcome, run) = run_sweep(shape, &set, seed, Options::default()).expect("lawful");
            let what = format!("side {side}, c = {c}, seed {seed}: {run:?}");
            let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
            let third = run.bands.len().saturating_sub(2);
            let most = most + third as f64 * 4.0 / (c as f64).sqrt();
            assert!(over_root <= most, "{what}: {over_root} √(cn) steps");
            runs[third] += 1;
            assert_eq!(run.leftovers.len(), 1 + third, "{what}");
            // Hardly anything is passed over in the second phase.
            assert!(run.leftovers[0] as usize * 50 <= c * side, "{what}");
        }
    }
    assert!(runs[1] <= 1, "a third phase came {} times in {runs:?} runs", runs[1]);
}

fn stored(shape: Shape, set: &Messages, seed: u64) -> (Outcome, SweepRun) {
    let stored = Permutation::random(shape.nodes(), seed);
    run_stored_sweep(Congestion::Known, shape, set, stored, Options::default()).expect("lawful")
}

/// A routing and a split in the place of routes along lines: about 1.6 sides more.
#[test]
fn uniform_sets_take_few_roots_and_the_planned_phases_from_stored_places() {
    for (side, c, phases, most) in [(32, 16, 1, 3.1), (32, 32, 2, 3.0), (64, 64, 2, 2.2)] {
        let shape = Shape::new(side, side).expect("small");
        for seed in 1..=2 {
            let (outcome, run) = stored(shape, &uniform(side, c, seed), seed);
            let what = format!("side {side}, c = {c}, seed {seed}: {run:?}");
            let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
            assert!(over_root <= most, "{what}: {over_root} √(cn) steps");
            assert_eq!((run.bands.len(), run.leftovers.len()), (phases, 1), "{what}");
        }
    }
}

/// How the packets of a sweep come to where they begin.
#[derive(Clone, Copy, Debug)]
enum Start {
    Random,
    Stored,
}

/// Steps of a run on a square of side s and its bands even, restated.
fn documented(s: usize, start: Start, run: &SweepRun) -> usize {
    let start = match start {
        // Columns, a copy, rows.
        Start::Random => 2 * (s - 1) + 1,
        Start::Stored => {
            let shape = Shape::new(s, s).expect("small");
            PermutationRouting::new(shape, 4).steps() as usize + 1 + s.div_ceil(2)
        }
    };
    let phase = |&bands: &usize| {
        assert_eq!(s % bands, 0, "the formula is for even bands");
        bands * (3 * s.div_ceil(2) + 1) + (bands - 1) * 2 * (s / bands) + 1
    };
    let first = if run.bands.len() > 1 { 0 } else { s / run.bands[0] / 2 + 1 };
    assert_eq!((run.drains.len(), run.drains[0]), (run.leftovers.len(), first));
    let surveys = run.drains.iter().map(|cycles| 3 * cycles + 4 * (s / 2)).sum::<usize>();
    1 + start + run.bands.iter().map(phase).sum::<usize>() + surveys + 3 * run.last_drain
}

#[test]
fn a_run_takes_the_documented_steps_whatever_the_messages() {
    for (s, c) in [(12, 4), (13, 4), (16, 4), (30, 16), (33, 16), (48, 16), (24, 24), (45, 16)] {
        let shape = Shape::new(s, s).expect("small");
        // A message of one node counts c times there.
        let few = multicast(shape.nodes(), 50, 3, 7);
        for set in [uniform(s, c, 2), few] {
            let drawn = run_sweep(shape, &set, 1, Options::default()).expect("lawful");
            for (start, (outcome, run)) in
                [(Start::Random, drawn), (Start::Stored, stored(shape, &set, 1))]
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

/// One band for c ≤ 5, otherwise the least H with (s/H + 1)²·c ≤ min(33/10, 5/2 + 4/√c)·n. One band more follows unless c = 1, or H > 1
/// and (s/H + 1)²·c ≤ min(23/10, 27/20 + 37/(10 √c))·n. The first drain: ⌊h/2⌋ + 1 cycles, or none after two phases.
#[test]
fn the_first_phases_have_the_documented_bands_and_drain() {
    let planned: [(usize, usize, &[usize], usize); 25] = [
        (16, 1, &[1], 9),
        (17, 1, &[1], 9),
        (9, 2, &[1], 5),
        (10, 2, &[1, 1], 0),
        (16, 2, &[1, 1], 0),
        (17, 4, &[1, 1], 0),
        (16, 5, &[1, 1], 0),
        (16, 6, &[2], 5),
        (28, 8, &[2], 8),
        (27, 8, &[2, 1], 0),
        (34, 17, &[3], 7),
        (33, 17, &[3, 1], 0),
        (40, 12, &[3], 8),
        (41, 12, &[2, 1], 0),
        (30, 9, &[2, 1], 0),
        (50, 19, &[3, 1], 0),
        (32, 16, &[3], 6),
        (65, 16, &[3], 12),
        (64, 25, &[3, 1], 0),
        (64, 28, &[4], 9),
        (64, 31, &[4, 1], 0),
        (64, 64, &[5, 1], 0),
        (45, 64, &[6, 1], 0),
        (64, 144, &[9, 1], 0),
        (96, 144, &[8, 1], 0),
    ];
    for (side, c, bands, drain) in planned {
        let shape = Shape::new(side, side).expect("small");
        let (_, run) =
            run_sweep(shape, &uniform(side, c, 1), 1, Options::default()).expect("lawful");
        let found = (&run.bands[..], run.drains[0]);
        assert_eq!(found, (bands, drain), "side {side}, c = {c}");
    }
}
