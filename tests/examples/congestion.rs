//! Measures what it costs not to know the congestion: steps/√(cn) with c known, doubled and counted, and the guesses,
//! every run checked.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example congestion [-- SIDE [ALGORITHM]]
//! ```
//!
//! SIDE is 64 and ALGORITHM all of them unless they are given.

use meshcast_algorithms::{AutoRun, Congestion, Workload, check_deliveries, generate};
use meshcast_engine::{Messages, Options, Outcome, Shape, Violation};
use meshcast_tests::corpus::{
    run_auto_by, run_buffered_by, run_paper_by, run_sweep_by, run_tuned_by, run_unicast_by,
};
use std::env;

const WAYS: [Congestion; 3] = [Congestion::Known, Congestion::Doubled, Congestion::Counted];

/// Migrations of a visit of the paper's variant, the same in all three ways.
const INSTANCES: usize = 3;

/// A run, and its guesses.
type Ran = Result<(Outcome, Vec<usize>), Violation>;

type Run = fn(Congestion, Shape, &Messages, Options) -> Ran;

const ALGORITHMS: [(&str, Run); 6] = [
    ("buffered", |way, shape, set, options| {
        let (outcome, run) = run_buffered_by(way, shape, set, options)?;
        Ok((outcome, run.guess.into_iter().collect()))
    }),
    ("randomized:paper", |way, shape, set, options| {
        let (outcome, run) = run_paper_by(way, shape, set, (Some(INSTANCES), 1), options)?;
        Ok((outcome, run.guesses))
    }),
    ("randomized:tuned", |way, shape, set, options| {
        let (outcome, run) = run_tuned_by(way, shape, set, 1, options)?;
        Ok((outcome, run.guesses))
    }),
    ("randomized:sweep", |way, shape, set, options| {
        let (outcome, run) = run_sweep_by(way, shape, set, 1, options)?;
        Ok((outcome, run.guesses))
    }),
    ("unicast", |way, shape, set, options| {
        let (outcome, run) = run_unicast_by(way, shape, set, 1, options)?;
        Ok((outcome, run.guesses))
    }),
    ("auto", |way, shape, set, options| {
        let (outcome, run) = run_auto_by(way, shape, set, 1, options)?;
        let guesses = match run {
            AutoRun::Hamiltonian => Vec::new(),
            AutoRun::Tuned(run) => run.guesses,
            AutoRun::Sweep(run) => run.guesses,
            AutoRun::Unicast(run) => run.guesses,
            AutoRun::Certified(run) => run.guesses,
        };
        Ok((outcome, guesses))
    }),
];

fn main() {
    let side = env::args().nth(1).map_or(64, |side| side.parse().expect("a side"));
    let shape = Shape::new(side, side).expect("a side of a mesh");
    println!("| algorithm | set | c | known | doubled | guesses | counted | guesses |");
    println!("|---|---|---|---|---|---|---|---|");
    let wanted = env::args().nth(2);
    for (name, run) in ALGORITHMS {
        if wanted.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        for (workload, congestion) in [
            (Workload::Uniform, 16),
            (Workload::Uniform, 64),
            (Workload::HotBlock, 16),
            (Workload::HotBlock, 64),
            (Workload::Cluster, 16),
            (Workload::Cluster, 64),
            (Workload::LowerBound, 64),
            (Workload::PowerLaw, 64),
            (Workload::Broadcast, 64),
        ] {
            if name == "randomized:paper" && congestion > 16 {
                continue;
            }
            let set = generate(workload, side, None, Some(congestion), 1).expect("in range");
            let root = ((set.congestion() * shape.nodes()) as f64).sqrt();
            let cells = WAYS.map(|way| {
                let (outcome, guesses) = run(way, shape, &set, Options::default()).expect("lawful");
                let check = check_deliveries(&set, outcome.deliveries.iter());
                assert!(check.is_complete() && check.duplicates == 0, "{check:?}");
                let steps = format!("{:.1}", outcome.steps as f64 / root);
                let guesses: Vec<String> = guesses.iter().map(usize::to_string).collect();
                match way {
                    Congestion::Known => steps,
                    _ => format!("{steps} | {}", guesses.join(", ")),
                }
            });
            let c = set.congestion();
            println!("| `{name}` | `{workload}` | {c} | {} |", cells.join(" | "));
        }
    }
}
