//! Runs a segmented broadcast.

use super::case::{Case, Finished, SEGMENT, holds};
use super::host_order::walk;
use meshcast_engine::{Machine, Messages, MessagesError, Options, Shape, Violation};
use meshcast_primitives::SegmentedBroadcast;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// The most nodes of a segment on `shape`: a packet's key says where its segment begins and how long it is.
fn longest(shape: Shape) -> u64 {
    let nodes = shape.nodes() as u64;
    nodes.min((1 << u32::BITS) / nodes)
}

/// A message at every node where a segment starts.
pub(super) fn messages(numbers: &[u32]) -> Result<Messages, MessagesError> {
    let sources = (0..).zip(numbers).filter(|(_, number)| number.is_multiple_of(SEGMENT));
    Messages::new(numbers.len(), sources.map(|(node, _)| (node, Vec::new())))
}

/// Copies the packet of every segment to all its nodes.
pub(super) fn run(case: &Case, options: Options) -> Result<Finished, Violation> {
    let longest = longest(case.shape);
    let order = walk(case.shape, case.order);
    // The segments by their first nodes: up to where the next one starts, if that is not too far.
    let mut segments = BTreeMap::new();
    let mut end = order.len() as u64;
    for (rank, &node) in order.iter().enumerate().rev() {
        if case.numbers[node].is_multiple_of(SEGMENT) {
            let first = rank as u64;
            segments.insert(node as u32, (first, (end - first).min(longest)));
            end = first;
        }
    }
    let key = |(first, length): (u64, u64)| (first * longest + length - 1) as u32;

    let broadcast = SegmentedBroadcast::new(case.shape, case.order, longest as usize);
    let (messages, capacity) = (Arc::clone(&case.messages), Some(SegmentedBroadcast::CAPACITY));
    let started = Instant::now();
    let mut machine = Machine::new(case.shape, messages, capacity, options);
    machine.inject(0, |node| key(segments[&node.id()]));
    broadcast.run(&mut machine, |node, lane| {
        let key = node.packet(lane).map_or(0, |packet| u64::from(packet.key()));
        let (first, length) = (key / longest, key % longest + 1);
        first as u32..(first + length) as u32
    })?;
    let outcome = machine.finish();
    let elapsed = started.elapsed();

    let mut expected = vec![None; order.len()];
    for (message, &segment) in (0..).zip(segments.values()) {
        let (first, length) = segment;
        for rank in first..first + length {
            expected[order[rank as usize]] = Some((key(segment), message));
        }
    }
    let correct = (0..order.len()).all(|node| holds(case.shape, &outcome, node, expected[node]));
    Ok(Finished { outcome, elapsed, formula_steps: broadcast.steps(), correct })
}
