//! Runs a circulation.

use super::case::{Case, Finished};
use meshcast_engine::{Machine, Messages, MessagesError, Options, Violation};
use meshcast_primitives::Circulation;
use std::sync::Arc;
use std::time::Instant;

/// A message from every node to the node that its number names.
pub(super) fn messages(numbers: &[u32]) -> Result<Messages, MessagesError> {
    Messages::from_pairs(numbers.len(), (0..).zip(numbers.iter().copied()).collect())
}

/// Circulates every message past its destination.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let circulation = Circulation::new(case.shape);
    let (messages, capacity) = (Arc::clone(&case.messages), Some(circulation.capacity()));
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, messages, capacity, options);
    machine.inject(0, |_| 0);
    circulation.run(&mut machine)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let found = outcome.deliveries.sorted();
    let correct = found.into_iter().eq((0..).zip(case.numbers.iter().copied()));
    Ok(Finished { outcome, elapsed, formula_steps: circulation.steps(), correct })
}
