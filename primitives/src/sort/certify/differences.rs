//! Tests the exact worst differences of ones between columns and between slices, for every merge of many plans.

use super::super::merge_tail::Apart;
use super::super::{Merge, Plan};
use super::dealt::{Dealt, slice_of_columns};
use super::{ORDERS, merging, shape};

/// How far the ones of two of `count` slices, in one of `wide` slices, lie apart at most, over all numbers of ones of all
/// blocks: of two of one width in ones; of others in parts, of which a row of a slice has as many as the product of both widths.
///
/// Blocks are independent, so for two slices it is the sum over the blocks of the largest lead that one of them ever has.
fn worst_apart(dealt: &Dealt, count: usize, wide: usize) -> Apart {
    let (slice_of, wide_of) =
        (slice_of_columns(dealt.width, count), slice_of_columns(dealt.width, wide));
    let columns = |slice: usize| slice_of.iter().filter(|&&own| own == slice).count();
    let columns: Vec<usize> = (0..count).map(columns).collect();
    let home = |slice: usize| wide_of[slice_of.partition_point(|&own| own < slice)];
    let mut times = vec![vec![Vec::new(); count]; dealt.blocks.len()];
    for (block, times) in dealt.blocks.iter().zip(&mut times) {
        // For every slice the times its ones come.
        for (time, &x) in block.iter().enumerate() {
            times[slice_of[x]].push(time);
        }
    }
    let mut apart = Apart { alike: 0, unlike: 0 };
    let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
    for (ahead, behind) in pairs.filter(|&(a, b)| a != b && home(a) == home(b)) {
        let is_alike = columns[ahead] == columns[behind];
        let (one, other) = if is_alike { (1, 1) } else { (columns[behind], columns[ahead]) };
        let lead = |times: &Vec<Vec<usize>>| {
            let (ones, others, mut passed) = (&times[ahead], &times[behind], 0);
            let lead = ones.iter().enumerate().map(|(before, time)| {
                passed += others[passed..].iter().take_while(|other| *other < time).count();
                ((before + 1) * one).saturating_sub(passed * other)
            });
            lead.max().unwrap_or(0)
        };
        let sum: usize = times.iter().map(lead).sum();
        let most = if is_alike { &mut apart.alike } else { &mut apart.unlike };
        *most = sum.max(*most);
    }
    apart
}

/// The bound on it, restated.
fn bound(merge: &Merge, count: usize) -> Apart {
    let is_uneven = merge.across * merge.block_width > merge.width;
    if is_uneven && count < merge.width {
        // Of slices what the planner has counted.
        return merge.apart(count);
    }
    let pairs = merge.down.div_ceil(2) * merge.across;
    let of_last = if is_uneven { merge.down / 2 } else { 0 };
    Apart { alike: pairs + of_last, unlike: 2 * pairs * (merge.width / count) }
}

/// Checks a merge; true if some difference reaches the bound.
fn certify(plan: &Plan, place: usize, merge: &Merge) -> bool {
    let mut reached = false;
    // Below an odd number of block rows the others begin.
    for above in 0..=merge.down % 2 {
        let dealt = Dealt::new(plan, place, merge, above);
        let narrow = std::iter::once(&merge.width).chain(&merge.slices);
        for (&count, &wide) in narrow.zip(&merge.slices) {
            let (worst, bound) = (worst_apart(&dealt, count, wide), bound(merge, count));
            let holds = worst.alike <= bound.alike && worst.unlike <= bound.unlike;
            assert!(holds, "{worst:?} > {bound:?}, {count} slices in {wide}: {merge:?}\n{plan}");
            reached |= worst.alike == bound.alike || worst.unlike == bound.unlike;
        }
    }
    reached
}

fn certify_shape(rows: usize, cols: usize) -> (usize, usize) {
    let mut counts = (0, 0);
    for order in ORDERS {
        for plan in merging(shape(rows, cols), order) {
            for (place, merge) in plan.merges() {
                counts.0 += 1;
                counts.1 += usize::from(certify(&plan, *place, merge));
            }
        }
    }
    counts
}

#[test]
fn no_two_columns_or_slices_of_a_merge_differ_by_more_than_the_bound() {
    let squares =
        (2..=64).chain([67, 72, 75, 80, 81, 90, 96, 97, 100, 113, 120, 125, 127, 128, 131, 256]);
    let rectangles = [
        (3, 10),
        (4, 64),
        (7, 30),
        (8, 32),
        (16, 64),
        (30, 20),
        (33, 48),
        (40, 25),
        (64, 16),
        (100, 36),
        (128, 9),
        (31, 97),
        (149, 101),
        (64, 262),
    ];
    let shapes = squares.map(|side| (side, side)).chain(rectangles);
    let (merges, reached) = shapes
        .map(|(rows, cols)| certify_shape(rows, cols))
        .fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
    assert_eq!(
        reached, merges,
        "in every merge columns or slices differ by as much as the bound says"
    );
}

/// Blocks of which the last is narrower, of all widths, few rows and many.
#[test]
fn no_two_columns_differ_by_more_than_the_bound_where_the_last_block_is_narrower() {
    let mut reached = 0;
    for (width, across) in (3..=24).flat_map(|width| (2..=5).map(move |across| (width, across))) {
        let fitting = (1..width).filter(|block| (across - 1) * block < width);
        for block_width in fitting.filter(|block| across * block > width) {
            for block_height in [1, 2, 3, 7, 20, 51] {
                let count = 2 + (width + block_height) % (width - 2);
                let merge = Merge {
                    down: 4,
                    across,
                    width,
                    block_height,
                    block_width,
                    from_snake: block_height % 2 == 0,
                    slices: vec![count, 1],
                };
                let dealt = Dealt::of(&merge);
                let (worst, bound) = (worst_apart(&dealt, width, 1), bound(&merge, width));
                assert!(worst.alike <= bound.alike, "{worst:?} in {merge:?}");
                reached += usize::from(worst.alike == bound.alike);
                assert_eq!(worst_apart(&dealt, count, 1), merge.apart(count), "{merge:?}");
            }
        }
    }
    assert!(reached > 400, "columns differ by as much as the bound in {reached} merges only");
}
