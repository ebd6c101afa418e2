//! Whole runs on `uniform` sets, whose plans are made beforehand; only a first round finds messages to send.

use super::{Work, square};
use meshcast_algorithms::{
    Buffered, Hamiltonian, Multicast, Pace, Paper, Permutations, Rounds, Schedule, StoredWords,
    Sweep, Tuned, Unicast, Workload, generate,
};
use meshcast_engine::{Machine, Messages, Options};
use std::sync::Arc;

fn uniform(side: usize, congestion: usize) -> Messages {
    generate(Workload::Uniform, side, None, Some(congestion), 1).expect("parameters in range")
}

fn run(side: usize, algorithm: impl Multicast + 'static) -> Work {
    let (messages, capacity) = (algorithm.messages(), algorithm.capacity());
    let machine = Machine::new(square(side), messages, capacity, Options::default());
    Work::new(machine, move |machine| algorithm.run(machine).map(drop))
}

/// The baseline, whose packets go round a circuit.
pub fn hamiltonian(side: usize, congestion: usize) -> Work {
    run(side, Hamiltonian::new(square(side), Arc::new(uniform(side, congestion))))
}

/// The tuned variant of the randomized algorithm.
pub fn tuned(side: usize, congestion: usize) -> Work {
    run(side, Tuned::new(square(side), &uniform(side, congestion), 1))
}

/// The variant that sweeps over bands.
pub fn sweep(side: usize, congestion: usize) -> Work {
    run(side, Sweep::new(square(side), &uniform(side, congestion), 1))
}

/// The paper's variant of the randomized algorithm.
pub fn paper(side: usize, congestion: usize) -> Work {
    run(side, Paper::new(square(side), &uniform(side, congestion), None, 1))
}

/// The deterministic algorithm that goes in rounds, with permutations that are drawn.
pub fn rounds(side: usize, congestion: usize) -> Work {
    let permutations = Permutations::Drawn { words: StoredWords::All, seed: 1 };
    let pace = Pace::Set(Schedule::Fixed);
    run(side, Rounds::new(square(side), &uniform(side, congestion), pace, permutations))
}

/// The algorithm with buffers of about c packets.
pub fn buffered(side: usize, congestion: usize) -> Work {
    run(side, Buffered::new(square(side), &uniform(side, congestion)))
}

/// The algorithm that sends a packet to every destination.
pub fn unicast(side: usize, congestion: usize) -> Work {
    run(side, Unicast::new(square(side), &uniform(side, congestion), 1))
}
