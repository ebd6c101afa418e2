//! Tests the bound against plain enumeration, exhaustive search of schedules, and instances checked by hand.

use super::bound::links_into;
use super::oracle::{enumerated, enumerated_entries, enumerated_most_entries};
use super::recount::check_reason;
use super::*;
use crate::{Workload, generate};
use meshcast_engine::Tile;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn shape(rows: usize, cols: usize) -> Shape {
    Shape::new(rows, cols).expect("a legal mesh")
}

pub(super) fn set(nodes: usize, lists: &[(u32, &[u32])]) -> Messages {
    Messages::new(nodes, lists.iter().map(|&(source, list)| (source, list.to_vec())))
        .expect("a legal set")
}

/// Messages from some of the nodes, each to up to `most` nodes.
pub(super) fn random_set(nodes: usize, most: u64, random: &mut Xoshiro256PlusPlus) -> Messages {
    let mut lists = Vec::new();
    for source in 0..nodes as u32 {
        if !random.next_u64().is_multiple_of(4) {
            let count = random.next_u64() % (most + 1);
            let list = (0..count).map(|_| (random.next_u64() % nodes as u64) as u32).collect();
            lists.push((source, list));
        }
    }
    Messages::new(nodes, lists).expect("a legal set")
}

/// Messages from most nodes into a random rectangle, so that its links decide.
pub(super) fn crowded_set(shape: Shape, most: u64, random: &mut Xoshiro256PlusPlus) -> Messages {
    let mut part = |side: usize| {
        let first = random.next_u64() as usize % side;
        first..first + 1 + random.next_u64() as usize % (side - first)
    };
    let (rows, cols) = (part(shape.rows()), part(shape.cols()));
    let crowd: Vec<u32> =
        rows.flat_map(|row| cols.clone().map(move |col| shape.index(row, col) as u32)).collect();
    let lists = (0..shape.nodes() as u32).map(|source| {
        let count = random.next_u64() % (most + 1);
        (source, (0..count).map(|_| crowd[random.next_u64() as usize % crowd.len()]).collect())
    });
    Messages::new(shape.nodes(), lists.collect::<Vec<_>>()).expect("a legal set")
}

#[test]
fn every_square_of_every_scale_has_the_enumerated_entries() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    for (rows, cols) in [(1, 2), (1, 9), (4, 4), (5, 5), (3, 8), (9, 2), (7, 12)] {
        for most in [1, 3, 12] {
            let messages = random_set(rows * cols, most, &mut random);
            let mut squares = Squares::new(shape(rows, cols), &messages);
            let nodes_of = |submesh: Tile| -> BTreeSet<u32> {
                let nodes = (0..submesh.shape.nodes()).map(|place| {
                    let (row, col) = submesh.shape.position(place);
                    shape(rows, cols).index(submesh.first_row + row, submesh.first_col + col) as u32
                });
                nodes.collect()
            };
            let listed = |found: &mut dyn Iterator<Item = Entries>| {
                let found = found.map(|found| (nodes_of(found.submesh), u64::from(found.entries)));
                found.collect::<BTreeMap<_, _>>()
            };
            for scale in squares.scales() {
                let side = 1 << scale;
                let mut expected = BTreeMap::new();
                for (down, right) in [(0, 0), (0, side / 2), (side / 2, 0), (side / 2, side / 2)] {
                    let square_of = |v: u32| {
                        ((v as usize / cols + down) / side, (v as usize % cols + right) / side)
                    };
                    let all = 0..(rows * cols) as u32;
                    for square in all.clone().map(square_of).collect::<BTreeSet<_>>() {
                        let inside: BTreeSet<u32> =
                            all.clone().filter(|&v| square_of(v) == square).collect();
                        let entries = enumerated_entries(&inside, &messages);
                        if entries > 0 {
                            expected.insert(inside, entries);
                        }
                    }
                }
                let context = format!("side {side} on {rows} x {cols}: {messages:?}");
                let most = listed(&mut squares.at_most(scale));
                for (inside, entries) in &expected {
                    assert!(most.get(inside).is_some_and(|most| most >= entries), "{context}");
                }
                // Some squares only, then all: a count must not depend on what was counted before.
                let some = |found: Entries| {
                    (found.submesh.first_row + found.entries as usize).is_multiple_of(3)
                };
                for (inside, entries) in listed(&mut squares.count(scale, some)) {
                    assert_eq!(expected[&inside], entries, "{context}");
                }
                assert_eq!(listed(&mut squares.count(scale, |_| true)), expected, "{context}");
            }
        }
    }
}

