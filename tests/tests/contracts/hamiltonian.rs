//! `hamiltonian` delivers everything, on every shape and set.

use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{all_to_all, multicast, run_hamiltonian, shapes};
use std::sync::Arc;

fn check(shape: Shape, set: Messages) {
    let set = Arc::new(set);
    let outcome = run_hamiltonian(shape, Arc::clone(&set), Options::default()).expect("lawful");
    let expected: Vec<(u32, u32)> = (0..set.count())
        .flat_map(|message| set.destinations(message).iter().map(move |&to| (message as u32, to)))
        .collect();
    assert_eq!(outcome.deliveries.sorted(), expected, "{shape:?}");
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(16) {
        for (percent, most, seed) in [(100, 1, 1), (100, 5, 2), (40, shape.nodes(), 3), (0, 0, 4)] {
            check(shape, multicast(shape.nodes(), percent, most, seed));
        }
    }
}

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for shape in shapes(7) {
        check(shape, all_to_all(shape.nodes()));
    }
}
