//! Verdicts on rows with a known answer.

use super::*;
use crate::results::verdict::signed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Steps by n, c and d.
type StepLaw = fn(f64, f64, f64) -> f64;

/// The peak by n and c.
type PeakLaw = fn(f64, f64) -> f64;

/// What is made up: an algorithm whose steps and peaks are formulas of n, c and d, and a random factor for each cell and each run.
struct Made {
    algorithm: &'static str,
    sides: &'static [u64],
    congestions: &'static [u64],
    degrees: &'static [u64],
    seeds: u64,
    steps: StepLaw,
    peak: PeakLaw,
    /// Standard deviations of log steps: of cells, and of runs within a cell.
    noise: (f64, f64),
}

const MADE: Made = Made {
    algorithm: "randomized:tuned",
    sides: &[16, 32, 64, 128, 256, 512],
    congestions: &[1, 4, 16],
    degrees: &[1, 4, 16],
    seeds: 3,
    steps: |n, c, _| 20.0 * (c * n).sqrt(),
    peak: |_, _| 4.0,
    noise: (0.005, 0.002),
};

impl Made {
    fn rows(&self, seed: u64) -> Vec<RunRow> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut normal = || {
            let (radius, angle): (f64, f64) = (random.random(), random.random());
            (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
        };
        let mut rows = Vec::new();
        for &side in self.sides {
            for &c in self.congestions {
                for &d in self.degrees {
                    let of_cell = self.noise.0 * normal();
                    for seed in 1..=self.seeds {
                        let factor = (of_cell + self.noise.1 * normal()).exp();
                        rows.push(self.row(side, c, d, seed, factor));
                    }
                }
            }
        }
        rows
    }

    fn row(&self, side: u64, c: u64, d: u64, seed: u64, factor: f64) -> RunRow {
        let (n, float) = ((side * side) as f64, |value: u64| value as f64);
        let configuration = serde_json::json!({
            "algorithm": self.algorithm, "workload": "hot-block", "side": side, "congestion": c,
            "degree": d, "knowledge": "known", "mode": "step", "audit": "peak", "seed": seed,
        });
        RunRow {
            key: format!("{side}-{c}-{d}-{seed}"),
            configuration: configuration.to_string(),
            algorithm: self.algorithm.to_owned(),
            source: "hot-block".to_owned(),
            mode: "step".to_owned(),
            knowledge: "known".to_owned(),
            nodes: side * side,
            seed,
            status: DONE.to_owned(),
            congestion: Some(c),
            degree: Some(d),
            steps: Some(((self.steps)(n, float(c), float(d)) * factor).round() as u64),
            lower_bound: Some(side),
            peak: Some((self.peak)(n, float(c)).round() as u64),
            peak_is: Some("measured".to_owned()),
            ..RunRow::default()
        }
    }

    fn verdicts(&self) -> VerifyResult {
        verdicts(&self.rows(1))
    }

    fn claim(&self, claim: &str) -> ClaimResult {
        self.verdicts().claim(claim)
    }
}

impl VerifyResult {
    fn claim(&self, claim: &str) -> ClaimResult {
        let mut found = self.claims.iter().filter(|found| found.claim == claim);
        let first = found.next().unwrap_or_else(|| panic!("no verdict on {claim}")).clone();
        assert_eq!(found.next(), None, "{claim} has several verdicts");
        first
    }
}

fn assert_verdict(claim: &ClaimResult, verdict: Verdict) {
    assert_eq!(claim.verdict, verdict, "{}: {}", claim.claim, claim.rests_on);
    if verdict != Verdict::Undecided {
        assert_eq!(claim.nodes_that_would_decide, None, "{}", claim.claim);
    }
}

#[test]
fn what_is_true_is_supported() {
    for algorithm in ["buffered", "randomized:paper", "randomized:tuned", "randomized:sweep"] {
        let found = Made { algorithm, ..MADE }.verdicts();
        for claim in ["steps-on-n", "steps-on-c", "ratio-flat", "no-growth-with-d", "lower-bound"] {
            assert_verdict(&found.claim(claim), Verdict::Supported);
        }
        let slope = found.claim("steps-on-n");
        let [low, high] = slope.interval.unwrap();
        assert!(0.49 < low && low < high && high < 0.51, "{}", slope.rests_on);
        assert_eq!((slope.claimed, slope.runs), (Some(0.5), slope.cells * 3));
    }
}

#[test]
fn a_slope_that_is_off_by_a_twentieth_is_not_supported() {
    let steps: [StepLaw; 2] =
        [|n, c, _| 20.0 * n.powf(0.55) * c.sqrt(), |n, c, _| 20.0 * n.powf(0.45) * c.sqrt()];
    for steps in steps {
        for noise in [(0.0, 0.0), (0.002, 0.002), (0.02, 0.01)] {
            let found = Made { steps, noise, ..MADE }.verdicts();
            assert_verdict(&found.claim("steps-on-n"), Verdict::NotSupported);
            assert_verdict(&found.claim("steps-on-c"), Verdict::Supported);
        }
    }
    let on_c = Made { steps: |n, c, _| 20.0 * n.sqrt() * c.powf(0.6), ..MADE };
    assert_verdict(&on_c.claim("steps-on-c"), Verdict::NotSupported);
}

