//! Counts how far the ones of slices begin apart after a merge whose last block is narrower.

use super::deal::{Deal, Turn};
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
        let sequence = Deal::new(self, Turn { mirrored: false, start: 0 });
        let slice_at: Vec<usize> =
            (0..self.width).map(|place| slices.at(sequence.target(place))).collect();
        let mut leads = Leads::of(&parts);
        let mut sums = vec![0; count * count];
        for first in (0..self.width).step_by(self.block_width) {
            let is_full = first + self.block_width <= self.width;
            let most = if is_full { self.width } else { self.width * (self.width - first) };
            for is_descending in [false, true] {
                for place in filled(self, first, is_descending).take(most) {
                    leads.add(slice_at[place]);
                }
                leads.finish(&mut sums);
            }
        }
        let mut apart = Apart { alike: 0, unlike: 0 };
        for (pair, sum) in sums.into_iter().enumerate() {
            let (one, other) = (parts[pair / count], parts[pair % count]);
            let sum = sum * (self.down / 2);
            if one == other {
                apart.alike = apart.alike.max(sum / one);
            } else {
                apart.unlike = apart.unlike.max(sum);
            }
        }
        apart
    }
}

/// The places in the sequence of all columns where the ones of a block go, the block that begins in a column, in the order in which they
/// come as it fills up: from its last row up, in each row from the high end. Whether its rows come along a snake makes no difference.
fn filled(merge: &Merge, first: usize, is_descending: bool) -> impl Iterator<Item = usize> {
    let &Merge { width, block_width, block_height, .. } = merge;
    let columns = block_width.min(width - first);
    (0..block_height).rev().flat_map(move |row| {
        let row = if is_descending { block_height + row } else { row };
        let start = merge.turn(row).start + first;
        (0..columns).map(move |done| {
            let ahead = if is_descending { done } else { columns - 1 - done };
            (start + ahead) % width
        })
    })
}

/// Parts by which slices may be ahead. One that gets farther ahead is found out: a single one adds no more than that.
const MOST_AHEAD: i16 = i16::MAX / 2;

/// The leads of slices over one another while a block fills up.
struct Leads {
    /// The parts of a one in every slice.
    parts: Vec<i16>,
    /// The parts of every slice, modulo 2^16: it is only asked how many more than those of another they are.
    of_slices: Vec<i16>,
    /// The largest of each slice over each other one, row by row.
    of_block: Vec<i16>,
}

impl Leads {
    /// Before the first one, in slices with ones of so many parts.
    fn of(parts: &[usize]) -> Self {
        let few = |&parts: &usize| i16::try_from(parts).ok().filter(|&parts| parts <= MOST_AHEAD);
        let few: Option<Vec<i16>> = parts.iter().map(few).collect();
        let count = parts.len();
        Self {
            parts: few.expect("slices are too wide to be counted"),
            of_slices: vec![0; count],
            of_block: vec![0; count * count],
        }
    }

    /// Adds a one to a slice.
    fn add(&mut self, slice: usize) {
        let own = self.of_slices[slice].wrapping_add(self.parts[slice]);
        self.of_slices[slice] = own;
        let count = self.of_slices.len();
        let most = &mut self.of_block[slice * count..(slice + 1) * count];
        for (most, other) in most.iter_mut().zip(&self.of_slices) {
            *most = (*most).max(own.wrapping_sub(*other));
        }
    }

    /// Adds those of a block to the sums of all, and begins the next block.
    fn finish(&mut self, sums: &mut [usize]) {
        for (sum, lead) in sums.iter_mut().zip(&mut self.of_block) {
            assert!(*lead <= MOST_AHEAD, "slices are too far apart to be counted");
            *sum += usize::from(std::mem::take(lead).unsigned_abs());
        }
        self.of_slices.fill(0);
    }
}
