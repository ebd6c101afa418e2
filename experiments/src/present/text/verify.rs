//! Writes verdicts for people.

use super::Page;
use crate::readable::{Columns, Text};
use crate::readable::{counted, grouped};
use crate::results::verdict::{ClaimResult, Evidence, RowsOf, Verdict, VerifyResult, signed};

/// The theorems that are shown; more are counted.
const MOST: usize = 8;

/// The longest algorithm that is shown.
const WIDTH: usize = 20;

/// A line for each theorem and algorithm, in ten lines of 80 columns; then, if `details` are asked for, all verdicts and what they rest on.
pub(crate) fn verified_claims(result: &VerifyResult, details: bool) -> Text {
    let mut text = headline(result);
    if details {
        text.push("\n");
        text.push(all_claims(result));
    }
    text
}

fn headline(result: &VerifyResult) -> Text {
    let shown = result.headline.len().min(MOST);
    let rows = result.headline.iter().take(shown).map(|line| {
        let cut = |name: &str| match name.char_indices().nth(WIDTH) {
            Some(_) => name.chars().take(WIDTH - 1).chain(['…']).collect(),
            None => name.to_owned(),
        };
        let is_of_formula = line.evidence == Evidence::Exact
            && line.exact.map(|exact| exact.greatest) == line.constant;
        let sign = if is_of_formula { "→" } else { "≤" };
        let constant =
            line.constant.map_or_else(|| "-".to_owned(), |most| format!("{sign}{most:.1}"));
        let claim = line.claim.trim_start_matches("steps = ").to_owned();
        let verdict = line.verdict.name().to_owned();
        let evidence = line.evidence.name().to_owned();
        (
            [line.theorem.to_owned(), cut(&line.algorithm), claim, verdict, constant, evidence],
            String::new(),
        )
    });
    let headings = ["theorem", "algorithm", "claim", "verdict", "constant", "evidence"];
    let table = Columns::new(headings, &rows.collect::<Vec<_>>()).flush();
    let runs = result.runs;
    let count = grouped((runs.done + runs.refused + runs.failed) as u64);
    let more = result.headline.len() - shown;
    let more = if more > 0 { format!("{more} more lines, ") } else { String::new() };
    let whose = match result.rows {
        RowsOf::Store => "",
        RowsOf::File => ", not this program's",
    };
    let broken = result.claims.iter().filter(|claim| claim.evidence == Evidence::Enforced);
    let broken = broken.filter(|claim| claim.verdict == Verdict::Refuted).count();
    let broken = if broken > 0 { format!("; {broken} broken rules") } else { String::new() };
    let mut text = Text::from(table);
    text.push(format!("{more}{count} rows{whose}{broken}; --details has the reasons\n"));
    if runs.left_out > 0 {
        let count = counted(runs.left_out as u64, "row");
        text.push(format!(
            "left out: {count} with several messages a node; claims are about one\n"
        ));
    }
    text
}

/// A table of all verdicts, those that speak against a claim first, then what each exponent is made of.
fn all_claims(result: &VerifyResult) -> Text {
    let mut page = Page::default();
    let order = [Verdict::Refuted, Verdict::Undecided, Verdict::Supported];
    let is = |evidence| move |claim: &&ClaimResult| claim.evidence == evidence;
    for (evidence, heading) in
        [(Evidence::Measured, "measured"), (Evidence::Enforced, "enforced by the machine")]
    {
        let claims =
            || order.into_iter().flat_map(|verdict| result.with(verdict)).filter(is(evidence));
        let count = |verdict| {
            format!(
                "{} {}",
                result.with(verdict).filter(is(evidence)).count(),
                Verdict::name(verdict)
            )
        };
        page.heading(&format!("{heading}: {}", order.map(count).join(", ")));
        page.gap();
        let row = |claim: &ClaimResult| {
            let cells = [claim.verdict.name(), &claim.algorithm, claim.claim].map(str::to_owned);
            (cells, remark(claim))
        };
        page.block(Columns::new(
            ["verdict", "algorithm", "claim"],
            &claims().map(row).collect::<Vec<_>>(),
        ));
        page.gap();
    }
    if let Some(formulas) = formulas(result) {
        page.block(formulas);
        page.gap();
    }
    page.block(slopes(order.into_iter().flat_map(|verdict| result.with(verdict))));
    page.gap();
    let runs = result.runs;
    page.line("runs", &grouped((runs.done + runs.refused + runs.failed) as u64));
    page.line("refused", &grouped(runs.refused as u64));
    page.line("failed", &grouped(runs.failed as u64));
    page.line("made by", &made_by(result));
    page.seedless(result.version, result.commit);
    page.text
}

/// What formulas say of the theorems, unless none could be held against runs.
fn formulas(result: &VerifyResult) -> Option<Columns> {
    let rows = result.headline.iter().filter_map(|line| {
        let exact = line.exact?;
        let bounded = if exact.bounded { "yes" } else { "NO" }.to_owned();
        let ratios = format!("{:.1} to {:.1}", exact.least, exact.greatest);
        let runs = format!("{:.2} to {:.2}", exact.least_over_formula, exact.most_over_formula);
        Some(([line.algorithm.clone(), bounded, ratios, runs], String::new()))
    });
    let rows: Vec<_> = rows.collect();
    let headings = ["by exact formulas", "bounded", "at 2^60 nodes", "runs over formula"];
    (!rows.is_empty()).then(|| Columns::new(headings, &rows))
}

/// The program, or a warning that there are several or that nobody knows.
fn made_by(result: &VerifyResult) -> String {
    let programs = &result.made_by;
    let named = match &programs[..] {
        [program] => program.clone(),
        programs => format!(
            "{} programs, which may count otherwise: {}",
            programs.len(),
            programs.join("; ")
        ),
    };
    match result.rows {
        RowsOf::Store => named,
        RowsOf::File => format!("rows of a file, not this program's; they name {named}"),
    }
}

fn remark(claim: &ClaimResult) -> String {
    let decides = |nodes: u64| format!("; n = {} would decide", grouped(nodes));
    let decides = claim.nodes_that_would_decide.map_or_else(String::new, decides);
    format!("{}{decides}", claim.rests_on)
}

/// The local slopes of every claim that has some, from where on they are within the margin, and the largest residual.
fn slopes<'a>(claims: impl Iterator<Item = &'a ClaimResult>) -> Text {
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
    let headings =
        ["slopes between neighbouring values", "claim", "as claimed from", "largest residual"];
    match &rows[..] {
        [] => format!("{}\n", counted(0, "slope")).into(),
        rows => Columns::new(headings, rows).into(),
    }
}
