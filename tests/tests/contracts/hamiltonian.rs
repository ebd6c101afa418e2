//! `hamiltonian` delivers everything, on every shape and set.

use super::delivered::{check_delivered, each_side_up_to_40, mixed_sets};
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{all_to_all, run_hamiltonian, shapes};
use std::sync::Arc;

fn check(shape: Shape, set: Messages) {
    let set = Arc::new(set);
    let outcome = run_hamiltonian(shape, Arc::clone(&set), Options::default()).expect("lawful");
    check_delivered(&set, &outcome, "hamiltonian");
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(16) {
        for (set, _) in mixed_sets(shape.nodes()) {
            check(shape, set);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, _) in each_side_up_to_40(40) {
        check(shape, set);
    }
}

#[test]
fn a_broadcast_from_every_node_is_delivered() {
    for shape in shapes(7) {
        check(shape, all_to_all(shape.nodes()));
    }
}
