//! Judges what the rows of a store say of the claims.
//!
//! An observation is a cell, the runs that differ in their seeds alone, unless another cell says the same.
//! `docs/verification.md` has the claims and the rules.

mod axis;
mod cells;
mod claims;
mod judge;
mod lines;
mod observations;

use crate::results::verdict::{ClaimResult, RunCounts, Verdict, VerifyResult};
use crate::results::{COMMIT, VERSION};
use crate::stats::CONFIDENCE;
use crate::store::{Build, DONE, FAILED, REFUSED, RunRow, builds};

/// The verdicts on `rows`.
pub(crate) fn verdicts(rows: &[RunRow]) -> VerifyResult {
    let count = |status: &str| rows.iter().filter(|row| row.status == status).count();
    VerifyResult {
        schema: "meshcast.verify/1",
        version: VERSION,
        commit: COMMIT,
        confidence: CONFIDENCE,
        made_by: builds(rows).iter().map(Build::to_string).collect(),
        runs: RunCounts { done: count(DONE), refused: count(REFUSED), failed: count(FAILED) },
        claims: cells::subjects(rows).iter().flat_map(claims::about).collect(),
    }
}

impl VerifyResult {
    /// The claims with a verdict.
    pub(crate) fn with(&self, verdict: Verdict) -> impl Iterator<Item = &ClaimResult> {
        self.claims.iter().filter(move |claim| claim.verdict == verdict)
    }
}

#[cfg(test)]
mod tests;
