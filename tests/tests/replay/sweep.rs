//! The variants `sweep`: all deliveries are in the trace.

use super::{check, shapes};
use meshcast_algorithms::{Congestion, Permutation};
use meshcast_tests::corpus::{multicast, run_stored_sweep, run_sweep};
use std::sync::Arc;

#[test]
fn traces_of_sweep_replay() {
    for shape in shapes() {
        let nodes = shape.nodes();
        for (percent, most, seed) in [(100, 1, 1), (100, nodes, 2), (30, 4, 3)] {
            let set = Arc::new(multicast(nodes, percent, most, seed));
            check("sweep", shape, &set, |options| {
                run_sweep(shape, &set, seed, options).map(|(outcome, _)| outcome)
            });
            check("stored sweep", shape, &set, |options| {
                let stored = Permutation::random(shape.nodes(), seed);
                run_stored_sweep(Congestion::Known, shape, &set, stored, options)
                    .map(|(outcome, _)| outcome)
            });
        }
    }
}
