//! Adds what exact formulas say to the lines of theorems.
//!
//! A formula is about the schedule: that its ratio to the bound settles needs no statistics. What depends on data is supposed in
//! it, and runs must bear that out. Formulas are upper bounds; that nothing takes fewer than Ω(√(cn)) steps on the hardest sets is
//! Theorem 1, and every run is held against the lower bound of its set.

use crate::asymptotics::{Sides, Subject, limits, processors, sides};
use crate::catalogue::{self, Envelope};
use crate::results::limits::LimitResult;
use crate::results::verdict::{
    ClaimResult, Evidence, ExactEvidence, Headline, Verdict, VerifyResult,
};
use crate::store::{DONE, RunRow};
use meshcast_engine::Shape;
use std::collections::BTreeSet;

/// The congestions for which formulas are followed.
const CONGESTIONS: [usize; 2] = [4, 64];

/// Runs that take so many times the steps of the formula, or it so many times theirs, do what it does not suppose.
const BORNE_OUT: f64 = 2.0;

/// Numbers of nodes on which runs bear a formula out, at least.
const SIZES: usize = 2;

/// The claims that are about growth with n, of which formulas speak.
const ON_N: [&str; 5] = [
    "steps-on-n",
    "ratio-flat",
    "rounds-envelope-n",
    "explicit-envelope-n",
    "log-squared-envelope",
];

/// The verdicts on the rows of a store, with formulas.
pub(crate) fn with_formulas(mut result: VerifyResult, rows: &[RunRow]) -> VerifyResult {
    let (sides, threads) = (sides(Sides::Beyond), processors());
    let claims = &result.claims;
    for line in &mut result.headline {
        let algorithm = catalogue::spelled(&line.algorithm).ok().and_then(Subject::of);
        let Some(subject) = algorithm.or_else(|| Subject::pram(&line.algorithm)) else {
            continue;
        };
        // `unicast` is held against c√n, and no theorem is about it.
        if !matches!(
            subject.formula.envelope,
            Envelope::Root | Envelope::RootOfLoad | Envelope::RootOfLoadLogSquared
        ) {
            continue;
        }
        if let Some(over_formula) = over_formula(&subject, rows) {
            let limits = limits(std::slice::from_ref(&subject), &CONGESTIONS, &sides, threads);
            let exact = ExactEvidence::of(&limits, over_formula);
            let beside = unvaried(claims, &line.algorithm);
            settle(line, exact, subject.formula.envelope, &beside);
        }
    }
    result
}

/// The least and the most that runs take over the steps of the formula, on sets as the formula is for; none if they are on fewer than
/// [`SIZES`] numbers of nodes.
fn over_formula(subject: &Subject, rows: &[RunRow]) -> Option<(f64, f64)> {
    let of = |row: &RunRow| {
        let is_own =
            row.algorithm == subject.name && row.knowledge == "known" && row.status == DONE;
        let (congestion, nodes) = (row.congestion?, row.nodes);
        let is_uniform = row.degree? == congestion && row.deliveries? == congestion * nodes;
        let is_in_range = congestion > 0 && 16 * congestion <= nodes;
        if !is_own || !is_uniform || !is_in_range || row.has_several_messages() {
            return None;
        }
        let shape = Shape::new(row.mesh_rows as usize, row.mesh_cols as usize).ok()?;
        Some((nodes, row.steps? as f64 / subject.steps(shape, congestion as usize) as f64))
    };
    let found: Vec<(u64, f64)> = rows.iter().filter_map(of).collect();
    let sizes: BTreeSet<u64> = found.iter().map(|&(nodes, _)| nodes).collect();
    let ratios = || found.iter().map(|&(_, ratio)| ratio);
    (sizes.len() >= SIZES)
        .then(|| (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max)))
}

/// The claims about growth with what no two runs of an algorithm differ in: runs say nothing of them.
fn unvaried(claims: &[ClaimResult], algorithm: &str) -> Vec<&'static str> {
    let own = claims.iter().filter(|claim| claim.algorithm == algorithm && claim.values < 2);
    own.map(|claim| claim.claim).collect()
}

impl ExactEvidence {
    /// What these limits say together.
    fn of(limits: &[LimitResult], over_formula: (f64, f64)) -> Self {
        let last = || limits.iter().map(|limit| limit.last);
        Self {
            bounded: limits.iter().all(|limit| limit.bounded),
            grows: limits.iter().any(|limit| limit.grows),
            least: last().fold(f64::INFINITY, f64::min),
            greatest: last().fold(0.0, f64::max),
            least_over_formula: over_formula.0,
            most_over_formula: over_formula.1,
        }
    }

    /// Whether runs take about the steps of the formula.
    fn is_borne_out(self) -> bool {
        self.most_over_formula <= BORNE_OUT && self.least_over_formula * BORNE_OUT >= 1.0
    }
}

