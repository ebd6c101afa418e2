//! Sweep.
use meshcast_algorithms::{Sweep, Workload, check_deliveries, generate};
use meshcast_engine::{Machine, Options, Shape};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let side: usize = args[1].parse().unwrap();
    let c: usize = args[2].parse().unwrap();
    let shape = Shape::new(side, side).unwrap();
    let set = generate(Workload::Uniform, side, None, Some(c), 1).unwrap();
    let sweep = Sweep::new(shape, &set, 1);
    let mut machine =
        Machine::new(shape, sweep.messages(), Some(sweep.capacity()), Options::default());
    let start = std::time::Instant::now();
    let run = sweep.run(&mut machine).unwrap();
    let outcome = machine.finish();
    let q = ((c * side * side) as f64).sqrt();
    println!(
        "{run:?} steps {} = {:.2} q peak {} {:?}",
        outcome.steps,
        outcome.steps as f64 / q,
        outcome.peak,
        start.elapsed()
    );
    for line in &outcome.ledger {
        println!(
            "{:40} {:6} {:4.1}% peak {}",
            line.path,
            line.steps,
            100.0 * line.steps as f64 / outcome.steps as f64,
            line.peak
        );
    }
    println!("{:?}", check_deliveries(&set, outcome.deliveries.iter().copied()));
}
