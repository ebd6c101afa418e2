//! Groups and the bound on how many a set meets, against all sets of small cases.

use super::super::field::Field;
use super::super::groups::PolynomialGroups;
use super::super::meetings::{Crowd, meetings, pairs};

/// The groups of a field of some order.
pub(super) fn groups(order: usize, nodes: usize) -> PolynomialGroups {
    PolynomialGroups::new(Field::new(order).expect("a prime power"), nodes)
}

/// The fewest groups that a set of every size is in, in so many rounds, whatever the first of them, all rounds added up.
pub(super) fn fewest_groups(groups: &PolynomialGroups, nodes: u32, rounds: usize) -> Vec<u64> {
    let order = groups.field().order();
    // The packets of every group, as bits.
    let members = |round: usize| {
        let mut members = vec![0_u32; order];
        for packet in 0..nodes as usize {
            members[groups.group(packet, round)] |= 1 << packet;
        }
        members
    };
    let members: Vec<Vec<u32>> = (0..order + rounds).map(members).collect();
    let mut fewest = vec![u64::MAX; nodes as usize + 1];
    for set in 1..1_u32 << nodes {
        let met = |round: usize| members[round].iter().filter(|&group| group & set > 0).count();
        let met: Vec<usize> = (0..order + rounds).map(met).collect();
        let of_size = &mut fewest[set.count_ones() as usize];
        for window in met.windows(rounds) {
            *of_size = (window.iter().sum::<usize>() as u64).min(*of_size);
        }
    }
    fewest
}

#[test]
fn groups_differ_by_at_most_a_packet_and_have_a_packet_of_every_rank() {
    for order in [2, 3, 4, 5, 8, 9, 16, 25] {
        for nodes in [1, 7, order, order + 1, 100, 343, order * order * 3 - 1] {
            let groups = groups(order, nodes);
            for round in 0..order + 2 {
                let mut ranks = vec![Vec::new(); order];
                for packet in 0..nodes {
                    ranks[groups.group(packet, round)].push(packet / order);
                }
                for ranks in ranks {
                    assert_eq!(ranks, (0..ranks.len()).collect::<Vec<usize>>());
                    let sizes = nodes / order..=nodes.div_ceil(order);
                    assert!(sizes.contains(&ranks.len()), "q = {order}, n = {nodes}");
                }
            }
        }
    }
}

/// Two packets are together at no more points than the number of their highest different digit, and some are as often.
#[test]
fn two_packets_are_together_at_few_points() {
    for (order, nodes) in [(3, 81), (4, 64), (5, 125), (8, 128), (9, 200)] {
        let groups = groups(order, nodes);
        let mut most = vec![0; groups.digits()];
        for (a, b) in (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let at = |packet, round| groups.group(packet, round);
            let together = (0..order).filter(|&round| at(a, round) == at(b, round)).count();
            let power = |i| order.pow(i as u32);
            let highest =
                (0..groups.digits()).rfind(|&i| a / power(i) % order != b / power(i) % order);
            let highest = highest.expect("they differ");
            assert!(together <= highest, "{a} and {b} of GF({order}): {together}");
            most[highest] = together.max(most[highest]);
        }
        let full = (0..groups.digits()).map(|i| i.min(order)).collect::<Vec<usize>>();
        let reached = most.iter().zip(&full).filter(|(a, b)| a == b).count();
        assert!(reached + 1 >= full.len(), "GF({order}): {most:?}");
    }
}

#[test]
fn pairs_are_those_of_the_evenest_spread() {
    for things in 0..=9_u32 {
        for places in 1..=4_u32 {
            // All ways to put them into places.
            let ways = (0..places.pow(things)).map(|mut way| {
                let mut counts = vec![0_u128; places as usize];
                for _ in 0..things {
                    counts[(way % places) as usize] += 1;
                    way /= places;
                }
                counts.iter().map(|&count| count * count.saturating_sub(1) / 2).sum::<u128>()
            });
            assert_eq!(pairs(things.into(), places.into()), ways.min().expect("one"));
        }
    }
}

/// Of every set of packets, in rounds that begin with any point, some more of them than there are points.
#[test]
fn no_set_meets_fewer_groups_than_the_bound_and_some_meet_no_more() {
    let (mut tight, mut all) = (0, 0);
    for (order, nodes) in [(2, 8), (2, 13), (3, 9), (3, 14), (4, 16), (5, 13), (7, 15)] {
        let groups = groups(order, nodes as usize);
        for rounds in 1..=order + 1 {
            let fewest = fewest_groups(&groups, nodes, rounds);
            for (size, &found) in (0..).zip(&fewest).skip(1) {
                let most = meetings(nodes.into(), order as u64, size, rounds as u64);
                let taken = (rounds as u64, rounds as u64);
                let bound = Crowd::new(size, taken, most).least_groups();
                assert!(bound <= found, "q = {order}, n = {nodes}, R = {rounds}, {size} packets");
                (tight, all) = (tight + u32::from(bound == found), all + 1);
            }
        }
    }
    assert!(3 * tight > all, "{tight} of {all} are attained");
}
