//! Tests the exact worst differences of ones between columns and between slices, for every merge of many plans.

use super::super::{Merge, Plan};
use super::dealt::Dealt;
use super::{ORDERS, merging, shape};

/// The largest difference of ones between two slices of `slice` columns, over all numbers of ones of all blocks.
///
/// Blocks are independent, so for two slices it is the sum over the blocks of the largest lead that one of them ever has.
fn worst_difference(dealt: &Dealt, slice: usize) -> usize {
    let slices = dealt.width / slice;
    let mut leads = vec![0; slices * slices];
    for block in &dealt.blocks {
        // For every slice the times its ones come.
        let mut times = vec![Vec::new(); slices];
        for (time, x) in block.iter().enumerate() {
            times[x / slice].push(time);
        }
        for (ahead, ones) in times.iter().enumerate() {
            for (behind, others) in times.iter().enumerate() {
                let mut passed = 0;
                let lead = ones.iter().enumerate().map(|(before, time)| {
                    passed += others[passed..].iter().take_while(|other| *other < time).count();
                    (before + 1).saturating_sub(passed)
                });
                leads[ahead * slices + behind] += lead.max().unwrap_or(0);
            }
        }
    }
    let pairs = (0..slices).flat_map(|a| (0..slices).map(move |b| (a, b)));
    pairs.filter(|(a, b)| a != b).map(|(a, b)| leads[a * slices + b]).max().unwrap_or(0)
}

/// Checks a merge; true if some difference reaches the bound.
fn certify(plan: &Plan, place: usize, merge: &Merge) -> bool {
    let dealt = Dealt::new(plan, place, merge);
    let bound = merge.down * merge.across / 2;
    let mut reached = false;
    for slice in std::iter::once(1).chain(merge.slices.iter().copied()) {
        let worst = worst_difference(&dealt, slice);
        assert!(worst <= bound, "{worst} > {bound} for slices of {slice} in {merge:?}\n{plan}");
        reached |= worst == bound;
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
    let squares = (2..=64).chain([72, 75, 80, 81, 90, 96, 100, 120, 125, 127, 128, 256]);
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
    ];
    let shapes = squares.map(|side| (side, side)).chain(rectangles);
    let (merges, reached) = shapes
        .map(|(rows, cols)| certify_shape(rows, cols))
        .fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
    assert_eq!(reached, merges, "the bound is exact for every merge of more than one column");
}
