//! Verdicts on rows with a known answer.

mod cells;
mod peaks;
mod prams;
mod slopes;
mod theorems;

use super::*;

use crate::results::verdict::signed;

use rand::{RngExt, SeedableRng};

use rand_xoshiro::Xoshiro256PlusPlus;

fn verdicts(rows: &[RunRow]) -> VerifyResult {
    super::verdicts(rows, RowsOf::Store)
}

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

/// Where the slopes on n are 0.44 at c = 4 and 0.56 at c = 16.
const DIFFERING: StepLaw = |n, c, _| 20.0 * n.powf(if c < 8.0 { 0.44 } else { 0.56 });

/// The local slope on n goes from 0.4 to 0.6.
const LEAVING: StepLaw =
    |n, c, _| 20.0 * (c * n).sqrt() * (0.01 * (n.log2() - 13.0).powi(2)).exp2();

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

/// Makes the peaks of the rows that `of` picks bounds.
fn leap(rows: &mut [RunRow], of: impl Fn(&RunRow) -> bool, peak: impl Fn(&RunRow) -> u64) {
    for row in rows.iter_mut().filter(|row| of(row)) {
        row.peak = Some(peak(row));
        row.peak_is = Some("bound".to_owned());
    }
}
