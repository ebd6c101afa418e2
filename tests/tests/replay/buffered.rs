//! `buffered`: all deliveries are in the trace, also of messages that were split.

use super::{check, shapes};
use meshcast_engine::Messages;
use meshcast_tests::corpus::{multicast, run_buffered};
use std::sync::Arc;

#[test]
fn traces_of_buffered_replay() {
    for shape in shapes() {
        let nodes = shape.nodes();
        let broadcast = Messages::new(nodes, [(0, (0..nodes as u32).collect())]).expect("small");
        for set in [multicast(nodes, 100, 4, 1), multicast(nodes, 60, nodes, 2), broadcast] {
            let set = Arc::new(set);
            check("buffered", shape, &set, |options| run_buffered(shape, &set, options));
        }
    }
}
