//! `deterministic --variant rounds`: every copy and delivery is in the trace, and lawful.

use super::{check, shapes};
use meshcast_algorithms::StoredWords;
use meshcast_engine::Messages;
use meshcast_tests::corpus::{PACES, multicast, run_rounds};
use std::sync::Arc;

#[test]
fn traces_of_rounds_replay() {
    for (number, shape) in shapes().into_iter().enumerate() {
        let (nodes, pace) = (shape.nodes(), PACES[number % PACES.len()]);
        let words = if number % 3 == 0 { StoredWords::One } else { StoredWords::All };
        let broadcast = Messages::new(nodes, [(0, (0..nodes as u32).collect())]).expect("small");
        for set in [multicast(nodes, 100, 4, 1), multicast(nodes, 60, nodes, 2), broadcast] {
            let set = Arc::new(set);
            check("rounds", shape, &set, |options| {
                run_rounds(shape, &set, (pace, words, 5), options).map(|(outcome, _)| outcome)
            });
        }
    }
}
