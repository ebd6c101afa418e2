//! `randomized --variant paper`: all deliveries are in the trace, also of messages that were split.

use super::{check, shapes};
use meshcast_engine::Messages;
use meshcast_tests::corpus::{multicast, run_paper};
use std::sync::Arc;

#[test]
fn traces_of_paper_replay() {
    for shape in shapes() {
        let nodes = shape.nodes();
        let broadcast = Messages::new(nodes, [(0, (0..nodes as u32).collect())]).expect("small");
        for set in [multicast(nodes, 100, 1, 1), multicast(nodes, 25, 3, 2), broadcast] {
            let set = Arc::new(set);
            check("paper", shape, &set, |options| {
                run_paper(shape, &set, (Some(2), 1), options).map(|(outcome, _)| outcome)
            });
        }
    }
}
