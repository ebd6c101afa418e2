//! Judges what the rows of a store say of the claims.
//!
//! An observation is a cell, the runs that differ in their seeds alone, unless another cell says the same.
//! `docs/verification.md` has the claims and the rules.

mod axis;
mod cells;
mod claims;
mod exact;
mod growth;
mod judge;
mod lines;
mod observations;
mod prams;
mod rows;

pub(crate) use exact::with_formulas;
pub(crate) use prams::as_runs;
pub use rows::{Judged, judge_rows};

use crate::results::verdict::{ClaimResult, Evidence, RowsOf, RunCounts, Verdict, VerifyResult};
use crate::results::{COMMIT, VERSION};
use crate::stats::CONFIDENCE;
use crate::store::{Build, DONE, FAILED, REFUSED, RunRow, builds};

/// The verdicts on `rows`, but for those with several messages a node: claims are about one.
pub(crate) fn verdicts(rows: &[RunRow], from: RowsOf) -> VerifyResult {
    let of_one_message = || rows.iter().filter(|row| !row.has_several_messages());
    let judged: Vec<_> = cells::subjects(of_one_message())
        .into_iter()
        .map(|subject| {
            let claims = claims::about(&subject);
            (claims::headlines(&subject, &claims), claims)
        })
        .collect();
    let (headline, claims): (Vec<_>, Vec<_>) = judged.into_iter().unzip();
    let count = |status: &str| of_one_message().filter(|row| row.status == status).count();
    VerifyResult {
        schema: "meshcast.verify/2",
        version: VERSION,
        commit: COMMIT,
        confidence: CONFIDENCE,
        made_by: builds(of_one_message()).iter().map(Build::to_string).collect(),
        runs: RunCounts {
            done: count(DONE),
            refused: count(REFUSED),
            failed: count(FAILED),
            left_out: rows.len() - of_one_message().count(),
        },
        rows: from,
        headline: headline.concat(),
        claims: claims.concat(),
    }
}

impl VerifyResult {
    /// The claims with a verdict.
    pub(crate) fn with(&self, verdict: Verdict) -> impl Iterator<Item = &ClaimResult> {
        self.claims.iter().filter(move |claim| claim.verdict == verdict)
    }

    /// What is wrong: theorems that are refuted, and rows that break what the machine enforces.
    pub(crate) fn complaint(&self) -> Option<String> {
        let refuted = self.headline.iter().filter(|line| line.verdict == Verdict::Refuted).count();
        let enforced = self.with(Verdict::Refuted);
        let broken = enforced.filter(|claim| claim.evidence == Evidence::Enforced).count();
        let of = self.headline.len();
        match (refuted, broken) {
            (0, 0) => None,
            (0, broken) => Some(format!("{broken} claims that the machine enforces are broken")),
            (refuted, _) => Some(format!("{refuted} of {of} theorems are refuted")),
        }
    }
}

#[cfg(test)]
mod tests;
