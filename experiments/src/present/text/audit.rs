//! Writes audits for people.

use super::{Page, heat_map, occupancy, route::node_peaks};
use crate::console::terminal::Shades;
use crate::readable::Printed;
use crate::readable::{Columns, Text};
use crate::readable::{counted, grouped, percent};
use crate::results::audit::{AlgorithmAudit, Part, RunAudit, SweepAudit};
use crate::results::audit_summary::{coarser, histogram};
use meshcast_engine::Shape;
use std::path::Path;

/// The audit of a run.
pub(crate) fn run_audit(audit: &RunAudit, shades: Shades) -> Text {
    let mut page = Page::default();
    let RunAudit { rows, cols, .. } = audit;
    let (algorithm, source) = (Printed::of(&audit.algorithm), Printed::of(&audit.source));
    page.heading(&format!("{algorithm} on {rows} x {cols} nodes: {source}"));
    page.gap();
    let of = audit.capacity.map_or_else(String::new, |capacity| format!(" of {capacity}"));
    let phase = Printed::of(&audit.peak_phase);
    page.line("peak", &format!("{}{of} packets, first in {phase}", audit.peak));
    page.line("mean", &format!("{} packets a buffer", mean(Some(audit.mean))));
    page.line("steps", &grouped(audit.steps));
    page.gap();
    page.block(parts("phase", &audit.phases, audit.steps, |part| {
        let depth = part.name.matches('/').count();
        let name = part.name.rsplit('/').next().unwrap_or_default();
        format!("{:indent$}{}", "", named(name), indent = 2 * depth)
    }));
    page.gap();
    let primitive = |part: &Part| named(&part.name);
    page.block(parts("primitive", &audit.primitives, audit.steps, primitive));
    page.gap();
    page.block(held(&histogram(&audit.occupancy)));
    page.gap();
    page.block(occupancy::table(&coarser(&audit.occupancy, occupancy::ROWS)));
    if let Ok(shape) = Shape::new(audit.map.rows, audit.map.cols) {
        page.gap();
        page.block(heat_map::heat_map(&audit.map.peaks, shape, audit.map.cell, shades));
    }
    page.gap();
    page.block(node_peaks(&audit.node_peaks, audit.rows * audit.cols));
    page.gap();
    page.program(audit.seed, audit.version, audit.commit);
    page.text
}

/// The audit of a sweep.
pub(crate) fn sweep_audit(audit: &SweepAudit, folder: &Path) -> Text {
    let mut page = Page::default();
    let folder = Printed::of(&folder.to_string_lossy());
    page.heading(&format!("buffers of {} in {folder}", counted(audit.runs as u64, "run")));
    page.gap();
    let rows: Vec<_> = audit.algorithms.iter().map(fullest).collect();
    let headings = ["algorithm", "runs", "peak", "capacity", "n", "c", "d", "seed"];
    page.block(Columns::new(headings, &rows));
    for of in &audit.algorithms {
        page.gap();
        let audited = match of.audited {
            0 => "none audited in full".to_owned(),
            audited => format!("means over {}", counted(audited as u64, "full audit")),
        };
        page.heading(&format!("  {}, {audited}", Printed::of(&of.algorithm)));
        let steps = of.primitives.iter().map(|part| part.steps).sum();
        page.block(parts("primitive", &of.primitives, steps, |part| named(&part.name)));
    }
    page.gap();
    page.seedless(audit.version, audit.commit);
    page.text
}

/// The run with the fullest buffer, and the phase.
fn fullest(of: &AlgorithmAudit) -> ([String; 8], String) {
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), grouped);
    let at_most = if of.peak_is == "bound" { "<=" } else { "" };
    let cells = [
        Printed::of(&of.algorithm).to_string(),
        grouped(of.runs as u64),
        format!("{at_most}{}", grouped(of.peak)),
        of.run.capacity.map_or_else(|| "none".to_owned(), grouped),
        grouped(of.run.nodes),
        number(of.run.congestion),
        number(of.run.degree),
        grouped(of.run.seed),
    ];
    (cells, format!("{}, in {}", Printed::of(&of.run.source), Printed::of(&of.peak_phase)))
}

/// A table of parts of a ledger whose steps add up to `steps`.
fn parts(heading: &str, parts: &[Part], steps: u64, name: impl Fn(&Part) -> String) -> Columns {
    let row = |part: &Part| {
        let at_most = if part.peak_is == "bound" { "<=" } else { "" };
        let cells = [
            name(part),
            grouped(part.steps),
            percent(part.steps, steps),
            mean(part.mean),
            format!("{at_most}{}", part.peak),
        ];
        (cells, String::new())
    };
    let rows: Vec<_> = parts.iter().map(row).collect();
    Columns::new([heading, "steps", "share", "mean", "peak"], &rows)
}

/// How often buffers held how much.
fn held(histogram: &[u64]) -> Columns {
    /// Rows, the last of which may stand for all that is above.
    const ROWS: usize = 12;
    let all = histogram.iter().sum();
    let mut rows: Vec<_> = histogram.iter().take(ROWS).enumerate().collect();
    let above: u64 = histogram.iter().skip(ROWS).sum();
    if above > 0 {
        rows.push((ROWS, &above));
    }
    let row = |(held, &times): (usize, &u64)| {
        let more = if held == ROWS { " or more" } else { "" };
        ([format!("{held}{more}"), percent(times, all)], String::new())
    };
    let rows: Vec<_> = rows.into_iter().map(row).collect();
    Columns::new(["packets held", "share of time"], &rows)
}

fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.3}"))
}

fn named(name: &str) -> String {
    let name = if name.is_empty() { "(outside of phases)" } else { name };
    Printed::of(name).to_string()
}
