//! Holds what random deals leave at most against all deals on small meshes, and against exact sums of larger ones.

use super::*;
use crate::draws::Draws;
use std::f64::consts::LN_2;

/// All orders of so many things.
pub(super) fn orders(things: usize) -> Vec<Vec<usize>> {
    let shorter = match things {
        0 => return vec![Vec::new()],
        _ => orders(things - 1),
    };
    let with = |order: &Vec<usize>, at: usize| {
        let mut longer = order.clone();
        longer.insert(at, things - 1);
        longer
    };
    shorter.iter().flat_map(|order| (0..things).map(|at| with(order, at))).collect()
}

/// Every choice of one of so many for each of `places`.
pub(super) fn choices(of: usize, places: usize) -> Vec<Vec<usize>> {
    let all = of.pow(places as u32);
    (0..all).map(|n| (0..places).map(|place| n / of.pow(place as u32) % of).collect()).collect()
}

/// What tiles of `tile` nodes, cut from the first rows and columns, leave of `packets` in all deals of a mesh: the share of the deals for
/// every number that is left.
fn shares(
    (rows, cols): (usize, usize),
    (tile_rows, tile_cols): (usize, usize),
    packets: &[(usize, usize)],
    room: usize,
) -> Vec<f64> {
    let (of_rows, of_cols) = (orders(rows), orders(cols));
    let mut counts = vec![0_u32; packets.len() + 1];
    for columns in choices(of_rows.len(), cols) {
        let moved: Vec<(usize, usize)> =
            packets.iter().map(|&(row, col)| (of_rows[columns[col]][row], col)).collect();
        for lines in choices(of_cols.len(), rows) {
            let mut groups = vec![0; (rows / tile_rows) * (cols / tile_cols)];
            let mut left = 0;
            for &(row, col) in &moved {
                let (down, across) = (row / tile_rows, of_cols[lines[row]][col] / tile_cols);
                if down < rows / tile_rows && across < cols / tile_cols {
                    groups[down * (cols / tile_cols) + across] += 1;
                } else {
                    left += 1;
                }
            }
            left += groups.iter().map(|&group: &usize| group.saturating_sub(room)).sum::<usize>();
            counts[left] += 1;
        }
    }
    let all: u32 = counts.iter().sum();
    counts.iter().map(|&count| f64::from(count) / f64::from(all)).collect()
}

/// The chance of more than each number, from that of each number.
fn beyond(shares: &[f64]) -> Vec<f64> {
    (0..shares.len()).map(|left| shares[left + 1..].iter().sum()).collect()
}

#[test]
fn no_set_of_packets_on_small_meshes_leaves_more() {
    let mut tight = 0;
    for (mesh, tile) in
        [((2, 2), (1, 1)), ((2, 3), (1, 1)), ((3, 3), (1, 3)), ((3, 3), (2, 2)), ((2, 4), (1, 2))]
    {
        let (rows, cols) = mesh;
        let (down, across) = (rows / tile.0, cols / tile.1);
        let chance = (tile.0 * tile.1) as f64 / (rows * cols) as f64;
        let groups = (down * across) as u64;
        let outside = 1.0 - groups as f64 * chance;
        let deal =
            RandomDeal { groups, chance, outside: if outside > 1e-9 { outside } else { 0.0 } };
        for set in 1..1_usize << (rows * cols) {
            let packets: Vec<(usize, usize)> = (0..rows * cols)
                .filter(|node| set >> node & 1 == 1)
                .map(|node| (node / cols, node % cols))
                .collect();
            // Every 37th set of the larger meshes.
            if rows * cols > 6 && set % 37 != 0 {
                continue;
            }
            for room in 1..=2 {
                let dealt = shares(mesh, tile, &packets, room);
                let exact = beyond(&dealt);
                if deal.outside <= 0.0 {
                    let alone = independent(packets.len(), down * across, room);
                    for tilt in [0.1, 0.7, 2.0_f64] {
                        let grown = |shares: &[f64]| -> f64 {
                            let weights = (0..).map(|left| (tilt * f64::from(left)).exp());
                            shares.iter().zip(weights).map(|(share, weight)| share * weight).sum()
                        };
                        let (dealt, alone) = (grown(&dealt), grown(&alone));
                        assert!(dealt <= alone + 1e-9, "{mesh:?} {packets:?}: {dealt} {alone}");
                    }
                }
                for failure_log2 in [-1.0, -2.0, -4.0, -8.0, -40.0] {
                    let alive = packets.len() as u64;
                    let left = deal.left(alive, room as u64, failure_log2 * LN_2) as usize;
                    let chance = exact.get(left).copied().unwrap_or(0.0);
                    assert!(
                        chance <= f64::exp2(failure_log2) + 1e-12,
                        "{mesh:?} {tile:?} {packets:?}, room {room}: more than {left} with {chance}"
                    );
                    tight += usize::from(left > 0 && exact[left - 1] > f64::exp2(failure_log2));
                }
            }
        }
    }
    assert!(tight > 50, "often no smaller number would do: {tight}");
}

