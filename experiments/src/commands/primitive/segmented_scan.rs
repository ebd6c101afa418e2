//! Runs pipelined segmented scans.

use super::case::{Case, Finished, SEGMENT};
use super::combination::{compose, map_of};
use super::scan::is_scan;
use meshcast_engine::{Machine, Options, Violation};
use meshcast_primitives::{Segmented, scan_steps, segmented_scan};
use std::sync::Arc;
use std::time::Instant;

/// Scans the maps of the nodes' numbers, anew in every segment.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let starts = |node: usize| case.numbers[node].is_multiple_of(SEGMENT);
    let value = |node: usize, wave| Segmented {
        starts: starts(node),
        value: map_of(case.numbers[node], wave),
    };
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, Arc::clone(&case.messages), Some(1), options);
    let mut values = machine.variable(case.waves, |node, wave| value(node.index(), wave))?;
    segmented_scan(&mut machine, &mut values, case.order, compose)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let found = values.reveal(&outcome);
    let correct = is_scan(case, starts, |node, wave| found[node * case.waves + wave].value);
    let formula_steps = scan_steps(case.shape, case.order, case.waves);
    Ok(Finished { outcome, elapsed, formula_steps, correct })
}
