//! Whole runs on `uniform` sets, whose plans are made beforehand; only a first round finds messages to send.

use super::{Work, square};
use meshcast_algorithms::{Multicast, Sweep, Tuned, Workload, generate};
use meshcast_engine::{Machine, Messages, Options};

fn uniform(side: usize, congestion: usize) -> Messages {
    generate(Workload::Uniform, side, None, Some(congestion), 1).expect("parameters in range")
}

fn run(side: usize, algorithm: impl Multicast + 'static) -> Work {
    let (messages, capacity) = (algorithm.messages(), algorithm.capacity());
    let machine = Machine::new(square(side), messages, capacity, Options::default());
    Work::new(machine, move |machine| algorithm.run(machine).map(drop))
}

/// The tuned variant of the randomized algorithm.
pub fn tuned(side: usize, congestion: usize) -> Work {
    run(side, Tuned::new(square(side), &uniform(side, congestion), 1))
}

/// The variant that sweeps over bands.
pub fn sweep(side: usize, congestion: usize) -> Work {
    run(side, Sweep::new(square(side), &uniform(side, congestion), 1))
}
