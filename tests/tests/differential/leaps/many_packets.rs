//! Primitives of many packets a node that leap.

use super::primitives::{ORDERS, check_packets};
use meshcast_engine::{Machine, Options, Shape, Violation};
use meshcast_primitives::{KkRouting, KkSort, Ways};
use meshcast_tests::corpus::{Keys, machine_with_lists, shapes};
use meshcast_tests::instances::Relation;

/// The shapes of more than one node: on one, sorts and some routes take no steps.
fn meshes(most: usize) -> impl Iterator<Item = Shape> {
    shapes(most).into_iter().filter(|shape| shape.nodes() > 1)
}

/// Packets with the keys of `lists` in lanes 0, 1, …
fn listed(
    shape: Shape,
    lists: &[Vec<Option<u32>>],
    capacity: usize,
) -> impl Fn(Options) -> Machine {
    move |options| machine_with_lists(shape, lists, capacity, options)
}

/// Many packets have equal keys, and those of one node are copies of one message: some compare equal.
#[test]
fn sorts() {
    for shape in meshes(9) {
        for order in ORDERS {
            for (k, pattern) in
                [(1, Keys::Random), (2, Keys::Repeated), (5, Keys::ZeroOne), (8, Keys::Random)]
            {
                let keys = pattern.make(shape.nodes() * k, 5);
                let held = keys.iter().map(|&key| (key % 7 != 3).then_some(key));
                let places: Vec<Option<u32>> = held.collect();
                let lists: Vec<Vec<Option<u32>>> = places.chunks(k).map(<[_]>::to_vec).collect();
                let sort = KkSort::new(shape, k, order);
                let machine = listed(shape, &lists, sort.capacity().max(k));
                check_packets(&format!("{k} {order:?} {shape:?}"), machine, |machine| {
                    sort.run(machine)
                });
            }
        }
    }
}

/// Routes of all kinds of relations; `route` gets the most packets for a node.
fn check_routes(route: impl Fn(&KkRouting, &mut Machine, usize) -> Result<(), Violation>) {
    for shape in meshes(10) {
        for (k, q, blocks) in [(1, 1, 2), (3, 3, 4), (4, 1, 1), (2, 5, 3), (7, 6, 2)] {
            for ways in [Ways::One, Ways::Two] {
                let routing = KkRouting::with_ways(shape, k, q, blocks, ways).expect("small");
                for relation in Relation::ALL {
                    let lists = relation.make(shape, k, q, 3);
                    let machine = listed(shape, &lists, routing.capacity());
                    let what =
                        format!("{k} to {q} on {shape:?}, {blocks} blocks, {ways:?}: {relation:?}");
                    check_packets(&what, machine, |machine| {
                        machine.enqueue(0..k, KkRouting::QUEUE)?;
                        route(&routing, machine, q)
                    });
                }
            }
        }
    }
}

#[test]
fn routes() {
    check_routes(|routing, machine, q| {
        routing.run(machine)?;
        // Where they can be seen.
        machine.dequeue(KkRouting::QUEUE, 0..q)
    });
}

#[test]
fn routes_with_deliveries() {
    check_routes(|routing, machine, _| routing.deliver(machine));
}