/// The chances of all numbers that are left if packets choose groups alone: group by group, over what the groups so far have and leave.
fn independent(alive: usize, groups: usize, room: usize) -> Vec<f64> {
    let mut so_far = vec![vec![0.0; alive + 1]; alive + 1];
    so_far[0][0] = 1.0;
    for group in 0..groups {
        let chance = 1.0 / (groups - group) as f64;
        let mut next = vec![vec![0.0; alive + 1]; alive + 1];
        for (had, of_left) in so_far.iter().enumerate() {
            let rest = alive - had;
            let mut weight = (1.0 - chance).powf(rest as f64);
            if group + 1 == groups {
                weight = f64::from(u8::from(rest == 0));
            }
            for more in 0..=rest {
                if group + 1 == groups {
                    weight = f64::from(u8::from(more == rest));
                }
                for (left, share) in of_left.iter().enumerate().filter(|of| *of.1 > 0.0) {
                    next[had + more][left + more.saturating_sub(room)] += share * weight;
                }
                if group + 1 < groups {
                    weight *= (rest - more) as f64 / (more + 1) as f64 * chance / (1.0 - chance);
                }
            }
        }
        so_far = next;
    }
    so_far[alive].clone()
}

#[test]
fn the_bound_is_close_to_the_exact_chance_of_packets_that_choose_alone() {
    for (alive, groups, room) in [(48, 4, 12), (64, 16, 4), (96, 8, 16), (60, 4, 20)] {
        let exact = beyond(&independent(alive, groups, room));
        let deal = RandomDeal { groups: groups as u64, chance: 1.0 / groups as f64, outside: 0.0 };
        for failure_log2 in [-10.0, -20.0, -30.0] {
            let found = deal.left(alive as u64, room as u64, failure_log2 * LN_2) as usize;
            let least = exact.iter().position(|&chance| chance <= f64::exp2(failure_log2));
            let least = least.expect("everything at most");
            assert!(found >= least, "{alive} {groups} {room}: {found} for {least}");
            // What is lost is a factor of the chance, some 2^4, which counts less the smaller the chance.
            let near = if failure_log2 < -20.0 { least + 5 } else { least + 6 };
            assert!(
                found <= near,
                "{alive} {groups} {room}, 2^{failure_log2}: {found} for {least}"
            );
        }
    }
}

/// Trains of `slotted` have room for two. The figures of `docs/slotted.md`, and from both sides: no number below the exact one, and for
/// chances of 2^-20 and less none that is more than a tenth of it and two packets above.
#[test]
fn with_room_for_two_the_bound_is_near_the_exact_number() {
    let pairs = [(256, 256), (62, 256), (62, 1024), (100, 400), (128, 64), (48, 16), (160, 40)];
    let mut of_page = Vec::new();
    for (alive, trains) in pairs {
        let exact = beyond(&independent(alive, trains, 2));
        let deal = RandomDeal { groups: trains as u64, chance: 1.0 / trains as f64, outside: 0.0 };
        for exponent in [-3, -10, -20, -31, -60, -100] {
            let ln_failure = f64::from(exponent) * LN_2;
            let found = deal.left(alive as u64, 2, ln_failure) as usize;
            let least = exact.iter().position(|&chance| chance <= ln_failure.exp());
            let least = least.expect("everything at most");
            let what = format!("{alive} packets, {trains} trains, 2^{exponent}");
            assert!(found >= least, "{what}: {found} for {least}");
            let is_near = 10 * found <= 11 * least + 20;
            assert!(is_near || exponent > -20, "{what}: {found} for {least}");
            of_page.extend((exponent == -31 && trains == 256).then_some((least, found)));
        }
    }
    assert_eq!(of_page, [(57, 62), (10, 12)]);
}

