//! Tests the bound on sets of which nodes have several messages.

use super::oracle::{enumerated, optimum};
use super::recount::hold_against;
use super::schedules::fewest_steps;
use super::tests::shape;
use super::*;
use meshcast_engine::{MessageLists, Tile};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn several(nodes: usize, lists: &[(u32, &[u32])]) -> Messages {
    let lists: MessageLists = lists.iter().map(|&(source, list)| (source, list.to_vec())).collect();
    Messages::in_classes(nodes, lists).expect("a legal set")
}

/// So many messages from few of the nodes, each for up to `most` nodes.
fn random_several(
    nodes: usize,
    (count, most): (usize, u64),
    random: &mut Xoshiro256PlusPlus,
) -> Messages {
    let mut below = |bound: usize| random.next_u64() as usize % bound;
    let few = 1 + below(nodes);
    let lists: MessageLists = (0..count)
        .map(|_| {
            let destinations = below(most as usize + 1);
            let list: Vec<u32> = (0..destinations).map(|_| below(nodes) as u32).collect();
            (below(few) as u32, list)
        })
        .collect();
    Messages::in_classes(nodes, lists).expect("a legal set")
}

#[test]
fn the_bound_is_the_enumerated_one() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for (rows, cols) in [(1, 1), (1, 2), (7, 1), (2, 2), (3, 3), (5, 5), (3, 8), (8, 8)] {
        for (count, most) in [(3, 2), (20, 1), (60, 4), (150, 2)].repeat(5) {
            let messages = random_several(rows * cols, (count, most), &mut random);
            for (deliveries, charged) in [(Deliveries::Charged, true), (Deliveries::Free, false)] {
                let steps = lower_bound(shape(rows, cols), &messages, deliveries).steps;
                let expected = enumerated(rows, cols, &messages, charged);
                assert_eq!(steps, expected, "{rows} x {cols}, {deliveries:?}: {messages:?}");
            }
        }
    }
}

#[test]
fn no_schedule_beats_the_bound() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut tight = [0; 7];
    for (rows, cols, count, most, sets) in [
        (1, 1, 4, 1, 10),
        (1, 2, 5, 1, 30),
        (1, 3, 4, 2, 30),
        (2, 2, 6, 1, 60),
        (2, 2, 3, 3, 30),
        (2, 3, 5, 1, 60),
        (3, 3, 5, 1, 40),
    ] {
        let shape = shape(rows, cols);
        for _ in 0..sets {
            let messages = random_several(rows * cols, (count, most), &mut random);
            let least = fewest_steps(rows, cols, &messages, true);
            hold_against(least, (shape, &messages, Deliveries::Charged), &mut tight);
        }
    }
    // Links of so few nodes seldom hold up more messages than the deliveries do.
    assert!(tight[..4].iter().all(|&tight| tight > 0), "the least should be met: {tight:?}");
}

#[test]
fn no_schedule_with_free_copies_beats_the_bound() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut tight = [0; 7];
    for (rows, cols, count) in [(1, 2, 4), (1, 3, 5), (2, 2, 6), (2, 3, 3)].repeat(25) {
        let messages = random_several(rows * cols, (count, 2), &mut random);
        let least = optimum(rows, cols, &messages);
        hold_against(least, (shape(rows, cols), &messages, Deliveries::Free), &mut tight);
    }
    assert!(tight[6] > 0, "exits should be met: {tight:?}");
}

#[test]
fn what_leaves_a_node_shares_its_links() {
    // The corner has five messages and two links: three steps, and a delivery. No node gets more than two.
    let from_corner = several(4, &[(0, &[1]), (0, &[1]), (0, &[2]), (0, &[2]), (0, &[3])]);
    let bound = lower_bound(shape(2, 2), &from_corner, Deliveries::Charged);
    let submesh = Tile { first_row: 0, first_col: 0, shape: shape(1, 1) };
    let reason = Reason::ExitsFromSubmesh { submesh, exits: 5, links: 2 };
    let least = fewest_steps(2, 2, &from_corner, true);
    assert_eq!((bound, least), (LowerBound { steps: 4, reason }, 4));
}

#[test]
fn a_node_delivers_its_own_messages_one_a_step() {
    let to_itself = several(4, &[(2, &[2]), (2, &[2]), (2, &[2])]);
    let bound = lower_bound(shape(2, 2), &to_itself, Deliveries::Charged);
    let reason = Reason::DeliveriesAtNode { node: 2, deliveries: 3, distance: 0 };
    let least = fewest_steps(2, 2, &to_itself, true);
    assert_eq!((bound, least), (LowerBound { steps: 3, reason }, 3));
    assert_eq!(lower_bound(shape(2, 2), &to_itself, Deliveries::Free).steps, 0);
}
