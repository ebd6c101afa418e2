//! Follows what a program says of itself: its spans, and how it divides the mesh.

use super::sections::push;
use crate::replay::Division;
use std::collections::HashMap;

/// Spans and divisions with the steps between which they were open.
#[derive(Debug, Default)]
pub(super) struct Program {
    numbers: HashMap<String, u64>,
    pub(super) names: Vec<String>,
    open: Vec<(u64, u64)>,
    pub(super) spans: Vec<Bar>,
    divided: Vec<Division>,
    divisions: Vec<(Division, u64)>,
}

/// A span that ended: entered after step `start`, left after step `end`. In the order in which bars are drawn.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bar {
    pub(crate) start: u64,
    /// Spans around it.
    pub(crate) depth: u64,
    pub(crate) end: u64,
    /// The number of its name.
    pub(crate) name: u64,
}

impl Program {
    pub(super) fn enter(&mut self, t: u64, path: &str) {
        let name = self.number(path.rsplit('/').next().unwrap_or_default());
        self.open.push((name, t));
    }

    pub(super) fn leave(&mut self, t: u64) {
        let depth = self.open.len().saturating_sub(1) as u64;
        // A span without steps has no place on the axis of time.
        if let Some((name, start)) = self.open.pop()
            && t > start
        {
            self.spans.push(Bar { start, depth, end: t, name });
        }
    }

    pub(super) fn divide(&mut self, division: Division) {
        self.divided.push(division);
    }

    pub(super) fn unite(&mut self, t: u64, at: usize) {
        if let Some(last) = self.divided.iter().rposition(|division| division.at == at) {
            let division = self.divided.remove(last);
            if t > division.t {
                self.divisions.push((division, t));
            }
        }
    }

    /// Ends whatever is open after the last step.
    pub(super) fn end(&mut self, steps: u64) {
        while !self.open.is_empty() {
            self.leave(steps);
        }
        while let Some(at) = self.divided.last().map(|division| division.at) {
            self.unite(steps, at);
        }
        self.spans.sort_unstable();
        self.divisions.sort_by_key(|(division, end)| (division.t, *end));
    }

    /// The section of the spans.
    pub(super) fn spans(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        push(&mut bytes, self.spans.len() as u64);
        let mut before = 0;
        for bar in &self.spans {
            for number in [bar.name, bar.depth, bar.start - before, bar.end - bar.start] {
                push(&mut bytes, number);
            }
            before = bar.start;
        }
        bytes
    }

    /// The section of the divisions.
    pub(super) fn tiles(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        push(&mut bytes, self.divisions.len() as u64);
        for (division, end) in std::mem::take(&mut self.divisions) {
            for number in [self.number(&division.name), division.t, end, division.at as u64] {
                push(&mut bytes, number);
            }
            for sides in [&division.rows, &division.cols] {
                push(&mut bytes, sides.len() as u64);
                for &side in sides {
                    push(&mut bytes, side as u64);
                }
            }
        }
        bytes
    }

    fn number(&mut self, name: &str) -> u64 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u64;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}
