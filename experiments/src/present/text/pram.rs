//! Writes the results of `meshcast pram` for people.

use super::{Page, ledger};
use crate::readable::{Columns, Text, counted, grouped, percent, ratio};
use crate::results::LedgerEntry;
use crate::results::pram::{
    CompareResult, ComparedRead, ListResult, OverloadsResult, Part, PramResult,
};

/// Steps of the PRAM that are shown one by one.
const SHOWN: usize = 12;

/// A run.
pub(crate) fn pram_run(result: &PramResult) -> Text {
    let mut page = Page::default();
    let (rows, cols) = (result.machine.rows, result.machine.cols);
    page.heading(&format!("{} on {rows} x {cols} nodes", result.program));
    page.gap();
    if let Some(source) = &result.source {
        page.line("input", source);
    }
    let operator = result.operator.map_or_else(String::new, |operator| format!(" ({operator})"));
    page.line(
        "PRAM",
        &format!(
            "{}{operator}, {}",
            result.pram,
            counted(result.machine.nodes as u64, "processor")
        ),
    );
    let memory = format!(
        "{}, {}, at most {} a node",
        counted(result.cells, "cell"),
        result.layout,
        grouped(result.memory_words as u64)
    );
    page.line("memory", &memory);
    let taken = counted(result.per_node as u64, "request");
    page.line("tiles", &format!("side {}, {taken} a node at a time", result.tile_side));
    page.machine(&result.machine);
    page.gap();
    let (each, side) = (result.steps_per_pram_step, (result.machine.nodes as f64).sqrt());
    let each = format!("{} steps or {} sides each", ratio(each), ratio(each / side));
    page.line("PRAM steps", &format!("{}, of {each}", grouped(result.pram_steps)));
    page.line("steps", &grouped(result.steps));
    let formulas =
        format!("{} a read, {} a write", grouped(result.read_steps), grouped(result.write_steps));
    page.line("formulas", &formulas);
    page.line("lower bound", &format!("{}, of the first reads", grouped(result.lower_bound)));
    let (rehashes, rounds) = (result.rehashes, counted(result.rounds.into(), "round"));
    page.line("overloads", &format!("new hash keys {rehashes} times, at most {rounds} an access"));
    let bound =
        if result.ledger.iter().any(|line| line.peak_is.is_some()) { "at most " } else { "" };
    page.line("buffers", &format!("peak {bound}{}", counted(result.buffer.peak.into(), "packet")));
    page.registers(&result.registers);
    page.spatial(&result.spatial, result.machine.nodes);
    let result_is = if result.correct { "as the host computes it" } else { "WRONG" };
    page.line("result", result_is);
    page.gap();
    page.block(parts(&result.parts, result.steps));
    page.gap();
    page.block(ledger::table(&outermost(&result.ledger), result.steps));
    page.gap();
    page.timing(&result.timing, result.seed, result.version, result.commit);
    page.text
}

fn parts(parts: &[Part], steps: u64) -> Columns {
    let row = |part: &Part| {
        ([part.part.clone(), grouped(part.steps), percent(part.steps, steps)], String::new())
    };
    let rows: Vec<_> = parts.iter().map(row).collect();
    Columns::new(["part", "steps", "share"], &rows)
}

/// The first steps of the PRAM, each a line, and the others together.
fn outermost(entries: &[LedgerEntry]) -> Vec<LedgerEntry> {
    let mut lines: Vec<LedgerEntry> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.steps > 0) {
        let outermost = entry.path.split('/').next().unwrap_or_default();
        let is_new = lines.iter().all(|line| line.path != outermost);
        let path = if is_new && lines.len() >= SHOWN { "later steps" } else { outermost };
        if let Some(line) = lines.iter_mut().find(|line| line.path == path) {
            line.steps += entry.steps;
            line.peak = line.peak.max(entry.peak);
            line.peak_is = line.peak_is.or(entry.peak_is);
        } else {
            let LedgerEntry { steps, peak, peak_is, .. } = *entry;
            lines.push(LedgerEntry { path: path.to_owned(), calls: 1, steps, peak, peak_is });
        }
    }
    lines
}

/// A read in several ways.
pub(crate) fn pram_compare(result: &CompareResult) -> Text {
    let mut page = Page::default();
    page.heading(&format!("one read on {} x {} nodes, steps / packets", result.rows, result.cols));
    page.gap();
    let row = |read: &ComparedRead| {
        let ways = read.ways.iter().map(|way| format!("{} / {}", grouped(way.steps), way.peak));
        let mut cells = std::iter::once(read.pattern.to_owned()).chain(ways);
        (std::array::from_fn(|_| cells.next().unwrap_or_default()), String::new())
    };
    let rows: Vec<([String; 5], String)> = result.reads.iter().map(row).collect();
    page.block(Columns::new(["pattern", "pram", "greedy", "combining", "multicast"], &rows));
    page.gap();
    page.line("packets", "the most in a buffer");
    page.line("greedy", "buffers without limit; nodes learn for free that all is done");
    page.line("combining", "likewise, requests for a cell joining where its values part");
    page.line("multicast", "without requests: who wants what is known");
    page.gap();
    page.timing(&result.timing, result.seed, result.version, result.commit);
    page.text
}

/// How often a tile is overloaded.
pub(crate) fn pram_overloads(result: &OverloadsResult) -> Text {
    let mut page = Page::default();
    let (rows, cols) = (result.rows, result.cols);
    page.heading(&format!("overloads on {rows} x {cols} nodes"));
    page.gap();
    page.line("cells", &grouped(result.cells));
    let taken = counted(result.per_node as u64, "request");
    page.line("tiles", &format!("side {}, {taken} a node at a time", result.tile_side));
    let seeds = counted(result.seeds as u64, "seed");
    page.line("seeds", &format!("{seeds} from {} on", result.seed));
    page.line("overloads", &format!("{}: {:.2e} of all", result.overloads, result.share));
    page.line("bound", &format!("{:.2e}", result.bound));
    let (mean, greatest) = (100.0 * result.mean_fill, 100.0 * result.greatest_fill);
    page.line("fullest tile", &format!("{mean:.0} % on average, {greatest:.0} % at most"));
    page.gap();
    page.seedless(result.version, result.commit);
    page.text
}

/// The programs.
pub(crate) fn pram_list(result: &ListResult) -> Text {
    let mut page = Page::default();
    let row = |program: &crate::results::pram::ListedProgram| {
        let cells = [program.program, program.pram, program.input].map(str::to_owned);
        (cells, program.description.clone())
    };
    let rows: Vec<_> = result.programs.iter().map(row).collect();
    page.block(Columns::new(["program", "pram", "input"], &rows));
    page.gap();
    page.seedless(result.version, result.commit);
    page.text
}
