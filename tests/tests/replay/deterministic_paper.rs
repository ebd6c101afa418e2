//! `deterministic --variant paper`: replicas, duplicates and all are in the trace.

use super::{check, shapes};
use meshcast_algorithms::{Congestion, Marks, Replication};
use meshcast_tests::corpus::{multicast, run_deterministic_paper_by};
use std::sync::Arc;

#[test]
fn traces_of_the_deterministic_algorithm_replay() {
    for shape in shapes() {
        let nodes = shape.nodes();
        for (set, marks) in [
            (multicast(nodes, 100, 1, 1), Marks::Literal),
            (multicast(nodes, 25, 3, 2), Marks::Lean),
        ] {
            let set = Arc::new(set);
            let instances = Some(2.min(nodes));
            let replication =
                Replication { instances, alpha: Some(1), marks, is_drawn: false, effort: 1 << 16 };
            check("deterministic paper", shape, &set, |options| {
                run_deterministic_paper_by(Congestion::Known, shape, &set, &replication, options)
                    .map(|(outcome, _)| outcome)
            });
        }
    }
}
