//! Counts how far the ones of slices begin apart after a merge whose last block is narrower.

use super::deal::{Deal, Turn};
use super::merge::Merge;
use super::merge_tail::Apart;
use super::slices::Cut;
use std::ops::Range;

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
        let columns = |slice: usize| cut.start(slice + 1) - cut.start(slice);
        let is_wider: Vec<bool> = (0..count).map(|slice| columns(slice) > narrower).collect();
        let parts: Vec<usize> =
            is_wider.iter().map(|&wide| narrower + usize::from(!wide)).collect();
        let sequence = Deal::new(self, Turn { mirrored: false, start: 0 });
        let slice_at = (0..self.width).map(|place| slices.at(sequence.target(place))).collect();
        let rounds = Rounds { slice_at, is_wider, full: narrower };
        let mut leads = Leads::of(&parts);
        let mut sums = vec![0; count * count];
        for first in (0..self.width).step_by(self.block_width) {
            for is_descending in [false, true] {
                for run in filled(self, first, is_descending) {
                    rounds.add(run, is_descending, &mut leads);
                }
                leads.finish(&mut sums);
            }
        }
        // Of wider slices, of the others, and of one of each.
        let (mut alike, mut unlike) = ([0; 2], 0);
        for (of_slice, own) in sums.chunks_exact(count).zip(&parts) {
            for (&sum, others) in of_slice.iter().zip(&parts) {
                let most = if own == others { &mut alike[own - narrower] } else { &mut unlike };
                *most = sum.max(*most);
            }
        }
        let pairs = self.down / 2;
        let [wider, narrower] = [pairs * alike[0] / narrower, pairs * alike[1] / (narrower + 1)];
        Apart { alike: wider.max(narrower), unlike: pairs * unlike }
    }
}

/// The places in the sequence of all columns where the ones of a block go, the block that begins in a column, in runs: in the order in
/// which they come as it fills up, from its last row up, in each row from the high end, until leads repeat: as many rows as a mesh
/// has element columns are enough. Rows of odd block rows take each run as it is, the others backwards. Whether rows come along a snake
/// makes no difference.
fn filled(merge: &Merge, first: usize, is_descending: bool) -> impl Iterator<Item = Range<usize>> {
    let &Merge { width, block_width, block_height, .. } = merge;
    let columns = block_width.min(width - first);
    let mut most = if columns == block_width { width } else { width * columns };
    (block_height.saturating_sub(width)..block_height).rev().flat_map(move |row| {
        let row = if is_descending { block_height + row } else { row };
        let start = (merge.turn(row).start + first) % width;
        let ones = columns.min(most);
        most -= ones;
        let (start, end) = if is_descending {
            (start, start + ones)
        } else {
            (start + columns - ones, start + columns)
        };
        // A run that goes on at the first place again is two.
        let both =
            [start.min(width)..end.min(width), start.max(width) - width..end.max(width) - width];
        let [early, late] = both;
        if is_descending { [early, late] } else { [late, early] }
    })
}

/// The rounds in which the sequence of all columns goes to slices.
struct Rounds {
    /// The slice of each place.
    slice_at: Vec<usize>,
    /// Of every slice whether it is a column wider than others.
    is_wider: Vec<bool>,
    /// Rounds in which every slice gets a place; with one level of slices they come first.
    full: usize,
}

impl Rounds {
    /// Adds a one at every place of a run, from its first place on or backwards.
    fn add(&self, run: Range<usize>, is_forwards: bool, leads: &mut Leads) {
        let end = self.full * self.is_wider.len();
        let parts = [run.start.min(end)..run.end.min(end), run.start.max(end)..run.end.max(end)];
        let [in_full_rounds, in_last_round] = parts.map(|places| self.slice_at[places].iter());
        let each = |leads: &mut Leads, slice: usize| {
            leads.add(slice);
            leads.look(slice);
        };
        if is_forwards {
            self.add_full(in_full_rounds, leads);
            in_last_round.for_each(|&slice| each(leads, slice));
        } else {
            in_last_round.rev().for_each(|&slice| each(leads, slice));
            self.add_full(in_full_rounds.rev(), leads);
        }
    }

    /// The same in full rounds, where any places in a row, as many as there are slices, are of different slices.
    ///
    /// Two slices get places in turn, so that from one place of a slice to its next its lead over the other changes by the same number of
    /// parts: by none if both are of one width, by one up if the other is wider, by one down if it is itself. So it is enough to look at
    /// the leads of wider slices at their first place and at those of the others at their last.
    fn add_full<'s>(
        &self,
        mut slices: impl ExactSizeIterator<Item = &'s usize>,
        leads: &mut Leads,
    ) {
        let (count, places) = (self.is_wider.len(), slices.len());
        let between = (places / count).saturating_sub(2);
        let looked = places - between * count;
        let (first, last) = (looked.min(count), looked.saturating_sub(count));
        for (place, &slice) in slices.by_ref().take(first).enumerate() {
            leads.add(slice);
            if self.is_wider[slice] || place >= last {
                leads.look(slice);
            }
        }
        leads.add_rounds(between);
        for (place, &slice) in (first..).zip(slices.skip(between * count)) {
            leads.add(slice);
            if !self.is_wider[slice] && place >= last {
                leads.look(slice);
            }
        }
    }
}

