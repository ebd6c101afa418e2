//! `randomized --variant sweep`: steps/√(cn) on uniform sets, far below the goal of 7.3 for n = 2^14, c = 64.

use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Options, Shape};
use meshcast_tests::corpus::run_sweep;

#[test]
fn uniform_sets_take_a_few_roots_and_two_phases() {
    for (side, c, most) in [(32, 4, 7.0), (32, 16, 4.2), (32, 32, 3.8), (64, 64, 3.2)] {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::Uniform, side, None, Some(c), 1).expect("in range");
        let (outcome, run) = run_sweep(shape, &set, 1, Options::default()).expect("lawful");
        let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
        assert!(over_root <= most, "side {side}, c = {c}: {over_root} √(cn) steps");
        assert_eq!((run.bands.len(), run.leftovers.len()), (2, 1), "side {side}, c = {c}: {run:?}");
        // About one in 500 messages is passed over, in the worst column some more.
        assert!(run.leftovers[0] as usize * 50 <= c * side, "side {side}, c = {c}: {run:?}");
    }
}
