//! Recounts the reasons of bounds, for the tests.

use super::bound::{Deliveries, LowerBound, Reason};
use super::lower_bound;
use meshcast_engine::{Messages, Shape, Tile};
use std::collections::BTreeSet;

/// Holds the bound against the fewest steps of a set; where it is as much, counts its kind of reason in `tight`.
pub(super) fn hold_against(
    least: u64,
    (shape, messages, deliveries): (Shape, &Messages, Deliveries),
    tight: &mut [u32],
) {
    let bound = lower_bound(shape, messages, deliveries);
    assert!(bound.steps <= least, "{bound:?} > {least}, {shape:?}: {messages:?}");
    if bound.steps == least && least > 0 {
        tight[check_reason(shape, messages, deliveries, bound)] += 1;
    }
}

/// Recounts the reason of a bound; a number for the kind of reason, with and without ways that count.
pub(super) fn check_reason(
    shape: Shape,
    messages: &Messages,
    deliveries: Deliveries,
    bound: LowerBound,
) -> usize {
    let e = u64::from(deliveries == Deliveries::Charged);
    let place = |node: u32| shape.position(node as usize);
    match bound.reason {
        Reason::NothingToDeliver => panic!("there is something to deliver"),
        Reason::Distance { source_node, destination } => {
            let ((a, b), (x, y)) = (place(source_node), place(destination));
            assert_eq!(bound.steps, (a.abs_diff(x) + b.abs_diff(y)) as u64 + e);
            let goes = |(source, list): (u32, &[u32])| {
                source == source_node && list.contains(&destination)
            };
            assert!(messages.iter().any(goes));
            0
        }
        Reason::Copies { source_node, destination, destinations } => {
            let far = |v: u32| shape.distance(source_node as usize, v as usize);
            let is_copied = |(source, list): (u32, &[u32])| {
                let sum: f64 = list.iter().map(|&v| (far(v) as f64).exp2()).sum();
                (source, list.len()) == (source_node, destinations as usize)
                    && list.iter().map(|&v| far(v)).max() == Some(far(destination))
                    && bound.steps == 1 + sum.log2().ceil() as u64
            };
            assert!(messages.iter().any(is_copied) && e == 1);
            1
        }
        Reason::DeliveriesAtNode { node, deliveries, distance } => {
            let is_counted = |(source, list): &(u32, &[u32])| {
                shape.distance(*source as usize, node as usize) >= distance as usize
                    && list.contains(&node)
            };
            assert_eq!(messages.iter().filter(is_counted).count(), deliveries as usize);
            assert_eq!((bound.steps, e), (u64::from(deliveries) + u64::from(distance), 1));
            2 + usize::from(distance > 1)
        }
        Reason::EntriesIntoSubmesh { submesh, entries, links, before, after } => {
            let counted = entering(shape, messages, submesh, (before, after - e));
            assert!(counted >= entries as usize, "{counted} messages, {bound:?}");
            assert_eq!(bound.steps, before + u64::from(entries.div_ceil(links)) + after);
            4 + usize::from(before > 0 || after > e)
        }
        Reason::ExitsFromSubmesh { submesh, exits, links } => {
            let inside = nodes_of(shape, submesh);
            let leaves = |(source, list): &(u32, &[u32])| {
                inside.contains(source) && list.iter().any(|v| !inside.contains(v))
            };
            assert_eq!(messages.iter().filter(leaves).count(), exits as usize);
            assert_eq!(bound.steps, u64::from(exits.div_ceil(links)) + e);
            6
        }
    }
}

/// The nodes of a submesh.
fn nodes_of(shape: Shape, Tile { first_row, first_col, shape: part }: Tile) -> BTreeSet<u32> {
    let node = |place| {
        let (row, col) = part.position(place);
        shape.index(first_row + row, first_col + col) as u32
    };
    (0..part.nodes()).map(node).collect()
}

/// Messages with more than `before` hops to a submesh, and more than `behind` from its outside to a destination in it.
fn entering(
    shape: Shape,
    messages: &Messages,
    submesh: Tile,
    (before, behind): (u64, u64),
) -> usize {
    let inside = nodes_of(shape, submesh);
    let outside = (0..messages.nodes() as u32).filter(|node| !inside.contains(node)).collect();
    let least = |v: u32, from: &BTreeSet<u32>| {
        from.iter().map(|&u| shape.distance(u as usize, v as usize) as u64).min()
    };
    let is_counted = |(source, list): &(u32, &[u32])| {
        let goes_deep =
            |v: &u32| inside.contains(v) && least(*v, &outside).is_some_and(|far| far > behind);
        least(*source, &inside).is_some_and(|far| far > before) && list.iter().any(goes_deep)
    };
    messages.iter().filter(is_counted).count()
}
