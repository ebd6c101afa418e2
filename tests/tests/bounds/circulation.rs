//! Circulation and `hamiltonian`: n + O(1) steps with a few packets a node.

use meshcast_engine::{Options, Outcome, Shape};
use meshcast_tests::corpus::{multicast, run_hamiltonian};
use std::sync::Arc;

fn run(rows: usize, cols: usize) -> Outcome {
    let shape = Shape::new(rows, cols).expect("small");
    let set = Arc::new(multicast(shape.nodes(), 100, 3, 7));
    run_hamiltonian(shape, set, Options::default()).expect("lawful")
}

#[test]
fn steps_and_buffers_are_as_documented_on_every_small_rectangle() {
    for rows in 1..=17 {
        for cols in 1..=17 {
            let outcome = run(rows, cols);
            let n = (rows * cols) as u64;
            let line = rows == 1 || cols == 1;
            let steps = match (n, line) {
                (1, _) => 1,
                (_, true) => 2 * n - 1,
                (_, false) if n.is_multiple_of(2) => n + 1,
                _ => n + 2,
            };
            assert_eq!(outcome.steps, steps, "{rows}x{cols}");
            let capacity = match (n, line) {
                (1, _) => 1,
                (2, _) => 2,
                (_, false) if n.is_multiple_of(2) => 2,
                _ => 4,
            };
            assert_eq!(outcome.capacity, Some(capacity), "{rows}x{cols}");
            assert!(outcome.peak as usize <= capacity, "{rows}x{cols}");
        }
    }
}

#[test]
fn steps_are_at_most_eight_more_than_the_nodes_on_sides_from_2() {
    for side in 2..=40 {
        let outcome = run(side, side);
        assert!(outcome.steps <= (side * side + 8) as u64, "side {side}: {}", outcome.steps);
        assert!(outcome.peak <= 4);
    }
}
