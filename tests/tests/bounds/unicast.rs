//! `unicast`: steps/√(cn) where every message has one destination, below the goal of 7.5 for n = 2^14, c = 64.

use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Options, Shape};
use meshcast_tests::corpus::run_unicast;

#[test]
fn sets_of_degree_one_take_a_few_roots() {
    for (side, c, most) in [(32, 16, 5.2), (32, 64, 4.0), (64, 16, 5.3), (64, 64, 4.1)] {
        let shape = Shape::new(side, side).expect("small");
        let set = generate(Workload::HotBlock, side, Some(1), Some(c), 1).expect("in range");
        assert_eq!((set.degree(), set.congestion()), (1, c));
        let (outcome, run) = run_unicast(shape, &set, 1, Options::default()).expect("lawful");
        let over_root = outcome.steps as f64 / ((c * side * side) as f64).sqrt();
        assert!(over_root <= most, "side {side}, c = {c}: {over_root} √(cn) steps");
        assert_eq!(run.rounds.len(), 1);
    }
}
