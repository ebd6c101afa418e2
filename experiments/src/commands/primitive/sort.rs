//! Runs a sort.

use super::case::{Case, Finished, holds};
use super::host_order::walk;
use meshcast_engine::{Machine, Options, Violation};
use meshcast_primitives::Sort;
use std::sync::Arc;
use std::time::Instant;

/// Sorts a packet of every node by the nodes' numbers.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let sort = Sort::new(case.shape, case.order);
    let (messages, capacity) = (Arc::clone(&case.messages), Some(Sort::CAPACITY));
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, messages, capacity, options);
    machine.inject(0, |node| case.numbers[node.index()]);
    sort.run(&mut machine)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let mut expected: Vec<(u32, u32)> = case.numbers.iter().copied().zip(0..).collect();
    expected.sort_unstable();
    let correct = walk(case.shape, case.order)
        .into_iter()
        .zip(expected)
        .all(|(node, expected)| holds(case.shape, &outcome, node, Some(expected)));
    Ok(Finished { outcome, elapsed, formula_steps: sort.steps(), correct })
}