/// Lets a line rest on its formula, if runs bear that out and leave open at most how steps grow with n, and claims that they say nothing
/// of. A ratio that grows all along refutes the line; if it is greater on the largest meshes alone, nobody knows how it goes on. The
/// constant is that of the formula if both are held against the same bound.
fn settle(line: &mut Headline, exact: ExactEvidence, envelope: Envelope, unvaried: &[&str]) {
    line.exact = Some(exact);
    if line.verdict == Verdict::Refuted || !exact.is_borne_out() {
        return;
    }
    // A formula may be held against a bound below that of the claim.
    let bound = format!("({})", envelope.symbols());
    let is_own_bound = line.claim.ends_with(&bound);
    if !exact.bounded {
        let verdict =
            if exact.grows && is_own_bound { Verdict::Refuted } else { Verdict::Undecided };
        (line.verdict, line.evidence) = (verdict, Evidence::Exact);
    } else if line.open.iter().all(|claim| ON_N.contains(claim) || unvaried.contains(claim)) {
        (line.verdict, line.evidence) = (Verdict::Supported, Evidence::Exact);
        if is_own_bound {
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

    /// A formula that runs bear out to within so many times its steps.
    fn exact(bounded: bool, most: f64) -> ExactEvidence {
        ExactEvidence {
            bounded,
            grows: false,
            least: 32.7,
            greatest: 54.8,
            least_over_formula: 1.0 / most,
            most_over_formula: most,
        }
    }

    fn settled(verdict: Verdict, bounded: bool, most: f64) -> (Verdict, Evidence, Option<f64>) {
        let mut line = line(verdict);
        let exact = exact(bounded, most);
        settle(&mut line, exact, Envelope::RootOfLoad, &[]);
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
    fn a_formula_hides_no_refutation_and_supports_nothing_that_grows() {
        let refuted = (Verdict::Refuted, Evidence::Measured, Some(70.0));
        assert_eq!(settled(Verdict::Refuted, true, 1.0), refuted);
        let unbounded = (Verdict::Undecided, Evidence::Exact, Some(70.0));
        assert_eq!(settled(Verdict::Supported, false, 1.0), unbounded);
        let grows = ExactEvidence { grows: true, ..exact(false, 1.0) };
        let mut all_along = line(Verdict::Supported);
        settle(&mut all_along, grows, Envelope::RootOfLoad, &[]);
        assert_eq!((all_along.verdict, all_along.evidence), (Verdict::Refuted, Evidence::Exact));
        let mut on_c = Headline { open: vec!["steps-on-c"], ..line(Verdict::Undecided) };
        let exact = exact(true, 1.0);
        settle(&mut on_c, exact, Envelope::RootOfLoad, &["no-growth-with-d"]);
        assert_eq!((on_c.verdict, on_c.evidence), (Verdict::Undecided, Evidence::Measured));
        // Of growth with c the runs of one congestion say nothing, neither for nor against.
        settle(&mut on_c, exact, Envelope::RootOfLoad, &["steps-on-c"]);
        assert_eq!((on_c.verdict, on_c.evidence), (Verdict::Supported, Evidence::Exact));
    }

    #[test]
    fn a_constant_is_over_the_bound_of_its_claim() {
        let mut rounds =
            Headline { claim: "steps = O(√(cn)·R(n/c))", ..line(Verdict::Undecided) };
        let exact = exact(true, 1.0);
        settle(&mut rounds, exact, Envelope::RootOfLoad, &[]);
        assert_eq!((rounds.evidence, rounds.constant), (Evidence::Exact, Some(70.0)));
        let grows = ExactEvidence { grows: true, bounded: false, ..exact };
        let mut above = rounds.clone();
        settle(&mut above, grows, Envelope::RootOfLoad, &[]);
        assert_eq!(above.verdict, Verdict::Undecided, "the claim is about a greater bound");
        rounds.claim = "steps = O(√(cn)·log² n)";
        settle(&mut rounds, exact, Envelope::RootOfLoadLogSquared, &[]);
        assert_eq!(rounds.constant, Some(54.8));
    }

    #[test]
    fn runs_that_do_otherwise_leave_a_line_to_them() {
        let undecided = (Verdict::Undecided, Evidence::Measured, Some(70.0));
        assert_eq!(settled(Verdict::Undecided, true, 2.1), undecided);
        let supported = (Verdict::Supported, Evidence::Measured, Some(70.0));
        assert_eq!(settled(Verdict::Supported, false, 2.1), supported);
    }

    #[test]
    fn runs_with_several_messages_a_node_bear_nothing_out() {
        let subject = catalogue::spelled("hamiltonian").ok().and_then(Subject::of);
        let subject = subject.expect("a formula");
        let run = |side: u64, per_node| RunRow {
            algorithm: "hamiltonian".to_owned(),
            knowledge: "known".to_owned(),
            status: DONE.to_owned(),
            mesh_rows: side,
            mesh_cols: side,
            nodes: side * side,
            per_node: Some(per_node),
            degree: Some(1),
            congestion: Some(1),
            deliveries: Some(side * side),
            steps: Some(2 * side * side),
            ..RunRow::default()
        };
        assert!(over_formula(&subject, &[run(8, 1), run(16, 1)]).is_some());
        assert_eq!(over_formula(&subject, &[run(8, 1), run(16, 2)]), None);
    }

    #[test]
    fn the_largest_meshes_say_how_many_and_every_congestion_has_a_say() {
        let names = ["hamiltonian", "scan"];
        let subjects = names.map(|name| {
            let algorithm = catalogue::spelled(name).ok().and_then(Subject::of);
            algorithm.or_else(|| Subject::primitive(name)).expect("a formula")
        });
        let followed = limits(&subjects, &CONGESTIONS, &sides(Sides::Beyond), 2);
        assert_eq!(followed.len(), 3, "one for each congestion, and one of the primitive");
        let together = ExactEvidence::of(&followed, (1.0, 1.5));
        assert!(together.bounded && together.least < 1.01 && together.greatest > 1.99);
        let mut grows = followed.clone();
        (grows[1].bounded, grows[1].grows) = (false, true);
        let together = ExactEvidence::of(&grows, (1.0, 1.5));
        assert!(!together.bounded && together.grows);
    }
}
