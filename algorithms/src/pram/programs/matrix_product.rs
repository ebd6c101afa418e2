//! Multiplies two matrices.

use super::{Checked, number};
use crate::pram::{Phase, Program};

/// C = AB for matrices of ⌊√n⌋ rows and columns: processor (i, j) reads row i of A and column j of B, entry by entry.
/// Concurrent reads, each entry by ⌊√n⌋ processors; two steps an entry, and one that writes C. Entries of A and B are whole numbers
/// below 2¹⁶ that follow from a seed.
#[derive(Clone, Copy, Debug)]
pub struct MatrixProduct {
    side: u32,
    seed: u64,
}

impl MatrixProduct {
    /// As large as `processors` processors can take.
    pub fn new(processors: usize, seed: u64) -> Self {
        Self { side: processors.isqrt() as u32, seed }
    }

    /// Row and column of a processor, if it has an entry of C.
    fn entry(&self, processor: u32) -> Option<(u32, u32)> {
        let (row, col) = (processor / self.side, processor % self.side);
        (row < self.side).then_some((row, col))
    }

    fn area(&self) -> u32 {
        self.side * self.side
    }
}

impl Program for MatrixProduct {
    /// The entry of A in hand, and the sum.
    type State = (u64, u64);

    fn cells(&self) -> u64 {
        3 * u64::from(self.area())
    }

    fn initial(&self, cell: u32) -> u64 {
        if cell < 2 * self.area() { number(self.seed, cell) & 0xffff } else { 0 }
    }

    fn state(&self, _: u32) -> (u64, u64) {
        (0, 0)
    }

    fn phase(&self, step: u64) -> Option<Phase> {
        let reads = 2 * u64::from(self.side);
        (step <= reads).then_some(if step < reads { Phase::READ } else { Phase::WRITE })
    }

    fn read(&self, step: u64, processor: u32, _: &(u64, u64)) -> Option<u32> {
        let ((row, col), k) = (self.entry(processor)?, (step / 2) as u32);
        Some(match step % 2 {
            0 => row * self.side + k,
            _ => self.area() + k * self.side + col,
        })
    }

    fn compute(
        &self,
        step: u64,
        processor: u32,
        (entry, sum): &mut (u64, u64),
        read: Option<u64>,
    ) -> Option<(u32, u64)> {
        let (row, col) = self.entry(processor)?;
        let Some(read) = read else {
            return Some((2 * self.area() + row * self.side + col, *sum));
        };
        match step % 2 {
            0 => *entry = read,
            _ => *sum += *entry * read,
        }
        None
    }
}

impl Checked for MatrixProduct {
    fn is_right(&self, cells: &[u64]) -> bool {
        let (side, area) = (self.side, self.area());
        (0..side).flat_map(|row| (0..side).map(move |col| (row, col))).all(|(row, col)| {
            let product = |k| self.initial(row * side + k) * self.initial(area + k * side + col);
            cells[(2 * area + row * side + col) as usize] == (0..side).map(product).sum::<u64>()
        })
    }
}
