//! Lists the merges of blocks of which the last is narrower.

use super::merge::Merge;

/// Blocks side by side, and one above another, of a merge whose last block is narrower.
pub(super) const MOST_UNEQUAL: usize = 8;

/// Columns of the widest slices below the whole. The best have a few hundred. While a block fills up, slices of n columns drift apart by
/// up to about as many ones as there are blocks across and two more, (across + 2)·n parts: some 10,000 of the 16,383 that
/// [`Merge::apart`] counts.
const WIDEST_SLICE: usize = 1 << 10;

/// The merges of blocks of which the last is narrower that end in so many rows and columns, with one level of slices below the whole.
pub(super) fn unequal_merges(height: usize, width: usize) -> impl Iterator<Item = Merge> {
    let downs = (2..=MOST_UNEQUAL).step_by(2).filter(move |&down| height.is_multiple_of(down));
    let blocks = (2..=MOST_UNEQUAL).map(move |across| (across, unequal_width(width, across)));
    let blocks = blocks.filter(move |(across, block_width)| {
        ((across - 1) * block_width + 1..across * block_width).contains(&width)
    });
    let counts = move |across| {
        let mut counts: Vec<usize> =
            (across..width.min(WIDEST_SLICE + 1)).map(|slice| width.div_ceil(slice)).collect();
        counts.dedup();
        counts.into_iter()
    };
    let kinds = blocks.flat_map(move |(across, block_width)| {
        counts(across).map(move |count| (across, block_width, count))
    });
    downs.flat_map(move |down| {
        kinds.clone().flat_map(move |(across, block_width, count)| {
            [false, true].map(|from_snake| Merge {
                down,
                across,
                width,
                block_height: height / down,
                block_width,
                from_snake,
                slices: vec![count, 1],
            })
        })
    })
}

/// The columns of all blocks but the last. On odd rows they are odd: snakes of even columns would end in one of odd columns.
fn unequal_width(width: usize, across: usize) -> usize {
    width.div_ceil(across) | (width % 2)
}
