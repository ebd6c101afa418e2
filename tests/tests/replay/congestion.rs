//! Algorithms that guess the congestion: every copy and delivery is in the trace, and lawful.

use super::{check, shapes};
use meshcast_algorithms::Congestion;
use meshcast_engine::Messages;
use meshcast_tests::corpus::{
    multicast, run_auto_by, run_buffered_by, run_paper_by, run_sweep_by, run_tuned_by,
    run_unicast_by,
};
use std::sync::Arc;

#[test]
fn traces_of_runs_by_guesses_replay() {
    for shape in shapes().into_iter().step_by(3) {
        let nodes = shape.nodes();
        let one = Messages::new(nodes, (0..nodes as u32).map(|from| (from, vec![0])));
        for set in [multicast(nodes, 100, 4, 1), one.expect("small")] {
            let set = Arc::new(set);
            for way in [Congestion::Doubled, Congestion::Counted] {
                check("paper", shape, &set, |options| {
                    run_paper_by(way, shape, &set, (None, 5), options).map(|(outcome, _)| outcome)
                });
                check("tuned", shape, &set, |options| {
                    run_tuned_by(way, shape, &set, 5, options).map(|(outcome, _)| outcome)
                });
                check("buffered", shape, &set, |options| {
                    run_buffered_by(way, shape, &set, options).map(|(outcome, _)| outcome)
                });
                check("unicast", shape, &set, |options| {
                    run_unicast_by(way, shape, &set, 5, options).map(|(outcome, _)| outcome)
                });
                check("auto", shape, &set, |options| {
                    run_auto_by(way, shape, &set, 5, options).map(|(outcome, _)| outcome)
                });
                check("sweep", shape, &set, |options| {
                    run_sweep_by(way, shape, &set, 5, options).map(|(outcome, _)| outcome)
                });
            }
        }
    }
}
