//! (k,k)-routing brings every packet to its target, in the steps and the buffers that it states.

use super::cases;
use meshcast_engine::{Machine, Options, Shape};
use meshcast_primitives::{KkRouting, Ways};
use meshcast_tests::corpus::{machine_with_lists, shapes};
use meshcast_tests::instances::Relation;
use proptest::prelude::*;

/// The routings that go one way and two.
fn routings(shape: Shape, k: usize, q: usize, blocks: usize) -> [KkRouting; 2] {
    [Ways::One, Ways::Two]
        .map(|ways| KkRouting::with_ways(shape, k, q, blocks, ways).expect("small"))
}

/// A machine of the capacity of `routing` with the packets of `lists` in the queue that it takes them from.
fn loaded(routing: &KkRouting, shape: Shape, lists: &[Vec<Option<u32>>]) -> Machine {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let capacity = routing.capacity();
    assert!(longest <= capacity, "{shape:?}: a node starts with more than the buffer holds");
    let mut machine = machine_with_lists(shape, lists, capacity, Options::default());
    machine.enqueue(0..longest, KkRouting::QUEUE).expect("one pass");
    machine
}

fn check(routing: &KkRouting, shape: Shape, q: usize, lists: &[Vec<Option<u32>>]) {
    let mut machine = loaded(routing, shape, lists);
    let before = machine.steps();
    routing.run(&mut machine).unwrap_or_else(|violation| panic!("{shape:?}: {violation}"));
    assert_eq!(machine.steps() - before, routing.steps(), "{shape:?}");
    machine.dequeue(KkRouting::QUEUE, 0..q).expect("no more than q packets a node");
    let outcome = machine.finish();
    let mut expected = vec![Vec::new(); shape.nodes()];
    for (message, list) in (0..).zip(lists) {
        list.iter().flatten().for_each(|&target| expected[target as usize].push((target, message)));
    }
    for (node, expected) in expected.iter_mut().enumerate() {
        let (row, col) = shape.position(node);
        let mut found: Vec<(u32, u32)> = (0..q)
            .filter_map(|lane| outcome.packet(lane, row, col))
            .map(|packet| (packet.key(), packet.message()))
            .collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, *expected, "{shape:?} at node {node}");
    }
}

#[test]
fn every_packet_of_a_relation_reaches_its_target() {
    for shape in shapes(16) {
        for (k, q) in [(1, 1), (2, 2), (3, 3), (4, 1), (1, 5), (7, 4)] {
            for blocks in [1, 2, 4, 16] {
                for routing in routings(shape, k, q, blocks) {
                    for relation in Relation::ALL {
                        check(&routing, shape, q, &relation.make(shape, k, q, 3));
                    }
                }
            }
        }
    }
}

#[test]
fn packets_are_delivered_once_where_they_are_for() {
    for shape in shapes(12) {
        for (k, q) in [(1, 1), (3, 2), (2, 6)] {
            let routings = routings(shape, k, q, KkRouting::BLOCKS);
            for (relation, routing) in Relation::ALL
                .into_iter()
                .flat_map(|relation| routings.iter().map(move |r| (relation, r)))
            {
                let lists = relation.make(shape, k, q, 5);
                let mut machine = loaded(routing, shape, &lists);
                let before = machine.steps();
                routing.deliver(&mut machine).expect("lawful");
                assert_eq!(machine.steps() - before, routing.delivery_steps(), "{shape:?}");
                let outcome = machine.finish();
                let mut expected: Vec<(u32, u32)> = (0..)
                    .zip(&lists)
                    .flat_map(|(message, list)| list.iter().flatten().map(move |&to| (message, to)))
                    .collect();
                expected.sort_unstable();
                assert_eq!(outcome.deliveries.sorted(), expected, "{shape:?} {relation:?}");
                let left = (0..shape.nodes()).map(|node| shape.position(node));
                assert!(left.into_iter().all(|(row, col)| outcome.packets_left(row, col) == 0));
            }
        }
    }
}

/// More than forms of one step tell apart by their lanes.
#[test]
fn very_many_packets_of_a_node_reach_their_targets() {
    for (rows, cols) in [(2, 3), (5, 4)] {
        let shape = Shape::new(rows, cols).expect("small");
        for k in [120, 121, 150] {
            for routing in routings(shape, k, k, 1) {
                check(&routing, shape, k, &Relation::Random.make(shape, k, k, 9));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_relation_on_any_shape_is_routed(
        (rows, cols) in (1..=24_usize, 1..=24_usize),
        (k, q) in (1..=9_usize, 1..=9_usize),
        (blocks, seed) in (1..=6_usize, any::<u32>()),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        for routing in routings(shape, k, q, blocks) {
            check(&routing, shape, q, &Relation::Random.make(shape, k, q, u64::from(seed)));
        }
    }
}
