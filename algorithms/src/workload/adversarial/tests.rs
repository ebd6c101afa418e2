//! Tests that the messages of the workload collide as they are meant to.

use super::*;
use crate::workload::{Workload, generate};
use std::collections::{BTreeMap, BTreeSet};

fn permutations(side: usize, count: u64) -> Vec<Permutation> {
    (0..count).map(|seed| Permutation::random(side * side, 100 + seed)).collect()
}

#[test]
fn sets_keep_to_their_degree_and_congestion() {
    for side in 2..=11 {
        let against = permutations(side, 3);
        for grouping in [Grouping::Tiles, Grouping::Bands] {
            for (c, d) in (1..side * side).step_by(7).flat_map(|c| [(c, 1), (c, c / 2 + 1), (c, c)])
            {
                for rounds in [1, 3] {
                    let set = adversarial(grouping, side, Some(d), Some(c), &against[..rounds], 1)
                        .unwrap();
                    let seen = format!("{grouping:?} {side} {c} {d}");
                    assert!(set.degree() <= d && set.congestion() <= c, "{seen}");
                    // A block of a band of one row gets half of a family that is meant for two rows.
                    let is_half = grouping == Grouping::Bands && 2 * set.count() == side * side;
                    assert!(is_half || 2 * set.count() > side * side, "{seen}: {}", set.count());
                }
            }
        }
    }
    // Even tiles, even blocks: 4 x 4 tiles of 4 x 4 nodes, blocks of 2 x 4.
    let set = adversarial(Grouping::Tiles, 16, None, Some(16), &permutations(16, 2), 1).unwrap();
    assert_eq!((set.count(), set.degree(), set.congestion(), set.deliveries()), (256, 4, 16, 1024));
    let loads = set.iter().flat_map(|(_, list)| list).fold(BTreeMap::new(), |mut loads, node| {
        *loads.entry(node).or_insert(0) += 1;
        loads
    });
    assert!(loads.values().all(|&load| load == 16), "every node that gets any gets c");
}

#[test]
fn a_set_follows_from_its_parameters() {
    let against = permutations(16, 2);
    let set = |seed| adversarial(Grouping::Tiles, 16, None, Some(16), &against, seed).unwrap();
    assert!(set(1) == set(1), "again the same");
}

/// By block, the groups that packets for it are in, summed over the rounds. Tiles and blocks are reckoned here once more.
fn collisions(set: &Messages, against: &[Permutation]) -> Vec<usize> {
    // 32 x 32 nodes, c = 16: 4 x 4 tiles of 8 x 8 nodes, blocks of 4 x 4.
    let part = |node: u32, side: u32| (node / 32 / side, node % 32 / side);
    let mut groups: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (source, list) in set.iter() {
        for &node in list {
            let of_block = groups.entry(part(node, 4)).or_default();
            for (round, permutation) in against.iter().enumerate() {
                of_block.insert((round, part(permutation.entries()[source as usize], 8)));
            }
        }
    }
    let mut sums: Vec<usize> = groups.values().map(BTreeSet::len).collect();
    sums.sort_unstable();
    sums
}

#[test]
fn packets_for_a_block_are_in_few_groups() {
    let against = permutations(32, 3);
    for (rounds, least, mean) in [(1, 4, 4), (2, 15, 20), (3, 29, 36)] {
        let against = &against[..rounds];
        let bad = adversarial(Grouping::Tiles, 32, None, Some(16), against, 1).unwrap();
        let sums = collisions(&bad, against);
        // Each family of 256 messages is for four blocks of 16 nodes.
        assert_eq!((bad.count(), sums.len()), (1024, 16));
        assert!(sums[0] <= least, "{rounds} rounds: {sums:?}");
        assert!(sums.iter().sum::<usize>() <= mean * sums.len(), "{rounds} rounds: {sums:?}");
        // Random messages for a block are in nearly every group.
        let random = generate(Workload::HotBlock, 32, Some(4), Some(16), 1).unwrap();
        assert!(collisions(&random, against)[0] >= 15 * rounds);
    }
}

/// All choices of groups, one after the other.
fn fewest_groups(places: &Places, least: usize) -> usize {
    let whole = |choice: u32| {
        let of_message =
            |message| places.groups_of(message).iter().all(|group| choice >> group & 1 == 1);
        (0..places.messages() as u32).filter(|&message| of_message(message)).count()
    };
    let choices = 0..1 << places.groups();
    let sizes = choices.filter(|&choice| whole(choice) >= least).map(u32::count_ones);
    sizes.min().expect("all groups hold all messages") as usize
}

#[test]
fn the_fewest_groups_are_found_where_all_choices_can_be_tried() {
    for seed in 0..40 {
        let draws = &mut Draws::new(seed);
        let rounds = 1 + draws.below(3) as usize;
        let groups = 2 + draws.below(3) as usize;
        let messages = 10 + draws.below(50) as usize;
        let least = 1 + draws.below(messages as u32) as usize;
        let group_of: Vec<usize> =
            (0..messages * rounds).map(|_| draws.below(groups as u32) as usize).collect();
        let places = Places::new(messages, rounds, groups, |message, round| {
            group_of[message * rounds + round]
        });
        let found = colliding(&places, least, draws);
        assert!(found.len() >= least && found.is_sorted());
        let used: BTreeSet<u32> =
            found.iter().flat_map(|&message| places.groups_of(message)).copied().collect();
        assert_eq!(used.len(), fewest_groups(&places, least), "seed {seed}");
    }
}

#[test]
fn refusals_say_what_was_expected() {
    let against = permutations(4, 1);
    let refused = |side, degree, congestion, against: &[Permutation]| {
        adversarial(Grouping::Tiles, side, degree, congestion, against, 1).unwrap_err().to_string()
    };
    assert_eq!(
        refused(4, None, None, &[]),
        "--against: expected a permutation at least, found none"
    );
    assert_eq!(
        refused(5, None, None, &against),
        "--against: expected a permutation of 25 numbers, one for each node, found 16"
    );
    assert_eq!(
        refused(4, Some(5), Some(4), &against),
        "--degree must be at most the congestion, 4, found 5"
    );
    assert_eq!(
        refused(4, Some(0), None, &against),
        "--degree must be at least 1 and below the number of nodes, 16, found 0"
    );
    assert_eq!(
        refused(4, None, Some(16), &against),
        "--congestion must be at least 1 and below the number of nodes, 16, found 16 (the default is 4)"
    );
    assert_eq!(
        refused(1, None, None, &against),
        "--side must be from 2 to 8192 for a workload, found 1"
    );
}