#[test]
fn a_slope_is_not_told_from_noise_that_hides_it() {
    let steps = |n: f64, c: f64, _| 20.0 * n.powf(0.55) * c.sqrt();
    let (congestions, degrees) = (&[4][..], &[4][..]);
    let few = Made { steps, congestions, degrees, noise: (0.3, 0.1), ..MADE };
    let found = few.claim("steps-on-n");
    assert_verdict(&found, Verdict::Undecided);
    let nodes = found.nodes_that_would_decide.expect("a wider range decides");
    assert!(nodes > 1 << 18 && nodes.is_power_of_two() && nodes.trailing_zeros().is_multiple_of(2));
}

#[test]
fn a_factor_log_n_is_not_supported() {
    let steps = |n: f64, c: f64, _| 4.0 * (c * n).sqrt() * n.log2();
    for noise in [(0.0, 0.0), (0.005, 0.002), (0.02, 0.01)] {
        let found = Made { steps, noise, ..MADE }.verdicts();
        let flat = found.claim("ratio-flat");
        assert_verdict(&flat, Verdict::NotSupported);
        assert!((flat.estimate.unwrap() - 1.0).abs() < 0.2, "{}", flat.rests_on);
        assert_ne!(found.claim("steps-on-n").verdict, Verdict::Supported);
    }
}

#[test]
fn steps_that_depend_on_the_degree_are_not_supported() {
    let found = Made { steps: |n, c, d| 20.0 * (c * n).sqrt() * d.powf(0.1), ..MADE };
    assert_verdict(&found.claim("no-growth-with-d"), Verdict::NotSupported);
}

#[test]
fn a_lower_order_term_does_not_speak_against_a_claim() {
    // On c the slope goes from 0.17 to 0.44; the claim holds.
    let steps = |n: f64, c: f64, _| (20.0 * c.sqrt() + 40.0) * n.sqrt();
    let wide = Made { steps, congestions: &[1, 4, 16, 64, 256], ..MADE };
    let found = wide.claim("steps-on-c");
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("moves towards"), "{}", found.rests_on);
    assert_eq!(found.nodes_that_would_decide, None);
    let steps = |n: f64, c: f64, _| 20.0 * (c * n).sqrt() + 4000.0 * c.sqrt();
    let found = Made { steps, ..MADE }.claim("steps-on-n");
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.nodes_that_would_decide.is_some_and(|nodes| nodes > 1 << 18));
    // A smaller one can be allowed for.
    let steps = |n: f64, c: f64, _| 20.0 * (c * n).sqrt() + 60.0 * c.sqrt();
    let found = Made { steps, noise: (0.001, 0.0005), ..MADE }.claim("steps-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert!(found.rests_on.contains("lower-order term"), "{}", found.rests_on);
    // What is left is left of the fit that has the term: without it, the first cells are off by 0.03 and more.
    let largest = found.residuals.iter().map(|of| of.difference.abs()).fold(0.0, f64::max);
    assert!(found.cells > 40 && largest < 0.01, "{largest}");
}

/// Where the slopes on n are 0.44 at c = 4 and 0.56 at c = 16.
const DIFFERING: StepLaw = |n, c, _| 20.0 * n.powf(if c < 8.0 { 0.44 } else { 0.56 });

#[test]
fn slopes_that_differ_from_line_to_line_are_not_their_mean() {
    let found = Made { steps: DIFFERING, congestions: &[4, 16], noise: (0.0, 0.0), ..MADE };
    let claim = found.claim("steps-on-n");
    assert!((claim.estimate.unwrap() - 0.5).abs() < 0.001, "{}", claim.rests_on);
    assert_verdict(&claim, Verdict::Undecided);
    assert!(claim.rests_on.contains("slopes differ between lines, 0.440..0.560"));
    assert_eq!(claim.nodes_that_would_decide, None);
    // A line of two cells has only the residuals of the others.
    let steps: StepLaw = |n, c, _| 20.0 * n.powf(if c < 8.0 { 0.5 } else { 0.6 });
    let mut rows = Made { steps, noise: (0.002, 0.0), ..found }.rows(1);
    rows.retain(|row| row.congestion == Some(4) || [4096, 16384].contains(&row.nodes));
    let claim = verdicts(&rows).claim("steps-on-n");
    assert!(claim.rests_on.contains("slopes differ between lines"), "{}", claim.rests_on);
    // Where none is off by the margin, they may differ.
    let steps: StepLaw = |n, c, _| 20.0 * n.powf(if c < 8.0 { 0.48 } else { 0.52 });
    let slight = Made { steps, congestions: &[4, 16], noise: (0.0005, 0.0), ..MADE };
    assert_verdict(&slight.claim("steps-on-n"), Verdict::Supported);
    // Of an upper bound, all may be below.
    let steps: StepLaw = |n, c, d| 90.0 * (c * n).sqrt() * d.powf(if c < 8.0 { -0.3 } else { 0.0 });
    let falling = Made { steps, congestions: &[4, 16], ..MADE };
    assert_verdict(&falling.claim("no-growth-with-d"), Verdict::Supported);
}

#[test]
fn slopes_that_differ_by_chance_are_mostly_one() {
    let noisy = Made { noise: (0.08, 0.02), sides: &[16, 24, 32, 48], ..MADE };
    let differ = |&seed: &u64| {
        verdicts(&noisy.rows(seed)).claim("steps-on-n").rests_on.contains("slopes differ")
    };
    let count = (1..=60).filter(differ).count();
    assert!(count <= 7, "{count} of 60, expected some 3");
}

