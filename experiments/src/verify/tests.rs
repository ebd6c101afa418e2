//! Verdicts on rows with a known answer.

use super::*;
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
        for claim in ["steps-on-n", "steps-on-c", "ratio-flat", "independent-of-d", "lower-bound"] {
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
    assert_verdict(&found.claim("independent-of-d"), Verdict::NotSupported);
}

#[test]
fn a_lower_order_term_does_not_speak_against_a_claim() {
    // On c the slope goes from 0.17 to 0.44; the claim holds.
    let steps = |n: f64, c: f64, _| (20.0 * c.sqrt() + 40.0) * n.sqrt();
    let wide = Made { steps, congestions: &[1, 4, 16, 64, 256], ..MADE };
    let found = wide.claim("steps-on-c");
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("moves towards"), "{}", found.rests_on);
    assert!(found.nodes_that_would_decide.is_some_and(|nodes| nodes > 1 << 18));
    // A smaller one can be allowed for.
    let steps = |n: f64, c: f64, _| 20.0 * (c * n).sqrt() + 60.0 * c.sqrt();
    let found = Made { steps, noise: (0.001, 0.0005), ..MADE }.claim("steps-on-n");
    assert_verdict(&found, Verdict::Supported);
    assert!(found.rests_on.contains("lower-order term"), "{}", found.rests_on);
}

#[test]
fn a_slope_that_moves_away_is_not_supported_though_its_mean_is_right() {
    // The local slope goes from 0.4 to 0.6.
    let steps =
        |n: f64, c: f64, _| 20.0 * (c * n).sqrt() * (0.01 * (n.log2() - 13.0).powi(2)).exp2();
    let found = Made { steps, noise: (0.0005, 0.0), ..MADE }.claim("steps-on-n");
    assert_verdict(&found, Verdict::NotSupported);
    assert!(found.rests_on.contains("moves away"), "{}", found.rests_on);
}

#[test]
fn too_short_a_range_decides_nothing() {
    for steps in [MADE.steps, |n: f64, c: f64, _| 20.0 * n.powf(0.6) * c.sqrt()] {
        let found = Made { sides: &[64, 128], steps, ..MADE }.claim("steps-on-n");
        assert_verdict(&found, Verdict::Undecided);
        assert!(found.nodes_that_would_decide.is_some_and(|nodes| nodes > 1 << 14));
    }
}

#[test]
fn one_cell_or_none_decides_nothing_and_is_no_error() {
    let found = Made { sides: &[64], congestions: &[4], degrees: &[4], ..MADE }.verdicts();
    for claim in ["steps-on-n", "steps-on-c", "ratio-flat", "independent-of-d", "peak-on-n"] {
        let found = found.claim(claim);
        assert_verdict(&found, Verdict::Undecided);
        assert_eq!((found.estimate, found.interval, found.cells), (None, None, 0));
    }
    assert_eq!(verdicts(&[]).claims, []);
}

#[test]
fn seeds_of_a_cell_are_no_more_cells() {
    let one = Made { seeds: 1, noise: (0.02, 0.0), ..MADE };
    let many = Made { seeds: 50, noise: (0.02, 0.0), ..MADE };
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
