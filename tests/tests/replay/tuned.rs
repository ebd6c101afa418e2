//! `randomized --variant tuned`: every copy and delivery is in the trace, and lawful.

use super::{check, shapes};
use meshcast_engine::Messages;
use meshcast_tests::corpus::{multicast, run_tuned};
use std::sync::Arc;

#[test]
fn traces_of_tuned_replay() {
    for shape in shapes() {
        let nodes = shape.nodes();
        let broadcast = Messages::new(nodes, [(0, (0..nodes as u32).collect())]).expect("small");
        for set in [multicast(nodes, 100, 4, 1), multicast(nodes, 60, nodes, 2), broadcast] {
            let set = Arc::new(set);
            check("tuned", shape, &set, |options| {
                run_tuned(shape, &set, 5, options).map(|(outcome, _)| outcome)
            });
        }
    }
}