#[test]
fn steps_that_fall_with_d_are_said_to() {
    let found = Made { steps: |n, c, d| 90.0 * (c * n).sqrt() * d.powf(-0.3), ..MADE };
    let found = found.claim("no-growth-with-d");
    assert_verdict(&found, Verdict::Supported);
    assert!(found.rests_on.ends_with("; steps fall with d"), "{}", found.rests_on);
    assert!(!MADE.claim("no-growth-with-d").rests_on.contains("fall"));
}

/// The local slope on n goes from 0.4 to 0.6.
const LEAVING: StepLaw =
    |n, c, _| 20.0 * (c * n).sqrt() * (0.01 * (n.log2() - 13.0).powi(2)).exp2();

#[test]
fn a_slope_that_moves_away_refutes_only_what_the_interval_excludes() {
    let leaving = Made { steps: LEAVING, noise: (0.0005, 0.0), ..MADE };
    let found = leaving.claim("steps-on-n");
    let [low, high] = found.interval.unwrap();
    assert!(low < 0.5 && 0.5 < high, "{}", found.rests_on);
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("moves away, 0.4"), "{}", found.rests_on);
    // From 0.47 to 0.67: 0.57 on average.
    let steps: StepLaw = |n, c, d| LEAVING(n, c, d) * n.powf(0.07);
    let found = Made { steps, ..leaving }.claim("steps-on-n");
    assert_verdict(&found, Verdict::NotSupported);
    assert!(found.rests_on.contains("moves away"), "{}", found.rests_on);
}

/// These rows under other names: the same runs, as far as anybody can tell.
fn copies<'a>(rows: impl IntoIterator<Item = &'a RunRow>, name: &str) -> Vec<RunRow> {
    let copy = |row: &RunRow| RunRow {
        key: format!("{name}-{}", row.key),
        configuration: row.configuration.replace("hot-block", name),
        source: name.to_owned(),
        ..row.clone()
    };
    rows.into_iter().map(copy).collect()
}

