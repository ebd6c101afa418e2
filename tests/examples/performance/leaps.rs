//! Times runs that leap, on one thread.

use super::markdown;
use allocation_counter::measure;
use meshcast_algorithms::{Workload, check_deliveries, generate};
use meshcast_engine::{Mode, Options, Outcome, Shape};
use meshcast_tests::corpus::{run_paper, run_sweep, run_tuned, run_unicast};
use meshcast_tests::work::clock::by_processor;

const RUNS: [(&str, usize, usize); 8] = [
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
    let rows = RUNS.into_iter().map(|(name, side, congestion)| {
        let shape = Shape::new(side, side).expect("a mesh");
        let set = generate(Workload::Uniform, side, None, Some(congestion), 1).expect("in range");
        let options = Options { mode: Mode::Leap, ..Options::default() };
        let mut outcome: Option<Outcome> = None;
        let run = || match name {
            "tuned" => run_tuned(shape, &set, 1, options).map(|(outcome, _)| outcome),
            "sweep" => run_sweep(shape, &set, 1, options).map(|(outcome, _)| outcome),
            "paper" => run_paper(shape, &set, (None, 1), options).map(|(outcome, _)| outcome),
            _ => run_unicast(shape, &set, 1, options).map(|(outcome, _)| outcome),
        };
        let mut bytes = 0;
        let seconds = by_processor(|| {
            bytes = measure(|| outcome = Some(run().expect("a lawful run"))).bytes_max;
        });
        let outcome = outcome.expect("a run has a result");
        let check = check_deliveries(&set, outcome.deliveries.iter());
        assert!(check.is_complete() && check.duplicates == 0, "{check:?}");
        let node_steps = shape.nodes() as f64 * outcome.steps as f64;
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
