//! Runs a reduction.

use super::case::{Case, Finished};
use super::combination::{compose, map_of};
use meshcast_engine::{Machine, Options, Violation};
use meshcast_primitives::{reduce, reduce_steps};
use std::sync::Arc;
use std::time::Instant;

/// Reduces the maps of the nodes' numbers.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let value = |number: &u32| map_of(*number, 0);
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, Arc::clone(&case.messages), Some(1), options);
    let mut values = machine.variable(1, |node, _| value(&case.numbers[node.index()]))?;
    reduce(&mut machine, &mut values, compose)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let expected = case.numbers.iter().map(value).reduce(compose);
    let correct = values.reveal(&outcome).into_iter().all(|found| Some(found) == expected);
    Ok(Finished { outcome, elapsed, formula_steps: reduce_steps(case.shape), correct })
}
