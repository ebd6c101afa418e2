//! Measures what it costs not to know the congestion: steps/√(cn) with c known, doubled and counted, and the guesses,
//! every run checked.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example congestion [-- SIDE]
//! ```
//!
//! SIDE is 64 unless it is given.

use meshcast_algorithms::{Congestion, Paper, Sweep, Tuned, Workload, check_deliveries, generate};
use meshcast_engine::{Machine, Messages, Options, Outcome, Shape};
use std::env;

const WAYS: [Congestion; 3] = [Congestion::Known, Congestion::Doubled, Congestion::Counted];

/// Migrations of a visit of the paper's variant, the same in all three ways.
const INSTANCES: usize = 3;

type Run = fn(Shape, &Messages, Congestion) -> (Outcome, Vec<usize>);

const ALGORITHMS: [(&str, Run); 3] =
    [("randomized:paper", paper), ("randomized:tuned", tuned), ("randomized:sweep", sweep)];

fn main() {
    let side = env::args().nth(1).map_or(64, |side| side.parse().expect("a side"));
    let shape = Shape::new(side, side).expect("a side of a mesh");
    println!("| algorithm | set | c | known | doubled | guesses | counted | guesses |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, run) in ALGORITHMS {
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
                let (outcome, guesses) = run(shape, &set, way);
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

fn tuned(shape: Shape, set: &Messages, way: Congestion) -> (Outcome, Vec<usize>) {
    let tuned = Tuned::new(shape, set, 1).with_congestion(way);
    let (messages, capacity) = (tuned.messages(), Some(tuned.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, Options::default());
    let run = tuned.run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(outcome.steps, tuned.steps(&run));
    (outcome, run.guesses)
}

fn sweep(shape: Shape, set: &Messages, way: Congestion) -> (Outcome, Vec<usize>) {
    let sweep = Sweep::new(shape, set, 1).with_congestion(way);
    let (messages, capacity) = (sweep.messages(), Some(sweep.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, Options::default());
    let run = sweep.run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(outcome.steps, sweep.steps(&run));
    (outcome, run.guesses)
}

fn paper(shape: Shape, set: &Messages, way: Congestion) -> (Outcome, Vec<usize>) {
    let paper = Paper::new(shape, set, Some(INSTANCES), 1).with_congestion(way);
    let (messages, capacity) = (paper.messages(), Some(paper.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, Options::default());
    let run = paper.run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(outcome.steps, paper.steps(&run));
    (outcome, run.guesses)
}
