//! Writes the result of `meshcast guarantee` for people.

use super::Page;
use crate::readable::{Columns, Text, counted, grouped, ratio};
use crate::results::guarantee::{
    BandsResult, GuaranteeResult, PhaseResult, TilesCourse, TrainsCourse,
};

/// The report of phases that are enough.
pub(crate) fn guarantee(result: &GuaranteeResult<TilesCourse>) -> Text {
    let mut page = beginning(result);
    page.gap();
    let rows = result.course.phases.iter().map(|phase| (cells(phase), String::new()));
    let heads = ["tiles", "block", "times", "alive before", "after", "certain", "steps"];
    page.block(Columns::new(heads, &rows.collect::<Vec<_>>()));
    page.gap();
    page.line("block", "nodes of the largest block");
    page.line("times", "phases with these tiles in a row; steps are those of all of them");
    page.line("alive", "most packets that want any block, before the first and after the last");
    page.line("proof", "docs/certified.md; for every message set");
    page.seedless(result.version, result.commit);
    page.text
}

/// The report of phases of trains that are enough.
pub(crate) fn slotted_guarantee(result: &GuaranteeResult<TrainsCourse>) -> Text {
    let (mut page, course) = (beginning(result), &result.course);
    let visits = counted(course.visits, "visit");
    let each = grouped(course.visit_steps);
    page.line("at last", &format!("{visits} of the whole mesh, {each} steps each"));
    page.gap();
    let rows = course.phases.iter().map(|phase| (band_cells(phase), String::new()));
    let heads = ["bands", "segment", "alive before", "after", "certain", "steps"];
    page.block(Columns::new(heads, &rows.collect::<Vec<_>>()));
    page.gap();
    let line = if course.turned { "row of a band of columns" } else { "column of a band of rows" };
    page.line("segment", &format!("nodes of a {line}"));
    page.line("alive", "most packets that want any segment, before the phase and after it");
    page.line("proof", "docs/slotted.md; for every message set");
    page.seedless(result.version, result.commit);
    page.text
}

/// What is guaranteed, and for what.
fn beginning<P>(result: &GuaranteeResult<P>) -> Page {
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
    page
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

fn cells(phase: &PhaseResult) -> [String; 7] {
    let (down, across) = phase.tiles;
    [
        format!("{} x {}", grouped(down), grouped(across)),
        grouped(phase.block),
        grouped(phase.times),
        grouped(phase.alive),
        grouped(phase.left),
        if phase.certain { "yes" } else { "no" }.to_owned(),
        grouped(phase.steps),
    ]
}
