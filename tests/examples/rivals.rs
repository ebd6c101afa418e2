//! Measures the rivals: steps/√(cn) and the most packets of a node, every run checked.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example rivals [-- SIDE [MOST]]
//! ```
//!
//! SIDE is 64 unless it is given, and MOST the most rounds of a run of `unicast`, 16: sets that take more are left out.

use meshcast_algorithms::{Workload, check_deliveries, generate};
use meshcast_engine::{Messages, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{run_greedy_tree, run_greedy_unicast, run_unicast};
use std::env;

type Run = fn(Shape, &Messages, Options) -> Result<Outcome, Violation>;

const RIVALS: [(&str, Run); 3] = [
    ("greedy-unicast", run_greedy_unicast),
    ("greedy-tree", run_greedy_tree),
    ("unicast", |shape, set, options| {
        run_unicast(shape, set, 1, options).map(|(outcome, _)| outcome)
    }),
];

const SETS: [(Workload, Option<usize>); 5] = [
    (Workload::Uniform, None),
    (Workload::Sparse, Some(1)),
    (Workload::HotBlock, Some(1)),
    (Workload::LowerBound, None),
    (Workload::Broadcast, None),
];

fn main() {
    let mut numbers = env::args().skip(1).map(|number| number.parse().expect("a number"));
    let (side, most) = (numbers.next().unwrap_or(64), numbers.next().unwrap_or(16));
    println!("| algorithm | set | n | d, c | steps | steps/√(cn) | peak | peak/c |");
    println!("|---|---|---|---|---|---|---|---|");
    for congestion in [16, 64] {
        for (workload, degree) in SETS {
            let set = generate(workload, side, degree, Some(congestion), 1).expect("in range");
            let (d, c) = (set.degree(), set.congestion());
            let rounds = if d > c { 2 * c } else { d };
            for (name, run) in
                RIVALS.into_iter().filter(|&(name, _)| name != "unicast" || rounds <= most)
            {
                row(name, run, workload, side, &set);
            }
        }
    }
}

fn row(name: &str, run: Run, workload: Workload, side: usize, set: &Messages) {
    let shape = Shape::new(side, side).expect("a side of the table");
    let outcome = run(shape, set, Options::default()).expect("lawful");
    let check = check_deliveries(set, outcome.deliveries.iter().copied());
    assert!(check.is_complete() && check.duplicates == 0, "{check:?}");
    let (d, c, steps, peak) = (set.degree(), set.congestion(), outcome.steps, outcome.peak);
    let root = ((c * shape.nodes()) as f64).sqrt();
    println!(
        "| `{name}` | `{workload}` | {side}² | {d}, {c} | {steps} | {:.2} | {peak} | {:.2} |",
        steps as f64 / root,
        f64::from(peak) / c as f64
    );
}
