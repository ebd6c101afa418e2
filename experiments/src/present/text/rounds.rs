//! Writes the result of `meshcast expander rounds` for people.

use super::Page;
use crate::readable::{Columns, Text};
use crate::readable::{counted, grouped, ratio};
use crate::results::rounds::{CertificateResult, RoundsResult, SpanResult, StageResult};

/// The report of guaranteed rounds.
pub(crate) fn rounds(result: &RoundsResult) -> Text {
    let mut page = Page::default();
    page.heading(&format!(
        "rounds on {}, congestion c = {}",
        counted(result.nodes, "node"),
        grouped(result.congestion)
    ));
    page.gap();
    page.line("schedule", &schedule(result));
    page.line("copies", &format!("alpha = {} a node and visit", result.alpha));
    page.line("stored", &counted(result.permutations, "permutation"));
    page.gap();
    page.line("rounds", &format!("{} deliver every message set", grouped(result.rounds)));
    let work = format!("that of {} rounds with c tiles", ratio(result.full_rounds));
    page.line("work", &work);
    let failure = match result.failure_log2 {
        Some(log2) => format!("at most {} of all permutations", power(log2)),
        None => "none: any permutations will do".to_owned(),
    };
    page.line("failure", &failure);
    if let Some((built, small)) = result.forced_rounds.zip(result.forced_rounds_small_blocks) {
        page.line(
            "lower bound",
            &format!("{built} as built, with blocks of 2b nodes; {small} with blocks of b nodes"),
        );
        page.line("", "whatever the permutations; b = sqrt(n/tiles), rounded down to 2^i");
    }
    page.gap();
    let rows: Vec<_> = result.stages.iter().map(|stage| (cells(stage), String::new())).collect();
    page.block(Columns::new(["tiles", "rounds", "alive before", "after", "failure"], &rows));
    page.gap();
    page.line("alive", "most packets for a block of b = sqrt(n/tiles) nodes, rounded down to 2^i");
    page.line("proof", "docs/rounds.md; of random permutations, not of a given file");
    page.seedless(result.version, result.commit);
    page.text
}

fn schedule(result: &RoundsResult) -> String {
    let tiles = grouped(result.tiles);
    let rounded = if result.tiles == result.congestion { "" } else { ", c rounded up" };
    match result.schedule {
        "fixed" => format!("fixed: {tiles} tiles{rounded}"),
        name => format!("{name}: {tiles} tiles or fewer{rounded}"),
    }
}

fn cells(stage: &StageResult) -> [String; 5] {
    [
        grouped(stage.tiles),
        grouped(stage.rounds),
        grouped(stage.alive),
        grouped(stage.left),
        stage.failure_log2.map_or_else(|| "none".to_owned(), power),
    ]
}

/// A power of two by its exponent.
fn power(log2: f64) -> String {
    format!("2^{log2:.2}")
}

/// The report of certified rounds.
pub(crate) fn explicit_rounds(result: &CertificateResult) -> Text {
    let mut page = Page::default();
    page.heading(&format!(
        "explicit rounds on {}, congestion c = {}",
        counted(result.nodes, "node"),
        grouped(result.congestion)
    ));
    page.gap();
    let (rows, cols) = result.mesh;
    page.line("mesh", &format!("{} x {}", grouped(rows), grouped(cols)));
    let (down, across) = result.grid;
    page.line("tiles", &format!("{} x {}", grouped(down), grouped(across)));
    let field = match result.field {
        1 => "none: there is one tile".to_owned(),
        q => format!("GF({}), {} a packet", grouped(q), counted(result.digits, "digit")),
    };
    page.line("field", &field);
    page.line("copies", &format!("alpha = {} a node and visit", result.alpha));
    page.line("stored", "nothing: nodes compute where packets go");
    page.gap();
    page.line("rounds", &format!("{} deliver every message set", grouped(result.rounds)));
    if let Some(steps) = result.steps {
        page.line("steps", &format!("{} at most", grouped(steps)));
    }
    page.gap();
    certificate(&mut page, result);
    page.line("proof", "docs/explicit.md; for every message set, nothing is assumed");
    page.seedless(result.version, result.commit);
    page.text
}

/// The inequalities, or why there are none.
fn certificate(page: &mut Page, result: &CertificateResult) {
    if result.spans.is_empty() {
        page.line(
            "why",
            "with one tile a round serves all that want a block, or as many as it has nodes",
        );
        return;
    }
    let rows: Vec<_> = result.spans.iter().map(|span| (of_span(span), String::new())).collect();
    let heads = ["rounds", "taken", "set", "together", "groups", "inequality", "left"];
    page.block(Columns::new(heads, &rows));
    page.gap();
    page.line(
        "alive",
        &format!("most packets for a block of b = {} nodes, the smallest", grouped(result.block)),
    );
    page.line("taken", "rounds in which every packet takes part at least");
    page.line("set", "so many packets that want the block cannot be alive after these rounds:");
    page.line(
        "",
        "their pairs are together so often at most, so they are in so many groups at least,",
    );
    let capacity = grouped(result.capacity);
    page.line("", &format!("each of which serves {capacity}: {capacity} groups + set > alive"));
}

fn of_span(span: &SpanResult) -> [String; 7] {
    [
        grouped(span.rounds),
        grouped(span.taken),
        grouped(span.set),
        grouped(span.meetings),
        grouped(span.groups),
        span.inequality.clone(),
        grouped(span.left),
    ]
}
