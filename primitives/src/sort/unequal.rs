//! Counts how far the ones of slices begin apart after a merge whose last block is narrower.

use super::deal::Deal;
use super::merge::Merge;
use super::merge_tail::Apart;
use super::slices::Cut;

impl Merge {
    /// How far the ones of two of `count` slices are apart at most, over all numbers of ones of all blocks.
    ///
    /// Blocks are independent, so for two slices it is the sum over the blocks of the largest lead, in parts, that the one ever
    /// has over the other as a block fills up. All pairs of block rows are alike. A block of full width deals to all columns in turn,
    /// again and again, so that leads repeat once each column has had a one; those of the last block repeat after W rows, in which it
    /// deals as many ones to each column as a row of it has.
    pub(super) fn apart(&self, count: usize) -> Apart {
        let cut = Cut::new(self.width, count);
        let (slices, narrower) = (cut.slices(), cut.narrower());
        let parts: Vec<usize> = (0..count)
            .map(|slice| {
                let is_wider = cut.start(slice + 1) - cut.start(slice) > narrower;
                narrower + usize::from(!is_wider)
            })
            .collect();
        let mut leads = Leads { of_slices: vec![0; count], of_block: vec![0; count * count] };
        let mut sums = vec![0; count * count];
        for first in (0..self.width).step_by(self.block_width) {
            let is_full = first + self.block_width <= self.width;
            let most = if is_full { self.width } else { self.width * (self.width - first) };
            for is_descending in [false, true] {
                for column in filled(self, first, is_descending).take(most) {
                    let slice = slices.at(column);
                    leads.add(slice, parts[slice] as u32);
                }
                leads.finish(&mut sums);
            }
        }
        let mut apart = Apart { alike: 0, unlike: 0 };
        for (pair, sum) in sums.into_iter().enumerate() {
            let (one, other) = (parts[pair / count], parts[pair % count]);
            let sum = sum as usize * (self.down / 2);
            if one == other {
                apart.alike = apart.alike.max(sum / one);
            } else {
                apart.unlike = apart.unlike.max(sum);
            }
        }
        apart
    }
}

/// The columns where the ones of a block go, the block that begins in a column, in the order in which they come as it fills up: from its
/// last row up, in each row from the high end.
fn filled(
    merge: &Merge,
    first: usize,
    is_descending: bool,
) -> impl Iterator<Item = usize> + use<'_> {
    let end = merge.width.min(first + merge.block_width);
    let height = merge.block_height;
    (0..height).rev().flat_map(move |row| {
        let row = if is_descending { height + row } else { row };
        let deal = Deal::new(merge, merge.turn(row));
        let is_reversed = if merge.from_snake { row % 2 == 1 } else { is_descending };
        (first..end).map(move |column| {
            deal.target(if is_reversed { column } else { first + end - 1 - column })
        })
    })
}

/// The leads of slices over one another while a block fills up.
struct Leads {
    of_slices: Vec<u32>,
    /// The largest of each slice over each other one, row by row.
    of_block: Vec<u32>,
}

impl Leads {
    fn add(&mut self, slice: usize, part: u32) {
        self.of_slices[slice] += part;
        let (own, count) = (self.of_slices[slice], self.of_slices.len());
        let most = &mut self.of_block[slice * count..(slice + 1) * count];
        for (most, other) in most.iter_mut().zip(&self.of_slices) {
            *most = (*most).max(own.saturating_sub(*other));
        }
    }

    /// Adds those of a block to the sums of all, and begins the next block.
    fn finish(&mut self, sums: &mut [u32]) {
        for (sum, lead) in sums.iter_mut().zip(&mut self.of_block) {
            *sum += std::mem::take(lead);
        }
        self.of_slices.fill(0);
    }
}
