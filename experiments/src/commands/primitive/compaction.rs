//! Runs a compaction.

use super::case::{Case, Finished, holds};
use meshcast_engine::{Machine, Messages, MessagesError, Options, Violation};
use meshcast_primitives::{COMPACTION_CAPACITY, compaction, compaction_steps};
use std::sync::Arc;
use std::time::Instant;

/// A message at every node with an even number.
pub(super) fn messages(numbers: &[u32]) -> Result<Messages, MessagesError> {
    let sources = (0..).zip(numbers).filter(|(_, number)| number.is_multiple_of(2));
    Messages::new(numbers.len(), sources.map(|(node, _)| (node, Vec::new())))
}

/// Closes the packets up.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let (messages, capacity) = (Arc::clone(&case.messages), Some(COMPACTION_CAPACITY));
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, messages, capacity, options);
    machine.inject(0, |_| 0);
    compaction(&mut machine)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let count = case.messages.count();
    let correct = (0..case.shape.nodes()).all(|node| {
        let expected = (node < count).then_some((node as u32, node as u32));
        holds(case.shape, &outcome, node, expected)
    });
    Ok(Finished { outcome, elapsed, formula_steps: compaction_steps(case.shape), correct })
}
