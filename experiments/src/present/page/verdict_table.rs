//! Shows the verdicts of a report as tables that become cards on a narrow screen.

use crate::present::markup::escaped;
use crate::readable::grouped;
use crate::results::verdict::{ClaimResult, Headline, Verdict, VerifyResult};
use std::fmt::Write as _;

/// A line for each theorem and algorithm; then, folded, a line a claim, those that fail first.
pub(super) fn verdicts(result: &VerifyResult) -> String {
    if result.claims.is_empty() {
        return "<p>The runs of this store bear on no claim.</p>\n".to_owned();
    }
    let mut text = String::new();
    if !result.headline.is_empty() {
        let lines = result.headline.iter().map(line);
        let columns =
            ["verdict", "theorem", "algorithm", "claim", "steps over the bound", "evidence"];
        text.push_str(&table(&columns, lines));
    }
    let count = |verdict| result.with(verdict).count();
    let order = [Verdict::Refuted, Verdict::Undecided, Verdict::Supported];
    let rows = order.into_iter().flat_map(|verdict| result.with(verdict)).map(row);
    // Writing to memory cannot fail.
    let _ = write!(
        text,
        "<details><summary class=\"tally\">All {} claims: <b>{}</b> supported, <b>{}</b> refuted, <b>{}</b> undecided \
         at this range</summary>\n{}</details>\n",
        result.claims.len(),
        count(Verdict::Supported),
        count(Verdict::Refuted),
        count(Verdict::Undecided),
        table(&["verdict", "algorithm", "claim", "rests on"], rows)
    );
    text
}

/// A table that becomes cards on a narrow screen.
fn table(columns: &[&str], rows: impl Iterator<Item = String>) -> String {
    let head = columns.join("</th><th scope=\"col\">");
    let rows: String = rows.collect();
    format!(
        "<table class=\"cards\">\n<thead><tr><th scope=\"col\">{head}</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
    )
}

/// The verdict of a line, by a sign too.
fn verdict(verdict: Verdict) -> String {
    let (class, sign) = match verdict {
        Verdict::Supported => ("supported", "✓"),
        Verdict::Refuted => ("refuted", "✗"),
        Verdict::Undecided => ("undecided", "?"),
    };
    format!(
        "<td data-is=\"verdict\"><span class=\"verdict {class}\"><span aria-hidden=\"true\">{sign}</span> {}</span></td>",
        verdict.name()
    )
}

fn line(of: &Headline) -> String {
    let constant = of.constant_least.zip(of.constant);
    let constant =
        constant.map_or_else(|| "–".to_owned(), |(least, most)| format!("{least:.1} to {most:.1}"));
    format!(
        "<tr>{}<td data-is=\"theorem\">{}</td><td data-is=\"algorithm\">{}</td><td data-is=\"claim\">{}</td>\
         <td data-is=\"steps over the bound\">{constant}</td><td data-is=\"evidence\">{}</td></tr>\n",
        verdict(of.verdict),
        escaped(of.theorem),
        escaped(&of.algorithm),
        escaped(of.claim),
        of.evidence.name(),
    )
}

fn row(claim: &ClaimResult) -> String {
    let from = claim.holds_from.map_or(String::new(), |value| {
        format!("; local slopes as claimed from {} on", grouped(value))
    });
    let decide = claim.nodes_that_would_decide.map_or(String::new(), |nodes| {
        format!("; <span class=\"decide\">n = {} would decide</span>", grouped(nodes))
    });
    format!(
        "<tr>{}<td data-is=\"algorithm\">{}</td><td data-is=\"claim\">{}</td><td data-is=\"rests on\">{}{from}{decide}</td></tr>\n",
        verdict(claim.verdict),
        escaped(&claim.algorithm),
        escaped(&claim.says),
        escaped(&claim.rests_on),
    )
}
