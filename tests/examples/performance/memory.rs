//! Measures the memory of stepped runs beside the message set, and the registers of a node.

use super::markdown;
use super::runs::{Named, input, run};
use allocation_counter::measure;
use meshcast_engine::{Options, Outcome};

const RUNS: [Named; 7] = [
    ("tuned", 64, 16),
    ("tuned", 128, 16),
    ("tuned", 256, 16),
    ("tuned", 128, 64),
    ("sweep", 64, 16),
    ("paper", 64, 16),
    ("buffered", 64, 16),
];

pub(crate) fn table() -> String {
    let rows = RUNS.into_iter().map(|named| {
        let input = input(named);
        let mut outcome: Option<Outcome> = None;
        let run = || outcome = Some(run(named, &input, Options::default()));
        let bytes = measure(run).bytes_max;
        let outcome = outcome.expect("a run has a result");
        let (name, side, congestion) = named;
        [
            format!("`{name}`"),
            format!("{side}²"),
            congestion.to_string(),
            format!("{:.0}", bytes as f64 / input.0.nodes() as f64),
            (8 * outcome.register_words).to_string(),
        ]
    });
    markdown(["", "nodes", "c", "bytes a node", "of them registers"], rows)
}
