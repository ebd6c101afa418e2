//! Slopes that are known.

use super::*;

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
fn an_exponent_that_is_off_by_a_tenth_is_refuted() {
    for noise in [(0.0, 0.0), (0.002, 0.002), (0.02, 0.01)] {
        let steps: StepLaw = |n, c, _| 20.0 * n.powf(0.6) * c.sqrt();
        let found = Made { steps, noise, ..MADE }.verdicts();
        let claim = found.claim("steps-on-n");
        assert_verdict(&claim, Verdict::Refuted);
        assert_eq!(claim.alternative, Some("another power of n"), "{}", claim.rests_on);
        assert_verdict(&found.claim("steps-on-c"), Verdict::Supported);
        // One that is off by what is worth telling is neither.
        let steps: StepLaw = |n, c, _| 20.0 * n.powf(0.55) * c.sqrt();
        let claim = Made { steps, noise, ..MADE }.claim("steps-on-n");
        assert_ne!(claim.verdict, Verdict::Supported, "{}", claim.rests_on);
        // Fewer steps than claimed are no growth: Theorem 1 is held by another claim.
        let steps: StepLaw = |n, c, _| 20.0 * n.powf(0.4) * c.sqrt();
        let claim = Made { steps, noise, ..MADE }.claim("steps-on-n");
        assert_verdict(&claim, Verdict::Supported);
        assert!(claim.rests_on.contains("smaller than claimed"), "{}", claim.rests_on);
    }
}

#[test]
fn five_values_refute_nothing() {
    let steps: StepLaw = |n, c, _| 20.0 * n.powf(0.7) * c.sqrt();
    let found = Made { steps, sides: &[16, 32, 64, 128, 256], ..MADE }.claim("steps-on-n");
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("5 values refute nothing: 6 do"), "{}", found.rests_on);
    assert_eq!(found.nodes_that_would_decide, Some(1 << 18), "{}", found.rests_on);
}

/// Six sides, the largest with 32 times the nodes of the smallest.
#[test]
fn a_narrow_range_refutes_nothing() {
    let steps: StepLaw = |n, c, _| 20.0 * n.powf(0.7) * c.sqrt();
    let found = Made { steps, sides: &[16, 24, 32, 48, 64, 90], ..MADE }.claim("steps-on-n");
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("less than 64 times the nodes"), "{}", found.rests_on);
    let found = Made { steps, sides: &[16, 24, 32, 48, 64, 128], ..MADE }.claim("steps-on-n");
    assert_verdict(&found, Verdict::Refuted);
}

#[test]
fn a_slope_is_not_told_from_noise_that_hides_it() {
    let (congestions, degrees) = (&[4][..], &[4][..]);
    let few = Made { congestions, degrees, noise: (0.6, 0.1), ..MADE };
    let found = few.claim("steps-on-n");
    assert_verdict(&found, Verdict::Undecided);
    let nodes = found.nodes_that_would_decide.expect("a wider range decides");
    assert!(nodes > 1 << 18 && nodes.is_power_of_two() && nodes.trailing_zeros().is_multiple_of(2));
}

#[test]
fn a_factor_log_n_is_refuted() {
    let steps = |n: f64, c: f64, _| 4.0 * (c * n).sqrt() * n.log2();
    for noise in [(0.0, 0.0), (0.005, 0.002), (0.02, 0.01)] {
        let found = Made { steps, noise, ..MADE }.verdicts();
        let flat = found.claim("ratio-flat");
        assert_verdict(&flat, Verdict::Refuted);
        assert!((flat.estimate.unwrap() - 1.0).abs() < 0.2, "{}", flat.rests_on);
        assert!(flat.rests_on.contains("instead a"), "{}", flat.rests_on);
        assert_ne!(found.claim("steps-on-n").verdict, Verdict::Supported);
    }
}

#[test]
fn steps_that_grow_with_the_degree_are_refuted() {
    let steps: StepLaw = |n, c, d| 20.0 * (c * n).sqrt() * d.powf(0.1);
    let found = Made { steps, degrees: &[1, 2, 4, 8, 16, 32], ..MADE };
    assert_verdict(&found.claim("no-growth-with-d"), Verdict::Refuted);
}

