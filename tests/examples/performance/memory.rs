//! Measures the memory of stepped runs beside the message set, and the registers of a node.

use super::markdown;
use allocation_counter::measure;
use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Options, Outcome, Shape};
use meshcast_tests::corpus::{run_buffered, run_paper, run_sweep, run_tuned};

const RUNS: [(&str, usize, usize); 7] = [
    ("tuned", 64, 16),
    ("tuned", 128, 16),
    ("tuned", 256, 16),
    ("tuned", 128, 64),
    ("sweep", 64, 16),
    ("paper", 64, 16),
    ("buffered", 64, 16),
];

pub(crate) fn table() -> String {
    let rows = RUNS.into_iter().map(|(name, side, congestion)| {
        let shape = Shape::new(side, side).expect("a mesh");
        let set = generate(Workload::Uniform, side, None, Some(congestion), 1).expect("in range");
        let options = Options::default();
        let mut outcome: Option<Outcome> = None;
        let run = || match name {
            "tuned" => run_tuned(shape, &set, 1, options).map(|(outcome, _)| outcome),
            "sweep" => run_sweep(shape, &set, 1, options).map(|(outcome, _)| outcome),
            "paper" => run_paper(shape, &set, (None, 1), options).map(|(outcome, _)| outcome),
            _ => run_buffered(shape, &set, options),
        };
        let bytes = measure(|| outcome = Some(run().expect("a lawful run"))).bytes_max;
        let outcome = outcome.expect("a run has a result");
        [
            format!("`{name}`"),
            format!("{side}²"),
            congestion.to_string(),
            format!("{:.0}", bytes as f64 / shape.nodes() as f64),
            (8 * outcome.register_words).to_string(),
        ]
    });
    markdown(["", "nodes", "c", "bytes a node", "of them registers"], rows)
}
