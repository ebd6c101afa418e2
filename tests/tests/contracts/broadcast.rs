//! Segmented broadcasts leave one copy of a segment's packet at every node of it, and nothing elsewhere.

use super::{cases, check_layout, nodes_in_order};
use meshcast_engine::{Options, Order, Shape};
use meshcast_primitives::SegmentedBroadcast;
use meshcast_tests::corpus::{below, generator, machine_with_keys, shapes};
use meshcast_tests::oracle::{arrange, segmented_broadcast};
use proptest::prelude::*;
use std::ops::Range;

const ORDERS: [Order; 3] = [Order::Snake, Order::RowMajor, Order::ColumnMajor];

/// Broadcasts in the given disjoint segments, in increasing order; a packet's key is its segment's first rank and end.
fn check(shape: Shape, order: Order, longest: usize, segments: &[Range<usize>]) {
    let along = nodes_in_order(shape, order);
    let mut packets: Vec<(u32, u32)> = segments
        .iter()
        .map(|ranks| (along[ranks.start] as u32, (ranks.start << 16 | ranks.end) as u32))
        .collect();
    // Messages are numbered by their sources.
    packets.sort_unstable();
    let (sources, keys): (Vec<u32>, Vec<u32>) = packets.iter().copied().unzip();

    let mut values = vec![None; shape.nodes()];
    let mut starts = vec![false; shape.nodes()];
    for ranks in segments {
        let source = along[ranks.start] as u32;
        let message = sources.binary_search(&source).expect("every segment has a packet");
        values[ranks.start] = Some((keys[message], message as u32));
        starts[ranks.start] = true;
        // What follows the segment, if nothing else, is a segment without a packet.
        if ranks.end < shape.nodes() {
            starts[ranks.end] = true;
        }
    }
    let spread = segmented_broadcast(&values, &starts).into_iter().map(Option::flatten);
    let expected = arrange(&along, &spread.collect::<Vec<_>>());

    let capacity = SegmentedBroadcast::CAPACITY;
    let mut machine = machine_with_keys(shape, &sources, &keys, capacity, Options::default());
    let broadcast = SegmentedBroadcast::new(shape, order, longest);
    broadcast
        .run(&mut machine, |node, lane| {
            node.packet(lane).map_or(0..0, |packet| packet.key() >> 16..packet.key() & 0xffff)
        })
        .unwrap_or_else(|violation| panic!("{shape:?} {order:?} {segments:?}: {violation}"));
    let outcome = machine.finish();
    check_layout(shape, &outcome, &expected, &format!("{order:?} broadcast in {segments:?}"));
    assert_eq!(outcome.steps, broadcast.steps(), "{shape:?} {order:?}");
}

/// Random disjoint segments of at most `longest` nodes; `percent` of them have a packet.
fn segments(nodes: usize, longest: usize, percent: usize, seed: u64) -> Vec<Range<usize>> {
    let mut random = generator(seed);
    let mut segments = Vec::new();
    let mut start = 0;
    while start < nodes {
        let end = (start + 1 + below(&mut random, longest)).min(nodes);
        if below(&mut random, 100) < percent {
            segments.push(start..end);
        }
        start = end;
    }
    segments
}

fn longest_of(segments: &[Range<usize>]) -> usize {
    segments.iter().map(ExactSizeIterator::len).max().unwrap_or(1)
}

#[test]
fn every_node_of_a_segment_gets_a_copy() {
    for shape in shapes(16) {
        let (nodes, cols) = (shape.nodes(), shape.cols());
        for order in ORDERS {
            for most in [1, 2, cols, cols + 1, 3 * cols, nodes] {
                for (percent, seed) in [(100, 1), (100, 2), (50, 3), (0, 4)] {
                    let segments = segments(nodes, most, percent, seed);
                    for longest in [longest_of(&segments), most, nodes, 2 * nodes] {
                        check(shape, order, longest.max(longest_of(&segments)), &segments);
                    }
                }
            }
        }
    }
}

#[test]
fn one_segment_may_begin_and_end_anywhere() {
    for shape in shapes(7) {
        for order in ORDERS {
            for first in 0..shape.nodes() {
                for end in first + 1..=shape.nodes() {
                    for longest in [end - first, shape.nodes()] {
                        let one = first..end;
                        check(shape, order, longest, std::slice::from_ref(&one));
                    }
                }
            }
        }
    }
}

#[test]
fn every_division_of_up_to_nine_nodes_is_filled() {
    for shape in shapes(9).into_iter().filter(|shape| shape.nodes() <= 9) {
        let nodes = shape.nodes();
        for order in ORDERS {
            for cuts in 0..1u32 << (nodes - 1) {
                let ends = (1..=nodes).filter(|&end| end == nodes || cuts >> (end - 1) & 1 == 1);
                let mut start = 0;
                let segments: Vec<Range<usize>> =
                    ends.map(|end| std::mem::replace(&mut start, end)..end).collect();
                check(shape, order, longest_of(&segments), &segments);
                check(shape, order, nodes, &segments);
                let odd: Vec<Range<usize>> = segments.iter().skip(1).step_by(2).cloned().collect();
                check(shape, order, nodes, &odd);
            }
        }
    }
}

#[test]
#[should_panic(expected = "a segment has 1 to 2 nodes")]
fn a_segment_longer_than_was_said_is_refused() {
    let shape = Shape::new(2, 2).expect("small");
    check(shape, Order::RowMajor, 2, std::slice::from_ref(&(0..3)));
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn random_segments_are_filled_on_random_shapes(
        rows in 1usize..=24, cols in 1usize..=24, most in 1usize..=576, known: bool,
        order in 0usize..3, percent in 1usize..=100, seed in any::<u32>(),
    ) {
        let shape = Shape::new(rows, cols).expect("small");
        let segments = segments(shape.nodes(), most, percent, seed.into());
        let longest = if known { longest_of(&segments) } else { shape.nodes() };
        check(shape, ORDERS[order], longest, &segments);
    }
}
