//! Writes the results of `meshcast torus` for people.

use super::{Page, ledger};
use crate::readable::{Columns, Text};
use crate::readable::{counted, grouped, ratio};
use crate::results::torus::{MeasureResult, Row, RunResult, TableResult, TorusResult};
use crate::results::verdict::Verdict;
use meshcast_engine::SignedDimension;

/// Directions and levels that are printed; the rest is in the JSON.
const SHOWN: usize = 16;

/// The measures of a routing algorithm.
pub(crate) fn torus_measure(result: &MeasureResult) -> Text {
    let mut page = Page::default();
    page.heading(&format!("{} on {}", result.algorithm, torus(&result.torus)));
    page.gap();
    page.line("subtrees", &directions(&result.subtrees.0));
    let formula = result.formulas.delta.map(|delta| format!(", by formula {}", grouped(delta)));
    let delta = grouped(result.delta) + &formula.unwrap_or_default();
    page.line("delta", &delta);
    if let Some(theorem) = &result.formulas.theorem_5 {
        let verdict = if theorem.holds { Verdict::Supported } else { Verdict::Refuted }.name();
        let relation = if result.torus.dims == 2 { "at most" } else { "below" };
        page.line("Theorem 5", &format!("{relation} {}: {verdict}", theorem.bound));
    }
    page.line("lambda", &levels(&result.lambda));
    page.line("first hops", &directions(&result.first_hop.0));
    page.line("their lambda", &levels(&result.lambda_first_hop));
    page.gap();
    page.seedless(result.version, result.commit);
    page.text
}

/// A communication.
pub(crate) fn torus_run(result: &RunResult) -> Text {
    let mut page = Page::default();
    let RunResult { algorithm, communication, tree, .. } = result;
    page.heading(&format!("{communication} by {algorithm} on {}", torus(&result.torus)));
    page.gap();
    page.line("messages", &format!("{}, {tree} graph", grouped(result.messages)));
    page.line("order", result.order);
    page.gap();
    let over = ratio(result.steps_over_lower_bound);
    page.line("steps", &format!("{}, {over} times the lower bound", grouped(result.steps)));
    page.line("lower bound", &grouped(result.lower_bound));
    let due = result.deliveries + result.undelivered;
    page.line("deliveries", &format!("{} of {}", grouped(result.deliveries), grouped(due)));
    let peaks = format!(
        "peak {} in a node, {} for a channel",
        counted(result.buffer.peak.into(), "message"),
        grouped(result.buffer.queue_peak.into())
    );
    page.line("queues", &peaks);
    let uses = format!(
        "{} uses, {} of the busiest",
        grouped(result.links.uses),
        grouped(result.links.peak.into())
    );
    page.line("channels", &uses);
    page.line("copies", &grouped(result.copies));
    page.gap();
    page.block(ledger::table(&result.ledger, result.steps));
    page.gap();
    page.timing(&result.timing, result.seed, result.version, result.commit);
    page.text
}

/// The comparison.
pub(crate) fn torus_table(result: &TableResult) -> Text {
    let mut page = Page::default();
    page.heading(&format!("routing algorithms on tori, {} first", result.order));
    page.gap();
    let rows: Vec<_> = result.rows.iter().map(|row| (cells(row), String::new())).collect();
    let headings = [
        "K^n",
        "algorithm",
        "graph",
        "delta",
        "bound",
        "lambda",
        "first",
        "one",
        "each",
        "all",
        "all each",
    ];
    page.block(Columns::new(headings, &rows));
    page.gap();
    page.line("bound", "Theorem 5's on delta of diagonal, for odd K");
    page.line("lambda", "the greatest Lambda(d), by last hops");
    page.line("first", "the same by first hops");
    page.line("one", "steps / lower bound of a broadcast from one node");
    page.line("each", "of messages from one node to each");
    page.line("all", "of a broadcast from every node");
    page.line("all each", "of messages from every node to each");
    page.gap();
    page.timing(&result.timing, result.seed, result.version, result.commit);
    page.text
}

fn cells(row: &Row) -> [String; 11] {
    let [one, each, all, all_each] =
        row.cells().map(|cell| format!("{} / {}", grouped(cell.steps), grouped(cell.lower_bound)));
    [
        format!("{}^{}", row.radix, row.dims),
        row.algorithm.to_owned(),
        row.tree.to_owned(),
        grouped(row.delta),
        row.theorem_5.map_or_else(|| "-".to_owned(), |bound| bound.to_string()),
        grouped(row.lambda),
        grouped(row.lambda_first_hop),
        one,
        each,
        all,
        all_each,
    ]
}

fn torus(torus: &TorusResult) -> String {
    let nodes = counted(torus.nodes as u64, "node");
    format!("the torus of {}^{} = {nodes}", torus.radix, torus.dims)
}

fn directions(points: &[(SignedDimension, u64)]) -> String {
    let named =
        points.iter().map(|&(direction, points)| format!("{direction:+}: {}", grouped(points)));
    shown(named, points.len())
}

fn levels(spreads: &[u64]) -> String {
    shown(spreads.iter().map(|&spread| grouped(spread)), spreads.len())
}

fn shown(items: impl Iterator<Item = String>, length: usize) -> String {
    let mut line = items.take(SHOWN).collect::<Vec<_>>().join(", ");
    if length > SHOWN {
        line.push_str(", ...");
    }
    line
}
