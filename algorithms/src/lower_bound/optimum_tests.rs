//! Holds the bound against the fewest steps of all schedules of tiny instances.

use super::oracle::optimum;
use super::recount::hold_against;
use super::schedules::fewest_steps;
use super::tests::{crowded_set, random_set, set, shape};
use super::*;
use meshcast_engine::Tile;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The first messages of a set.
fn first(messages: &Messages, count: usize) -> Messages {
    let some = messages.iter().map(|(source, list)| (source, list.to_vec())).take(count);
    Messages::new(messages.nodes(), some.collect::<Vec<_>>()).expect("a legal set")
}

#[test]
fn no_schedule_beats_the_bound() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut tight = [0; 6];
    for (rows, cols, most_messages, most, sets) in [
        (1, 2, 2, 2, 10),
        (1, 4, 3, 3, 20),
        (2, 2, 4, 3, 20),
        (2, 3, 2, 4, 60),
        (2, 3, 3, 2, 60),
        (2, 3, 6, 1, 60),
        (3, 3, 1, 4, 30),
        (3, 3, 2, 2, 40),
        (3, 3, 6, 1, 60),
    ] {
        let shape = shape(rows, cols);
        for _ in 0..sets {
            let scattered = random_set(rows * cols, most, &mut random);
            let crowded = crowded_set(shape, most, &mut random);
            for messages in [first(&scattered, most_messages), first(&crowded, most_messages)] {
                let least = fewest_steps(rows, cols, &messages, true);
                hold_against(least, (shape, &messages, Deliveries::Charged), &mut tight);
            }
        }
    }
    // Links into a submesh of so few nodes hold up no more messages than the deliveries there.
    assert!(tight[..4].iter().all(|&tight| tight > 0), "the least should be met: {tight:?}");
}

#[test]
fn no_schedule_with_free_copies_beats_the_bound() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut tight = 0;
    for (rows, cols, most_messages) in
        [(1, 1, 1), (1, 2, 2), (1, 3, 3), (1, 4, 3), (4, 1, 4), (2, 2, 3), (2, 3, 2)]
    {
        for _ in 0..25 {
            let messages = first(&random_set(rows * cols, 3, &mut random), most_messages);
            let steps = lower_bound(shape(rows, cols), &messages, Deliveries::Free).steps;
            let least = optimum(rows, cols, &messages);
            assert!(steps <= least, "{steps} > {least}, {rows} x {cols}: {messages:?}");
            tight += u32::from(steps == least);
        }
    }
    assert!(tight > 150, "the bound should be met by most tiny instances, found {tight} of 175");
}

#[test]
fn no_schedule_of_unicasts_with_free_deliveries_beats_the_bound() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut tight = [0; 6];
    for (rows, cols) in [(2, 3), (3, 3)].repeat(100) {
        let shape = shape(rows, cols);
        let crowded = crowded_set(shape, 1, &mut random);
        let sources = (1..rows as u32 * cols as u32 - 1).filter(|_| random.next_u64() % 8 > 0);
        let to_corner: Vec<_> = sources.map(|source| (source, vec![0])).collect();
        let to_corner = Messages::new(rows * cols, to_corner).expect("a legal set");
        for messages in [crowded, to_corner] {
            let least = fewest_steps(rows, cols, &messages, false);
            hold_against(least, (shape, &messages, Deliveries::Free), &mut tight);
        }
    }
    assert!([0, 4, 5].iter().all(|&kind| tight[kind] > 0), "the least should be met: {tight:?}");
}

#[test]
fn each_argument_decides_where_no_other_gives_as_much() {
    // Three messages two hops away share the two links into the corner: it takes a step to get there, and two to cross.
    let three = set(9, &[(2, &[0]), (4, &[0]), (6, &[0])]);
    let free = lower_bound(shape(3, 3), &three, Deliveries::Free);
    let corner = Tile { first_row: 0, first_col: 0, shape: shape(1, 1) };
    let (entries, links) = (3, 2);
    let reason =
        Reason::EntriesIntoSubmesh { submesh: corner, entries, links, before: 1, after: 0 };
    assert_eq!((free, fewest_steps(3, 3, &three, false)), (LowerBound { steps: 3, reason }, 3));

    // Where deliveries are charged, the corner makes them in the steps 3, 4 and 5.
    let charged = lower_bound(shape(3, 3), &three, Deliveries::Charged);
    let reason = Reason::DeliveriesAtNode { node: 0, deliveries: 3, distance: 2 };
    assert_eq!((charged, fewest_steps(3, 3, &three, true)), (LowerBound { steps: 5, reason }, 5));

    // Both ends of a line: a copy, two hops and a delivery.
    let two = set(5, &[(2, &[0, 4])]);
    let copied = lower_bound(shape(1, 5), &two, Deliveries::Charged);
    let reason = Reason::Copies { source_node: 2, destination: 0, destinations: 2 };
    assert_eq!((copied, fewest_steps(1, 5, &two, true)), (LowerBound { steps: 4, reason }, 4));
}
