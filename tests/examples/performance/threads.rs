//! Compares one thread with two, by the clock.

use super::markdown;
use meshcast_algorithms::{Multicast, Sweep, Tuned, Workload, generate};
use meshcast_engine::{Machine, Options, Shape};
use meshcast_tests::work::clock::by_clock;

/// A run: the side, c, and the least ratio that is asked of it, if one is.
type Run = (&'static str, usize, usize, Option<f64>);

/// Every one is timed once with each number of threads.
const RUNS: [Run; 4] = [
    ("tuned", 128, 16, None),
    ("tuned", 256, 16, None),
    ("tuned", 512, 16, Some(1.8)),
    ("sweep", 128, 64, Some(1.6)),
];

pub(crate) fn table() -> String {
    let rows = RUNS.into_iter().map(|(name, side, c, asked)| {
        let [one, two] = [1, 2].map(|threads| seconds(name, side, c, threads));
        let asked = asked.map_or_else(|| "–".to_owned(), |asked| format!("{asked}"));
        let seconds = [one, two].map(|seconds| format!("{seconds:.2}"));
        let [one_said, two_said] = seconds;
        [
            format!("`{name}`"),
            format!("{side}²"),
            c.to_string(),
            format!("{:.2}", one / two),
            asked,
            one_said,
            two_said,
        ]
    });
    markdown(["", "nodes", "c", "ratio", "asked", "one thread, s", "two, s"], rows)
}

fn seconds(name: &str, side: usize, congestion: usize, threads: usize) -> f64 {
    let shape = Shape::new(side, side).expect("a mesh");
    let set = generate(Workload::Uniform, side, None, Some(congestion), 1).expect("in range");
    match name {
        "tuned" => clocked(&Tuned::new(shape, &set, 1), shape, threads),
        _ => clocked(&Sweep::new(shape, &set, 1), shape, threads),
    }
}

fn clocked(algorithm: &impl Multicast, shape: Shape, threads: usize) -> f64 {
    let options = Options { threads, ..Options::default() };
    let (messages, capacity) = (algorithm.messages(), algorithm.capacity());
    let mut machine = Machine::new(shape, messages, capacity, options);
    by_clock(|| {
        algorithm.run(&mut machine).expect("a lawful run");
    })
}
