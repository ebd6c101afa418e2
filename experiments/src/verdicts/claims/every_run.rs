//! Makes the verdict of a claim about every run, and of one of which nothing is known.

use super::super::cells::{Subject, named};
use crate::results::verdict::{ClaimResult, Evidence, Verdict};
use crate::stats::{CONFIDENCE, share};
use crate::store::RunRow;

/// The share of runs that may break a likely claim: algorithms choose parameters by which at most an eighth of a delivery is expected to be
/// left.
const FEW: f64 = 0.125;

/// What runs say of a claim about every one of them.
struct Count {
    runs: usize,
    breaks: usize,
    /// The first run that breaks it, and how.
    first: String,
}

/// A claim that the machine enforces: what the runs of a store can only confirm, and a row that does not shows an error.
pub(super) fn enforced<'a>(
    subject: &Subject,
    claim: &'static str,
    says: &str,
    runs: impl Iterator<Item = &'a RunRow>,
    broken: impl Fn(&RunRow) -> Option<String>,
) -> ClaimResult {
    let count = Count::of(runs, broken);
    let (verdict, rests_on) = match count {
        Count { runs: 0, .. } => (Verdict::Undecided, "no run that it is about".to_owned()),
        Count { breaks: 0, runs, .. } => (Verdict::Supported, format!("all of {runs} runs")),
        _ => (Verdict::Refuted, count.breaking()),
    };
    let evidence = Evidence::Enforced;
    ClaimResult { verdict, evidence, rests_on, runs: count.runs, ..blank(subject, claim, says) }
}

/// A claim about every run: refuted if one breaks it. One run is no evidence for all.
pub(super) fn of_every_run<'a>(
    subject: &Subject,
    claim: &'static str,
    says: &str,
    runs: impl Iterator<Item = &'a RunRow>,
    broken: impl Fn(&RunRow) -> Option<String>,
) -> ClaimResult {
    let evidence = Evidence::Measured;
    let found = ClaimResult { evidence, ..enforced(subject, claim, says, runs, broken) };
    if found.verdict == Verdict::Supported && found.runs == 1 {
        let (verdict, rests_on) = (Verdict::Undecided, "one run".to_owned());
        return ClaimResult { verdict, rests_on, ..found };
    }
    found
}

/// A claim that few runs may break: supported if certainly no more do, refuted if certainly more do.
pub(super) fn likely<'a>(
    subject: &Subject,
    claim: &'static str,
    says: &str,
    runs: impl Iterator<Item = &'a RunRow>,
    broken: impl Fn(&RunRow) -> Option<String>,
) -> ClaimResult {
    let count = Count::of(runs, broken);
    let found = blank(subject, claim, says);
    if count.runs == 0 {
        return ClaimResult { rests_on: "no run that it is about".to_owned(), ..found };
    }
    let broken = share(count.breaks, count.runs, CONFIDENCE);
    let verdict = if broken.low > FEW {
        Verdict::Refuted
    } else if broken.high <= FEW {
        Verdict::Supported
    } else {
        Verdict::Undecided
    };
    let what =
        if count.breaks > 0 { count.breaking() } else { format!("all of {} runs", count.runs) };
    let rests_on =
        format!("{what}; {:.2} to {:.2} % break it", 100.0 * broken.low, 100.0 * broken.high);
    ClaimResult { verdict, rests_on, runs: count.runs, ..found }
}

impl Count {
    fn of<'a>(
        runs: impl Iterator<Item = &'a RunRow>,
        broken: impl Fn(&RunRow) -> Option<String>,
    ) -> Self {
        let mut count = Self { runs: 0, breaks: 0, first: String::new() };
        for row in runs {
            count.runs += 1;
            if let Some(how) = broken(row) {
                if count.breaks == 0 {
                    count.first = format!("{}: {how}", named(row));
                }
                count.breaks += 1;
            }
        }
        count
    }

    fn breaking(&self) -> String {
        format!("{} of {} runs break it: {}", self.breaks, self.runs, self.first)
    }
}

/// A claim that nothing is known of.
pub(super) fn blank(subject: &Subject, claim: &'static str, says: &str) -> ClaimResult {
    ClaimResult {
        claim,
        says: says.to_owned(),
        algorithm: subject.label.clone(),
        verdict: Verdict::Undecided,
        evidence: Evidence::Measured,
        alternative: None,
        claimed: None,
        estimate: None,
        interval: None,
        confidence: CONFIDENCE,
        degrees_of_freedom: None,
        values: 0,
        cells: 0,
        runs: 0,
        rests_on: String::new(),
        nodes_that_would_decide: None,
        holds_from: None,
        local_slopes: Vec::new(),
        residuals: Vec::new(),
    }
}
