//! Shows the verdicts of a report as a table that becomes cards on a narrow screen.

use super::html::escaped;
use crate::readable::grouped;
use crate::results::verdict::{ClaimResult, Verdict};

/// A line a claim, those that fail first.
pub(super) fn verdicts(claims: &[ClaimResult]) -> String {
    if claims.is_empty() {
        return "<p>The runs of this store bear on no claim.</p>\n".to_owned();
    }
    let count = |verdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
    let mut text = format!(
        "<p class=\"tally\"><b>{}</b> supported, <b>{}</b> refuted, <b>{}</b> undecided at this range.</p>\n",
        count(Verdict::Supported),
        count(Verdict::Refuted),
        count(Verdict::Undecided)
    );
    text.push_str(
        "<table class=\"cards\">\n<thead><tr><th scope=\"col\">verdict</th><th scope=\"col\">algorithm</th>\
         <th scope=\"col\">claim</th><th scope=\"col\">rests on</th></tr></thead>\n<tbody>\n",
    );
    for verdict in [Verdict::Refuted, Verdict::Undecided, Verdict::Supported] {
        for claim in claims.iter().filter(|claim| claim.verdict == verdict) {
            text.push_str(&row(claim));
        }
    }
    text.push_str("</tbody>\n</table>\n");
    text
}

fn row(claim: &ClaimResult) -> String {
    let (class, sign) = match claim.verdict {
        Verdict::Supported => ("supported", "✓"),
        Verdict::Refuted => ("refuted", "✗"),
        Verdict::Undecided => ("undecided", "?"),
    };
    let from = claim.holds_from.map_or(String::new(), |value| {
        format!("; local slopes as claimed from {} on", grouped(value))
    });
    let decide = claim.nodes_that_would_decide.map_or(String::new(), |nodes| {
        format!("; <span class=\"decide\">n = {} would decide</span>", grouped(nodes))
    });
    format!(
        "<tr><td data-is=\"verdict\"><span class=\"verdict {class}\"><span aria-hidden=\"true\">{sign}</span> {}</span></td>\
         <td data-is=\"algorithm\">{}</td><td data-is=\"claim\">{}</td><td data-is=\"rests on\">{}{from}{decide}</td></tr>\n",
        claim.verdict.name(),
        escaped(&claim.algorithm),
        escaped(&claim.says),
        escaped(&claim.rests_on),
    )
}
