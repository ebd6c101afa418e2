//! Tests all zero–one inputs of small meshes, and all fill levels of the blocks of a last merge.

use super::super::{Merge, Plan};
use super::{ORDERS, chains, elements, merge_of_rows, merging, plan_of, plans, shape, sorts_bits};

/// Bit b of the result is bit `place` of the number 64·word + b.
fn counting_bits(word: u64, place: usize) -> u64 {
    const WITHIN: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match WITHIN.get(place) {
        Some(&pattern) => pattern,
        None => 0_u64.wrapping_sub(word >> (place - 6) & 1),
    }
}

#[test]
fn every_zero_one_input_of_up_to_sixteen_elements_is_sorted() {
    for nodes in 1..=16_usize {
        for rows in (1..=nodes).filter(|rows| nodes % rows == 0) {
            for order in ORDERS {
                for plan in plans(shape(rows, nodes / rows), order) {
                    let elements = elements(&plan).nodes();
                    if elements > 16 {
                        continue;
                    }
                    for word in 0..1 << elements.saturating_sub(6) {
                        let keys: Vec<u64> =
                            (0..elements).map(|place| counting_bits(word, place)).collect();
                        assert!(sorts_bits(&plan, &keys), "{order:?}\n{plan}");
                    }
                }
            }
        }
    }
}

/// The blocks of the last merge and all vectors of their numbers of ones, unless these are more than `limit`.
///
/// A block sort leaves one state for each number of ones, so these inputs stand for all.
fn sorts_all_fill_levels(plan: &Plan, limit: usize) -> Option<bool> {
    let (_, merge) = plan.merges().last()?;
    let shape = elements(plan);
    let block = |node: usize| {
        let (row, col) = shape.position(node);
        row / merge.block_height * merge.across + col / merge.block_width
    };
    let mut sizes = vec![0; merge.down * merge.across];
    let places: Vec<(usize, usize)> = (0..shape.nodes())
        .map(|node| {
            sizes[block(node)] += 1;
            (block(node), sizes[block(node)])
        })
        .collect();
    let inputs = sizes.iter().try_fold(1_usize, |product, size| product.checked_mul(size + 1))?;
    if inputs > limit {
        return None;
    }
    let sorted = (0..inputs).step_by(64).all(|first| {
        let levels: Vec<Vec<usize>> = (first..(first + 64).min(inputs))
            .map(|mut input| {
                let digit = |size: &usize| {
                    let level = input % (size + 1);
                    input /= size + 1;
                    level
                };
                sizes.iter().map(digit).collect()
            })
            .collect();
        let keys: Vec<u64> = places
            .iter()
            .map(|&(block, place)| {
                let bits = levels.iter().enumerate();
                bits.map(|(bit, level)| u64::from(place <= level[block]) << bit).sum()
            })
            .collect();
        sorts_bits(plan, &keys)
    });
    Some(sorted)
}

#[test]
fn every_vector_of_fill_levels_of_the_last_merge_is_sorted() {
    let mut certified = 0;
    for rows in 2..=12 {
        for cols in 1..=12 {
            for order in ORDERS {
                for plan in merging(shape(rows, cols), order) {
                    if let Some(sorted) = sorts_all_fill_levels(&plan, 100_000) {
                        assert!(sorted, "{order:?}\n{plan}");
                        certified += 1;
                    }
                }
            }
        }
    }
    assert!(certified > 100, "only {certified} merges were small enough");
}

/// Merges of whole rows in slices of two widths, with every chain of slices, most of which no plan makes.
#[test]
fn every_vector_of_fill_levels_is_sorted_whatever_the_chain_of_slices() {
    let mut certified = 0;
    for columns in 3..=12 {
        for slices in chains(columns) {
            for down in [2, 3, 4, 5, 6] {
                let plan = merge_of_rows(columns, down, slices.clone());
                if let Some(sorted) = sorts_all_fill_levels(&plan, 60_000) {
                    assert!(sorted, "{plan}{:?}", plan.merges());
                    certified += 1;
                }
            }
        }
    }
    assert!(certified > 200, "only {certified} merges were small enough");
}

/// Merges whose last block is narrower, with every number of slices.
#[test]
fn every_vector_of_fill_levels_is_sorted_where_the_last_block_is_narrower() {
    let mut certified = 0;
    for (columns, across) in (3..=9).flat_map(|columns| [2, 3].map(|across| (columns, across))) {
        let fitting = (1..columns).filter(|block| (across - 1) * block < columns);
        for block_width in fitting.filter(|block| across * block > columns) {
            for (count, block_height) in (2..columns).flat_map(|count| [1, 2].map(|h| (count, h))) {
                let merge = Merge {
                    down: 2,
                    across,
                    width: columns,
                    block_height,
                    block_width,
                    from_snake: false,
                    slices: vec![count, 1],
                };
                let plan = plan_of(columns, merge);
                if let Some(sorted) = sorts_all_fill_levels(&plan, 60_000) {
                    assert!(sorted, "{plan}{:?}", plan.merges());
                    certified += 1;
                }
            }
        }
    }
    assert!(certified > 100, "only {certified} merges were small enough");
}
