//! Pipelined scans on their own.

use super::combination::{compose, map_of};
use super::host_order::walk;
use super::{Case, Finished};
use meshcast_engine::{Machine, Options, Violation};
use meshcast_primitives::{scan, scan_steps};
use std::sync::Arc;
use std::time::Instant;

/// Scans the maps of the nodes' numbers, a different one in every wave.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let value = |node: usize, wave| map_of(case.numbers[node], wave);
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, Arc::clone(&case.messages), Some(1), options);
    let mut values = machine.variable(case.waves, |node, wave| value(node.index(), wave))?;
    scan(&mut machine, &mut values, case.order, compose)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let found = values.reveal(&outcome);
    let order = walk(case.shape, case.order);
    let correct = (0..case.waves).all(|wave| {
        let mut sum = None;
        order.iter().all(|&node| {
            let here = value(node, wave);
            let expected = sum.map_or(here, |before| compose(before, here));
            sum = Some(expected);
            found[node * case.waves + wave] == expected
        })
    });
    let formula_steps = scan_steps(case.shape, case.order, case.waves);
    Ok(Finished { outcome, elapsed, formula_steps, correct })
}
