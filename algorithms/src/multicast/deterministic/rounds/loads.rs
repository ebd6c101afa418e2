//! Counts how many packets want each block, which an adaptive schedule follows.

use crate::multicast::visits::{MASTER, Tessellation, block};
use meshcast_engine::{Machine, Shape, Tiling, Variable, Violation};
use meshcast_primitives::{Migration, all_reduce, all_reduce_steps};
use std::ops::Range;

/// Numbers of tiles that a survey tells apart, each a quarter of the one before.
const LEVELS: usize = 3;

/// Counts, for fewer tiles than there are, the packets that want each of their blocks, by pipelined reductions; and finds
/// the least number of tiles for which no block is wanted by more than twice as many as one round could serve.
///
/// Blocks are counted for a quarter of the tiles, in batches of rows of blocks, with no more waves than the mesh has rows or columns.
/// The blocks of a sixteenth of the tiles are two of these each: what they add up to is at least what the larger one is wanted by.
pub(super) struct Loads {
    shape: Shape,
    /// Tiles that there are.
    tiles: usize,
    /// The blocks of a quarter of them: rows and columns.
    grid: (usize, usize),
    /// Of every node its block.
    block_of: Vec<u32>,
    /// Whether rows are merged first.
    rows_first: bool,
    /// Nodes of a block.
    size: usize,
}

impl Loads {
    /// The survey where there are `tiles`, at least 4.
    pub(super) fn new(shape: Shape, tiles: usize) -> Self {
        let tile = Tessellation::new(shape, tiles / 4).core();
        let (rows, cols) = block(tile);
        let grid = (shape.rows() / rows, shape.cols() / cols);
        let blocks = Tiling::grid(shape, grid.0, grid.1);
        let mut block_of = vec![0; shape.nodes()];
        for (number, block) in (0..).zip(blocks.tiles()) {
            for node in 0..block.shape.nodes() {
                let (row, col) = block.shape.position(node);
                block_of[shape.index(block.first_row + row, block.first_col + col)] = number;
            }
        }
        Self { shape, tiles, grid, block_of, rows_first: rows < cols, size: rows * cols }
    }

    /// The rows of blocks of each batch.
    fn batches(&self) -> impl Iterator<Item = Range<usize>> {
        let (down, across) = self.grid;
        let longest = self.shape.rows().max(self.shape.cols());
        // Whole pairs of rows, so that a batch has all that is merged.
        let height = 2 * (longest / (2 * across)).max(1);
        (0..down).step_by(height).map(move |first| first..(first + height).min(down))
    }

    /// Steps of a run.
    pub(super) fn steps(&self) -> u64 {
        let waves = self.batches().map(|rows| rows.len() * self.grid.1);
        waves.map(|waves| all_reduce_steps(self.shape, waves)).sum()
    }

    /// The number of tiles that is enough: a quarter, a sixteenth or a 64th of those there are, or as many.
    pub(super) fn run(&self, machine: &mut Machine) -> Result<usize, Violation> {
        machine.span("loads", |machine| {
            let mut greatest = machine.variable(1, |_, _| [0_u32; LEVELS])?;
            for rows in self.batches() {
                let counts = self.count(machine, &rows)?;
                machine.compute(&mut greatest, |node, greatest| {
                    let loads = self.loads(node.own(&counts));
                    for (greatest, load) in greatest[0].iter_mut().zip(loads) {
                        *greatest = load.max(*greatest);
                    }
                })?;
            }
            let fitting = machine.map(&greatest, |_, greatest| self.fitting(greatest) as u32)?;
            Ok(machine.agree(&fitting)? as usize)
        })
    }

    /// The packets that want each of the blocks in some rows of blocks, at all nodes.
    fn count(
        &self,
        machine: &mut Machine,
        rows: &Range<usize>,
    ) -> Result<Variable<u32>, Violation> {
        let blocks = rows.start * self.grid.1..rows.end * self.grid.1;
        let mut counts = machine.variable(blocks.len(), |_, _| 0_u32)?;
        machine.compute(&mut counts, |node, counts| {
            let words = node.words(MASTER).iter();
            for (&to, word) in node.destinations(MASTER).iter().zip(words) {
                let block = self.block_of[to as usize] as usize;
                if Migration::is_open_word(word) && blocks.contains(&block) {
                    counts[block - blocks.start] = 1;
                }
            }
        })?;
        all_reduce(machine, &mut counts, |a, b| a + b)?;
        Ok(counts)
    }

    /// The greatest count on each level.
    fn loads(&self, counts: &[u32]) -> [u32; LEVELS] {
        let (mut counts, mut across, mut by_rows) = (counts.to_vec(), self.grid.1, self.rows_first);
        std::array::from_fn(|level| {
            if level > 0 {
                (counts, across) = merged(&counts, across, by_rows);
                by_rows = !by_rows;
            }
            counts.iter().copied().max().unwrap_or(0)
        })
    }

    /// The least number of tiles whose greatest load is at most what two rounds can serve.
    fn fitting(&self, greatest: &[u32; LEVELS]) -> usize {
        let mut fitting = self.tiles;
        for (level, &load) in (1..).zip(greatest) {
            let (tiles, size) = (self.tiles >> (2 * level), self.size << (level - 1));
            if tiles > 0 && load as usize <= 2 * tiles * size {
                fitting = tiles;
            }
        }
        fitting
    }
}

/// Counts in a grid of so many columns, two rows or columns added up; and the columns.
fn merged(counts: &[u32], across: usize, by_rows: bool) -> (Vec<u32>, usize) {
    if by_rows {
        let rows: Vec<&[u32]> = counts.chunks(across).collect();
        let sum = |pair: &[&[u32]]| -> Vec<u32> {
            (0..across).map(|col| pair.iter().map(|row| row[col]).sum()).collect()
        };
        return (rows.chunks(2).flat_map(sum).collect(), across);
    }
    let sums = counts.chunks(across).flat_map(|row| row.chunks(2).map(|pair| pair.iter().sum()));
    (sums.collect(), across.div_ceil(2))
}
