//! Verdicts on PRAM programs whose steps are laws that the tests know.

use super::*;
use crate::results::verdict::Headline;
use crate::store::PramRow;

const SIDES: [u64; 8] = [16, 24, 32, 48, 64, 96, 128, 192];
const PATTERNS: [&str; 4] = ["one-cell", "permutation", "random", "identity"];

/// Runs of `access` on all sides that take as many steps as `steps` says of the side and the pattern.
fn rows(layout: &str, steps: impl Fn(u64, &str) -> u64) -> Vec<PramRow> {
    let of = |side: u64, pattern: &str| PramRow {
        key: format!("{side}-{pattern}"),
        program: "access".to_owned(),
        pram: "crcw-arbitrary".to_owned(),
        layout: layout.to_owned(),
        pattern: Some(pattern.to_owned()),
        mesh_rows: Some(side),
        mesh_cols: Some(side),
        nodes: Some(side * side),
        cells: Some(side * side),
        seed: 1,
        mode: "step".to_owned(),
        status: DONE.to_owned(),
        steps: Some(steps(side, pattern)),
        lower_bound: Some(4 * side - 4),
        rehashes: Some(0),
        peak: Some(29),
        peak_is: Some("measured".to_owned()),
        capacity: Some(40),
        ..PramRow::default()
    };
    SIDES.iter().flat_map(|&side| PATTERNS.map(|pattern| of(side, pattern))).collect()
}

/// The steps of the formula.
fn exactly(side: u64, _: &str) -> u64 {
    let shape = meshcast_engine::Shape::new(side as usize, side as usize).expect("small");
    let (read, write) = meshcast_algorithms::PramMode::Arbitrary.access_steps_on(shape);
    read + write
}

fn judged(rows: &[PramRow]) -> VerifyResult {
    verdicts(&as_runs(rows))
}

fn headline(rows: &[PramRow]) -> Headline {
    let runs = as_runs(rows);
    let [line] = &with_formulas(verdicts(&runs), &runs).headline[..] else { panic!("one line") };
    line.clone()
}

#[test]
fn steps_of_the_formula_are_root_n_for_every_pattern() {
    let rows = rows("hashed", exactly);
    let found = judged(&rows);
    for claim in ["steps-on-n", "ratio-flat", "any-pattern", "peak-on-n", "lower-bound"] {
        assert_verdict(&found.claim(claim), Verdict::Supported);
    }
    let line = headline(&rows);
    assert_eq!((line.theorem, line.algorithm.as_str()), ("PRAM", "pram:crcw-arbitrary"));
    assert_eq!((line.verdict, line.evidence), (Verdict::Supported, Evidence::Exact));
    let exact = line.exact.expect("runs bear it out");
    assert!((exact.least_over_formula, exact.most_over_formula) == (1.0, 1.0), "{exact:?}");
    assert!(exact.greatest > 20.0 && exact.greatest < 30.0, "{exact:?}");
}

#[test]
fn a_factor_of_log_n_and_another_power_are_refuted() {
    let laws: [fn(u64, &str) -> u64; 2] = [
        |side, _| 4 * side * u64::from(side.ilog2()) * u64::from(side.ilog2()),
        |side, _| (20.0 * (side as f64).powf(1.3)) as u64,
    ];
    for law in laws {
        let found = judged(&rows("hashed", law));
        assert_verdict(&found.claim("steps-on-n"), Verdict::Refuted);
        assert_eq!(headline(&rows("hashed", law)).verdict, Verdict::Refuted);
    }
}

#[test]
fn a_pattern_that_takes_longer_is_named() {
    let hot = |side, pattern: &str| exactly(side, "") + u64::from(pattern == "one-cell");
    for layout in ["hashed", "identity"] {
        let found = judged(&rows(layout, hot)).claim("any-pattern");
        assert_verdict(&found, Verdict::Refuted);
        let first = "8 of 32 runs break it: one-cell, n = 256, c = 1, d = 1, seed 1";
        assert!(found.rests_on.starts_with(first), "{}", found.rests_on);
    }
    assert_eq!(headline(&rows("hashed", hot)).verdict, Verdict::Refuted);
    // One pattern alone says nothing.
    let mut one = rows("hashed", exactly);
    one.retain(|row| row.pattern.as_deref() == Some("random"));
    assert_verdict(&judged(&one).claim("any-pattern"), Verdict::Undecided);
}

#[test]
fn new_hash_keys_take_steps_that_no_pattern_is_blamed_for() {
    let mut rows = rows("hashed", exactly);
    rows[5].steps = rows[5].steps.map(|steps| 2 * steps);
    assert_verdict(&judged(&rows).claim("any-pattern"), Verdict::Refuted);
    rows[5].rehashes = Some(1);
    let found = judged(&rows).claim("any-pattern");
    assert_verdict(&found, Verdict::Supported);
    assert_eq!(found.runs, 31);
}

#[test]
fn peaks_that_grow_and_runs_below_their_bound_are_seen() {
    let mut rows = rows("hashed", exactly);
    for row in &mut rows {
        row.peak = row.nodes.map(u64::isqrt);
        row.capacity = None;
    }
    assert_verdict(&judged(&rows).claim("peak-on-n"), Verdict::Refuted);
    rows[0].lower_bound = Some(exactly(16, "") + 1);
    let found = judged(&rows).claim("lower-bound");
    assert_verdict(&found, Verdict::Refuted);
    assert_eq!(found.evidence, Evidence::Enforced);
}

#[test]
fn of_cells_that_are_not_hashed_and_of_other_programs_no_theorem_speaks() {
    assert!(judged(&rows("identity", exactly)).headline.is_empty());
    let mut sorts = rows("hashed", exactly);
    for row in &mut sorts {
        (row.program, row.pattern) = ("sort".to_owned(), None);
    }
    let found = judged(&sorts);
    assert!(found.headline.is_empty());
    let named: Vec<(&str, &str)> =
        found.claims.iter().map(|claim| (claim.algorithm.as_str(), claim.claim)).collect();
    assert_eq!(named, [("pram:crcw-arbitrary program=sort", "lower-bound")]);
    sorts[3].status = "failed".to_owned();
    assert_verdict(&judged(&sorts).claim("lower-bound"), Verdict::Refuted);
}
