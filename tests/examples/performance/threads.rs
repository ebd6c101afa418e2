//! Compares one thread with two, by the clock.

use super::markdown;
use super::runs::{Named, input, run};
use meshcast_engine::Options;
use meshcast_tests::work::clock::by_clock;

/// Runs, and the least ratio that is asked of each, if one is. Every one is timed once with each number of threads.
const RUNS: [(Named, Option<f64>); 4] = [
    (("tuned", 128, 16), None),
    (("tuned", 256, 16), None),
    (("tuned", 512, 16), Some(1.8)),
    (("sweep", 128, 64), Some(1.6)),
];

pub(crate) fn table() -> String {
    let rows = RUNS.into_iter().map(|(named, asked)| {
        let input = input(named);
        let [one, two] = [1, 2].map(|threads| {
            let options = Options { threads, ..Options::default() };
            by_clock(|| drop(run(named, &input, options)))
        });
        let (name, side, congestion) = named;
        [
            format!("`{name}`"),
            format!("{side}²"),
            congestion.to_string(),
            format!("{:.2}", one / two),
            asked.map_or_else(|| "–".to_owned(), |asked| asked.to_string()),
            format!("{one:.2}"),
            format!("{two:.2}"),
        ]
    });
    markdown(["", "nodes", "c", "ratio", "asked", "one thread, s", "two, s"], rows)
}
