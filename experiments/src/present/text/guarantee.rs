//! Writes the result of `meshcast guarantee` for people.

use super::Page;
use crate::readable::{Columns, Text, counted, grouped, ratio};
use crate::results::guarantee::{
    BandsResult, GuaranteeResult, PhaseResult, SlottedGuaranteeResult,
};

/// The report of phases that are enough.
pub(crate) fn guarantee(result: &GuaranteeResult) -> Text {
    let mut page = Page::default();
    page.heading(&format!(
        "{} on {}, congestion c = {}",
        result.algorithm,
        counted(result.nodes, "node"),
        grouped(result.congestion)
    ));
    page.gap();
    let (rows, cols) = result.mesh;
    page.line("mesh", &format!("{} x {}", grouped(rows), grouped(cols)));
    let share = ratio(result.steps_over_sqrt_cn);
    page.line("steps", &format!("{} at most, {share} sqrt(cn)", grouped(result.steps)));
    page.line("failure", &format!("with a chance of at most 2^{}", result.failure_log2));
    page.gap();
    let rows: Vec<_> = result.phases.iter().map(|phase| (cells(phase), String::new())).collect();
    let heads = ["tiles", "block", "alive before", "after", "certain", "steps"];
    page.block(Columns::new(heads, &rows));
    page.gap();
    page.line("block", "nodes of the largest block");
    page.line("alive", "most packets that want any block, before the phase and after it");
    page.line("proof", "docs/certified.md; for every message set");
    page.seedless(result.version, result.commit);
    page.text
}

/// The report of phases of trains that are enough.
pub(crate) fn slotted_guarantee(result: &SlottedGuaranteeResult) -> Text {
    let mut page = Page::default();
    page.heading(&format!(
        "{} on {}, congestion c = {}",
        result.algorithm,
        counted(result.nodes, "node"),
        grouped(result.congestion)
    ));
    page.gap();
    let (rows, cols) = result.mesh;
    page.line("mesh", &format!("{} x {}", grouped(rows), grouped(cols)));
    let share = ratio(result.steps_over_sqrt_cn);
    page.line("steps", &format!("{} at most, {share} sqrt(cn)", grouped(result.steps)));
    page.line("failure", &format!("with a chance of at most 2^{}", result.failure_log2));
    let visits = counted(result.visits, "visit");
    let each = grouped(result.visit_steps);
    page.line("at last", &format!("{visits} of the whole mesh, {each} steps each"));
    page.gap();
    let rows: Vec<_> =
        result.phases.iter().map(|phase| (band_cells(phase), String::new())).collect();
    let heads = ["bands", "segment", "alive before", "after", "certain", "steps"];
    page.block(Columns::new(heads, &rows));
    page.gap();
    let line = if result.turned { "row of a band of columns" } else { "column of a band of rows" };
    page.line("segment", &format!("nodes of a {line}"));
    page.line("alive", "most packets that want any segment, before the phase and after it");
    page.line("proof", "docs/slotted.md; for every message set");
    page.seedless(result.version, result.commit);
    page.text
}

fn band_cells(phase: &BandsResult) -> [String; 6] {
    [
        grouped(phase.bands),
        grouped(phase.segment),
        grouped(phase.alive),
        grouped(phase.left),
        if phase.certain { "yes" } else { "no" }.to_owned(),
        grouped(phase.steps),
    ]
}

fn cells(phase: &PhaseResult) -> [String; 6] {
    let (down, across) = phase.tiles;
    [
        format!("{} x {}", grouped(down), grouped(across)),
        grouped(phase.block),
        grouped(phase.alive),
        grouped(phase.left),
        if phase.certain { "yes" } else { "no" }.to_owned(),
        grouped(phase.steps),
    ]
}
