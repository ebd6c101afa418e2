//! Adds what exact formulas say to the lines of theorems.
//!
//! A formula is about the schedule: that its ratio to the bound settles needs no statistics. What depends on data is supposed in
//! it, and runs must bear that out: on the same meshes they take at most [`BORNE_OUT`] times its steps. Then the line rests on the
//! formula, unless runs refute the claim.

use crate::asymptotics::{Sides, Subject, limits, processors, sides};
use crate::catalogue::{self, Envelope};
use crate::results::limits::LimitResult;
use crate::results::verdict::{Evidence, ExactEvidence, Headline, Verdict, VerifyResult};
use crate::store::{DONE, RunRow};
use meshcast_engine::Shape;

/// The congestions for which formulas are followed.
const CONGESTIONS: [usize; 2] = [4, 64];

/// Runs that take more than so many times the steps of the formula do what it does not suppose.
const BORNE_OUT: f64 = 2.0;

/// The verdicts on the rows of a store, with formulas.
pub(crate) fn with_formulas(mut result: VerifyResult, rows: &[RunRow]) -> VerifyResult {
    let (sides, threads) = (sides(Sides::Few), processors());
    for line in &mut result.headline {
        let Some(subject) = catalogue::spelled(&line.algorithm).ok().and_then(Subject::of) else {
            continue;
        };
        // `unicast` is held against c√n, and no theorem is about it.
        if !matches!(
            subject.formula.envelope,
            Envelope::RootOfLoad | Envelope::RootOfLoadLogSquared
        ) {
            continue;
        }
        if let Some(most) = most_over_formula(&subject, rows) {
            let limits = limits(std::slice::from_ref(&subject), &CONGESTIONS, &sides, threads);
            settle(line, ExactEvidence::of(&limits, most), subject.formula.envelope);
        }
    }
    result
}

/// The most that a run takes over the steps of the formula, on a set as the formula is for; none if there is no such run.
fn most_over_formula(subject: &Subject, rows: &[RunRow]) -> Option<f64> {
    let of = |row: &RunRow| {
        let is_own =
            row.algorithm == subject.name && row.knowledge == "known" && row.status == DONE;
        let (congestion, nodes) = (row.congestion?, row.nodes);
        let is_uniform = row.degree? == congestion && row.deliveries? == congestion * nodes;
        if !is_own || !is_uniform || congestion == 0 || 16 * congestion > nodes {
            return None;
        }
        let shape = Shape::new(row.mesh_rows as usize, row.mesh_cols as usize).ok()?;
        Some(row.steps? as f64 / subject.steps(shape, congestion as usize) as f64)
    };
    rows.iter().filter_map(of).reduce(f64::max)
}

impl ExactEvidence {
    /// What these limits say together.
    fn of(limits: &[LimitResult], most_over_formula: f64) -> Self {
        let last = || limits.iter().map(|limit| limit.last);
        Self {
            bounded: limits.iter().all(|limit| limit.bounded),
            least: last().fold(f64::INFINITY, f64::min),
            greatest: last().fold(0.0, f64::max),
            most_over_formula,
        }
    }
}

/// Lets a line rest on its formula, if that decides. Its constant is that of the formula if both are held against the same bound.
fn settle(line: &mut Headline, exact: ExactEvidence, envelope: Envelope) {
    line.exact = Some(exact);
    if !exact.bounded {
        (line.verdict, line.evidence) = (Verdict::Refuted, Evidence::Exact);
    } else if line.verdict != Verdict::Refuted && exact.most_over_formula <= BORNE_OUT {
        (line.verdict, line.evidence) = (Verdict::Supported, Evidence::Exact);
        if line.claim.ends_with(&format!("({})", envelope.symbols())) {
            (line.constant_least, line.constant) = (Some(exact.least), Some(exact.greatest));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(verdict: Verdict) -> Headline {
        Headline {
            theorem: "Theorem 3",
            algorithm: "randomized:paper".to_owned(),
            claim: "steps = Θ(√(cn))",
            verdict,
            evidence: Evidence::Measured,
            constant: Some(70.0),
            constant_least: Some(50.0),
            exact: None,
            open: vec!["steps-on-n"],
        }
    }

    fn settled(verdict: Verdict, bounded: bool, most: f64) -> (Verdict, Evidence, Option<f64>) {
        let mut line = line(verdict);
        let (least, greatest) = (32.7, 54.8);
        let exact = ExactEvidence { bounded, least, greatest, most_over_formula: most };
        settle(&mut line, exact, Envelope::RootOfLoad);
        assert_eq!(line.exact.map(|exact| exact.bounded), Some(bounded));
        (line.verdict, line.evidence, line.constant)
    }

    #[test]
    fn a_formula_that_runs_bear_out_decides() {
        let supported = (Verdict::Supported, Evidence::Exact, Some(54.8));
        assert_eq!(settled(Verdict::Undecided, true, 1.2), supported);
        assert_eq!(settled(Verdict::Supported, true, 2.0), supported);
    }

    #[test]
    fn a_formula_hides_no_refutation_and_none_of_its_own() {
        let refuted = (Verdict::Refuted, Evidence::Measured, Some(70.0));
        assert_eq!(settled(Verdict::Refuted, true, 1.0), refuted);
        let unbounded = (Verdict::Refuted, Evidence::Exact, Some(70.0));
        assert_eq!(settled(Verdict::Supported, false, 1.0), unbounded);
    }

    #[test]
    fn a_constant_is_over_the_bound_of_its_claim() {
        let mut rounds =
            Headline { claim: "steps = O(√(cn)·R(n/c))", ..line(Verdict::Undecided) };
        let exact =
            ExactEvidence { bounded: true, least: 32.7, greatest: 54.8, most_over_formula: 1.0 };
        settle(&mut rounds, exact, Envelope::RootOfLoad);
        assert_eq!((rounds.evidence, rounds.constant), (Evidence::Exact, Some(70.0)));
        rounds.claim = "steps = O(√(cn)·log² n)";
        settle(&mut rounds, exact, Envelope::RootOfLoadLogSquared);
        assert_eq!(rounds.constant, Some(54.8));
    }

    #[test]
    fn runs_that_do_otherwise_leave_a_line_to_them() {
        let undecided = (Verdict::Undecided, Evidence::Measured, Some(70.0));
        assert_eq!(settled(Verdict::Undecided, true, 2.1), undecided);
    }

    #[test]
    fn the_largest_meshes_say_how_many_and_every_congestion_has_a_say() {
        let names = ["hamiltonian", "scan"];
        let subjects = names.map(|name| {
            let algorithm = catalogue::spelled(name).ok().and_then(Subject::of);
            algorithm.or_else(|| Subject::primitive(name)).expect("a formula")
        });
        let followed = limits(&subjects, &CONGESTIONS, &sides(Sides::Few), 2);
        assert_eq!(followed.len(), 3, "one for each congestion, and one of the primitive");
        let together = ExactEvidence::of(&followed, 1.5);
        assert!(together.bounded && together.least < 1.01 && together.greatest > 1.99);
        let mut grows = followed.clone();
        grows[1].bounded = false;
        assert!(!ExactEvidence::of(&grows, 1.5).bounded);
    }
}
