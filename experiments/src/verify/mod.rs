//! `meshcast verify`: what the rows of a store say of the claims.
//!
//! An observation is a cell, the runs that differ in their seeds alone, unless another cell says the same. `docs/verification.md` has the claims and the rules.

mod axis;
mod cells;
mod claims;
mod fit;
mod judge;
mod lines;
mod observations;
mod result;

pub(crate) use fit::{Fit, quantile};
pub(crate) use judge::CONFIDENCE;
pub(crate) use result::{ClaimResult, RunCounts, Verdict, VerifyResult, signed};

use crate::cli::{Format, VerifyStoreArgs};
use crate::failure::Failure;
use crate::input::Printed;
use crate::reply::Reply;
use crate::results::{COMMIT, VERSION, json};
use crate::store::{Build, DONE, FAILED, REFUSED, RunRow, Store, StoreError, builds};
use crate::text;

/// The verdicts on the store that `args` name.
pub(crate) fn verify(args: &VerifyStoreArgs) -> Result<Reply, Failure> {
    let rows = Store::open(&args.folder)?.rows::<RunRow>()?;
    if rows.is_empty() {
        let folder = Printed::of(&args.folder.to_string_lossy());
        return Err(StoreError::NoRuns { folder }.into());
    }
    let result = verdicts(&rows);
    let output = match args.format {
        Format::Json => json(&result),
        Format::Text => text::verified_claims(&result).into_bytes(),
    };
    let count = result.with(Verdict::NotSupported).count();
    let complaint = format!("{count} of {} claims are not supported", result.claims.len());
    Ok(Reply::of(output).complaining((count > 0).then_some(complaint)))
}

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
