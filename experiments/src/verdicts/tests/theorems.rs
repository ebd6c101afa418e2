//! Claims on every run, and what is said of all.

use super::*;

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