/// What a claim says of its slope.
type Said = (String, &'static str, Verdict, Option<f64>, Option<[f64; 2]>, Option<usize>, usize);

fn said(rows: &[RunRow]) -> Vec<Said> {
    let said = |claim: ClaimResult| {
        let ClaimResult { estimate, interval, degrees_of_freedom, cells, .. } = claim;
        let (algorithm, name, verdict) = (claim.algorithm, claim.claim, claim.verdict);
        (algorithm, name, verdict, estimate, interval, degrees_of_freedom, cells)
    };
    verdicts(rows).claims.into_iter().map(said).collect()
}

#[test]
fn copies_of_rows_change_no_verdict_and_no_interval() {
    let wrong: StepLaw = |n, c, _| 20.0 * n.powf(0.55) * c.sqrt();
    let bent: StepLaw = |n, c, _| 20.0 * (c * n).sqrt() + 60.0 * n.sqrt();
    for steps in [MADE.steps, wrong, bent, LEAVING, DIFFERING] {
        for (seed, noise) in [(1, (0.005, 0.002)), (2, (0.05, 0.01)), (3, (0.0, 0.0))] {
            for algorithm in ["buffered", "randomized:paper", "deterministic:rounds"] {
                let made = Made { algorithm, steps, noise, ..MADE };
                let rows = made.rows(seed);
                let before = said(&rows);
                let mut more = rows.clone();
                more.extend(copies(&rows, "cluster"));
                more.extend(copies(&rows, "uniform"));
                assert_eq!(said(&more), before, "whole copies");
                // A copy of a part is no line of its own, whatever its name sorts before.
                let large = rows.iter().filter(|row| row.nodes > 1 << 10);
                let small = rows.iter().filter(|row| row.nodes < 1 << 13);
                let mut more = rows.clone();
                more.extend(copies(large, "a"));
                more.extend(copies(small, "z"));
                assert_eq!(said(&more), before, "copies of parts");
            }
        }
    }
}

/// What a line has in common with another one counts once; what it alone says is not lost.
#[test]
fn lines_that_agree_in_part_keep_what_is_their_own() {
    let made = Made { congestions: &[4], degrees: &[4], seeds: 1, noise: (0.004, 0.0), ..MADE };
    // Of six cells so many are those of the other line: each of the rest is a degree of freedom.
    for (shared, cells, free) in [(0, 12, 9), (1, 12, 9), (4, 9, 6), (5, 8, 5), (6, 6, 4)] {
        let mut rows = made.rows(1);
        let mut other = copies(&made.rows(2), "cluster");
        for (own, same) in other.iter_mut().zip(&rows).take(shared) {
            own.steps = same.steps;
        }
        rows.extend(other);
        let found = verdicts(&rows).claim("steps-on-n");
        let expected = (cells, Some(free));
        assert_eq!((found.cells, found.degrees_of_freedom), expected, "{shared} in common");
        assert_verdict(&found, Verdict::Supported);
    }
    // Lines of two cells, of which the first is the same, and the second ever larger: no evidence that may be dropped.
    let mut rows = made.rows(1);
    for (name, factor) in [("a", 2), ("b", 3), ("c", 4)] {
        let pair = rows.iter().filter(|row| row.source == "hot-block" && row.nodes < 1 << 11);
        let mut pair = copies(pair, name);
        pair[1].steps = pair[1].steps.map(|steps| factor * steps);
        rows.extend(pair);
    }
    let found = verdicts(&rows).claim("steps-on-n");
    assert_eq!(found.cells, 12, "{}", found.rests_on);
    assert_ne!(found.verdict, Verdict::Supported, "{}", found.rests_on);
}

/// As `deterministic:rounds` does, whose rounds are one or two: a line that goes from one to two is a copy of neither other line, though
/// each of its cells is on one of them.
#[test]
fn a_line_between_two_others_is_a_copy_of_none() {
    let law: StepLaw = |n, _, d| {
        let rounds = if d < 2.0 || d < 8.0 && n > 512.0 { 2.0 } else { 1.0 };
        1000.0 * rounds * n.sqrt()
    };
    let algorithm = "deterministic:rounds";
    let made = Made { algorithm, steps: law, congestions: &[16], noise: (0.0, 0.0), ..MADE };
    let rows = Made { sides: &[16, 32], degrees: &[1, 2, 4, 8], ..made }.rows(1);
    let found = verdicts(&rows).claim("rounds-envelope-n");
    // Twice two rounds, twice one, and once from one to two.
    assert_eq!((found.cells, found.degrees_of_freedom), (6, Some(2)), "{}", found.rests_on);
}

/// Steps of `randomized:paper` at c = 4 on sides 16 to 32, which go up and down with the tiles, are the same on all workloads.
#[test]
fn steps_that_no_workload_changes_are_seen_once() {
    let stairs: StepLaw = |n, _, _| {
        let side = n.sqrt() as u64;
        [(16, 1200.0), (20, 1640.0), (24, 1600.0), (28, 1760.0), (32, 2480.0)]
            .into_iter()
            .find_map(|(of, steps)| (of == side).then_some(steps))
            .expect("a side")
    };
    let made = Made {
        algorithm: "randomized:paper",
        sides: &[16, 20, 24, 28, 32],
        congestions: &[4],
        degrees: &[4],
        steps: stairs,
        noise: (0.0, 0.0),
        ..MADE
    };
    let mut rows = made.rows(1);
    let before = verdicts(&rows).claim("steps-on-n");
    for name in ["uniform", "cluster", "sparse", "broadcast"] {
        rows.extend(copies(&made.rows(1), name));
    }
    let after = verdicts(&rows).claim("steps-on-n");
    assert_verdict(&after, before.verdict);
    assert_eq!((after.interval, after.cells), (before.interval, 5));
}

#[test]
fn too_short_a_range_decides_nothing() {
    for steps in [MADE.steps, |n: f64, c: f64, _| 20.0 * n.powf(0.6) * c.sqrt()] {
        let found = Made { sides: &[64, 128], steps, ..MADE }.claim("steps-on-n");
        assert_verdict(&found, Verdict::Undecided);
        assert_eq!(found.nodes_that_would_decide, None);
        assert!(found.rests_on.contains("a third value of n would decide"), "{}", found.rests_on);
    }
    let found = Made { congestions: &[1, 4], degrees: &[4], ..MADE }.verdicts();
    let (on_c, on_d) = (found.claim("steps-on-c"), found.claim("no-growth-with-d"));
    assert!(on_c.rests_on.contains("a third value of c would decide"), "{}", on_c.rests_on);
    assert!(on_d.rests_on.contains("several values of d would decide"), "{}", on_d.rests_on);
    assert_eq!((on_c.nodes_that_would_decide, on_d.nodes_that_would_decide), (None, None));
    let found = Made { sides: &[64, 128, 256], congestions: &[4], degrees: &[4], ..MADE };
    let found = found.claim("steps-on-n");
    assert!(found.rests_on.contains("more values of n would decide"), "{}", found.rests_on);
    // Three values of all lines, of which none has three.
    let mut rows = Made { degrees: &[4], ..MADE }.rows(1);
    rows.retain(|row| {
        let power = row.nodes.ilog2() - row.congestion.unwrap().ilog2();
        [8, 10].contains(&power)
    });
    let found = verdicts(&rows).claim("steps-on-n");
    assert_eq!((found.cells, found.degrees_of_freedom), (6, Some(2)));
    assert!(found.rests_on.contains("a third value of n would decide"), "{}", found.rests_on);
}

#[test]
fn larger_meshes_decide_nothing_about_c_and_d() {
    let found = Made { noise: (0.5, 0.1), sides: &[16, 32, 64], ..MADE }.verdicts();
    for (claim, of) in [("steps-on-c", 'c'), ("no-growth-with-d", 'd')] {
        let found = found.claim(claim);
        assert_verdict(&found, Verdict::Undecided);
        assert_eq!(found.nodes_that_would_decide, None);
        let what = format!("more and larger values of {of} would decide");
        assert!(found.rests_on.contains(&what), "{}", found.rests_on);
    }
    assert!(found.claim("steps-on-n").nodes_that_would_decide.is_some());
}

#[test]
fn one_cell_or_none_decides_nothing_and_is_no_error() {
    let found = Made { sides: &[64], congestions: &[4], degrees: &[4], ..MADE }.verdicts();
    for claim in ["steps-on-n", "steps-on-c", "ratio-flat", "no-growth-with-d", "peak-on-n"] {
        let found = found.claim(claim);
        assert_verdict(&found, Verdict::Undecided);
        assert_eq!((found.estimate, found.interval, found.cells), (None, None, 0));
    }
    assert_eq!(verdicts(&[]).claims, []);
}

#[test]
fn seeds_of_a_cell_are_no_more_cells() {
    // So many steps that no two cells have the same by chance.
    let steps: StepLaw = |n, c, _| 20000.0 * (c * n).sqrt();
    let one = Made { seeds: 1, steps, noise: (0.02, 0.0), ..MADE };
    let many = Made { seeds: 50, ..one };
    let (one, many) = (one.claim("steps-on-n"), many.claim("steps-on-n"));
    assert_verdict(&one, Verdict::Supported);
    assert_eq!(one.cells, many.cells);
    assert_eq!(one.degrees_of_freedom, many.degrees_of_freedom);
    let width = |claim: &ClaimResult| claim.interval.map(|[low, high]| high - low).unwrap();
    assert!(width(&many) > 0.5 * width(&one), "{} against {}", width(&many), width(&one));
    // Where cells agree by chance, their seeds still say how far they could be off.
    let mut rows = Made { noise: (0.0, 0.0), ..MADE }.rows(1);
    let exact = width(&verdicts(&rows).claim("steps-on-n"));
    for row in &mut rows {
        let off = [0.9, 1.0, 1.0 / 0.9][row.seed as usize - 1];
        row.steps = row.steps.map(|steps| (steps as f64 * off).round() as u64);
    }
    let spread = width(&verdicts(&rows).claim("steps-on-n"));
    assert!(spread > 20.0 * exact && spread > 0.01, "{spread} against {exact}");
}

#[test]
fn a_run_that_was_stepped_and_leapt_counts_once() {
    let mut rows = MADE.rows(1);
    let leaps: Vec<RunRow> = rows
        .iter()
        .map(|row| RunRow {
            configuration: row.configuration.replace("\"step\"", "\"leap\""),
            mode: "leap".to_owned(),
            peak: Some(1000),
            ..row.clone()
        })
        .collect();
    let before = verdicts(&rows);
    rows.extend(leaps);
    let after = verdicts(&rows);
    assert_eq!(before.claim("steps-on-n"), after.claim("steps-on-n"));
    assert_eq!(before.claim("peak-on-n").estimate, after.claim("peak-on-n").estimate);
}

#[test]
fn a_failed_run_speaks_against_every_claim_and_is_named() {
    let mut rows = MADE.rows(1);
    rows[7] = RunRow {
        status: FAILED.to_owned(),
        error: Some("a buffer overflowed".to_owned()),
        steps: None,
        ..rows[7].clone()
    };
    let found = verdicts(&rows);
    assert_eq!((found.runs.failed, found.runs.done), (1, rows.len() - 1));
    for claim in &found.claims {
        assert_verdict(claim, Verdict::NotSupported);
        let named = claim.rests_on.contains("a buffer overflowed")
            && claim.rests_on.contains("n = 256, c = 1, d = 16, seed 2");
        assert!(named, "{}", claim.rests_on);
    }
}

#[test]
fn refused_runs_are_counted_and_say_nothing() {
    let mut rows = MADE.rows(1);
    let before = verdicts(&rows);
    let refused = RunRow { status: REFUSED.to_owned(), steps: None, ..rows[0].clone() };
    rows.push(refused);
    let after = verdicts(&rows);
    assert_eq!((before.runs.refused, after.runs.refused), (0, 1));
    assert_eq!(before.claims, after.claims);
}

#[test]
fn rows_of_several_programs_are_told() {
    let mut rows = MADE.rows(1);
    assert_eq!(verdicts(&rows).made_by.len(), 1);
    rows[3].build_commit = "another".to_owned();
    let found = verdicts(&rows);
    assert_eq!(found.made_by.len(), 2);
    let page = crate::present::text::verified_claims(&found);
    assert!(page.contains("2 programs, which may count otherwise: "), "{page}");
    assert!(page.contains("commit another"), "{page}");
}

#[test]
fn a_run_below_the_lower_bound_is_found() {
    let mut rows = MADE.rows(1);
    rows[5].lower_bound = rows[5].steps.map(|steps| steps + 1);
    let found = verdicts(&rows).claim("lower-bound");
    assert_verdict(&found, Verdict::NotSupported);
    assert!(found.rests_on.starts_with("1 of 162 runs break it"), "{}", found.rests_on);
    rows[5].lower_bound = rows[5].steps;
    assert_verdict(&verdicts(&rows).claim("lower-bound"), Verdict::Supported);
}

#[test]
fn peaks_that_do_not_grow_are_supported_and_others_are_not() {
    let flat = MADE.verdicts();
    for claim in ["peak-on-n", "peak-on-c", "peak-on-d"] {
        assert_verdict(&flat.claim(claim), Verdict::Supported);
    }
    let growing = Made { peak: |n, _| 40.0 * n.powf(0.1), ..MADE };
    assert_verdict(&growing.claim("peak-on-n"), Verdict::NotSupported);
    assert_verdict(&growing.claim("peak-on-c"), Verdict::Supported);
    let with_c = Made { peak: |_, c| 40.0 * c.sqrt(), ..MADE };
    assert_verdict(&with_c.claim("peak-on-c"), Verdict::NotSupported);
    // One room for all that is not full yet is no proof of growth without end.
    let mut rows = growing.rows(1);
    for row in &mut rows {
        row.capacity = Some(1000);
    }
    assert_verdict(&verdicts(&rows).claim("peak-on-n"), Verdict::Undecided);
    // Some rooms are no excuse for peaks where there is no end.
    for row in rows.iter_mut().filter(|row| row.nodes > 1 << 13) {
        row.capacity = None;
    }
    assert_verdict(&verdicts(&rows).claim("peak-on-n"), Verdict::NotSupported);
}

#[test]
fn a_peak_above_its_capacity_is_found() {
    let mut rows = MADE.rows(1);
    for row in &mut rows {
        row.capacity = Some(4);
    }
    assert_verdict(&verdicts(&rows).claim("peak-within-capacity"), Verdict::Supported);
    rows[9].capacity = Some(3);
    assert_verdict(&verdicts(&rows).claim("peak-within-capacity"), Verdict::NotSupported);
}

#[test]
fn stored_packets_have_to_grow_as_the_congestion() {
    let peaks: [(PeakLaw, Verdict); 3] = [
        (|_, c| 200.0 * c, Verdict::Supported),
        (|_, c| 200.0 * c.powf(0.8), Verdict::NotSupported),
        (|_, _| 200.0, Verdict::NotSupported),
    ];
    for (peak, verdict) in peaks {
        let found = Made { algorithm: "buffered", peak, ..MADE }.claim("peak-is-theta-c");
        assert_verdict(&found, verdict);
    }
}

#[test]
fn no_lower_order_term_excuses_a_peak_that_grows() {
    let peak: PeakLaw = |_, c| match c as u64 {
        1 => 2.0,
        4 => 5.0,
        16 => 7.0,
        _ => 8.0,
    };
    // The other is a term k/√c and nothing else.
    for peak in [peak, |_, c: f64| 4000.0 * (-2.0 / c.sqrt()).exp2()] {
        let congestions = &[1, 4, 16, 64, 256, 1024];
        let found = Made { congestions, peak, ..MADE }.claim("peak-on-c");
        assert_verdict(&found, Verdict::Undecided);
        assert!(found.rests_on.contains("moves towards"), "{}", found.rests_on);
    }
}

#[test]
fn a_lower_order_term_does_not_turn_growth_into_a_fall() {
    // The logarithm of the ratio grows by 1.5, 0.375 and 0.094; with a term k/√c, a slope of -0.3 fits it.
    let steps = |n: f64, c: f64, _| {
        let ln = (n / c).ln();
        20.0 * (c * n).sqrt() * (1.0 + ln / ln.ln()) * (2.0 - 2.0 / c).exp2()
    };
    let congestions = &[1, 4, 16, 64];
    let algorithm = "deterministic:rounds";
    let made = Made { algorithm, steps, congestions, noise: (0.001, 0.0), ..MADE };
    let found = made.claim("rounds-envelope-c");
    assert_verdict(&found, Verdict::Undecided);
    assert_eq!(found.holds_from, Some(16));
}

#[test]
fn a_lower_order_term_that_is_large_to_the_last_is_not_allowed_for() {
    // Of the logarithm a term k/√c and nothing else, but the last local slope is 0.375.
    let steps = |n: f64, c: f64, _| 2000.0 * (c * n).sqrt() * (1.0 / c.sqrt()).exp2();
    let far = Made { steps, noise: (0.0005, 0.0), ..MADE };
    let found = far.claim("steps-on-c");
    assert_verdict(&found, Verdict::Undecided);
    assert_eq!(found.holds_from, None);
    let near = Made { congestions: &[1, 4, 16, 64, 256, 1024], ..far }.claim("steps-on-c");
    assert_verdict(&near, Verdict::Supported);
    assert!(near.rests_on.contains("lower-order term"), "{}", near.rests_on);
}

/// Makes the peaks of the rows that `of` picks bounds.
fn leap(rows: &mut [RunRow], of: impl Fn(&RunRow) -> bool, peak: impl Fn(&RunRow) -> u64) {
    for row in rows.iter_mut().filter(|row| of(row)) {
        row.peak = Some(peak(row));
        row.peak_is = Some("bound".to_owned());
    }
}

#[test]
fn bounds_are_no_peaks() {
    let mut rows = Made { algorithm: "buffered", peak: |_, c| 9.0 * c, ..MADE }.rows(1);
    for row in &mut rows {
        row.capacity = Some(20 * row.congestion.unwrap());
    }
    assert_verdict(&verdicts(&rows).claim("peak-is-theta-c"), Verdict::Supported);
    assert_verdict(&verdicts(&rows).claim("peak-within-capacity"), Verdict::Supported);
    leap(&mut rows, |_| true, |row| row.capacity.unwrap());
    let found = verdicts(&rows);
    for claim in ["peak-is-theta-c", "peak-within-capacity"] {
        let found = found.claim(claim);
        assert_verdict(&found, Verdict::Undecided);
        assert!(found.rests_on.starts_with("no peak is measured; "), "{}", found.rests_on);
    }
    let flat = found.claim("peak-on-n");
    assert_verdict(&flat, Verdict::Supported);
    assert!(flat.rests_on.ends_with("on which alone it rests"), "{}", flat.rests_on);
}

#[test]
fn a_bound_that_grows_says_nothing_of_the_peak() {
    let mut rows = MADE.rows(1);
    leap(&mut rows, |_| true, |row| row.nodes);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("a bound that grows"), "{}", found.rests_on);
}

