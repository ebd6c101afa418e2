//! Measures what it costs not to know the congestion: steps with c known, doubled and counted, every run checked.
//!
//! ```text
//! cargo run --release -p meshcast-tests --example congestion [-- SIDE]
//! ```

use meshcast_algorithms::{Congestion, Paper, Sweep, Tuned, Workload, check_deliveries, generate};
use meshcast_engine::{Machine, Messages, Options, Outcome, Shape};
use std::env;

const WAYS: [Congestion; 3] = [Congestion::Known, Congestion::Doubled, Congestion::Counted];

type Run = fn(Shape, &Messages, Congestion) -> (Outcome, String);

const ALGORITHMS: [(&str, Run); 3] =
    [("randomized:paper", paper), ("randomized:tuned", tuned), ("randomized:sweep", sweep)];

fn main() {
    let side = env::args().nth(1).map_or(64, |side| side.parse().expect("a side"));
    let shape = Shape::new(side, side).expect("a side of a mesh");
    println!("| algorithm | set | c | known | doubled | counted |");
    println!("|---|---|---|---|---|---|");
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
                let (outcome, what) = run(shape, &set, way);
                let check = check_deliveries(&set, outcome.deliveries.iter().copied());
                assert!(check.is_complete() && check.duplicates == 0, "{check:?}");
                format!("{:.1} q: {what}", outcome.steps as f64 / root)
            });
            println!("| `{name}` | `{workload}` | {congestion} | {} |", cells.join(" | "));
        }
    }
}

fn tuned(shape: Shape, set: &Messages, way: Congestion) -> (Outcome, String) {
    let tuned = Tuned::new(shape, set, 1).with_congestion(way);
    let (messages, capacity) = (tuned.messages(), Some(tuned.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, Options::default());
    let run = tuned.run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(outcome.steps, tuned.steps(&run));
    let wanted: Vec<usize> = run.phases.iter().map(|phase| phase.wanted).collect();
    (outcome, format!("{wanted:?} {:?}", run.leftovers()))
}

fn sweep(shape: Shape, set: &Messages, way: Congestion) -> (Outcome, String) {
    let sweep = Sweep::new(shape, set, 1).with_congestion(way);
    let (messages, capacity) = (sweep.messages(), Some(sweep.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, Options::default());
    let run = sweep.run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(outcome.steps, sweep.steps(&run));
    (outcome, format!("{:?} {:?} {:?}", run.guesses, run.bands, run.leftovers))
}

fn paper(shape: Shape, set: &Messages, way: Congestion) -> (Outcome, String) {
    let paper = Paper::new(shape, set, None, 1).with_congestion(way);
    let (messages, capacity) = (paper.messages(), Some(paper.capacity()));
    let mut machine = Machine::new(shape, messages, capacity, Options::default());
    let run = paper.run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(outcome.steps, paper.steps(&run));
    let left: Vec<u32> = run.phases.iter().map(|phase| phase.left).collect();
    (outcome, format!("{:?} {left:?}", run.guesses))
}
