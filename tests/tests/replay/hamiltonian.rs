//! `hamiltonian`: all deliveries are in the trace.

use super::{check, shapes};
use meshcast_tests::corpus::{multicast, run_hamiltonian};
use std::sync::Arc;

#[test]
fn traces_of_hamiltonian_replay() {
    for shape in shapes() {
        for (percent, most, seed) in [(100, 4, 1), (60, shape.nodes(), 2)] {
            let set = Arc::new(multicast(shape.nodes(), percent, most, seed));
            check("hamiltonian", shape, &set, |options| {
                run_hamiltonian(shape, Arc::clone(&set), options)
            });
        }
    }
}
