//! Prints the tables on `buffered`: steps/√(cn), peak/c, and where the steps go.

use crate::entry::NOTHING;
use meshcast_algorithms::{Workload, check_deliveries, generate};
use meshcast_engine::{Options, Outcome, Shape};
use meshcast_tests::corpus::run_buffered;
use std::thread::available_parallelism;

const SIDES: [usize; 5] = [16, 32, 64, 128, 256];
const WORKLOADS: [Workload; 4] =
    [Workload::Uniform, Workload::HotBlock, Workload::Cluster, Workload::Broadcast];
/// The first parts of the ledger's paths, in the order of a run.
const PHASES: [&str; 7] =
    ["strip", "split", "replicate", "reduce", "balance", "clone", "kk-routing"];

/// Prints the tables, for sets of at most `most` deliveries.
pub(crate) fn tables(most: usize) {
    let mut shares = Vec::new();
    for workload in WORKLOADS {
        println!("\n`{workload}`: steps/√(cn), and peak/c after the stroke\n");
        let heads: Vec<String> = SIDES.iter().map(|side| format!("n = {side}²")).collect();
        println!("| c | {} |\n|---{}|", heads.join(" | "), "|---".repeat(SIDES.len()));
        for congestion in (0..).map(|power| 1 << (2 * power)).take_while(|c| 4 * c <= 1 << 16) {
            let cell = |&side: &usize| match run(workload, side, congestion, most) {
                None => NOTHING.to_owned(),
                Some(outcome) => {
                    let c = congestion as f64;
                    let root = (c * outcome.shape.nodes() as f64).sqrt();
                    let peak = f64::from(outcome.peak) / c;
                    let cell = format!("{:.2} / {peak:.1}", outcome.steps as f64 / root);
                    shares.push((workload, congestion, outcome));
                    cell
                }
            };
            let cells: Vec<String> = SIDES.iter().map(cell).collect();
            if cells.iter().any(|cell| cell != NOTHING) {
                println!("| {congestion} | {} |", cells.join(" | "));
            }
        }
    }
    println!("\nShares of the steps in percent, n = {0}²\n", SIDES[3]);
    println!("| workload | c | {} |\n|---{}|", PHASES.join(" | "), "|---".repeat(PHASES.len() + 1));
    for (workload, congestion, outcome) in &shares {
        if outcome.shape.rows() == SIDES[3] {
            let shares = PHASES.map(|phase| format!("{:.1}", share(outcome, phase)));
            println!("| `{workload}` | {congestion} | {} |", shares.join(" | "));
        }
    }
}

/// A checked run, if there are such sets of at most `most` deliveries.
fn run(workload: Workload, side: usize, congestion: usize, most: usize) -> Option<Outcome> {
    let shape = Shape::new(side, side).expect("a side of the table");
    let deliveries = match workload {
        Workload::HotBlock => shape.nodes(),
        _ => congestion * shape.nodes(),
    };
    if 4 * congestion > shape.nodes() || deliveries > most {
        return None;
    }
    let set = generate(workload, side, None, Some(congestion), 1).expect("parameters in range");
    let threads = available_parallelism().map_or(1, usize::from);
    let outcome = run_buffered(shape, &set, Options { threads, ..Options::default() })
        .unwrap_or_else(|violation| {
            panic!("{workload}, side {side}, c = {congestion}: {violation}")
        });
    let check = check_deliveries(&set, outcome.deliveries.iter());
    assert!(check.is_complete() && check.duplicates == 0, "{check:?}");
    Some(outcome)
}

/// The share of the steps in percent of a phase.
fn share(outcome: &Outcome, phase: &str) -> f64 {
    let of_phase = |path: &str| path.split('/').next() == Some(phase);
    let lines = outcome.ledger.iter().filter(|line| of_phase(&line.path));
    100.0 * lines.map(|line| line.steps).sum::<u64>() as f64 / outcome.steps as f64
}
