//! Loops that are measured: benchmarks time them, and the example `instructions` counts what the processor executes in them.

pub mod algorithms;
pub mod clock;
pub mod forms;
pub mod naive;
pub mod primitives;

use meshcast_engine::{Machine, Messages, Options, Shape, Violation};
use std::sync::Arc;

type Round = Box<dyn FnMut(&mut Machine) -> Result<(), Violation>>;

/// A machine, and what is done to it over and over.
pub struct Work {
    machine: Machine,
    round: Round,
}

impl Work {
    fn new(
        machine: Machine,
        round: impl FnMut(&mut Machine) -> Result<(), Violation> + 'static,
    ) -> Self {
        Self { machine, round: Box::new(round) }
    }

    /// Does it once more.
    ///
    /// # Panics
    /// If it breaks a rule of the machine.
    pub fn run(&mut self) {
        (self.round)(&mut self.machine).expect("a lawful round");
    }

    /// Does it once more and says how many nodes times steps that were.
    pub fn node_steps(&mut self) -> usize {
        let before = self.machine.steps();
        self.run();
        self.machine.shape().nodes() * (self.machine.steps() - before) as usize
    }
}

fn square(side: usize) -> Shape {
    Shape::new(side, side).expect("a side within the limit")
}

/// A square machine with a packet of pseudo-random key in lane 0 of every node.
fn machine(side: usize, capacity: usize) -> Machine {
    machine_for(side, capacity, |node| node.wrapping_mul(2_654_435_761), Options::default())
}

/// A square machine with a packet in lane 0 of every node, with keys by node.
fn machine_for(
    side: usize,
    capacity: usize,
    key: impl Fn(u32) -> u32,
    options: Options,
) -> Machine {
    let set = Messages::one_each(side * side).expect("a side within the limit");
    let mut machine = Machine::new(square(side), Arc::new(set), Some(capacity), options);
    machine.inject(0, |node| key(node.id()));
    machine
}

/// The same in lane 0 of the nodes that are `sources`.
fn machine_with(
    side: usize,
    capacity: usize,
    sources: impl Fn(u32) -> bool,
    key: impl Fn(u32) -> u32,
) -> Machine {
    let shape = square(side);
    let sources = (0..shape.nodes() as u32).filter(|&node| sources(node));
    let set = Messages::new(shape.nodes(), sources.map(|node| (node, Vec::new())));
    let set = Arc::new(set.expect("sources are nodes"));
    let mut machine = Machine::new(shape, set, Some(capacity), Options::default());
    machine.inject(0, |node| key(node.id()));
    machine
}

/// Packets in lanes 0 to k−1 of every node, with pseudo-random keys.
fn full(side: usize, k: usize, capacity: usize) -> Machine {
    let mut machine = machine(side, capacity);
    for lane in 1..k {
        machine.step(|step| step.copy(0, lane, |_| true)).expect("the packets fit");
        machine
            .rekey(lane, |node| Some(node.packet(lane)?.key().wrapping_mul(lane as u32 * 2 + 1)))
            .expect("one pass a step");
    }
    machine
}
