//! The claims, a kind a file.

mod buffers;
mod lemmas;
mod lower_bound;
mod scaling;
mod slope;

use super::cells::{Subject, named};
use super::judge::CONFIDENCE;
use super::result::{ClaimResult, Verdict};
use crate::catalogue::{self, Claim};
use crate::store::RunRow;

/// All verdicts on an algorithm.
pub(super) fn about(subject: &Subject) -> Vec<ClaimResult> {
    let algorithm = catalogue::named(subject.name);
    let claimed = algorithm.map_or(&[][..], |algorithm| algorithm.entry().claims());
    let mut claims: Vec<ClaimResult> =
        claimed.iter().flat_map(|&claim| verdicts(claim, subject)).collect();
    claims.push(lower_bound::verdict(subject));
    for claim in &mut claims {
        fail(claim, subject);
    }
    claims
}

/// The verdicts on a claim of the catalogue.
fn verdicts(claim: Claim, subject: &Subject) -> Vec<ClaimResult> {
    match claim {
        Claim::StepsAreThetaRoot => scaling::theta(subject),
        Claim::StepsKeepToRounds => scaling::rounds(subject),
        Claim::StepsAreLogSquared => scaling::log_squared(subject),
        Claim::BuffersAreConstant => buffers::constant(subject),
        Claim::BuffersAreThetaC => buffers::theta_c(subject),
        Claim::Lemma3 => lemmas::lemma_3(subject),
        Claim::Lemma4 => vec![lemmas::lemma_4(subject)],
    }
}

/// A run that failed speaks against all that is claimed of its algorithm.
fn fail(claim: &mut ClaimResult, subject: &Subject) {
    if let [first, rest @ ..] = subject.failed.as_slice() {
        claim.verdict = Verdict::NotSupported;
        claim.nodes_that_would_decide = None;
        let more =
            if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        let error = first.error.as_deref().unwrap_or("no reason was stored");
        claim.rests_on = format!("failed: {}{more}: {error}", named(first));
    }
}

/// A claim about every run: not supported if one breaks it, undecided if there is none.
fn of_every_run<'a>(
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
fn blank(subject: &Subject, claim: &'static str, says: &str) -> ClaimResult {
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
