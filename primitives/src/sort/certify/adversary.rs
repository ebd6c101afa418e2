//! Generates zero–one inputs chosen to hurt, and keys with duplicates.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::{Merge, Plan};
use super::dealt::{Dealt, columns_of_block, slice_of_columns};
use super::{
    ORDERS, chains, elements, merge_of_rows, merging, plans, shape, sorts_bits, sorts_numbers,
};

type Random = Xoshiro256PlusPlus;

/// Zeros and ones by thresholds of one random permutation.
fn thresholds(plan: &Plan, random: &mut Random) -> Vec<u64> {
    let nodes = elements(plan).nodes();
    let limits: Vec<usize> = (0..64).map(|_| random.random_range(0..=nodes)).collect();
    let mut ranks: Vec<usize> = (0..nodes).collect();
    for last in (1..nodes).rev() {
        ranks.swap(last, random.random_range(0..=last));
    }
    let key = |rank: &usize| {
        let bits = limits.iter().enumerate();
        bits.map(|(bit, limit)| u64::from(rank < limit) << bit).sum()
    };
    ranks.iter().map(key).collect()
}

/// Zeros and ones in every column with a density of its own, from the top or from the bottom.
fn columns(plan: &Plan, random: &mut Random) -> Vec<u64> {
    let shape = elements(plan);
    let mut keys = vec![0; shape.nodes()];
    for bit in 0..64 {
        let base = random.random_range(0..=shape.rows());
        let spread = random.random_range(0..=shape.rows());
        let turned = random.random_bool(0.5);
        for col in 0..shape.cols() {
            let low = base.saturating_sub(spread);
            let ones = random.random_range(low..=(base + spread).min(shape.rows()));
            for row in 0..ones {
                let row = if turned { row } else { shape.rows() - 1 - row };
                keys[shape.index(row, col)] |= 1 << bit;
            }
        }
    }
    keys
}

/// Every block of a merge with a number of ones of its own; `level` names it by the place of the block in its merged
/// block.
fn fill(
    plan: &Plan,
    merge: &Merge,
    bit: usize,
    keys: &mut [u64],
    mut level: impl FnMut(usize) -> usize,
) {
    let shape = elements(plan);
    let height = merge.block_height;
    for i in 0..shape.rows().div_ceil(height) {
        for c in 0..shape.cols().div_ceil(merge.width) * merge.across {
            let level = level(i % merge.down * merge.across + c % merge.across);
            let (start, width) = columns_of_block(merge, shape.cols(), c);
            // From the bottom, so that missing rows, which count as ones, complete the block.
            let places = (0..height * width).rev().take(level);
            for place in places {
                let (row, col) = (i * height + place / width, start + place % width);
                if row < shape.rows() {
                    keys[shape.index(row, col)] |= 1 << bit;
                }
            }
        }
    }
}

/// Blocks with levels all alike up to a random spread, or empty, or full.
fn levels(plan: &Plan, merge: &Merge, random: &mut Random) -> Vec<u64> {
    let size = merge.block_height * merge.block_width;
    let mut keys = vec![0; elements(plan).nodes()];
    for bit in 0..64 {
        let base = random.random_range(0..=size);
        let spread = random.random_range(0..=size);
        let extreme = random.random_range(0.0..1.0);
        fill(plan, merge, bit, &mut keys, |_| {
            if random.random_bool(extreme) {
                return size * random.random_range(0..=1);
            }
            random.random_range(base.saturating_sub(spread)..=(base + spread).min(size))
        });
    }
    keys
}

/// A fixed random choice between -1, 0 and 1 for every number.
fn chosen(mixer: u64, number: i64) -> i64 {
    let mixed = mixer.wrapping_mul(number.unsigned_abs() + 1).rotate_left(29).wrapping_mul(mixer);
    [-1, 0, 1][(mixed >> 40) as usize % 3]
}

