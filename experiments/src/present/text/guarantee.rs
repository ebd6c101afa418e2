//! Writes the result of `meshcast expander rounds` for people.

use super::Page;
use crate::readable::{Columns, Text};
use crate::readable::{counted, grouped, ratio};
use crate::results::guarantee::{GuaranteeResult, StageResult};

/// The report of guaranteed rounds.
pub(crate) fn guaranteed(result: &GuaranteeResult) -> Text {
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

fn schedule(result: &GuaranteeResult) -> String {
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
