//! Runs pipelined scans.

use super::case::{Case, Finished};
use super::combination::{compose, map_of};
use super::host_order::walk;
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
    let correct = is_scan(case, |_| false, |node, wave| found[node * case.waves + wave]);
    let formula_steps = scan_steps(case.shape, case.order, case.waves);
    Ok(Finished { outcome, elapsed, formula_steps, correct })
}

/// Whether the values `found` at the nodes are the scan of their maps that begins anew where a segment `starts`.
pub(super) fn is_scan(
    case: &Case,
    starts: impl Fn(usize) -> bool,
    found: impl Fn(usize, usize) -> u32,
) -> bool {
    let order = walk(case.shape, case.order);
    (0..case.waves).all(|wave| {
        let mut sum = None;
        order.iter().all(|&node| {
            let here = map_of(case.numbers[node], wave);
            let expected = match sum {
                Some(before) if !starts(node) => compose(before, here),
                _ => here,
            };
            sum = Some(expected);
            found(node, wave) == expected
        })
    })
}
