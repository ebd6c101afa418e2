//! `unicast`: all deliveries are in the trace, also of messages that were split.

use super::{check, shapes};
use meshcast_engine::Messages;
use meshcast_tests::corpus::{multicast, run_unicast};
use std::sync::Arc;

#[test]
fn traces_of_unicast_replay() {
    for shape in shapes() {
        let nodes = shape.nodes();
        let broadcast = Messages::new(nodes, [(0, (0..nodes as u32).collect())]).expect("small");
        for set in [multicast(nodes, 100, 2, 1), multicast(nodes, 40, 6, 2), broadcast] {
            let set = Arc::new(set);
            check("unicast", shape, &set, |options| {
                run_unicast(shape, &set, 1, options).map(|(outcome, _)| outcome)
            });
        }
    }
}
