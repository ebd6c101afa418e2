//! Writes the map of the fastest algorithms for people.

use super::Page;
use crate::readable::Printed;
use crate::readable::{Columns, Text};
use crate::readable::{grouped, ratio};
use crate::results::crossover::CrossoverResult;
use crate::results::crossover::{CrossoverCell, Origin};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A map with a letter for each algorithm, then a line for each cell.
pub(crate) fn crossover(result: &CrossoverResult) -> Text {
    let mut page = Page::default();
    page.heading("the fewest steps at n nodes and congestion c, of uniform sets");
    page.gap();
    let names: BTreeSet<&str> = result.cells.iter().map(|cell| cell.algorithm.as_str()).collect();
    let letters: BTreeMap<&str, char> = names.into_iter().zip('a'..='z').collect();
    page.block(map(&result.cells, &letters));
    page.gap();
    for (name, letter) in &letters {
        let letters = format!("{} {letter}", letter.to_ascii_uppercase());
        page.line(&letters, &Printed::of(name).to_string());
    }
    page.block("  capitals are measured, small letters predicted\n");
    page.line(
        "~",
        "a tie: within 20 %, where one of the two is predicted and may be off by as much",
    );
    page.line("scaled", "a closed form beyond 2^16 nodes, scaled from there");
    page.gap();
    page.block(compared(result));
    page.gap();
    let rows: Vec<_> = result.cells.iter().map(line).collect();
    let headings = ["n", "c", "algorithm", "steps", "is", "runner-up", "times"];
    page.block(Columns::new(headings, &rows).with_keys(2));
    page.gap();
    page.seedless(result.version, result.commit);
    page.text
}

/// Which algorithms are compared, and which are not.
fn compared(result: &CrossoverResult) -> Text {
    let listed = |names: &mut dyn Iterator<Item = String>| names.collect::<Vec<_>>().join(", ");
    let printed = |name: &str| Printed::of(name).to_string();
    let candidates = listed(&mut result.candidates.iter().map(|name| printed(name)));
    let candidates = if candidates.is_empty() { "none" } else { &candidates };
    let mut text = Text::labelled("compared", candidates);
    if !result.gaps.is_empty() {
        let of = result.cells.len();
        let gap = |(name, cells): &(String, usize)| format!("{} in {cells} of {of}", printed(name));
        let gaps = listed(&mut result.gaps.iter().map(gap));
        let gaps = format!("not compared in every cell, for want of rows: {gaps}");
        text.push(Text::labelled("gaps", &gaps));
    }
    if !result.absent.is_empty() {
        let absent = listed(&mut result.absent.iter().map(|&name| name.to_owned()));
        let absent = format!("without rows of uniform sets: {absent}");
        text.push(Text::labelled("absent", &absent));
    }
    text
}

/// A row for each n, the largest first, a column for each c.
fn map(cells: &[CrossoverCell], letters: &BTreeMap<&str, char>) -> String {
    let congestions: BTreeSet<u64> = cells.iter().map(|cell| cell.congestion).collect();
    let meshes: BTreeSet<u64> = cells.iter().map(|cell| cell.nodes).collect();
    let mut text = String::new();
    for &nodes in meshes.iter().rev() {
        let _ = write!(text, "  {:>5}", format!("2^{}", nodes.ilog2()));
        let mut row = cells.iter().filter(|cell| cell.nodes == nodes).peekable();
        for &congestion in &congestions {
            let found = row.next_if(|cell| cell.congestion == congestion);
            let letter = found.map_or(' ', |cell| match cell.is {
                Origin::Measured => letters[cell.algorithm.as_str()].to_ascii_uppercase(),
                Origin::Predicted => letters[cell.algorithm.as_str()],
            });
            let _ = write!(text, " {letter:>4}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("  n / c");
    for congestion in &congestions {
        let _ = write!(text, " {:>4}", format!("2^{}", congestion.ilog2()));
    }
    text.push('\n');
    text
}

fn line(cell: &CrossoverCell) -> ([String; 7], String) {
    let is = match cell.is {
        Origin::Measured => "measured",
        Origin::Predicted => cell.by.unwrap_or("predicted"),
    };
    let times = cell.runner_up_steps.map(|steps| steps as f64 / cell.steps.max(1) as f64);
    let times = times.map_or_else(|| "-".to_owned(), ratio);
    let cells = [
        power(cell.nodes),
        power(cell.congestion),
        Printed::of(&cell.algorithm).to_string(),
        grouped(cell.steps),
        is.replace("scaled closed form", "scaled").replace("fit to closed forms", "fit"),
        cell.runner_up
            .as_deref()
            .map_or_else(|| "-".to_owned(), |name| Printed::of(name).to_string()),
        format!("{}{times}", if cell.is_tie() { "~" } else { "" }),
    ];
    (cells, String::new())
}

/// A power of two as such, else the number.
fn power(number: u64) -> String {
    if number.is_power_of_two() { format!("2^{}", number.ilog2()) } else { grouped(number) }
}