/// Blocks with the levels that drive some slices of the tail as far from the others as any levels can.
fn imbalances(plan: &Plan, dealt: &Dealt, merge: &Merge, random: &mut Random) -> Vec<u64> {
    let mut keys = vec![0; elements(plan).nodes()];
    for bit in 0..64 {
        let choice = random.random_range(0..=merge.slices.len());
        let count = if choice == 0 { dealt.width } else { merge.slices[choice - 1] };
        let slice_of = slice_of_columns(dealt.width, count);
        let wide_of =
            slice_of_columns(dealt.width, merge.slices.get(choice).map_or(1, |&wide| wide));
        let signed = |count: usize| i64::try_from(count).expect("a small count");
        let slices = signed(count);
        // Half of the time within one slice of the next level.
        let (mine, theirs) =
            (random.random_range(0..dealt.width), random.random_range(0..dealt.width));
        let is_near = random.random_bool(0.5);
        let is_met = |x: usize| !is_near || wide_of[x] == wide_of[mine];
        let one = signed(slice_of[mine]);
        let met: Vec<usize> = (0..dealt.width).filter(|&x| is_met(x)).collect();
        let other = signed(slice_of[met[theirs % met.len()]]);
        let met = signed(slice_of[met[met.len() - 1]] - slice_of[met[0]] + 1);
        let sign = if random.random_bool(0.5) { 1 } else { -1 };
        let kind = random.random_range(0..3);
        let mixer = random.next_u64() | 1;
        // A one counts as many parts as another width has columns, if there is one, so that full turns through all columns change nothing.
        let narrow = dealt.width / count;
        let is_wider = |slice: usize| slice_of.iter().filter(|&&own| own == slice).count() > narrow;
        let weight = |x: usize| {
            let (place, part) =
                (signed(slice_of[x]), signed(narrow + usize::from(!is_wider(slice_of[x]))));
            part * match kind {
                0 if !is_met(x) => 0,
                0 => sign * (met * i64::from(place == one) - 1),
                1 => i64::from(place == one) - i64::from(place == other),
                // Some against their neighbours: +1 and -1 in each of a random choice of pairs of slices.
                _ if place | 1 == slices => 0,
                _ => (1 - 2 * (place & 1)) * chosen(mixer, place / 2),
            }
        };
        // Keep full turns alike half of the time, so that the dirty rows meet.
        let fixed = random.random_bool(0.5).then(|| random.random_range(0..1 << 16));
        let worst = dealt.worst_levels(weight, |ways| match fixed {
            Some(part) => (part * ways) >> 16,
            None => random.random_range(0..ways),
        });
        fill(plan, merge, bit, &mut keys, |block| worst[block]);
    }
    keys
}

fn attack(plan: &Plan, words: usize, random: &mut Random) {
    let check = |keys: &[u64], kind: &str| assert!(sorts_bits(plan, keys), "{kind}\n{plan}");
    for _ in 0..words {
        check(&thresholds(plan, random), "thresholds");
        check(&columns(plan, random), "columns");
        for (place, merge) in plan.merges() {
            // Below an odd number of block rows merged blocks begin with the others.
            let above = random.random_range(0..=merge.down % 2);
            let dealt = Dealt::new(plan, *place, merge, above);
            check(&levels(plan, merge, random), "levels");
            check(&imbalances(plan, &dealt, merge, random), "imbalances");
        }
    }
}

fn attack_shapes(shapes: impl Iterator<Item = (usize, usize)>, words: usize) {
    for (rows, cols) in shapes {
        let mut random = Random::seed_from_u64((rows * 1000 + cols) as u64);
        for order in ORDERS {
            for plan in merging(shape(rows, cols), order) {
                attack(&plan, words, &mut random);
            }
            // The reference has one rule for all sides: the smaller ones tell enough.
            if rows * cols <= 4096 {
                attack(&Plan::shearsort(shape(rows, cols), order), words, &mut random);
            }
        }
    }
}

#[test]
fn squares_up_to_forty_withstand_the_adversary() {
    attack_shapes((2..=40).map(|side| (side, side)), 4);
}

#[test]
fn larger_squares_withstand_the_adversary() {
    let sides = [43, 45, 47, 48, 50, 59, 60, 64, 67, 75, 81, 96, 100, 101, 127, 128];
    attack_shapes(sides.into_iter().map(|side| (side, side)), 1);
}

#[test]
fn rectangles_withstand_the_adversary() {
    let small = (1..=14).flat_map(|rows| (1..=14).map(move |cols| (rows, cols)));
    attack_shapes(small, 1);
    let shapes = [
        (1, 100),
        (100, 1),
        (2, 50),
        (50, 2),
        (3, 33),
        (16, 64),
        (64, 16),
        (20, 90),
        (33, 48),
        (90, 20),
        (37, 40),
    ];
    attack_shapes(shapes.into_iter(), 2);
}

/// Merges of whole rows in slices of two widths, which no plan of so few columns makes.
#[test]
fn all_chains_of_uneven_slices_withstand_the_adversary() {
    for (columns, down) in (10..=22).flat_map(|columns| [4, 6, 10].map(|down| (columns, down))) {
        let mut random = Random::seed_from_u64((columns * 100 + down) as u64);
        for slices in chains(columns).filter(|slices| slices.len() > 2) {
            attack(&merge_of_rows(columns, down, slices), 1, &mut random);
        }
    }
}

#[test]
fn keys_with_and_without_duplicates_are_sorted() {
    let mut random = Random::seed_from_u64(1);
    for (rows, cols) in
        (1..=32).map(|side| (side, side)).chain([(48, 48), (30, 64), (64, 64), (5, 77)])
    {
        for order in ORDERS {
            for plan in plans(shape(rows, cols), order) {
                let nodes = elements(&plan).nodes();
                for range in [2, 5, nodes as u64, u64::MAX] {
                    let keys: Vec<u64> = (0..nodes).map(|_| random.next_u64() % range).collect();
                    assert!(sorts_numbers(&plan, &keys), "keys below {range}\n{plan}");
                }
                let falling: Vec<u64> = (0..nodes as u64).rev().collect();
                assert!(sorts_numbers(&plan, &falling), "falling keys\n{plan}");
            }
        }
    }
}
