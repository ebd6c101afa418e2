//! Certificates against brute force over all sets of packets, and against what visits do.

use super::super::certificate::{ExplicitQuestion, explicit_certificate};
use super::sets::{fewest_groups, groups};

fn question(nodes: u64, congestion: u64, order: u64, block: u64) -> ExplicitQuestion {
    let places = nodes.div_ceil(order);
    ExplicitQuestion { nodes, congestion, order, block, instances: 1, places }
}

/// The rounds that follow when sets are counted one by one, in the place of the bound on the groups that they meet.
fn by_brute_force(question: &ExplicitQuestion) -> u64 {
    let &ExplicitQuestion { nodes, congestion, order, block, .. } = question;
    let groups = groups(order as usize, nodes as usize);
    let fewest = |rounds: u64| fewest_groups(&groups, nodes as u32, rounds as usize);
    let tables: Vec<Vec<u64>> = (1..=order).map(fewest).collect();
    let left = |alive: u64, rounds: u64| {
        let sizes = (1..=alive).rev();
        let table = &tables[rounds as usize - 1];
        sizes.into_iter().find(|&size| block * table[size as usize] + size <= alive).unwrap_or(0)
    };
    let mut alive = vec![(congestion * block).min(nodes)];
    while alive[alive.len() - 1] > 0 {
        let rounds = alive.len() as u64;
        let spans = (1..=rounds.min(order)).map(|last| left(alive[(rounds - last) as usize], last));
        alive.push(spans.min().expect("one"));
    }
    alive.len() as u64 - 1
}

/// All but five are equal, which are one round above: q, n, c and b, the certified and the true rounds.
#[test]
fn certified_rounds_are_those_of_brute_force_on_small_cases() {
    let mut off = Vec::new();
    let mut all = 0;
    for (order, nodes) in [(2, 8), (2, 12), (3, 9), (3, 14), (4, 13), (4, 16), (5, 13), (7, 14)] {
        for congestion in 1..=8 {
            for block in [1, 2, 3] {
                let question = question(nodes, congestion, order, block);
                let certified = explicit_certificate(&question).expect("in range").rounds();
                let true_rounds = by_brute_force(&question);
                assert!(certified >= true_rounds, "{question:?}");
                all += 1;
                if certified > true_rounds {
                    off.push((order, nodes, congestion, block, certified, true_rounds));
                }
            }
        }
    }
    let one_above = [(4, 16, 8, 2, 5, 4), (7, 14, 6, 2, 4, 3), (7, 14, 7, 1, 5, 4)];
    let one_above = [&one_above[..], &[(7, 14, 7, 2, 4, 3), (7, 14, 8, 2, 4, 3)]].concat();
    assert_eq!((off, all), (one_above, 192));
}

/// A field of two elements separates nothing: 3,000 messages for a node take as many rounds.
#[test]
fn where_counting_does_not_help_every_round_serves_as_many_as_a_block_has_nodes() {
    let many = ExplicitQuestion { block: 100, ..question(1 << 20, 3000, 2, 1) };
    let certificate = explicit_certificate(&many).expect("in range");
    assert_eq!((certificate.rounds(), certificate.spans.len()), (3000, 1));
    // Two thirds of each group take part.
    let resting = ExplicitQuestion { places: (1 << 20) / 3, ..many };
    assert_eq!(explicit_certificate(&resting).expect("in range").rounds(), 4501);
    let two = ExplicitQuestion { instances: 2, ..many };
    assert_eq!(explicit_certificate(&two).expect("in range").rounds(), 1500);
}

/// Larger blocks are left no more packets for each node: rounds become no more.
#[test]
fn larger_blocks_take_no_more_rounds() {
    for (order, congestion) in [(8, 8), (16, 16), (16, 40), (25, 24), (64, 64)] {
        let rounds = [4, 5, 7, 8, 16, 33, 64, 200].map(|block| {
            let question = question(1 << 14, congestion, order, block);
            explicit_certificate(&question).expect("in range").rounds()
        });
        assert!(rounds.is_sorted_by(|a, b| a >= b), "GF({order}), c = {congestion}: {rounds:?}");
    }
}

/// What the design has worked out by hand.
#[test]
fn twelve_bits_and_sixteen_messages_take_seven_rounds() {
    let certificate = explicit_certificate(&question(1 << 12, 16, 16, 16)).expect("in range");
    assert_eq!((certificate.rounds(), certificate.digits, certificate.spans[0].rounds), (7, 3, 6));
    assert!(certificate.spans[0].left() <= 16);
}
