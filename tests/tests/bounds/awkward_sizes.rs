//! No side from 16 to 300 and no c up to n/16 costs more than 1.25 times the steps/√(cn) of the nearest powers of two and of four: random
//! pairs, the first 2,000 in the slow tier.

use meshcast_algorithms::{
    DeterministicPaper, Marks, MessageParameters, Pace, Paper, StoredWords, Workload,
    check_deliveries, generate,
};
use meshcast_engine::{Messages, Mode, Options, Outcome, Shape};
use meshcast_tests::corpus::{
    PAIRS_SEED, nearest_powers, pairs, pairs_of_any_size, run_rounds, run_tuned,
};
use meshcast_tests::tier;
use std::collections::BTreeMap;

/// Pairs of the slow tier.
const ALL: usize = 2000;

/// Pairs of which formulas are tried.
fn some_of_all() -> usize {
    tier::count(ALL as u64) as usize
}

/// Checks of pairs that steps/√(cn) are at most 1.25 times those of the nearest powers, and at most `most`.
fn check(
    pairs: impl Iterator<Item = (usize, usize)>,
    most: Option<f64>,
    steps: impl Fn(Shape, usize) -> u64,
) {
    let constant = |(side, c): (usize, usize)| {
        let shape = Shape::new(side, side).expect("small");
        steps(shape, c) as f64 / ((c * shape.nodes()) as f64).sqrt()
    };
    let mut friendly = BTreeMap::new();
    for pair @ (side, c) in pairs {
        let (found, powers) = (constant(pair), nearest_powers(side, c));
        let beside = *friendly.entry(powers).or_insert_with(|| constant(powers));
        let what = format!("side {side}, c = {c}: {found}, {beside} for {powers:?}");
        assert!(found <= 1.25 * beside, "{what}");
        assert!(most.is_none_or(|most| found <= most), "{what}");
    }
}

/// Steps of a run on a uniform set, by leaps.
fn steps_of_run(shape: Shape, c: usize, run: impl Fn(&Messages, Options) -> Outcome) -> u64 {
    let set = generate(Workload::Uniform, shape.rows(), None, Some(c), 1).expect("in range");
    let outcome = run(&set, Options { mode: Mode::Leap, ..Options::default() });
    let report = check_deliveries(&set, outcome.deliveries.iter());
    assert!(report.is_complete(), "{shape:?}, c = {c}: {report:?}");
    outcome.steps
}

#[test]
fn rounds_take_as_many_steps_as_on_friendly_sizes() {
    check(pairs(PAIRS_SEED).take(tier::few(ALL)), Some(28.0), |shape, c| {
        steps_of_run(shape, c, |set, options| {
            let how = (Pace::Adaptive, StoredWords::All, 1);
            run_rounds(shape, set, how, options).expect("lawful").0
        })
    });
}

#[test]
fn tuned_takes_as_many_steps_as_on_friendly_sizes() {
    check(pairs(PAIRS_SEED).take(tier::few(ALL)), Some(21.0), |shape, c| {
        steps_of_run(shape, c, |set, options| run_tuned(shape, set, 1, options).expect("lawful").0)
    });
}

/// By the formula, which runs take to the step (`formulas.rs`) if one tour in one phase is enough.
#[test]
fn randomized_paper_takes_as_many_steps_as_on_friendly_sizes() {
    check(pairs_of_any_size(PAIRS_SEED).take(some_of_all()), Some(72.0), |shape, c| {
        Paper::expected_steps(shape, MessageParameters::uniform(shape, c))
    });
}

/// By the formula, which runs take to the step if α is 4.
#[test]
fn deterministic_paper_takes_as_many_steps_as_on_friendly_sizes() {
    check(pairs_of_any_size(PAIRS_SEED).take(some_of_all()), None, |shape, c| {
        let by_default = (None, None, Marks::Literal);
        DeterministicPaper::expected_steps(shape, MessageParameters::uniform(shape, c), by_default)
    });
}
