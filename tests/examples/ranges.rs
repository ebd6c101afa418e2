//! Measures steps/√(cn) on random sides and congestions, beside those of the nearest powers of two, every run checked, in leaps.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example ranges [-- PAIRS [ALGORITHM [SEED]]]
//! ```
//!
//! PAIRS is 2000, ALGORITHM all of them and SEED, that of the pairs, 2026 unless they are given. Sides are from 16 to 300; c is at most
//! n/16, evenly on a logarithmic scale, and such that a set has at most 3 million deliveries. Beside a pair stands that of the nearest
//! power of two for a side and the nearest power of 4 for c.

use meshcast_algorithms::{
    Congestion, Pace, Schedule, StoredWords, Workload, check_deliveries, generate,
};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{
    PAIRS_SEED, pairs, run_auto_by, run_buffered, run_explicit_by, run_paper, run_rounds,
    run_sweep, run_tuned,
};
use std::collections::BTreeMap;
use std::env;

type Run = fn(Shape, &Messages, Options) -> Result<Outcome, Violation>;

const ALGORITHMS: [(&str, Run); 8] = [
    ("deterministic:rounds", |shape, set, options| {
        let how = (Pace::Adaptive, StoredWords::All, 1);
        run_rounds(shape, set, how, options).map(|(outcome, _)| outcome)
    }),
    ("deterministic:rounds schedule=fixed", |shape, set, options| {
        let how = (Pace::Set(Schedule::Fixed), StoredWords::All, 1);
        run_rounds(shape, set, how, options).map(|(outcome, _)| outcome)
    }),
    ("deterministic:explicit", |shape, set, options| {
        run_explicit_by(Congestion::Known, shape, set, None, options).map(|(outcome, _)| outcome)
    }),
    ("randomized:tuned", |shape, set, options| {
        run_tuned(shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    ("randomized:sweep", |shape, set, options| {
        run_sweep(shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
    ("randomized:paper", |shape, set, options| {
        run_paper(shape, set, (None, 1), options).map(|(outcome, _)| outcome)
    }),
    ("buffered", run_buffered),
    ("auto", |shape, set, options| {
        run_auto_by(Congestion::Known, shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
];

/// A pair of a side and a congestion, and what was measured.
struct Found {
    side: usize,
    c: usize,
    constant: f64,
    /// The constant, for each of that of the nearest powers.
    ratio: f64,
}

fn main() {
    let count: usize = env::args().nth(1).map_or(2000, |count| count.parse().expect("a number"));
    let wanted = env::args().nth(2);
    let seed = env::args().nth(3).map_or(PAIRS_SEED, |seed| seed.parse().expect("a number"));
    println!(
        "| algorithm | least | median | 95 % | greatest, at | beside powers: 95 % | greatest, at | above 1.25 |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, run) in ALGORITHMS {
        if wanted.as_ref().is_none_or(|wanted| wanted == name) {
            println!("| `{name}` | {} |", measured(run, pairs(seed).take(count)).join(" | "));
        }
    }
}

/// What is printed of an algorithm.
fn measured(run: Run, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<String> {
    let mut friendly = BTreeMap::new();
    let mut all: Vec<Found> = pairs
        .map(|(side, c)| {
            let constant = constant(run, side, c);
            let powers = nearest_powers(side, c);
            let beside =
                friendly.entry(powers).or_insert_with(|| self::constant(run, powers.0, powers.1));
            Found { side, c, constant, ratio: constant / *beside }
        })
        .collect();
    let count = all.len();
    let at = |found: &Found| format!("side {}, c = {}", found.side, found.c);
    let place = |share: usize| (count - 1) * share / 100;
    all.sort_by(|a, b| a.constant.total_cmp(&b.constant));
    let mut cells: Vec<String> =
        [0, 50, 95].map(|share| format!("{:.1}", all[place(share)].constant)).into();
    let worst = &all[count - 1];
    cells.push(format!("{:.1}, {}", worst.constant, at(worst)));
    all.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    cells.push(format!("{:.2}", all[place(95)].ratio));
    let worst = &all[count - 1];
    cells.push(format!("{:.2}, {}", worst.ratio, at(worst)));
    let above = all.iter().filter(|found| found.ratio > 1.25).count();
    cells.push(format!("{above} of {count}"));
    cells
}

/// The power of two nearest to a side and the power of 4 nearest to a congestion, at most n/16.
fn nearest_powers(side: usize, c: usize) -> (usize, usize) {
    let near_side = 1 << (side as f64).log2().round() as u32;
    let near_c = 4_usize.pow((c as f64).log(4.0).round() as u32);
    (near_side, near_c.min(near_side * near_side / 16))
}

/// Steps/√(cn) of a run on a uniform set.
fn constant(run: Run, side: usize, c: usize) -> f64 {
    let shape = Shape::new(side, side).expect("a side");
    let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
    let options = Options { mode: Mode::Leap, threads: 2, ..Options::default() };
    let outcome = run(shape, &set, options).expect("lawful");
    let check = check_deliveries(&set, outcome.deliveries.iter());
    assert!(check.is_complete(), "side {side}, c = {c}: {check:?}");
    outcome.steps as f64 / ((c * side * side) as f64).sqrt()
}
