//! Runs concurrent reads and writes of a shared memory with a cell a node.

use super::case::{Case, Finished};
use meshcast_engine::{Machine, Options, Variable, Violation};
use meshcast_primitives::{Operator, Rounds, SharedMemory, Sharing};
use std::sync::Arc;
use std::time::Instant;

/// What a cell holds at the start, and what a node adds to one.
fn word(number: u32) -> u64 {
    u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A machine with the memory of a case, of as many cells as nodes: no tile can have more requests than it serves in a round.
fn memory(
    case: &Case,
    options: Options,
) -> Result<(SharedMemory, Machine, Variable<u64>), Violation> {
    let (side, per_node) = (SharedMemory::TILE_SIDE, SharedMemory::PER_NODE);
    let shared = SharedMemory::new(case.shape, case.shape.nodes() as u64, side, per_node);
    let (messages, capacity) = (Arc::clone(&case.messages), Some(shared.capacity()));
    let options = Options { payload_words: SharedMemory::PAYLOAD_WORDS, ..options };
    let mut machine = Machine::new(case.shape, messages, capacity, options);
    machine.inject(shared.home_lane(), |_| 0);
    let cells = shared.cells(&mut machine, word)?;
    Ok((shared, machine, cells))
}

/// Reads the cells that the nodes' numbers name.
pub(super) fn read(case: &Case, options: Options) -> Result<Finished, Violation> {
    let started = Instant::now();
    let (shared, mut machine, mut cells) = memory(case, options)?;
    let places = machine.variable(1, |node, _| Some(case.numbers[node.index()]))?;
    let read = shared.read(&mut machine, &mut cells, &places, Sharing::First, Rounds::One)?;
    let read = read.done();
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let found = read.map_or_else(Vec::new, |(values, _)| values.reveal(&outcome));
    let correct = found.into_iter().eq(case.numbers.iter().map(|&place| Some(word(place))));
    Ok(Finished { outcome, elapsed, formula_steps: shared.read_steps(), correct })
}

/// Writes to the cells that the nodes' numbers name: values for one cell are added up.
pub(super) fn write(case: &Case, options: Options) -> Result<Finished, Violation> {
    let operator = Operator::Sum;
    let started = Instant::now();
    let (shared, mut machine, mut cells) = memory(case, options)?;
    let values =
        machine.variable(1, |node, _| Some((case.numbers[node.index()], word(node.id()))))?;
    let sharing = Sharing::Combined(operator);
    let written = shared.write(&mut machine, &mut cells, &values, sharing, Rounds::One)?;
    let is_done = written.done().is_some();
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let mut sums: Vec<Option<u64>> = vec![None; case.numbers.len()];
    for (node, &place) in (0..).zip(&case.numbers) {
        let sum = &mut sums[place as usize];
        *sum = Some(sum.unwrap_or(0).wrapping_add(word(node)));
    }
    let found = cells.reveal(&outcome);
    let correct = is_done
        && (0..case.numbers.len()).all(|index| {
            let place = shared.place_at(index as u32, 0).expect("every node has a cell");
            found[index] == sums[place as usize].unwrap_or(word(place))
        });
    let formula_steps = shared.write_steps(Some(operator));
    Ok(Finished { outcome, elapsed, formula_steps, correct })
}
