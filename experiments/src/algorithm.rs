//! The algorithms, ready to run on a message set.

use crate::cli::Algorithm;
use crate::memory::{self, MemoryError, Records, SetSize};
use crate::message_set::MessageSet;
use crate::results::RouteParameters;
use meshcast_algorithms::{Buffered, hamiltonian, hamiltonian_capacity};
use meshcast_engine::{Machine, Messages, Shape, Violation};
use std::sync::Arc;

/// An algorithm and what it has planned for a message set.
pub(crate) enum Planned {
    Hamiltonian { capacity: usize, messages: Arc<Messages> },
    Buffered(Box<Buffered>),
}

impl Planned {
    pub(crate) fn new(algorithm: Algorithm, shape: Shape, messages: &Arc<Messages>) -> Self {
        match algorithm {
            Algorithm::Hamiltonian => Self::Hamiltonian {
                capacity: hamiltonian_capacity(shape),
                messages: Arc::clone(messages),
            },
            Algorithm::Buffered => Self::Buffered(Box::new(Buffered::new(shape, messages))),
        }
    }

    /// Packets that a buffer must hold.
    pub(crate) fn capacity(&self) -> usize {
        match self {
            Self::Hamiltonian { capacity, .. } => *capacity,
            Self::Buffered(buffered) => buffered.capacity(),
        }
    }

    /// The messages as their headers list them.
    pub(crate) fn messages(&self) -> Arc<Messages> {
        match self {
            Self::Hamiltonian { messages, .. } => Arc::clone(messages),
            Self::Buffered(buffered) => buffered.messages(),
        }
    }

    pub(crate) fn run(&self, machine: &mut Machine) -> Result<RouteParameters, Violation> {
        match self {
            Self::Hamiltonian { .. } => {
                hamiltonian(machine)?;
                Ok(RouteParameters::Hamiltonian {})
            }
            Self::Buffered(buffered) => buffered.run(machine).map(RouteParameters::buffered),
        }
    }
}

/// Refuses a run of `algorithm` on `set` that would not fit in memory.
pub(crate) fn check_memory(
    algorithm: Algorithm,
    set: &MessageSet,
    records: Records,
) -> Result<(), MemoryError> {
    let (rows, cols) = (set.shape.rows(), set.shape.cols());
    let subject = || format!("{} on {rows} x {cols} nodes", algorithm.name());
    memory::check(subject, memory_needed(algorithm, set, records))
}

/// Memory that planning and running an algorithm need at most.
fn memory_needed(algorithm: Algorithm, set: &MessageSet, records: Records) -> u64 {
    let (shape, size) = (set.shape, SetSize::of(&set.messages));
    match algorithm {
        Algorithm::Hamiltonian => {
            let steps = 2 * shape.nodes() as u64;
            memory::running(shape, memory::CIRCULATING, size, Records { steps, ..records })
        }
        Algorithm::Buffered => {
            // Headers in another order and a queue slot for every clone, in arrays that double as they grow; a sort in
            // lanes.
            const BYTES_A_DELIVERY: u64 = 4 + 2 * 8 + 8;
            const LANES: usize = 4;
            // 20 √(cn) on squares; on rectangles the longer side counts.
            let root = set.messages.congestion().isqrt() + 1;
            let steps = 10 * root * (shape.rows() + shape.cols());
            let steps = steps as u64;
            let records = Records { steps, held_steps: steps, ..records };
            memory::running(shape, LANES, size, records) + size.deliveries * BYTES_A_DELIVERY
        }
    }
}
