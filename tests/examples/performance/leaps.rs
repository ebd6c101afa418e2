//! Times runs that leap, on one thread.

use super::markdown;
use super::runs::{Named, input, run};
use allocation_counter::measure;
use meshcast_algorithms::check_deliveries;
use meshcast_engine::{Mode, Options, Outcome};
use meshcast_tests::work::clock::by_processor;

const RUNS: [Named; 8] = [
    ("tuned", 64, 16),
    ("tuned", 256, 64),
    ("tuned", 1024, 16),
    ("sweep", 64, 16),
    ("sweep", 128, 64),
    ("sweep", 256, 64),
    ("paper", 256, 16),
    ("unicast", 256, 16),
];

pub(crate) fn table() -> String {
    let rows = RUNS.into_iter().map(|named| {
        let input = input(named);
        let options = Options { mode: Mode::Leap, ..Options::default() };
        let (mut outcome, mut bytes): (Option<Outcome>, u64) = (None, 0);
        let seconds = by_processor(|| {
            bytes = measure(|| outcome = Some(run(named, &input, options))).bytes_max;
        });
        let outcome = outcome.expect("a run has a result");
        let (shape, set) = &input;
        let check = check_deliveries(set, outcome.deliveries.iter());
        assert!(check.is_complete() && check.duplicates == 0, "{check:?}");
        let node_steps = shape.nodes() as f64 * outcome.steps as f64;
        let (name, side, congestion) = named;
        [
            format!("`{name}`"),
            format!("{side}²"),
            congestion.to_string(),
            outcome.steps.to_string(),
            format!("{seconds:.2}"),
            format!("{:.0}", node_steps / seconds / 1e6),
            format!("{:.0}", bytes as f64 / shape.nodes() as f64),
        ]
    });
    markdown(["", "nodes", "c", "steps", "s", "10⁶ node-steps/s", "bytes a node"], rows)
}