#[test]
fn measured_peaks_and_bounds_are_not_mixed() {
    // Flat where they are measured; a bound at the larger meshes, far above.
    let mut rows = MADE.rows(1);
    leap(&mut rows, |row| row.nodes > 1 << 13, |_| 1000);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert_eq!((found.estimate.map(|slope| slope.abs() < 1e-9), found.cells), (Some(true), 27));
    assert!(found.rests_on.ends_with("which do not count"), "{}", found.rests_on);
    // Two measured values make no verdict; the bounds do.
    leap(&mut rows, |row| row.nodes > 1 << 10, |_| 1000);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert!(found.rests_on.ends_with("on which alone it rests"), "{}", found.rests_on);
    // A cell with a measured peak is none of bounds.
    leap(&mut rows, |row| row.seed == 2, |_| 1000);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert_eq!(found.cells, 36);
    // Within a cell the seeds that measured count.
    let mut rows = MADE.rows(1);
    leap(&mut rows, |row| row.seed == 2, |row| row.nodes);
    let found = verdicts(&rows).claim("peak-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert_eq!(found.runs, 2 * found.cells);
    // Peaks that are Θ(c) are measured.
    let mut rows = Made { algorithm: "buffered", peak: |_, c| 9.0 * c, ..MADE }.rows(1);
    leap(&mut rows, |row| row.congestion == Some(16), |_| 144);
    assert_verdict(&verdicts(&rows).claim("peak-is-theta-c"), Verdict::Undecided);
}

#[test]
fn room_excuses_no_peak_that_has_to_grow_with_the_congestion() {
    let found = Made { algorithm: "buffered", peak: |_, c| 200.0 * c.powf(0.8), ..MADE };
    let mut rows = found.rows(1);
    for row in &mut rows {
        row.capacity = Some(300 * row.congestion.unwrap());
    }
    assert_verdict(&verdicts(&rows).claim("peak-is-theta-c"), Verdict::NotSupported);
}

#[test]
fn what_is_not_stored_is_missed() {
    let mut rows = Made { algorithm: "randomized:paper", ..MADE }.rows(1);
    for row in &mut rows {
        (row.phases, row.capacity) = (Some(1), Some(4));
    }
    let found = verdicts(&rows);
    assert_verdict(&found.claim("number-of-phases"), Verdict::Supported);
    assert_verdict(&found.claim("peak-within-capacity"), Verdict::Supported);
    (rows[3].phases, rows[4].peak) = (None, None);
    let found = verdicts(&rows);
    let cases = [
        ("number-of-phases", "no phases are stored"),
        ("peak-within-capacity", "no peak is stored"),
    ];
    for (claim, says) in cases {
        let found = found.claim(claim);
        assert_verdict(&found, Verdict::NotSupported);
        assert!(found.rests_on.starts_with("1 of 162 runs break it"), "{}", found.rests_on);
        assert!(found.rests_on.ends_with(says), "{}", found.rests_on);
    }
}

#[test]
fn zero_has_no_sign() {
    // On d the slope goes from 0.16 to -0.0002.
    let steps: StepLaw = |n, c, d| {
        let log = d.log2();
        4000.0 * (c * n).sqrt() * (-0.02 * (log - 4.0).powi(2) - 0.0002 * log).exp2()
    };
    let found = Made { steps, noise: (0.0, 0.0), ..MADE }.claim("no-growth-with-d");
    assert!(found.rests_on.contains("0.160 at first and 0.000 at last"), "{}", found.rests_on);
    assert_eq!([-0.0004, 0.0004, -0.0006].map(signed), ["0.000", "0.000", "-0.001"]);
}

#[test]
fn an_envelope_is_an_upper_bound() {
    let cases: [(StepLaw, Verdict); 3] = [
        (|n, c, _| 9.0 * (c * n).sqrt() * n.log2().powi(2), Verdict::Supported),
        (|n, c, _| 90.0 * (c * n).sqrt(), Verdict::Supported),
        (|n, c, _| 9.0 * (c * n).sqrt() * n.log2().powi(4), Verdict::NotSupported),
    ];
    for (steps, verdict) in cases {
        let found = Made { algorithm: "deterministic:paper", steps, ..MADE };
        assert_verdict(&found.claim("log-squared-envelope"), verdict);
    }
    let steps = |n: f64, c: f64, _| {
        let ln = (n / c).ln();
        20.0 * (c * n).sqrt() * (1.0 + ln / ln.ln())
    };
    let rounds = Made { algorithm: "deterministic:rounds", steps, ..MADE }.verdicts();
    assert_verdict(&rounds.claim("rounds-envelope-n"), Verdict::Supported);
    assert_verdict(&rounds.claim("rounds-envelope-c"), Verdict::Supported);
    let steps = |n: f64, c: f64, _| 20.0 * n.powf(0.65) * c.sqrt();
    let found = Made { algorithm: "deterministic:rounds", steps, ..MADE };
    assert_verdict(&found.claim("rounds-envelope-n"), Verdict::NotSupported);
}

#[test]
fn an_upper_bound_is_left_from_below() {
    // Of the ratio, the local slope goes from -0.32 to 0.08.
    let steps = |n: f64, c: f64, _| {
        let ln = (n / c).ln();
        let bent = (0.02 * (n.log2() - 16.0).powi(2)).exp2();
        20.0 * (c * n).sqrt() * (1.0 + ln / ln.ln()) * bent
    };
    let made = Made { algorithm: "deterministic:rounds", steps, noise: (0.0005, 0.0), ..MADE };
    let found = made.claim("rounds-envelope-n");
    // On the whole it falls: that it will grow is a guess.
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("moves away"), "{}", found.rests_on);
    // From -0.12 to 0.28.
    let steps = |n: f64, c: f64, _| {
        let ln = (n / c).ln();
        let bent = (0.02 * (n.log2() - 11.0).powi(2)).exp2();
        20.0 * (c * n).sqrt() * (1.0 + ln / ln.ln()) * bent
    };
    let found = Made { steps, ..made }.claim("rounds-envelope-n");
    assert_verdict(&found, Verdict::NotSupported);
    assert!(found.rests_on.contains("moves away"), "{}", found.rests_on);
}

