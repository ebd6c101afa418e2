//! Multiplies a sparse matrix by a vector.

use super::{Checked, number};
use crate::pram::{Phase, Program};
use meshcast_engine::{Messages, register};
use std::sync::Arc;

/// y = Ax by pulling: processor i has row i of A and reads, in turn, an entry of its row and the value of x in that column. Concurrent
/// reads; two steps for every entry of the longest row, and one that writes y. Values are whole numbers that
/// follow from a seed.
#[derive(Clone, Debug)]
pub struct SparseProduct {
    rows: u32,
    /// Where the entries of a row begin, and where those of the last end.
    starts: Arc<[u32]>,
    columns: Arc<[u32]>,
    longest: u32,
    seed: u64,
}

/// What a processor keeps: where its row begins and how many entries it has; the entry in hand; the sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    first: u32,
    entries: u32,
    entry: u64,
    sum: u64,
}

register!(Row { first: u32, entries: u32, entry: u64, sum: u64 });

impl SparseProduct {
    /// Of the matrix of a message set: entry (i, j) is there if the message of node j is for node i.
    pub fn of_messages(messages: &Messages, seed: u64) -> Self {
        let rows = messages.nodes();
        let mut by_row = vec![Vec::new(); rows];
        for message in 0..messages.count() {
            for &to in messages.destinations(message) {
                by_row[to as usize].push(messages.source(message));
            }
        }
        for columns in &mut by_row {
            columns.sort_unstable();
        }
        let mut starts = vec![0];
        for columns in &by_row {
            starts.push(starts[starts.len() - 1] + columns.len() as u32);
        }
        let longest = by_row.iter().map(Vec::len).max().unwrap_or(0) as u32;
        let columns: Vec<u32> = by_row.concat();
        Self { rows: rows as u32, starts: starts.into(), columns: columns.into(), longest, seed }
    }

    /// Entries of the matrix.
    pub fn entries(&self) -> usize {
        self.columns.len()
    }

    /// The value of an entry, below 2¹⁶.
    fn value(&self, entry: u32) -> u64 {
        number(self.seed ^ 1, entry) & 0xffff
    }

    /// Where y begins among the cells, behind x and the entries.
    fn first_of_y(&self) -> u32 {
        self.rows + self.columns.len() as u32
    }
}

impl Program for SparseProduct {
    type State = Row;

    fn cells(&self) -> u64 {
        u64::from(self.first_of_y()) + u64::from(self.rows)
    }

    fn initial(&self, cell: u32) -> u64 {
        match cell.checked_sub(self.rows) {
            None => number(self.seed, cell) & 0xffff,
            Some(entry) => match self.columns.get(entry as usize) {
                Some(&column) => u64::from(column) << 32 | self.value(entry),
                None => 0,
            },
        }
    }

    fn state(&self, processor: u32) -> Row {
        let first = self.starts[processor as usize];
        let entries = self.starts[processor as usize + 1] - first;
        Row { first, entries, ..Row::default() }
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        let reads = 2 * u64::from(self.longest);
        (step <= reads).then_some(if step < reads { Phase::READ } else { Phase::WRITE })
    }

    fn read(&self, step: u64, _: u32, state: &Row) -> Option<u32> {
        let number = (step / 2) as u32;
        (number < state.entries).then(|| match step % 2 {
            0 => self.rows + state.first + number,
            _ => (state.entry >> 32) as u32,
        })
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        state: &mut Row,
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        if step == 2 * u64::from(self.longest) {
            return Some((self.first_of_y() + processor, state.sum));
        }
        let read = read?;
        match step % 2 {
            0 => state.entry = read,
            _ => state.sum += (state.entry & 0xffff_ffff) * read,
        }
        None
    }
}

impl Checked for SparseProduct {
    fn is_right(&self, cells: &[u64]) -> bool {
        (0..self.rows).all(|row| {
            let entries = self.starts[row as usize]..self.starts[row as usize + 1];
            let product = |entry: u32| {
                let column = self.columns[entry as usize];
                self.value(entry) * (number(self.seed, column) & 0xffff)
            };
            cells[(self.first_of_y() + row) as usize] == entries.map(product).sum::<u64>()
        })
    }
}
