//! The ledger as an indented tree.

use super::numbers::{grouped, percent};
use crate::results::LedgerEntry;
use std::fmt::Write as _;

/// Columns that a name may take before its numbers move right.
const NAME: usize = 34;

/// A row of the tree: a span and all that is inside it.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    depth: usize,
    name: String,
    steps: u64,
    /// How often the span was entered, where the ledger says.
    calls: Option<u64>,
    peak: u32,
}

/// The table of a ledger whose steps add up to `steps`.
pub(super) fn table(ledger: &[LedgerEntry], steps: u64) -> String {
    let mut text =
        format!("  {:<NAME$}{:>12}{:>8}{:>10}{:>6}\n", "phase", "steps", "share", "calls", "peak");
    for row in rows(ledger) {
        let name = format!("{:indent$}{}", "", row.name, indent = 2 * row.depth);
        let calls = row.calls.map_or_else(String::new, grouped);
        // Writing to memory cannot fail.
        let _ = writeln!(
            text,
            "  {name:<NAME$}{:>12}{:>8}{calls:>10}{:>6}",
            grouped(row.steps),
            percent(row.steps, steps),
            row.peak
        );
    }
    if ledger.is_empty() {
        text.push_str("  (no steps)\n");
    }
    text
}

/// The rows of the tree, each span before what is inside it, in the order of the ledger.
fn rows(ledger: &[LedgerEntry]) -> Vec<Row> {
    let names: Vec<Vec<&str>> =
        ledger.iter().map(|entry| entry.path.split('/').collect()).collect();
    let mut rows = Vec::new();
    children(ledger, &names, 0, &(0..ledger.len()).collect::<Vec<_>>(), &mut rows);
    rows
}

/// Adds the rows of the `entries`, which share their first `depth` names.
fn children(
    ledger: &[LedgerEntry],
    names: &[Vec<&str>],
    depth: usize,
    entries: &[usize],
    rows: &mut Vec<Row>,
) {
    let mut seen: Vec<&str> = Vec::new();
    for &first in entries {
        let Some(&name) = names[first].get(depth) else { continue };
        if seen.contains(&name) {
            continue;
        }
        seen.push(name);
        let inside: Vec<usize> =
            entries.iter().copied().filter(|&i| names[i].get(depth) == Some(&name)).collect();
        let own = inside.iter().find(|&&i| names[i].len() == depth + 1).map(|&i| &ledger[i]);
        rows.push(Row {
            depth,
            name: if name.is_empty() { "(outside of phases)".to_owned() } else { name.to_owned() },
            steps: inside.iter().map(|&i| ledger[i].steps).sum(),
            calls: own.map(|entry| entry.calls),
            peak: inside.iter().map(|&i| ledger[i].peak).max().unwrap_or(0),
        });
        if let (Some(own), true) = (own, inside.len() > 1) {
            rows.push(Row {
                depth: depth + 1,
                name: "(itself)".to_owned(),
                steps: own.steps,
                calls: None,
                peak: own.peak,
            });
        }
        children(ledger, names, depth + 1, &inside, rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &str, steps: u64, peak: u32) -> LedgerEntry {
        LedgerEntry { path: path.to_owned(), calls: 3, steps, peak }
    }

    fn row(depth: usize, name: &str, steps: u64, calls: Option<u64>, peak: u32) -> Row {
        Row { depth, name: name.to_owned(), steps, calls, peak }
    }

    #[test]
    fn a_span_sums_up_what_is_inside_it() {
        let ledger = [entry("a/b", 4, 1), entry("c", 2, 2), entry("a/d/e", 1, 5)];
        let expected = [
            row(0, "a", 5, None, 5),
            row(1, "b", 4, Some(3), 1),
            row(1, "d", 1, None, 5),
            row(2, "e", 1, Some(3), 5),
            row(0, "c", 2, Some(3), 2),
        ];
        assert_eq!(rows(&ledger), expected);
    }

    #[test]
    fn a_span_with_steps_of_its_own_shows_them() {
        let ledger = [entry("a", 4, 1), entry("a/b", 2, 2), entry("", 1, 0)];
        let expected = [
            row(0, "a", 6, Some(3), 2),
            row(1, "(itself)", 4, None, 1),
            row(1, "b", 2, Some(3), 2),
            row(0, "(outside of phases)", 1, Some(3), 0),
        ];
        assert_eq!(rows(&ledger), expected);
    }
}
