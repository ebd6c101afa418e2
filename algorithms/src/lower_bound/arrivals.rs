//! Bounds the steps by the deliveries of single nodes and how far their messages come.

use super::bound::{LowerBound, Reason};
use meshcast_engine::{Messages, Shape};

/// Raises `bound` by the charged deliveries of every node: k messages that come from a distance of t or more to one node
/// take t + k steps.
///
/// Distances are looked at only where they could raise the bound b: t + k > b with at most m messages at all asks for t > b − m, and
/// only as many as come from there can count for m.
pub(super) fn raise_by_arrivals(bound: &mut LowerBound, shape: Shape, messages: &Messages) {
    let known = bound.steps;
    // By node: at least as many messages as count. That of the node itself does not if it has no other.
    let mut entries = vec![u32::MAX; shape.nodes()];
    let mut relevant = u64::MAX;
    loop {
        let mut kept = vec![0; shape.nodes()];
        for_each_relevant(shape, messages, known, &entries, |node, _| kept[node as usize] += 1);
        let before = relevant;
        relevant = kept.iter().map(|&kept| u64::from(kept)).sum();
        if relevant == 0 {
            return;
        }
        entries = kept;
        // Another pass is worth its time while it rules out half of the deliveries.
        if relevant > before / 2 {
            break;
        }
    }
    let mut ends: Vec<usize> = Vec::with_capacity(shape.nodes());
    let mut end = 0;
    for &count in &entries {
        ends.push(end);
        end += count as usize;
    }
    let mut distances = vec![0; end];
    for_each_relevant(shape, messages, known, &entries, |node, distance| {
        distances[ends[node as usize]] = distance;
        ends[node as usize] += 1;
    });
    let mut first = 0;
    for (node, &end) in (0..).zip(&ends) {
        raise_by_node(bound, node, &mut distances[first..end]);
        first += entries[node as usize] as usize;
    }
}

/// Raises `bound` by one node whose messages come from these distances.
fn raise_by_node(bound: &mut LowerBound, node: u32, distances: &mut [u32]) {
    distances.sort_unstable_by(|one, other| other.cmp(one));
    for (deliveries, &distance) in (1..).zip(&*distances) {
        bound.raise(LowerBound {
            steps: u64::from(distance) + u64::from(deliveries),
            reason: Reason::DeliveriesAtNode { node, deliveries, distance },
        });
    }
}

/// Calls `found` with the node and the distance of every delivery from farther away than `known` less the `most` of its node.
fn for_each_relevant(
    shape: Shape,
    messages: &Messages,
    known: u64,
    most: &[u32],
    mut found: impl FnMut(u32, u32),
) {
    for (source, destinations) in messages.iter() {
        let (row, col) = shape.position(source as usize);
        for &node in destinations {
            let (to_row, to_col) = shape.position(node as usize);
            let distance = (row.abs_diff(to_row) + col.abs_diff(to_col)) as u32;
            if u64::from(distance) + u64::from(most[node as usize]) > known {
                found(node, distance);
            }
        }
    }
}
