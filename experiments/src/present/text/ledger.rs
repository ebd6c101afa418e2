//! Writes the ledger as an indented tree.

use crate::readable::{grouped, percent};
use crate::results::LedgerEntry;
use std::fmt::{self, Write as _};

/// Columns that a name may take before its numbers move right.
const NAME: usize = 34;

/// A span with less than one step in so many is small: what is inside it is not shown, and small neighbours share a row.
const SMALL: u64 = 100;

/// The table of a ledger whose steps add up to `steps`.
pub(super) fn table(ledger: &[LedgerEntry], steps: u64) -> String {
    let mut text =
        format!("  {:<NAME$}{:>12}{:>8}{:>10}{:>6}\n", "phase", "steps", "share", "calls", "peak");
    let mut rows = Vec::new();
    Span::tree(ledger).rows(0, steps, &mut rows);
    for row in rows {
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

/// A span, and the spans inside it in the order of the ledger.
#[derive(Debug, Default)]
struct Span<'a> {
    name: &'a str,
    /// The steps of its own, if it has any.
    own: Option<&'a LedgerEntry>,
    inside: Vec<Self>,
}

/// A row of the table: a span and all that is inside it, or several small spans.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    depth: usize,
    name: String,
    steps: u64,
    /// How often the span was entered, where the ledger says.
    calls: Option<u64>,
    peak: Peak,
}

/// The most packets of a node, or a bound on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Peak {
    packets: u32,
    is_bound: bool,
}

impl Peak {
    fn of(entry: &LedgerEntry) -> Self {
        Self { packets: entry.peak, is_bound: entry.peak_is.is_some() }
    }

    fn max(self, other: Self) -> Self {
        Self { packets: self.packets.max(other.packets), is_bound: self.is_bound || other.is_bound }
    }
}

impl fmt::Display for Peak {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&format!("{}{}", if self.is_bound { "<=" } else { "" }, self.packets))
    }
}

impl<'a> Span<'a> {
    /// The span around all spans of a ledger.
    fn tree(ledger: &'a [LedgerEntry]) -> Self {
        let mut root = Self::default();
        for entry in ledger {
            let span = entry.path.split('/').fold(&mut root, Self::child);
            span.own = Some(entry);
        }
        root
    }

    /// The span inside this one that is called `name`.
    fn child(&mut self, name: &'a str) -> &mut Self {
        let found = self.inside.iter().position(|span| span.name == name);
        let place = found.unwrap_or_else(|| {
            self.inside.push(Self { name, ..Self::default() });
            self.inside.len() - 1
        });
        &mut self.inside[place]
    }

    fn steps(&self) -> u64 {
        let own = self.own.map_or(0, |entry| entry.steps);
        own + self.inside.iter().map(Self::steps).sum::<u64>()
    }

    fn peak(&self) -> Peak {
        let own = self.own.map_or_else(Peak::default, Peak::of);
        self.inside.iter().map(Self::peak).fold(own, Peak::max)
    }

    /// Whether it has but a small part of all `steps`.
    fn is_small(&self, steps: u64) -> bool {
        self.steps() < steps.div_ceil(SMALL)
    }

    /// Adds the rows of what is inside this span: its own steps, then a row a span and what is inside that, then a row for
    /// all small spans if there is more than one.
    fn rows(&self, depth: usize, steps: u64, rows: &mut Vec<Row>) {
        if let (Some(own), false) = (self.own, self.inside.is_empty()) {
            let name = "(itself)".to_owned();
            rows.push(Row { depth, name, steps: own.steps, calls: None, peak: Peak::of(own) });
        }
        let (small, large): (Vec<&Self>, Vec<&Self>) =
            self.inside.iter().partition(|span| span.is_small(steps));
        let (shown, others) = match small.len() {
            0 | 1 => (self.inside.iter().collect(), Vec::new()),
            _ => (large, small),
        };
        for span in shown {
            let name = if span.name.is_empty() { "(outside of phases)" } else { span.name };
            let calls = span.own.map(|entry| entry.calls);
            let (name, peak) = (name.to_owned(), span.peak());
            rows.push(Row { depth, name, steps: span.steps(), calls, peak });
            if !span.is_small(steps) {
                span.rows(depth + 1, steps, rows);
            }
        }
        if !others.is_empty() {
            let peak = others.iter().map(|span| span.peak()).fold(Peak::default(), Peak::max);
            let name = format!("({} others)", others.len());
            let steps = others.iter().map(|span| span.steps()).sum();
            rows.push(Row { depth, name, steps, calls: None, peak });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &str, steps: u64, peak: u32) -> LedgerEntry {
        LedgerEntry { path: path.to_owned(), calls: 3, steps, peak, peak_is: None }
    }

    fn row(depth: usize, name: &str, steps: u64, calls: Option<u64>, peak: u32) -> Row {
        let peak = Peak { packets: peak, is_bound: false };
        Row { depth, name: name.to_owned(), steps, calls, peak }
    }

    fn rows(ledger: &[LedgerEntry]) -> Vec<Row> {
        let mut rows = Vec::new();
        Span::tree(ledger).rows(0, ledger.iter().map(|entry| entry.steps).sum(), &mut rows);
        rows
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

    #[test]
    fn small_spans_share_a_row_and_one_alone_keeps_its_own() {
        let ledger = [
            entry("few/a", 2, 9),
            entry("a/b", 9, 1),
            entry("a/c", 983, 2),
            entry("few/b", 3, 1),
            entry("one", 2, 4),
            entry("two", 1, 3),
        ];
        let expected = [
            row(0, "a", 992, None, 2),
            row(1, "b", 9, Some(3), 1),
            row(1, "c", 983, Some(3), 2),
            row(0, "(3 others)", 8, None, 9),
        ];
        assert_eq!(rows(&ledger), expected);
    }

    #[test]
    fn one_step_in_a_hundred_is_not_small() {
        let of = |steps: u64| rows(&[entry("a", 1, 1), entry("b", 1, 1), entry("c", steps - 2, 1)]);
        assert_eq!((of(100).len(), of(101).len()), (3, 2));
    }

    #[test]
    fn what_is_inside_a_small_span_is_not_shown() {
        let ledger = [entry("a/b", 1, 1), entry("a/c", 2, 1), entry("d", 997, 1)];
        let expected = [row(0, "a", 3, None, 1), row(0, "d", 997, Some(3), 1)];
        assert_eq!(rows(&ledger), expected);
    }
}
