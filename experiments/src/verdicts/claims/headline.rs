//! Sums up what is said of the steps of an algorithm: a line for each theorem.

use super::super::cells::{Cell, Subject};
use super::{claimed, scaling};
use crate::catalogue::Claim;
use crate::results::verdict::{ClaimResult, Evidence, Headline, Verdict};
use crate::store::RunRow;

/// What a theorem says of steps, and the claims that it is made of.
struct Theorem {
    name: &'static str,
    says: &'static str,
    parts: &'static [&'static str],
    /// The logarithm of steps over the bound.
    ratio: fn(&RunRow) -> Option<f64>,
}

/// The theorems about the steps of an algorithm.
pub(crate) fn headlines(subject: &Subject, claims: &[ClaimResult]) -> Vec<Headline> {
    let theorems = claimed(subject).iter().filter_map(|&claim| theorem(subject.name, claim));
    theorems.map(|theorem| theorem.headline(subject, claims)).collect()
}

fn theorem(algorithm: &str, claim: Claim) -> Option<Theorem> {
    let theorem = |name, says, parts, ratio| Some(Theorem { name, says, parts, ratio });
    match claim {
        Claim::StepsAreThetaRoot => {
            let name = match algorithm.split(':').next() {
                Some("buffered") => "Theorem 2",
                Some("randomized") => "Theorem 3",
                _ => "Theorem 1",
            };
            let parts = &["steps-on-n", "ratio-flat", "steps-on-c", "no-growth-with-d"];
            theorem(name, "steps = Θ(√(cn))", parts, scaling::over_root)
        }
        Claim::StepsKeepToRounds => {
            let parts = &["rounds-envelope-n", "rounds-envelope-c", "no-growth-with-d"];
            theorem("rounds.md", "steps = O(√(cn)·R(n/c))", parts, scaling::over_rounds)
        }
        Claim::StepsKeepToCertificate => {
            let parts = &[
                "certified-steps",
                "explicit-envelope-n",
                "explicit-envelope-c",
                "no-growth-with-d",
            ];
            let says = "steps = O(√(cn)·√(c·log n/log c))";
            theorem("explicit.md", says, parts, scaling::over_explicit)
        }
        Claim::StepsAreLogSquared => {
            let parts = &["log-squared-envelope", "no-growth-with-d"];
            theorem("Theorem 4", "steps = O(√(cn)·log² n)", parts, scaling::over_log_squared)
        }
        Claim::PramStepIsRoot => {
            let parts = &["steps-on-n", "ratio-flat", "any-pattern"];
            theorem("PRAM", "steps = O(√n)", parts, scaling::over_root)
        }
        _ => None,
    }
}

impl Theorem {
    fn headline(&self, subject: &Subject, claims: &[ClaimResult]) -> Headline {
        let parts = || claims.iter().filter(|claim| self.parts.contains(&claim.claim));
        let is = |verdict| parts().any(|claim| claim.verdict == verdict);
        let verdict = if is(Verdict::Refuted) {
            Verdict::Refuted
        } else if is(Verdict::Undecided) {
            Verdict::Undecided
        } else {
            Verdict::Supported
        };
        let open = parts().filter(|claim| claim.verdict == verdict);
        let open = open.filter(|claim| claim.verdict != Verdict::Supported);
        let (least, greatest) = self.constant(&subject.cells).unzip();
        Headline {
            theorem: self.name,
            algorithm: subject.label.clone(),
            claim: self.says,
            verdict,
            evidence: Evidence::Measured,
            constant: greatest,
            constant_least: least,
            exact: None,
            open: open.map(|claim| claim.claim).collect(),
        }
    }

    /// The least and the greatest ratio of steps to the bound, in the upper half of the range of n.
    fn constant(&self, cells: &[Cell]) -> Option<(f64, f64)> {
        let cells = || cells.iter().filter(|cell| cell.is_in_range());
        let nodes = || cells().map(|cell| cell.nodes.log2());
        let (least, most) = (nodes().reduce(f64::min)?, nodes().reduce(f64::max)?);
        let upper = cells().filter(|cell| cell.nodes.log2() >= f64::midpoint(least, most));
        let ratios: Vec<f64> = upper
            .flat_map(|cell| cell.runs.iter().copied().filter_map(self.ratio))
            .map(f64::exp2)
            .collect();
        let (low, high) =
            (ratios.iter().copied().reduce(f64::min)?, ratios.iter().copied().reduce(f64::max)?);
        Some((low, high))
    }
}