#[test]
fn cells_where_the_whole_mesh_was_toured_do_not_count() {
    let mut rows = MADE.rows(1);
    let before = verdicts(&rows).claim("steps-on-n");
    // Of another algorithm: n steps.
    let mut toured = Made { sides: &[20, 40, 80], steps: |n, _, _| n, ..MADE }.rows(1);
    for row in &mut toured {
        row.parameters = Some("{\"fallback\":true}".to_owned());
    }
    rows.extend(toured);
    let crowded = Made { congestions: &[128], sides: &[16, 32], steps: |n, _, _| n, ..MADE };
    rows.extend(crowded.rows(1));
    assert_eq!(before, verdicts(&rows).claim("steps-on-n"));
}

#[test]
fn phases_are_within_the_lemmas() {
    let with = |phases: u64, tours: &str| {
        let mut rows = Made { algorithm: "randomized:paper", ..MADE }.rows(1);
        for row in &mut rows {
            row.phases = Some(phases);
            row.parameters = Some(format!("{{\"fallback\":false,\"tours\":{tours}}}"));
        }
        verdicts(&rows)
    };
    let one = with(1, "[1]");
    assert_verdict(&one.claim("number-of-phases"), Verdict::Supported);
    assert_verdict(&one.claim("lemma-3"), Verdict::Supported);
    // Where c·log² n ≤ n, K = 0.
    assert_verdict(&with(2, "[1,1]").claim("number-of-phases"), Verdict::NotSupported);
    assert_verdict(&with(1, "[2]").claim("lemma-3"), Verdict::NotSupported);
}