/// Parts by which slices may be ahead. One that gets farther ahead is found out: between two looks a lead grows by at most as much, two
/// parts of a one.
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
        let few =
            |&parts: &usize| i16::try_from(parts).ok().filter(|&parts| parts <= MOST_AHEAD / 2);
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
        self.of_slices[slice] = self.of_slices[slice].wrapping_add(self.parts[slice]);
    }

    /// Looks at the leads of a slice over all others.
    fn look(&mut self, slice: usize) {
        let (own, count) = (self.of_slices[slice], self.of_slices.len());
        let most = &mut self.of_block[slice * count..(slice + 1) * count];
        for (most, other) in most.iter_mut().zip(&self.of_slices) {
            *most = (*most).max(own.wrapping_sub(*other));
        }
    }

    /// Adds so many ones to every slice.
    fn add_rounds(&mut self, rounds: usize) {
        let rounds = i16::try_from(rounds).expect("no more than a slice has columns");
        for (own, parts) in self.of_slices.iter_mut().zip(&self.parts) {
            *own = own.wrapping_add(parts.wrapping_mul(rounds));
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

#[cfg(test)]
mod tests {
    use super::super::unequal_merges::unequal_merges;
    use super::*;

    /// The places where all ones of a block go, one by one.
    fn places(merge: &Merge, first: usize, is_descending: bool) -> Vec<usize> {
        let &Merge { width, block_width, block_height, .. } = merge;
        let columns = block_width.min(width - first);
        let rows = (0..block_height).rev();
        let places = rows.flat_map(|row| {
            let row = if is_descending { block_height + row } else { row };
            let start = merge.turn(row).start + first;
            (0..columns).map(move |done| {
                let ahead = if is_descending { done } else { columns - 1 - done };
                (start + ahead) % width
            })
        });
        places.collect()
    }

    /// [`Merge::apart`] with every one of every block.
    fn apart_of_all(merge: &Merge, count: usize) -> Apart {
        let cut = Cut::new(merge.width, count);
        let columns = |slice: usize| cut.start(slice + 1) - cut.start(slice);
        let sequence = Deal::new(merge, Turn { mirrored: false, start: 0 });
        // Of a slice over another, in rows of both.
        let lead = |ones: &[usize], (one, other): (usize, usize)| -> usize {
            (ones[one] * columns(other)).saturating_sub(ones[other] * columns(one))
        };
        let pairs = || (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
        let mut sums = vec![0; count * count];
        for first in (0..merge.width).step_by(merge.block_width) {
            for is_descending in [false, true] {
                let (mut ones, mut most) = (vec![0; count], vec![0; count * count]);
                for place in places(merge, first, is_descending) {
                    ones[cut.slices().at(sequence.target(place))] += 1;
                    for (most, pair) in most.iter_mut().zip(pairs()) {
                        *most = lead(&ones, pair).max(*most);
                    }
                }
                sums.iter_mut().zip(most).for_each(|(sum, most)| *sum += most);
            }
        }
        let mut apart = Apart { alike: 0, unlike: 0 };
        for (sum, (one, other)) in sums.into_iter().zip(pairs()) {
            let sum = sum * (merge.down / 2);
            if columns(one) == columns(other) {
                apart.alike = apart.alike.max(sum / columns(one));
            } else {
                apart.unlike = apart.unlike.max(sum);
            }
        }
        apart
    }

    /// As many elements as the rows of the largest square machine have, two a node: no lead is beyond what is counted.
    #[test]
    fn widest_slices_of_longest_rows_are_counted() {
        for width in [15_002, 16_376, 16_378, 16_382, 16_384] {
            let widest = unequal_merges(1 << 13, width)
                .filter(|merge| merge.down == 2 && width.div_ceil(merge.slices[0]) > 900);
            for merge in widest {
                let Apart { alike, unlike } = merge.apart(merge.slices[0]);
                assert!(alike.max(unlike) > 0, "{merge:?}");
            }
        }
    }

    #[test]
    fn leads_are_those_of_all_ones_of_all_blocks() {
        for (across, block_width) in [(2, 15), (3, 7), (3, 13), (4, 9), (5, 8)] {
            for width in (across - 1) * block_width + 1..across * block_width {
                for (count, block_height) in
                    (2..=7).flat_map(|count| [2, 6, 40, 2 * width].map(|height| (count, height)))
                {
                    let slices = vec![count, 1];
                    let merge = Merge {
                        down: 4,
                        across,
                        width,
                        block_height,
                        block_width,
                        from_snake: true,
                        slices,
                    };
                    assert_eq!(merge.apart(count), apart_of_all(&merge, count), "{merge:?}");
                }
            }
        }
    }
}
