//! Time and memory of what is not a step: making a message set, its lower bound, the output queues and their check.
//!
//! `cargo run --release -p meshcast-tests --example scale -- 1024 64` for `uniform` with c = 64 on 1024 × 1024 nodes.

use meshcast_algorithms::{Deliveries, Workload, check_deliveries, generate, lower_bound};
use meshcast_engine::{Machine, Messages, Options, Shape};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|number| number.parse().expect("a number")).collect();
    let [side, congestion] = numbers[..] else { panic!("expected a side and a congestion") };
    let shape = Shape::new(side, side).expect("a mesh");
    let set = timed("message set", || {
        Arc::new(generate(Workload::Uniform, side, None, Some(congestion), 1).expect("a workload"))
    });
    timed("lower bound", || lower_bound(shape, &set, Deliveries::Charged));
    let made = timed("deliveries", || deliver_at_home(shape, &set));
    let report = timed("check", || check_deliveries(&set, made.iter()));
    println!("{report:?}");
}

/// The output queues of a machine that delivers every message at its source.
fn deliver_at_home(shape: Shape, set: &Arc<Messages>) -> meshcast_engine::Deliveries {
    let mut machine = Machine::new(shape, Arc::clone(set), Some(1), Options::default());
    machine.inject(0, |_| 0);
    machine.step(|step| step.deliver(0, |_| Some(0))).expect("lawful");
    machine.finish().deliveries
}

/// What `work` returns; prints how long it took, and the most memory that the program has had so far.
fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = work();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown");
    println!("{name:12} {:8.2} s, peak so far {}", started.elapsed().as_secs_f64(), peak.trim());
    done
}
