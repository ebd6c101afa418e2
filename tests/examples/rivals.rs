//! Measures the rivals: steps/√(cn) and the most packets of a node, every run checked.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example rivals [-- SIDE...]
//! ```

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
    let sides: Vec<usize> = env::args().skip(1).map(|side| side.parse().expect("a side")).collect();
    println!("| algorithm | set | n | d, c | steps | steps/√(cn) | peak | peak/c |");
    println!("|---|---|---|---|---|---|---|---|");
    for side in if sides.is_empty() { vec![64, 128] } else { sides } {
        for congestion in [16, 64] {
            for (workload, degree) in SETS {
                let set = generate(workload, side, degree, Some(congestion), 1).expect("in range");
                for (name, run) in RIVALS {
                    row(name, run, workload, side, &set);
                }
            }
        }
    }
}

fn row(name: &str, run: Run, workload: Workload, side: usize, set: &Messages) {
    let shape = Shape::new(side, side).expect("a side of the table");
    // A round for each destination is not worth the time.
    if name == "unicast" && set.degree() > 64 {
        return;
    }
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
