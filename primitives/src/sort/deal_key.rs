//! Says what the steps of a merge's permutation follow from.

use super::merge::Merge;

/// What a permutation follows from: the widths of a merged block and of a block, the blocks across, the slices, whether blocks are snakes,
/// the rows and whether they are odd, since rows of a snake alternate through the mesh.
pub(super) type DealKey = ((usize, usize), usize, Vec<usize>, bool, (usize, bool));

/// That of a merge.
pub(super) fn deal_key(merge: &Merge) -> DealKey {
    let height = merge.block_height;
    let rows = (height.min(merge.kinds_at_most()), !height.is_multiple_of(2));
    let widths = (merge.width, merge.block_width);
    (widths, merge.across, merge.slices.clone(), merge.from_snake, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn merges_of_one_key_deal_rows_of_the_same_kinds() {
        let (mut known, mut again) = (BTreeMap::new(), 0);
        let blocks = (1..=4).flat_map(|across| (1..=5).map(move |width| (across, width)));
        let all = blocks.flat_map(|(across, block_width)| {
            let widths = (across - 1) * block_width + 1..=across * block_width;
            widths.flat_map(move |width| (1..=50).map(move |h| (across, block_width, width, h)))
        });
        for (across, block_width, width, block_height) in all {
            for from_snake in [false, true] {
                let slices = vec![1];
                let merge =
                    Merge { down: 2, across, width, block_height, block_width, from_snake, slices };
                let turns = known.entry(deal_key(&merge)).or_insert_with(|| merge.turns());
                again += usize::from(block_height > width);
                assert_eq!(*turns, merge.turns(), "{merge:?}");
            }
        }
        assert!(again > 1000, "of {again} heights more than one has a key");
    }
}
