//! Reads off the phases where the permutation of a merge takes the ones of its blocks.

use super::super::{Merge, Phase, Plan};
use super::machine::Machine;
use super::{NUMBERS, shape};

/// For each of the blocks of one merged block, row by row of blocks, the columns its ones are in after the permutation,
/// in the order in which they appear as the number of ones grows.
pub(super) struct Dealt {
    pub(super) width: usize,
    pub(super) blocks: Vec<Vec<usize>>,
}

impl Dealt {
    /// Runs the permutation before phase `place` on the numbers of the columns, for a merged block below `above` others. Those beside it
    /// must be dealt alike.
    pub(super) fn new(plan: &Plan, place: usize, merge: &Merge, above: usize) -> Self {
        let (height, width) = ((above + 1) * merge.height(), merge.width);
        let cols = plan.columns();
        let columns: Vec<u64> = (0..height).flat_map(|_| 0..cols as u64).collect();
        let nodes = shape(height, plan.shape().cols());
        let mut machine = Machine::new(plan, nodes, &columns, NUMBERS);
        let folds = cols == nodes.cols() && cols > 1;
        if folds {
            machine.run_phase(plan, &plan.phases()[0]);
        }
        if place > usize::from(folds) && matches!(plan.phases()[place - 1], Phase::Route(_)) {
            machine.run_phase(plan, &plan.phases()[place - 1]);
        }
        let mut column_after = vec![usize::MAX; height * cols];
        for row in 0..height {
            for x in 0..cols {
                column_after[row * cols + machine.element(plan, row, x) as usize] = x;
            }
        }
        let dealt = |start: usize| -> Vec<Vec<usize>> {
            let rows = above * merge.down..(above + 1) * merge.down;
            let blocks = rows.flat_map(|i| (0..merge.across).map(move |c| (i, c)));
            blocks
                .map(|(i, c)| {
                    ones_of_block(merge, i, c)
                        .map(|(row, x)| column_after[row * cols + start + x] - start)
                        .collect()
                })
                .collect()
        };
        let blocks = dealt(0);
        for start in (0..cols).step_by(width) {
            if start + width <= cols {
                assert_eq!(dealt(start), blocks, "merged blocks are dealt alike");
                continue;
            }
            let stays = |place: usize| place % cols < start || column_after[place] == place % cols;
            assert!((0..height * cols).all(stays), "of a narrower block no element is dealt");
        }
        Self { width, blocks }
    }

    /// The same of a merge that no plan makes.
    pub(super) fn of(merge: &Merge) -> Self {
        let blocks = (0..merge.down).flat_map(|i| (0..merge.across).map(move |c| (i, c)));
        let dealt = |(i, c)| ones_of_block(merge, i, c).map(|(row, x)| merge.deal(row, x));
        Self { width: merge.width, blocks: blocks.map(|block| dealt(block).collect()).collect() }
    }

    /// The numbers of ones of the blocks that, within their bounds, make the weighted number of ones largest. `choose`
    /// picks one of several equally good numbers.
    pub(super) fn worst_levels(
        &self,
        weight: impl Fn(usize) -> i64,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Vec<usize> {
        self.blocks
            .iter()
            .map(|columns| {
                let mut sum = 0;
                let sums = columns.iter().map(|&x| {
                    sum += weight(x);
                    sum
                });
                let sums: Vec<i64> = std::iter::once(0).chain(sums).collect();
                let best = sums.iter().max().expect("the empty block is one way");
                let good: Vec<usize> =
                    (0..sums.len()).filter(|&level| sums[level] == *best).collect();
                good[choose(good.len())]
            })
            .collect()
    }
}

/// The places of block (i, c), from the first to hold a one to the last: rows from the bottom, each from its high end.
fn ones_of_block(
    merge: &Merge,
    i: usize,
    c: usize,
) -> impl Iterator<Item = (usize, usize)> + use<'_> {
    let height = merge.block_height;
    let (start, width) = columns_of_block(merge, merge.width, c);
    (0..height).rev().flat_map(move |row| {
        let row = i * height + row;
        let reversed = if merge.from_snake { row % 2 == 1 } else { i % 2 == 1 };
        (0..width).map(move |y| (row, start + if reversed { y } else { width - 1 - y }))
    })
}

/// The first column of the c-th block of `columns` columns, and its number of columns: what is left of the merged block or of all, where
/// that is less.
pub(super) fn columns_of_block(merge: &Merge, columns: usize, c: usize) -> (usize, usize) {
    let (merged, block) = (c / merge.across * merge.width, c % merge.across * merge.block_width);
    let end = (merged + merge.width).min(merged + block + merge.block_width).min(columns);
    (merged + block, end - merged - block)
}

/// The slice of each of `columns` columns in `count` slices as even as possible.
pub(super) fn slice_of_columns(columns: usize, count: usize) -> Vec<usize> {
    let starts: Vec<usize> = (0..count).map(|slice| slice * columns / count).collect();
    (0..columns).map(|x| starts.partition_point(|&start| start <= x) - 1).collect()
}
