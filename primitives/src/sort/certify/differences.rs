//! Tests the exact worst differences of ones between columns and between slices, for every merge of many plans.

use super::super::{Merge, Plan};
use super::dealt::Dealt;
use super::{ORDERS, merging, shape};

/// The farthest that the ones of two slices of `slice` columns lie apart, in rows, over all numbers of ones of all blocks.
///
/// Blocks are independent, so for two slices it is the sum over the blocks of the largest lead that one of them ever has; ones count
/// as parts of the columns of their slice.
fn worst_difference(dealt: &Dealt, slice: usize) -> f64 {
    let slices = dealt.width.div_ceil(slice);
    let columns = |place: usize| slice.min(dealt.width - place * slice) as f64;
    let mut leads = vec![0.0; slices * slices];
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
                    (before + 1) as f64 / columns(ahead) - passed as f64 / columns(behind)
                });
                leads[ahead * slices + behind] += lead.fold(0.0, f64::max);
            }
        }
    }
    let pairs = (0..slices).flat_map(|a| (0..slices).map(move |b| (a, b)));
    pairs.filter(|(a, b)| a != b).map(|(a, b)| leads[a * slices + b]).fold(0.0, f64::max)
}

/// The bound on it, restated: that of even slices, or of those of which some last one is narrower.
fn bound(merge: &Merge, slice: usize) -> f64 {
    let width = merge.width;
    if merge.across * merge.block_width > width {
        // The last block is narrower: of slices what the planner has counted.
        let (over, under) = match slice {
            1 => (merge.down as u64 * (merge.across as u64 + 1) / 2, 1),
            _ if slice == width => return 0.0,
            _ => merge.rows_apart(slice),
        };
        return over as f64 / under as f64;
    }
    let last = match width % slice {
        0 => slice,
        rest => rest,
    };
    let wider =
        merge.slices.iter().filter(|&&wide| wide >= slice && !width.is_multiple_of(wide)).count();
    let per_pair = match wider {
        // Every column gets as many places as any other.
        _ if slice == 1 => 1.0,
        0 => 1.0 / slice as f64,
        // The slice itself is one of them if its last is narrower.
        _ if last < slice => wider as f64 / slice as f64 + 1.0 / last as f64,
        _ => (1.0 + wider as f64) / slice as f64 + 1.0 / last as f64,
    };
    (merge.down * merge.across / 2) as f64 * per_pair
}

/// Checks a merge; true if some difference reaches the bound.
fn certify(plan: &Plan, place: usize, merge: &Merge) -> bool {
    let dealt = Dealt::new(plan, place, merge);
    let mut reached = false;
    for slice in std::iter::once(1).chain(merge.slices.iter().copied()) {
        let (worst, bound) = (worst_difference(&dealt, slice), bound(merge, slice));
        let holds = worst <= bound + 1e-9;
        assert!(holds, "{worst} > {bound} for slices of {slice} in {merge:?}\n{plan}");
        reached |= worst >= bound - 1e-9;
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
                let slice = 2 + (width + block_height) % (width - 2);
                let merge = Merge {
                    down: 4,
                    across,
                    width,
                    block_height,
                    block_width,
                    from_snake: block_height % 2 == 0,
                    slices: vec![slice, width],
                };
                let dealt = Dealt::of(&merge);
                let worst = worst_difference(&dealt, 1);
                assert!(worst <= bound(&merge, 1), "{worst} in {merge:?}");
                reached += usize::from(worst >= bound(&merge, 1));
                let (worst, counted) = (worst_difference(&dealt, slice), bound(&merge, slice));
                assert!((worst - counted).abs() < 1e-9, "{worst}, not {counted}, in {merge:?}");
            }
        }
    }
    assert!(reached > 400, "columns differ by as much as the bound in {reached} merges only");
}