#[test]
fn packets_alive_are_within_lemma_4_where_it_says_something() {
    let with = |alive: &str, most: &str| {
        let mut rows = Made { algorithm: "deterministic:paper", ..MADE }.rows(1);
        for row in &mut rows {
            row.parameters = Some(format!("{{\"alive\":{alive},\"alive_at_most\":{most}}}"));
        }
        verdicts(&rows).claim("lemma-4")
    };
    assert_verdict(&with("[5,0]", "[5,0]"), Verdict::Supported);
    assert_verdict(&with("[6,0]", "[5,0]"), Verdict::NotSupported);
    assert_verdict(&with("[6,0]", "[null,0]"), Verdict::Supported);
    assert_verdict(&with("[6,0]", "[null,null]"), Verdict::Undecided);
}

#[test]
fn algorithms_that_know_less_are_others() {
    let mut rows = MADE.rows(1);
    rows.iter_mut()
        .filter(|row| row.nodes > 4096)
        .for_each(|row| "counted".clone_into(&mut row.knowledge));
    let found = verdicts(&rows);
    let mut labels: Vec<&str> = found.claims.iter().map(|claim| claim.algorithm.as_str()).collect();
    labels.dedup();
    assert_eq!(labels, ["randomized:tuned, counted", "randomized:tuned"]);
}

