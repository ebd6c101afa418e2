//! `buffered`: at most 14 √(cn) steps and 10c packets a node, c ≥ 16 a power of 4.

use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Options, Shape};
use meshcast_tests::corpus::run_buffered;
use std::sync::Arc;

#[test]
fn steps_and_buffers_are_optimal_up_to_constants() {
    for side in [16, 32, 64] {
        let shape = Shape::new(side, side).expect("small");
        for congestion in [16, 64, 256].into_iter().filter(|c| 4 * c <= shape.nodes()) {
            for workload in [
                Workload::Uniform,
                Workload::HotBlock,
                Workload::LowerBound,
                Workload::Cluster,
                Workload::Broadcast,
            ] {
                let set = generate(workload, side, None, Some(congestion), 3).expect("in range");
                let what = format!("{workload} on side {side} at c = {congestion}");
                // A bound in c: the congestion that the set has, which may be less than what was asked for.
                let c = set.congestion();
                if c < 16 {
                    continue;
                }
                let outcome =
                    run_buffered(shape, &Arc::new(set), Options::default()).expect("lawful");
                let root = ((c * shape.nodes()) as f64).sqrt();
                let over_root = outcome.steps as f64 / root;
                assert!(over_root <= 14.0, "{what}: {over_root} √(cn) steps");
                assert!(outcome.peak as usize <= 10 * c, "{what}: {} packets", outcome.peak);
                assert!(
                    outcome.capacity.expect("bounded") <= 10 * c,
                    "{what}: {:?}",
                    outcome.capacity
                );
            }
        }
    }
}
