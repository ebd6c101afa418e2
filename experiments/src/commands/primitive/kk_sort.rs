//! Runs a sort of several packets a node.

use super::case::{Case, Finished};
use super::host_order::walk;
use super::load::{load, load_steps};
use meshcast_engine::{Machine, Options, Violation};
use meshcast_primitives::KkSort;
use std::sync::Arc;
use std::time::Instant;

/// The queue that packets are loaded into, before they take the slots in which they are sorted.
const LOADED: usize = 0;

/// Sorts `case.packets` packets of every node by the nodes' numbers.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let (shape, packets) = (case.shape, case.packets);
    let sort = KkSort::new(shape, packets, case.order);
    let keys: Vec<Vec<u32>> = case.numbers.chunks(packets).map(<[u32]>::to_vec).collect();
    let (messages, capacity) = (Arc::clone(&case.messages), sort.capacity().max(packets));
    let started = Instant::now();
    let mut machine = Machine::new(shape, messages, Some(capacity), options);
    load(case, &keys, LOADED, &mut machine)?;
    machine.dequeue(LOADED, 0..packets)?;
    sort.run(&mut machine)?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let all = (0..).zip(&keys).flat_map(|(node, keys)| keys.iter().map(move |&key| (key, node)));
    let mut expected: Vec<(u32, u32)> = all.collect();
    expected.sort_unstable();
    let slots = 2 * packets.div_ceil(2);
    let found = walk(shape, case.order).into_iter().flat_map(|node| {
        let (row, col) = shape.position(node);
        let outcome = &outcome;
        (0..slots).filter_map(move |lane| outcome.packet(lane, row, col))
    });
    let correct = found.map(|packet| (packet.key(), packet.message())).eq(expected);
    let formula_steps = load_steps(case) + sort.steps();
    Ok(Finished { outcome, elapsed, formula_steps, correct })
}
