//! Runs a partial permutation routing.

use super::case::{Case, Finished, holds};
use meshcast_engine::{Machine, Messages, MessagesError, Options, Violation};
use meshcast_primitives::PermutationRouting;
use std::sync::Arc;
use std::time::Instant;

/// The nodes that send, each with its target, the node that its number names: no earlier node has the same.
fn pairs(numbers: &[u32]) -> Vec<(u32, u32)> {
    let mut named = vec![false; numbers.len()];
    let mut is_first =
        |&(_, target): &(u32, u32)| !std::mem::replace(&mut named[target as usize], true);
    (0..).zip(numbers.iter().copied()).filter(&mut is_first).collect()
}

/// A message at every node that sends.
pub(super) fn messages(numbers: &[u32]) -> Result<Messages, MessagesError> {
    let sources = pairs(numbers).into_iter().map(|(source, _)| (source, Vec::new()));
    Messages::new(numbers.len(), sources)
}

/// Routes every packet to its target.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let routing = PermutationRouting::new(case.shape, case.blocks);
    let pairs = pairs(&case.numbers);
    let (messages, capacity) = (Arc::clone(&case.messages), Some(routing.capacity()));
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, messages, capacity, options);
    machine.inject(0, |node| case.numbers[node.index()]);
    routing.run(&mut machine)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let mut expected = vec![None; case.shape.nodes()];
    for (message, &(_, target)) in (0..).zip(&pairs) {
        expected[target as usize] = Some((target, message));
    }
    let correct =
        (0..case.shape.nodes()).all(|node| holds(case.shape, &outcome, node, expected[node]));
    Ok(Finished { outcome, elapsed, formula_steps: routing.steps(), correct })
}
