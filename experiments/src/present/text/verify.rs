//! Writes verdicts for people.

use super::Page;
use super::table::table;
use crate::readable::{counted, grouped};
use crate::results::verdict::{ClaimResult, Verdict, VerifyResult, signed};

/// A table of all verdicts, those that speak against a claim first, then what each slope is made of.
pub(crate) fn verified_claims(result: &VerifyResult) -> String {
    let mut page = Page::default();
    let order = [Verdict::NotSupported, Verdict::Undecided, Verdict::Supported];
    let count = |verdict| format!("{} {}", result.with(verdict).count(), verdict.name());
    page.heading(&order.map(count).join(", "));
    page.gap();
    let claims = || order.into_iter().flat_map(|verdict| result.with(verdict));
    let row = |claim: &ClaimResult| {
        let cells = [claim.verdict.name(), &claim.algorithm, claim.claim].map(str::to_owned);
        (cells, remark(claim))
    };
    page.block(&table(["verdict", "algorithm", "claim"], &claims().map(row).collect::<Vec<_>>()));
    page.gap();
    page.block(&slopes(claims()));
    let runs = result.runs;
    page.line("runs", &grouped((runs.done + runs.refused + runs.failed) as u64));
    page.line("refused", &grouped(runs.refused as u64));
    page.line("failed", &grouped(runs.failed as u64));
    page.line("made by", &made_by(&result.made_by));
    page.seedless(result.version, result.commit);
    page.text
}

/// The program, or a warning that there are several.
fn made_by(programs: &[String]) -> String {
    match programs {
        [program] => program.clone(),
        programs => format!(
            "{} programs, which may count otherwise: {}",
            programs.len(),
            programs.join("; ")
        ),
    }
}

fn remark(claim: &ClaimResult) -> String {
    let decides = |nodes: u64| format!("; n = {} would decide", grouped(nodes));
    let decides = claim.nodes_that_would_decide.map_or_else(String::new, decides);
    format!("{}{decides}", claim.rests_on)
}

/// The local slopes of every claim that has some, from where on they are within the margin, and the largest residual.
fn slopes<'a>(claims: impl Iterator<Item = &'a ClaimResult>) -> String {
    let rows = claims.filter(|claim| !claim.local_slopes.is_empty()).map(|claim| {
        let local = claim.local_slopes.iter();
        let local =
            local.map(|slope| format!("{}-{}: {}", slope.from, slope.to, signed(slope.slope)));
        let largest = claim.residuals.iter().map(|of| of.difference.abs()).fold(0.0, f64::max);
        let from = claim.holds_from.map_or_else(|| "-".to_owned(), grouped);
        let (name, largest) = (claim.claim.to_owned(), format!("{largest:.3}"));
        let cells = [claim.algorithm.clone(), name, from, largest];
        (cells, local.collect::<Vec<_>>().join(", "))
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return counted(0, "slope") + "\n\n";
    }
    table(
        ["slopes between neighbouring values", "claim", "as claimed from", "largest residual"],
        &rows,
    ) + "\n"
}