#[test]
fn a_lower_order_term_does_not_refute_a_claim() {
    // Steps besides make the exponent smaller, of c from 0.17 to 0.44.
    let steps = |n: f64, c: f64, _| (20.0 * c.sqrt() + 40.0) * n.sqrt();
    let wide = Made { steps, congestions: &[1, 4, 16, 64, 256], ..MADE };
    assert_verdict(&wide.claim("steps-on-c"), Verdict::Supported);
    // Steps that are spared on small meshes make it larger, and less so in the upper half of the range.
    let steps = |n: f64, c: f64, _| 20.0 * (c * n).sqrt() * (1.0 - 8.0 / n.sqrt());
    let found = Made { steps, ..MADE }.claim("steps-on-n");
    assert_verdict(&found, Verdict::Undecided);
}

#[test]
fn slopes_that_differ_from_line_to_line_are_not_their_mean() {
    let found = Made { steps: DIFFERING, congestions: &[4, 16], noise: (0.0, 0.0), ..MADE };
    let claim = found.claim("steps-on-n");
    assert!((claim.estimate.unwrap() - 0.5).abs() < 0.001, "{}", claim.rests_on);
    assert_verdict(&claim, Verdict::Undecided);
    assert!(claim.rests_on.contains("exponents differ between lines, 0.440..0.560"));
    assert_eq!(claim.nodes_that_would_decide, None);
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
        verdicts(&noisy.rows(seed)).claim("steps-on-n").rests_on.contains("exponents differ")
    };
    let count = (1..=60).filter(differ).count();
    assert!(count <= 7, "{count} of 60, expected some 3");
}

#[test]
fn steps_that_fall_with_d_are_said_to() {
    let found = Made { steps: |n, c, d| 90.0 * (c * n).sqrt() * d.powf(-0.3), ..MADE };
    let found = found.claim("no-growth-with-d");
    assert_verdict(&found, Verdict::Supported);
    assert!(found.rests_on.ends_with("; smaller than claimed"), "{}", found.rests_on);
    assert!(!MADE.claim("no-growth-with-d").rests_on.contains("smaller"));
}

#[test]
fn a_slope_that_moves_away_refutes_only_what_the_interval_excludes() {
    let leaving = Made { steps: LEAVING, noise: (0.0005, 0.0), ..MADE };
    let found = leaving.claim("steps-on-n");
    let [low, high] = found.interval.unwrap();
    assert!(low < 0.5 && 0.5 < high, "{}", found.rests_on);
    assert_verdict(&found, Verdict::Undecided);
    assert!(found.rests_on.contains("in the upper half"), "{}", found.rests_on);
    // From 0.5 to 0.7: off on the whole and at the end.
    let steps: StepLaw = |n, c, d| LEAVING(n, c, d) * n.powf(0.1);
    let found = Made { steps, ..leaving }.claim("steps-on-n");
    assert_verdict(&found, Verdict::Refuted);
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
    // Of six cells so many are those of the other line. Six values of n are six clusters, however many cells there are.
    for (shared, cells, free) in [(0, 12, 4), (1, 12, 4), (4, 9, 4), (5, 8, 4), (6, 6, 4)] {
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
    assert_eq!((found.cells, found.values), (6, 2), "{}", found.rests_on);
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
}

/// Lines that share no value of n are not compared: those with most values count.
#[test]
fn lines_without_a_common_value_are_not_one() {
    let mut rows = Made { degrees: &[4], congestions: &[4], ..MADE }.rows(1);
    let alone = verdicts(&rows).claim("steps-on-n").interval;
    rows.extend(Made { degrees: &[4], congestions: &[16], sides: &[24, 48], ..MADE }.rows(2));
    assert_eq!(verdicts(&rows).claim("steps-on-n").interval, alone);
}

#[test]
fn larger_meshes_decide_nothing_about_c_and_d() {
    let found = Made { noise: (0.5, 0.1), sides: &[16, 32, 64], ..MADE }.verdicts();
    for claim in ["steps-on-c", "no-growth-with-d"] {
        let found = found.claim(claim);
        assert_verdict(&found, Verdict::Undecided);
        assert_eq!(found.nodes_that_would_decide, None);
    }
    assert!(found.claim("steps-on-n").nodes_that_would_decide.is_some());
}
