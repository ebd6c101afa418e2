//! Makes the verdict of a claim about every run, and of one of which nothing is known.

use super::super::cells::{Subject, named};
use crate::results::verdict::{ClaimResult, Verdict};
use crate::stats::CONFIDENCE;
use crate::store::RunRow;

/// A claim about every run: not supported if one breaks it, undecided if there is none.
pub(super) fn of_every_run<'a>(
    subject: &Subject,
    claim: &'static str,
    says: &str,
    runs: impl Iterator<Item = &'a RunRow>,
    broken: impl Fn(&RunRow) -> Option<String>,
) -> ClaimResult {
    let (mut count, mut first, mut breaks) = (0, None, 0);
    for row in runs {
        count += 1;
        if let Some(how) = broken(row) {
            breaks += 1;
            first.get_or_insert_with(|| format!("{}: {how}", named(row)));
        }
    }
    let (verdict, rests_on) = match first {
        Some(first) => {
            (Verdict::NotSupported, format!("{breaks} of {count} runs break it: {first}"))
        }
        None if count == 0 => (Verdict::Undecided, "no run that it is about".to_owned()),
        None => (Verdict::Supported, format!("all of {count} runs")),
    };
    ClaimResult { verdict, rests_on, runs: count, ..blank(subject, claim, says) }
}

/// A claim that nothing is known of.
pub(super) fn blank(subject: &Subject, claim: &'static str, says: &str) -> ClaimResult {
    ClaimResult {
        claim,
        says: says.to_owned(),
        algorithm: subject.label.clone(),
        verdict: Verdict::Undecided,
        claimed: None,
        estimate: None,
        interval: None,
        confidence: CONFIDENCE,
        degrees_of_freedom: None,
        cells: 0,
        runs: 0,
        rests_on: String::new(),
        nodes_that_would_decide: None,
        holds_from: None,
        local_slopes: Vec::new(),
        residuals: Vec::new(),
    }
}