#[test]
fn more_packets_less_room_and_less_risk_leave_no_less() {
    let deal = RandomDeal { groups: 16, chance: 1.0 / 16.0, outside: 0.0 };
    let left = |alive, room, failure| deal.left(alive, room, failure);
    for alive in (0..800).step_by(23) {
        assert!(left(alive, 32, -20.0) <= left(alive + 23, 32, -20.0));
        assert!(left(alive, 32, -20.0) <= left(alive, 32, -40.0));
        assert!(left(alive, 33, -20.0) <= left(alive, 32, -20.0));
        assert!(left(alive, 32, -20.0) <= alive.saturating_sub(32), "{alive}");
    }
    // One group is certain.
    let one = RandomDeal { groups: 1, chance: 1.0, outside: 0.0 };
    assert_eq!([one.left(70, 32, -1.0), one.left(32, 32, -900.0)], [38, 0]);
    // So many groups that none has two, but for a chance of 2^-20.
    let many = RandomDeal { groups: 1 << 40, chance: 2.0_f64.powi(-40), outside: 0.0 };
    assert_eq!(many.left(8, 1, -20.0 * LN_2), 0);
    assert_eq!(many.left(8, 1, -40.0 * LN_2), 1);
}

/// Deals of a larger mesh by a generator of their own, for packets that stand in a row, in a column, in a square and anywhere.
#[test]
fn simulated_deals_leave_no_more_than_the_bound_and_the_mean() {
    const SIDE: usize = 16;
    const DEALS: u32 = 4000;
    let mut draws = Draws::new(4);
    let mut shuffled = |length: usize| {
        let mut order: Vec<usize> = (0..length).collect();
        for last in (1..length).rev() {
            order.swap(last, draws.below(last as u32 + 1) as usize);
        }
        order
    };
    let (alive, room, tile) = (64, 8, 4);
    let anywhere = shuffled(SIDE * SIDE);
    let sets: [Vec<usize>; 4] = [
        (0..alive).collect(),
        (0..alive).map(|number| number % SIDE * SIDE + number / SIDE).collect(),
        (0..alive).map(|number| number / 8 * SIDE + number % 8).collect(),
        anywhere[..alive].to_vec(),
    ];
    let deal = RandomDeal { groups: 16, chance: 1.0 / 16.0, outside: 0.0 };
    let exact = independent(alive, 16, room);
    let mean: f64 = exact.iter().enumerate().map(|(left, share)| left as f64 * share).sum();
    for set in sets {
        let mut found = vec![0_u32; alive + 1];
        for _ in 0..DEALS {
            let columns: Vec<Vec<usize>> = (0..SIDE).map(|_| shuffled(SIDE)).collect();
            let rows: Vec<Vec<usize>> = (0..SIDE).map(|_| shuffled(SIDE)).collect();
            let mut groups = [0_usize; 16];
            for &node in &set {
                let row = columns[node % SIDE][node / SIDE];
                let col = rows[row][node % SIDE];
                groups[row / tile * (SIDE / tile) + col / tile] += 1;
            }
            found[groups.iter().map(|&group| group.saturating_sub(room)).sum::<usize>()] += 1;
        }
        let share = |count: u32| f64::from(count) / f64::from(DEALS);
        for failure_log2 in [-3.0, -5.0, -8.0] {
            let most = deal.left(alive as u64, room as u64, failure_log2 * LN_2) as usize;
            let more = share(found[most + 1..].iter().sum());
            assert!(more <= f64::exp2(failure_log2), "2^{failure_log2}: {more} above {most}");
        }
        let left: f64 = found.iter().enumerate().map(|(left, &n)| left as f64 * share(n)).sum();
        let square = |left: usize| (left * left) as f64;
        let squares: f64 = found.iter().enumerate().map(|(left, &n)| square(left) * share(n)).sum();
        let error = ((squares - left * left) / f64::from(DEALS)).sqrt();
        assert!(left <= mean + 5.0 * error, "{left} of {mean}, give or take {error}");
        assert!(left > 0.0, "something is left now and then");
    }
}