#[test]
fn from_where_on_a_claim_holds_is_said() {
    let steps = |n: f64, c: f64, _| 4.0 * (c * n).sqrt() * (1.0f64).max((1024.0 / n).powf(0.3));
    let bent = Made { steps, noise: (0.0, 0.0), ..MADE };
    assert_eq!(bent.claim("steps-on-n").holds_from, Some(1024));
    assert_eq!(Made { noise: (0.0, 0.0), ..MADE }.claim("steps-on-n").holds_from, Some(256));
    let steps = |n: f64, c: f64, _| 4.0 * c.sqrt() * n.powf(0.6);
    assert_eq!(Made { steps, ..MADE }.claim("steps-on-n").holds_from, None);
}

#[test]
fn the_result_is_the_contract() {
    let json = serde_json::to_value(MADE.verdicts()).unwrap();
    assert_eq!(json["schema"], "meshcast.verify/1");
    let claim = &json["claims"][0];
    assert_eq!(claim["claim"], "steps-on-n");
    assert_eq!(claim["verdict"], "supported");
    assert_eq!(claim["confidence"], 0.95);
    assert_eq!(claim["interval"].as_array().map(Vec::len), Some(2));
    assert!(claim["nodes_that_would_decide"].is_null());
    assert_eq!(claim["holds_from"], 256);
    assert_eq!(claim["local_slopes"][0]["from"], 256);
    assert_eq!(
        claim["residuals"].as_array().map(Vec::len),
        claim["cells"].as_u64().map(|n| n as usize)
    );
}