#[test]
fn the_bound_is_the_enumerated_one() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let meshes = [
        (1, 1),
        (1, 2),
        (1, 7),
        (8, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 5),
        (3, 8),
        (9, 2),
        (6, 11),
        (8, 8),
    ];
    for (rows, cols) in meshes {
        for most in [1, 2, 5, 20] {
            for _ in 0..6 {
                let scattered = random_set(rows * cols, most, &mut random);
                let crowded = crowded_set(shape(rows, cols), most, &mut random);
                for messages in [scattered, crowded] {
                    for (deliveries, charged) in
                        [(Deliveries::Charged, true), (Deliveries::Free, false)]
                    {
                        let steps = lower_bound(shape(rows, cols), &messages, deliveries).steps;
                        let expected = enumerated(rows, cols, &messages, charged);
                        assert_eq!(
                            steps, expected,
                            "{rows} x {cols}, {deliveries:?}: {messages:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_reason_accounts_for_the_steps() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut seen = [false; 7];
    for most in [1, 3, 9, 40] {
        for (rows, cols) in [(4, 4), (3, 9), (8, 8), (16, 16), (2, 30)] {
            let shape = shape(rows, cols);
            let messages = crowded_set(shape, most, &mut random);
            for deliveries in [Deliveries::Charged, Deliveries::Free] {
                let bound = lower_bound(shape, &messages, deliveries);
                seen[check_reason(shape, &messages, deliveries, bound)] = true;
            }
        }
    }
    for (workload, side) in [(Workload::LowerBound, 46), (Workload::Uniform, 32)] {
        let messages = generate(workload, side, None, Some(64), 1).expect("legal parameters");
        let (shape, deliveries) = (shape(side, side), Deliveries::Charged);
        let bound = lower_bound(shape, &messages, deliveries);
        seen[check_reason(shape, &messages, deliveries, bound)] = true;
    }
    let expected = [true, true, true, true, true, true, false];
    assert_eq!(seen, expected, "every reason but exits should be the best on some instance");
}

#[test]
fn distances_count_the_delivery_where_it_is_charged() {
    let messages = set(12, &[(0, &[11])]);
    assert_eq!(lower_bound(shape(3, 4), &messages, Deliveries::Charged).steps, 6);
    assert_eq!(lower_bound(shape(3, 4), &messages, Deliveries::Free).steps, 5);
    assert_eq!(lower_bound(shape(1, 12), &messages, Deliveries::Charged).steps, 12);
}

#[test]
fn a_source_that_is_its_own_destination_takes_one_step_or_none() {
    let messages = set(4, &[(2, &[2])]);
    let charged = lower_bound(shape(2, 2), &messages, Deliveries::Charged);
    assert_eq!(charged.reason, Reason::Distance { source_node: 2, destination: 2 });
    assert_eq!(charged.steps, 1);
    assert_eq!(lower_bound(shape(2, 2), &messages, Deliveries::Free).steps, 0);
}

#[test]
fn a_set_without_destinations_takes_no_step() {
    let bound = lower_bound(shape(2, 2), &set(4, &[(2, &[])]), Deliveries::Charged);
    assert_eq!(bound, LowerBound { steps: 0, reason: Reason::NothingToDeliver });
}

#[test]
fn messages_that_enter_a_corner_square_share_its_links() {
    // 4 x 4: every node outside the upper left 2 x 2 square sends to one node inside, 12 messages over 4 links, three
    // a node.
    let into_square: Vec<(u32, &[u32])> = vec![
        (2, &[0]),
        (3, &[1]),
        (6, &[4]),
        (7, &[5]),
        (8, &[0]),
        (9, &[1]),
        (10, &[4]),
        (11, &[5]),
        (12, &[0]),
        (13, &[1]),
        (14, &[4]),
        (15, &[5]),
    ];
    let corner = Tile { first_row: 0, first_col: 0, shape: shape(2, 2) };
    let messages = set(16, &into_square);
    let mut squares = Squares::new(shape(4, 4), &messages);
    let entries = squares.count(1, |_| true).find(|candidate| candidate.submesh == corner);
    let entries = entries.expect("messages enter the corner");
    assert_eq!(entries.entries, 12);
    assert_eq!(entries_into(shape(4, 4), entries, Deliveries::Charged).steps, 4);
    assert_eq!(entries_into(shape(4, 4), entries, Deliveries::Free).steps, 3);
}

#[test]
fn a_message_with_many_destinations_enters_a_square_once() {
    let messages = set(16, &[(15, &[0, 1, 4, 5])]);
    let mut squares = Squares::new(shape(4, 4), &messages);
    let corner = Tile { first_row: 0, first_col: 0, shape: shape(2, 2) };
    let entries = squares
        .count(1, |_| true)
        .find(|candidate| candidate.submesh == corner)
        .expect("it enters the corner");
    assert_eq!(entries.entries, 1);
}

#[test]
fn halves_of_the_mesh_are_among_the_submeshes() {
    // 2 x 8, left half to right half: 8 messages over 2 links.
    let messages =
        Messages::new(16, (0..16).filter(|v| v % 8 < 4).map(|v| (v, vec![15 - v]))).expect("legal");
    let mut squares = Squares::new(shape(2, 8), &messages);
    let half =
        Entries { submesh: Tile { first_row: 0, first_col: 4, shape: shape(2, 4) }, entries: 8 };
    let scales = squares.scales();
    let found = scales
        .into_iter()
        .any(|scale| squares.count(scale, |_| true).any(|entries| entries == half));
    assert!(found);
    assert_eq!(links_into(shape(2, 8), half.submesh), 2);
}

#[test]
fn more_messages_or_destinations_never_lower_the_bound() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for deliveries in [Deliveries::Charged, Deliveries::Free] {
        for _ in 0..30 {
            let mut lists = std::collections::BTreeMap::<u32, Vec<u32>>::new();
            let mut last = 0;
            for _ in 0..60 {
                let (source, node) =
                    ((random.next_u64() % 36) as u32, (random.next_u64() % 36) as u32);
                lists.entry(source).or_default().push(node);
                let messages = Messages::new(36, lists.clone()).expect("a legal set");
                let steps = lower_bound(shape(6, 6), &messages, deliveries).steps;
                assert!(steps >= last, "{steps} < {last}");
                last = steps;
            }
        }
    }
}

#[test]
fn the_bound_is_the_same_on_the_transposed_mesh() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for (rows, cols) in [(3, 7), (16, 2), (1, 9), (6, 6)] {
        let messages = random_set(rows * cols, 4, &mut random);
        let flip = |v: u32| v % cols as u32 * rows as u32 + v / cols as u32;
        let flipped = messages
            .iter()
            .map(|(source, list)| (flip(source), list.iter().map(|&v| flip(v)).collect()));
        let flipped = Messages::new(rows * cols, flipped).expect("legal");
        let steps = lower_bound(shape(rows, cols), &messages, Deliveries::Charged).steps;
        assert_eq!(lower_bound(shape(cols, rows), &flipped, Deliveries::Charged).steps, steps);
    }
}

#[test]
fn theorem_one_instances_need_root_cn_steps() {
    // c·a² messages enter through 2a links, and c·a/2 is about √(cn/8) = 0.35·√(cn). Where a is no power of two, the corner
    // square of the greatest power of two below a gives more than half of that.
    for side in [8usize, 16, 32, 48, 64, 100] {
        for congestion in [1usize, 4, 16, 30] {
            let messages =
                generate(Workload::LowerBound, side, None, Some(congestion), 1).expect("legal");
            let steps = lower_bound(shape(side, side), &messages, Deliveries::Free).steps;
            let root = ((congestion * side * side) as f64).sqrt();
            assert!(
                steps as f64 >= 0.17 * root,
                "{steps} at side {side}, c = {congestion}: {}",
                steps as f64 / root
            );
        }
    }
}

#[test]
fn the_corner_of_theorem_one_decides_where_its_side_is_a_power_of_two() {
    // 46 x 46, c = 64: a = ⌊√(2116/128)⌋ = 4, and 64·16 messages share 8 links, all but 71 from 13 hops away or more.
    let messages = generate(Workload::LowerBound, 46, None, Some(64), 1).expect("legal parameters");
    let bound = lower_bound(shape(46, 46), &messages, Deliveries::Charged);
    let submesh = Tile { first_row: 0, first_col: 0, shape: shape(4, 4) };
    let (entries, links) = (953, 8);
    let reason = Reason::EntriesIntoSubmesh { submesh, entries, links, before: 12, after: 1 };
    assert_eq!((bound.reason, bound.steps), (reason, 133));
    let all = entries_into(shape(46, 46), Entries { submesh, entries: 1024 }, Deliveries::Charged);
    assert_eq!(all.steps, 129);
}

#[test]
fn a_crowded_square_at_the_border_decides() {
    // 64 x 64: 192 messages for each node of the 4 x 4 square at row 0, column 28, from all but the 1,008 last nodes outside
    // it; 3,072 messages share 12 links, no distance is over 80 and no node has more than 192 deliveries.
    let (first_col, is_inside) = (28, |node: u32| node / 64 < 4 && (28..32).contains(&(node % 64)));
    let square: Vec<u32> = (0..4096).filter(|&node| is_inside(node)).collect();
    let sources = (0..4096).filter(|&node| !is_inside(node)).take(3072);
    let lists = sources.zip(square.iter().cycle()).map(|(source, &node)| (source, vec![node]));
    let messages = Messages::new(4096, lists).expect("a legal set");
    let bound = lower_bound(shape(64, 64), &messages, Deliveries::Charged);
    let submesh = Tile { first_row: 0, first_col, shape: shape(4, 4) };
    let (entries, links) = (3072, 12);
    let reason = Reason::EntriesIntoSubmesh { submesh, entries, links, before: 0, after: 1 };
    assert_eq!((bound.reason, bound.steps), (reason, 257));
}

#[test]
fn the_most_entries_are_those_of_the_squares() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    for (rows, cols) in [(1, 9), (4, 4), (5, 5), (3, 8), (7, 12)] {
        for most in [3, 12, 48].repeat(5) {
            for messages in [
                random_set(rows * cols, most, &mut random),
                crowded_set(shape(rows, cols), most, &mut random),
            ] {
                let entries = most_entries(shape(rows, cols), &messages);
                assert_eq!(entries, enumerated_most_entries(rows, cols, &messages));
            }
        }
    }
}
