//! `greedy-unicast` and `greedy-tree`: all deliveries are in the trace.

use super::{check, shapes};
use meshcast_engine::Messages;
use meshcast_tests::corpus::{multicast, run_greedy_tree, run_greedy_unicast};
use std::sync::Arc;

#[test]
fn traces_of_the_greedy_rivals_replay() {
    for shape in shapes() {
        let nodes = shape.nodes();
        let broadcast = Messages::new(nodes, [(0, (0..nodes as u32).collect())]).expect("small");
        for set in [multicast(nodes, 100, 4, 1), multicast(nodes, 60, nodes, 2), broadcast] {
            let set = Arc::new(set);
            check("greedy-unicast", shape, &set, |options| {
                run_greedy_unicast(shape, &set, options)
            });
            check("greedy-tree", shape, &set, |options| run_greedy_tree(shape, &set, options));
        }
    }
}
