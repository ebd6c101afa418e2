//! Claims on every run, and what is said of all.

use super::*;

#[test]
fn zero_has_no_sign() {
    assert_eq!([-0.0004, 0.0004, -0.0006].map(signed), ["0.000", "0.000", "-0.001"]);
}

const LOG_TO_THE_FOURTH: StepLaw = |n, c, _| 9.0 * (c * n).sqrt() * n.log2().powi(4);

#[test]
fn an_envelope_is_an_upper_bound() {
    let cases: [(StepLaw, Verdict); 3] = [
        (|n, c, _| 9.0 * (c * n).sqrt() * n.log2().powi(2), Verdict::Supported),
        (|n, c, _| 90.0 * (c * n).sqrt(), Verdict::Supported),
        // Theorem 4 says nothing where c < log⁴ n.
        (LOG_TO_THE_FOURTH, Verdict::Undecided),
    ];
    for (steps, verdict) in cases {
        let found = Made { algorithm: "deterministic:paper", steps, ..MADE };
        assert_verdict(&found.claim("log-squared-envelope"), verdict);
    }
    let (sides, congestions) = (&[4096, 8192, 16384, 32768, 65536, 131_072][..], &[1 << 20][..]);
    let large = Made { algorithm: "deterministic:paper", sides, congestions, ..MADE };
    let found = Made { steps: LOG_TO_THE_FOURTH, ..large }.claim("log-squared-envelope");
    assert_verdict(&found, Verdict::Refuted);
    let steps = |n: f64, c: f64, _| {
        let ln = (n / c).ln();
        20.0 * (c * n).sqrt() * (1.0 + ln / ln.ln())
    };
    let rounds = Made { algorithm: "deterministic:rounds", steps, ..MADE }.verdicts();
    assert_verdict(&rounds.claim("rounds-envelope-n"), Verdict::Supported);
    assert_verdict(&rounds.claim("rounds-envelope-c"), Verdict::Supported);
    let steps = |n: f64, c: f64, _| 20.0 * n.powf(0.65) * c.sqrt();
    let found = Made { algorithm: "deterministic:rounds", steps, ..MADE };
    assert_verdict(&found.claim("rounds-envelope-n"), Verdict::Refuted);
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
    let broken = &one.claim("lemma-3").rests_on;
    assert!(broken.starts_with("all of 162 runs; 0.00 to 2.25 % break it"), "{broken}");
    // Where c·log² n ≤ n, K = 0.
    assert_verdict(&with(2, "[1,1]").claim("number-of-phases"), Verdict::Refuted);
    assert_verdict(&with(1, "[2]").claim("lemma-3"), Verdict::Refuted);
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
    assert_verdict(&with("[6,0]", "[5,0]"), Verdict::Refuted);
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
    let steps = |n: f64, c: f64, _| 4.0 * (c * n).sqrt() * (1.0f64).min((n / 1024.0).powf(0.3));
    let bent = Made { steps, noise: (0.0, 0.0), ..MADE };
    assert_eq!(bent.claim("steps-on-n").holds_from, Some(1024));
    assert_eq!(Made { noise: (0.0, 0.0), ..MADE }.claim("steps-on-n").holds_from, Some(256));
    let steps = |n: f64, c: f64, _| 4.0 * c.sqrt() * n.powf(0.6);
    assert_eq!(Made { steps, ..MADE }.claim("steps-on-n").holds_from, None);
}

#[test]
fn the_result_is_the_contract() {
    let json = serde_json::to_value(MADE.verdicts()).unwrap();
    assert_eq!(json["schema"], "meshcast.verify/2");
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

/// What holds with high probability may fail once: of 162 runs, one is less than one in eight.
#[test]
fn one_run_that_breaks_a_likely_claim_does_not_refute_it() {
    let mut rows = Made { algorithm: "randomized:paper", ..MADE }.rows(1);
    for (place, row) in rows.iter_mut().enumerate() {
        let tours = if place == 3 { "[2]" } else { "[1]" };
        row.phases = Some(1);
        row.parameters = Some(format!("{{\"fallback\":false,\"tours\":{tours}}}"));
    }
    let found = verdicts(&rows).claim("lemma-3");
    assert_verdict(&found, Verdict::Supported);
    assert!(found.rests_on.starts_with("1 of 162 runs break it"), "{}", found.rests_on);
    rows.truncate(4);
    assert_verdict(&verdicts(&rows).claim("lemma-3"), Verdict::Undecided);
}

#[test]
fn one_run_is_no_evidence_for_all() {
    let row = |parameters: &str| RunRow {
        parameters: Some(parameters.to_owned()),
        ..Made { algorithm: "deterministic:paper", ..MADE }.rows(1)[0].clone()
    };
    let sound = row("{\"alive\":[5],\"alive_at_most\":[5]}");
    assert_verdict(&verdicts(&[sound]).claim("lemma-4"), Verdict::Undecided);
    let broken = row("{\"alive\":[6],\"alive_at_most\":[5]}");
    assert_verdict(&verdicts(&[broken]).claim("lemma-4"), Verdict::Refuted);
}

#[test]
fn the_headline_sums_up_the_claims_on_steps() {
    let line = |made: &Made| {
        let [line] = &made.verdicts().headline[..] else { panic!("one theorem") };
        line.clone()
    };
    let found = line(&MADE);
    assert_eq!((found.theorem, found.verdict), ("Theorem 3", Verdict::Supported));
    assert!(found.constant.is_some_and(|most| (20.0..21.0).contains(&most)), "{found:?}");
    assert!(found.constant_least.is_some_and(|least| (19.0..20.0).contains(&least)), "{found:?}");
    let found = line(&Made { steps: |n, c, _| 4.0 * (c * n).sqrt() * n.log2(), ..MADE });
    assert_eq!(found.verdict, Verdict::Refuted);
    assert_eq!(found.open, ["steps-on-n", "ratio-flat"]);
    let found = line(&Made { sides: &[64], ..MADE });
    assert_eq!(found.verdict, Verdict::Undecided);
    let complaint = |made: &Made| made.verdicts().complaint();
    assert_eq!(complaint(&MADE), None);
    let said = complaint(&Made { steps: |n, c, _| n * c.sqrt(), ..MADE });
    assert_eq!(said.as_deref(), Some("1 of 1 theorems are refuted"));
}

#[test]
fn what_the_machine_enforces_is_no_measurement() {
    let found = MADE.verdicts();
    for claim in &found.claims {
        let is_enforced =
            ["lower-bound", "spatial-bounds", "peak-within-capacity"].contains(&claim.claim);
        assert_eq!(claim.evidence == Evidence::Enforced, is_enforced, "{}", claim.claim);
    }
}
