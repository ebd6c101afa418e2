//! Judges claims, one kind a file.

mod buffers;
mod certificate;
mod every_run;
mod headline;
mod lemmas;
mod lower_bound;
mod pram;
mod scaling;
mod slope;
mod spatial;

pub(super) use headline::headlines;

use super::cells::{Subject, named};
use crate::catalogue::{self, Claim};
use crate::results::verdict::{ClaimResult, Verdict};

/// All verdicts on an algorithm.
pub(super) fn about(subject: &Subject) -> Vec<ClaimResult> {
    let claimed = claimed(subject);
    let mut claims: Vec<ClaimResult> =
        claimed.iter().flat_map(|&claim| verdicts(claim, subject)).collect();
    claims.push(lower_bound::verdict(subject));
    if !pram::is_pram(subject) {
        claims.push(spatial::bounds(subject));
    }
    for claim in &mut claims {
        fail(claim, subject);
    }
    claims
}

/// What is claimed of an algorithm. Of one that the program does not know, whose rows can only be from a file, steps are judged.
fn claimed(subject: &Subject) -> &'static [Claim] {
    if pram::is_pram(subject) {
        return pram::claimed(subject);
    }
    catalogue::named(subject.name)
        .map_or(&[Claim::StepsAreThetaRoot][..], |algorithm| algorithm.entry().claims())
}

/// The verdicts on a claim of the catalogue.
fn verdicts(claim: Claim, subject: &Subject) -> Vec<ClaimResult> {
    match claim {
        Claim::StepsAreThetaRoot => scaling::theta(subject),
        Claim::StepsKeepToRounds => scaling::rounds(subject),
        Claim::StepsKeepToCertificate => {
            let certified = [certificate::verdict(subject)];
            certified.into_iter().chain(scaling::explicit(subject)).collect()
        }
        Claim::StepsAreLogSquared => scaling::log_squared(subject),
        Claim::BuffersAreConstant => buffers::constant(subject),
        Claim::BuffersAreThetaC => buffers::theta_c(subject),
        Claim::BuffersAreConstantInNodes => buffers::constant_in_nodes(subject),
        Claim::PramStepIsRoot => scaling::root(subject),
        Claim::AnyPattern => vec![pram::any_pattern(subject)],
        Claim::Lemma3 => lemmas::lemma_3(subject),
        Claim::Lemma4 => vec![lemmas::lemma_4(subject)],
    }
}

/// A run that failed speaks against all that is claimed of its algorithm.
fn fail(claim: &mut ClaimResult, subject: &Subject) {
    if let [first, rest @ ..] = subject.failed.as_slice() {
        claim.verdict = Verdict::Refuted;
        (claim.nodes_that_would_decide, claim.alternative) = (None, None);
        let more =
            if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        let error = first.error.as_deref().unwrap_or("no reason was stored");
        claim.rests_on = format!("failed: {}{more}: {error}", named(first));
    }
}
