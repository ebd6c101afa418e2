//! Runs an expansion.

use super::case::{Case, Finished, holds};
use super::host_order::walk;
use meshcast_engine::{Machine, Messages, MessagesError, Options, Violation};
use meshcast_primitives::{expansion, expansion_capacity, expansion_steps};
use std::sync::Arc;
use std::time::Instant;

/// The ranks of even numbers, read row-major: where the packets go.
fn targets(numbers: &[u32]) -> Vec<u32> {
    let even = (0..).zip(numbers).filter(|(_, number)| number.is_multiple_of(2));
    even.map(|(rank, _)| rank).collect()
}

/// A message at each of the first nodes, as many as there are targets.
pub(super) fn messages(numbers: &[u32]) -> Result<Messages, MessagesError> {
    let sources = 0..targets(numbers).len() as u32;
    Messages::new(numbers.len(), sources.map(|node| (node, Vec::new())))
}

/// Moves the packets of the first nodes apart.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let targets = targets(&case.numbers);
    let capacity = Some(expansion_capacity(case.order));
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, Arc::clone(&case.messages), capacity, options);
    machine.inject(0, |node| targets[node.index()]);
    expansion(&mut machine, case.order)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let mut left = targets.iter().zip(0..).peekable();
    let correct = walk(case.shape, case.order).into_iter().zip(0u32..).all(|(node, rank)| {
        let expected = left.next_if(|&(&target, _)| target == rank);
        holds(case.shape, &outcome, node, expected.map(|(&target, message)| (target, message)))
    });
    Ok(Finished { outcome, elapsed, formula_steps: expansion_steps(case.shape), correct })
}
