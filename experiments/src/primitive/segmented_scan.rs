//! Pipelined segmented scans on their own.

use super::combination::{compose, map_of};
use super::host_order::walk;
use super::{Case, Finished, SEGMENT};
use meshcast_engine::{Machine, Options, Violation};
use meshcast_primitives::{Segmented, scan_steps, segmented_scan};
use std::sync::Arc;
use std::time::Instant;

/// Scans the maps of the nodes' numbers, anew in every segment.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let value = |node: usize, wave| Segmented {
        starts: case.numbers[node].is_multiple_of(SEGMENT),
        value: map_of(case.numbers[node], wave),
    };
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, Arc::clone(&case.messages), Some(1), options);
    let mut values = machine.variable(case.waves, |node, wave| value(node.index(), wave))?;
    segmented_scan(&mut machine, &mut values, case.order, compose)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let found = values.reveal(&outcome);
    let order = walk(case.shape, case.order);
    let correct = (0..case.waves).all(|wave| {
        let mut sum = None;
        order.iter().all(|&node| {
            let here = value(node, wave);
            let expected = match sum {
                Some(before) if !here.starts => compose(before, here.value),
                _ => here.value,
            };
            sum = Some(expected);
            found[node * case.waves + wave].value == expected
        })
    });
    let formula_steps = scan_steps(case.shape, case.order, case.waves);
    Ok(Finished { outcome, elapsed, formula_steps, correct })
}
