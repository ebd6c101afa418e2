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
        let parts: Vec<usize> = (0..count)
            .map(|slice| {
                let is_wider = cut.start(slice + 1) - cut.start(slice) > narrower;
                narrower + usize::from(!is_wider)
            })
            .collect();
        let sequence = Deal::new(self, Turn { mirrored: false, start: 0 });
        let slice_at = (0..self.width).map(|place| slices.at(sequence.target(place))).collect();
        let rounds = Rounds { slice_at, count, full: narrower };
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
/// which they come as it fills up, from its last row up, in each row from the high end. Rows of odd block rows take each run as it is, the
/// others backwards. Whether rows come along a snake makes no difference. Runs are empty
/// from where leads repeat on.
fn filled(merge: &Merge, first: usize, is_descending: bool) -> impl Iterator<Item = Range<usize>> {
    let &Merge { width, block_width, block_height, .. } = merge;
    let columns = block_width.min(width - first);
    let mut most = if columns == block_width { width } else { width * columns };
    (0..block_height).rev().flat_map(move |row| {
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
    /// The places of a round.
    count: usize,
    /// Rounds in which every slice gets a place; with one level of slices they come first.
    full: usize,
}

impl Rounds {
    /// Adds a one at every place of a run, from its first place on or backwards.
    ///
    /// From one full round to the next a lead changes by the same number of parts, 0 or one either way, so at each place of a round it is
    /// linear in the round. None is larger between two rounds than in either, and of many in a row it is enough to look at the first and
    /// the last.
    fn add(&self, run: Range<usize>, is_forwards: bool, leads: &mut Leads) {
        let (first, end) = (run.start.div_ceil(self.count), (run.end / self.count).min(self.full));
        let between = end.saturating_sub(first + 2);
        if between == 0 {
            return self.add_each(run, is_forwards, leads);
        }
        let (early, late) = (run.start..(first + 1) * self.count, (end - 1) * self.count..run.end);
        let [before, after] = if is_forwards { [early, late] } else { [late, early] };
        self.add_each(before, is_forwards, leads);
        leads.add_rounds(between);
        self.add_each(after, is_forwards, leads);
    }

    /// The same one by one.
    fn add_each(&self, run: Range<usize>, is_forwards: bool, leads: &mut Leads) {
        let slices = self.slice_at[run].iter();
        if is_forwards {
            slices.for_each(|&slice| leads.add(slice));
        } else {
            slices.rev().for_each(|&slice| leads.add(slice));
        }
    }
}

/// Parts by which slices may be ahead. One that gets farther ahead is found out: neither a single one nor the rounds that
/// are not looked at add more than that.
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

    /// Adds so many ones to every slice, without a look at the leads.
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
