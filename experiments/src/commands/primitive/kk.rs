//! Runs a (k,k)-routing.

use super::case::{Case, Finished};
use super::load::{load, load_steps};
use meshcast_engine::{Machine, Messages, MessagesError, Options, Violation};
use meshcast_primitives::KkRouting;
use std::sync::Arc;
use std::time::Instant;

/// The targets of every node's packets, the nodes that its numbers name: each at most `packets` times.
fn targets(numbers: &[u32], packets: usize) -> Vec<Vec<u32>> {
    let mut named = vec![0; numbers.len() / packets];
    let mut may_be_named = |&target: &u32| {
        named[target as usize] += 1;
        named[target as usize] <= packets
    };
    let of_node = |numbers: &[u32]| numbers.iter().copied().filter(&mut may_be_named).collect();
    numbers.chunks(packets).map(of_node).collect()
}

/// A message at every node that has a packet.
pub(super) fn messages(numbers: &[u32], packets: usize) -> Result<Messages, MessagesError> {
    let targets = targets(numbers, packets);
    let sources = (0..).zip(&targets).filter(|(_, targets)| !targets.is_empty());
    Messages::new(targets.len(), sources.map(|(source, _)| (source, Vec::new())))
}

/// Routes every packet to its target.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let (shape, packets) = (case.shape, case.packets);
    let routing = KkRouting::new(shape, packets, packets, case.blocks);
    let targets = targets(&case.numbers, packets);
    let (messages, capacity) = (Arc::clone(&case.messages), routing.capacity().max(packets));
    let started = Instant::now();
    let mut machine = Machine::new(shape, messages, Some(capacity), options);
    load(case, &targets, KkRouting::QUEUE, &mut machine)?;
    routing.run(&mut machine)?;
    // The host looks into slots.
    machine.dequeue(KkRouting::QUEUE, 0..packets)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let mut expected: Vec<Vec<(u32, u32)>> = vec![Vec::new(); shape.nodes()];
    for (message, &source) in (0..).zip(case.messages.sources()) {
        for &target in &targets[source as usize] {
            expected[target as usize].push((target, message));
        }
    }
    let correct = (0..shape.nodes()).all(|node| {
        let (row, col) = shape.position(node);
        let found = (0..packets).filter_map(|lane| outcome.packet(lane, row, col));
        expected[node].sort_unstable();
        found.map(|packet| (packet.key(), packet.message())).eq(expected[node].iter().copied())
    });
    let formula_steps = load_steps(case) + routing.steps();
    Ok(Finished { outcome, elapsed, formula_steps, correct })
}
