//! Breaks every rule in every way, with a trace that breaks it so and in no other way.

use super::*;
use ReplayRule::{
    Capacity, CopyTwice, Delivery, EdgeTwice, LinkTwice, Order, PacketTwice, Place, Steps,
};

/// The line of the first event given to [`check`].
const FIRST: u64 = 8;

/// Checks that `events`, on the mesh `0 1 2 / 3 4 5` with packets 0, 1, 2 in nodes 0, 1, 5, break `rule` in the
/// events at `offsets` and nothing else. Packet 0 is for node 1; nothing is due at the others.
#[track_caller]
fn check(rule: ReplayRule, offsets: &[u64], events: &[Value]) {
    let mut lines = vec![
        machine(2, 3, Some(5)),
        message(0, 0, &[1]),
        message(1, 1, &[]),
        message(2, 5, &[]),
        inject(0, 0, 0, 0),
        inject(0, 1, 1, 1),
        inject(0, 5, 2, 2),
    ];
    lines.extend_from_slice(events);
    // What is due, in steps that no case uses.
    lines.extend([cross(18, 0, 1, 0), deliver(19, 1, 0), end(20)]);
    let expected: Vec<u64> = offsets.iter().map(|offset| FIRST + offset).collect();
    assert_findings(&replay_lines(&lines).findings, rule, &expected);
}

#[test]
fn the_frame_of_these_tests_is_lawful() {
    check(Order, &[], &[]);
}

#[test]
fn a_directed_link_used_twice_in_a_step_is_found() {
    check(LinkTwice, &[1], &[word(1, 3, 4), word(1, 3, 4)]);
    check(LinkTwice, &[1], &[cross(1, 5, 2, 2), word(1, 5, 2)]);
    let two_packets = [cross(1, 5, 4, 2), copy(2, 4, 2, 9), cross(3, 4, 3, 2), cross(3, 4, 3, 9)];
    check(LinkTwice, &[3], &two_packets);
}

#[test]
fn both_directions_of_an_edge_are_two_links() {
    check(LinkTwice, &[], &[word(1, 3, 4), word(1, 4, 3), word(2, 3, 4)]);
}

#[test]
fn two_copies_or_deliveries_at_a_node_in_a_step_are_found() {
    // Copy 8 of packet 1 stands in node 1 with it, and copy 7 of packet 2 in node 5.
    let prepare = [copy(1, 1, 1, 8), copy(1, 5, 2, 7)];
    let then = |events: [Value; 2]| [prepare.to_vec(), events.to_vec()].concat();
    check(CopyTwice, &[3], &then([copy(2, 1, 1, 10), copy(2, 1, 8, 11)]));
    check(CopyTwice, &[3], &then([copy(2, 5, 7, 10), copy(2, 5, 2, 11)]));
    check(CopyTwice, &[], &then([copy(2, 5, 7, 10), copy(2, 1, 1, 11)]));
}

#[test]
fn a_delivery_or_a_duplicate_is_the_copy_of_its_node() {
    // Message 0 goes to node 0, and its copies stand there with it.
    let with = |events: &[Value]| {
        let mut lines = vec![
            machine(1, 2, None),
            message(0, 0, &[0]),
            message(1, 0, &[0]),
            inject(0, 0, 0, 0),
            inject(0, 0, 1, 1),
            deliver(1, 0, 0),
        ];
        lines.extend_from_slice(events);
        lines.push(end(9));
        replay_lines(&lines).findings
    };
    let at = |line: u64, events: &[Value]| assert_findings(&with(events), CopyTwice, &[line]);
    at(7, &[deliver(1, 0, 1)]);
    at(8, &[deliver(2, 0, 1), duplicate(2, 0, 0)]);
    at(8, &[deliver(2, 0, 1), copy(2, 0, 0, 2)]);
    at(8, &[copy(2, 0, 0, 2), deliver(2, 0, 1)]);
    at(9, &[deliver(2, 0, 1), duplicate(3, 0, 0), duplicate(3, 0, 1)]);
}

#[test]
fn a_packet_that_acts_twice_in_a_step_is_found() {
    check(PacketTwice, &[1], &[copy(1, 5, 2, 9), cross(1, 5, 4, 2)]);
    check(PacketTwice, &[1], &[cross(1, 5, 4, 2), cross(1, 4, 3, 2)]);
    check(PacketTwice, &[1], &[cross(1, 5, 4, 2), copy(1, 4, 2, 9)]);
    let compare = exchange(1, (4, None), (5, Some(2)), false);
    let swap = exchange(1, (4, None), (5, Some(2)), true);
    check(PacketTwice, &[1], &[compare.clone(), cross(1, 5, 2, 2)]);
    check(PacketTwice, &[1], &[compare, copy(1, 5, 2, 9)]);
    check(PacketTwice, &[1], &[swap.clone(), exchange(1, (3, None), (4, Some(2)), true)]);
    check(PacketTwice, &[1], &[swap, copy(1, 4, 2, 9)]);
    // Packet 0 delivered and moved.
    let delivery = [cross(1, 0, 1, 0), deliver(2, 1, 0), cross(2, 1, 0, 0), cross(3, 0, 1, 0)];
    let lines =
        [&[machine(1, 2, None), message(0, 0, &[1]), inject(0, 0, 0, 0)], &delivery[..], &[end(3)]];
    assert_findings(&replay_lines(&lines.concat()).findings, PacketTwice, &[6]);
}

#[test]
fn a_packet_that_acts_in_the_step_it_came_is_found() {
    check(PacketTwice, &[1], &[copy(1, 5, 2, 9), cross(1, 5, 4, 9)]);
    let late = |event: Value| {
        let lines = [machine(1, 2, None), message(0, 0, &[]), inject(2, 0, 0, 0), event, end(2)];
        assert_findings(&replay_lines(&lines).findings, PacketTwice, &[4]);
    };
    late(cross(2, 0, 1, 0));
    late(copy(2, 0, 0, 1));
    late(exchange(2, (0, Some(0)), (1, None), false));
    late(discard(2, 0, 0));
}

#[test]
fn a_packet_dropped_in_the_step_it_came_or_leaves_is_found() {
    check(PacketTwice, &[1], &[cross(1, 5, 4, 2), discard(1, 4, 2)]);
    check(PacketTwice, &[1], &[copy(1, 5, 2, 9), discard(1, 5, 9)]);
    check(PacketTwice, &[1], &[exchange(1, (5, Some(2)), (4, None), true), discard(1, 4, 2)]);
    check(PacketTwice, &[1], &[discard(1, 5, 2), cross(1, 5, 4, 2)]);
    check(PacketTwice, &[1], &[discard(1, 5, 2), exchange(1, (5, Some(2)), (4, None), true)]);
}

#[test]
fn an_exchange_on_an_edge_with_other_traffic_is_found() {
    let empty = |a: usize, b: usize| exchange(1, (a, None), (b, None), false);
    check(EdgeTwice, &[1], &[word(1, 3, 4), empty(3, 4)]);
    check(EdgeTwice, &[1], &[word(1, 4, 3), empty(3, 4)]);
    check(EdgeTwice, &[1], &[empty(3, 4), word(1, 3, 4)]);
    check(EdgeTwice, &[1], &[empty(3, 4), word(1, 4, 3)]);
    check(EdgeTwice, &[1], &[empty(4, 5), cross(1, 5, 4, 2)]);
    check(EdgeTwice, &[1], &[empty(3, 4), empty(3, 4)]);
    check(EdgeTwice, &[1], &[empty(3, 4), empty(4, 3)]);
    check(EdgeTwice, &[], &[empty(3, 4), empty(4, 5), word(1, 3, 0)]);
}

#[test]
fn a_packet_that_is_not_where_the_trace_says_is_found() {
    check(Place, &[0], &[cross(1, 4, 3, 2)]);
    check(Place, &[0], &[copy(1, 4, 2, 9)]);
    check(Place, &[0], &[discard(1, 4, 2)]);
    check(Place, &[0], &[exchange(1, (4, Some(2)), (3, None), false)]);
    check(Place, &[0], &[exchange(1, (4, None), (3, Some(2)), true)]);
    check(Place, &[0, 0], &[exchange(1, (4, Some(2)), (3, Some(1)), true)]);
    check(Place, &[0], &[exchange(1, (0, Some(1)), (1, None), false)]);
    // Where it was before.
    check(Place, &[1], &[cross(1, 5, 4, 2), cross(2, 5, 2, 2)]);
    check(Place, &[1], &[exchange(1, (5, Some(2)), (4, None), true), copy(2, 5, 2, 9)]);
    check(Place, &[1], &[exchange(1, (5, Some(2)), (4, None), false), copy(2, 4, 2, 9)]);
}

#[test]
fn a_delivery_away_from_the_packet_is_found() {
    let start = [machine(1, 2, None), message(0, 0, &[1]), inject(0, 0, 0, 0)];
    let with = |events: &[Value]| replay_lines(&[&start[..], events].concat()).findings;
    assert_findings(&with(&[deliver(1, 1, 0), end(1)]), Place, &[4]);
    let duplicated =
        [cross(1, 0, 1, 0), deliver(2, 1, 0), cross(3, 1, 0, 0), duplicate(4, 1, 0), end(4)];
    assert_findings(&with(&duplicated), Place, &[7]);
}

#[test]
fn a_packet_that_is_not_in_the_network_is_found() {
    check(Place, &[0], &[cross(1, 3, 4, 77)]);
    check(Place, &[0], &[exchange(1, (3, Some(77)), (4, None), true)]);
    check(Place, &[0], &[exchange(1, (3, Some(77)), (4, None), false)]);
    check(Place, &[0], &[copy(1, 3, 77, 9)]);
    check(Place, &[0], &[deliver(1, 3, 77)]);
    check(Place, &[0], &[duplicate(1, 3, 77)]);
    check(Place, &[0], &[discard(1, 3, 77)]);
    // Dropped before.
    check(Place, &[1], &[discard(1, 5, 2), cross(2, 5, 4, 2)]);
    check(Place, &[1], &[discard(1, 5, 2), copy(2, 5, 2, 9)]);
    check(Place, &[1], &[discard(1, 5, 2), duplicate(2, 5, 2)]);
    check(Place, &[1], &[discard(1, 5, 2), discard(2, 5, 2)]);
    check(Place, &[1], &[discard(1, 5, 2), discard(1, 5, 2)]);
}

#[test]
fn a_packet_id_used_again_is_found() {
    check(Place, &[0], &[copy(1, 5, 2, 1)]);
    check(Place, &[0], &[copy(1, 5, 2, 2)]);
    check(Place, &[1], &[discard(1, 1, 1), copy(2, 5, 2, 1)]);
    let lines = [
        machine(1, 2, None),
        message(0, 0, &[]),
        message(1, 1, &[]),
        inject(0, 0, 0, 0),
        inject(0, 1, 0, 1),
        end(0),
    ];
    assert_findings(&replay_lines(&lines).findings, Place, &[5]);
}

#[test]
fn an_injection_of_no_message_or_elsewhere_or_again_is_found() {
    check(Place, &[0], &[inject(1, 0, 9, 0)]);
    check(Place, &[0], &[inject(1, 0, 9, 3)]);
    let lines = |at: usize| {
        replay_lines(&[machine(1, 2, None), message(0, 0, &[]), inject(0, at, 0, 0), end(0)])
            .findings
    };
    assert_findings(&lines(1), Place, &[3]);
    assert!(lines(2).iter().all(|finding| finding.rule == Place && finding.line == 3));
    assert!(!lines(2).is_empty());
}

#[test]
fn a_link_between_no_neighbours_or_a_node_outside_is_found() {
    // The end of a row and the start of the next, a diagonal, the node itself, outside.
    for (from, to) in [(5, 0), (5, 1), (5, 5), (5, 6), (5, 8), (5, usize::MAX)] {
        check(Place, &[0], &[cross(1, from, to, 2)]);
        check(Place, &[0], &[word(1, from, to)]);
        check(Place, &[0], &[word(1, to, from)]);
        check(Place, &[0], &[exchange(1, (from, None), (to, None), true)]);
        check(Place, &[0], &[exchange(1, (to, None), (from, None), false)]);
    }
    check(Place, &[0], &[word(1, 2, 3)]);
    check(Place, &[0], &[copy(1, 6, 2, 9)]);
    check(Place, &[0], &[discard(1, 6, 2)]);
    check(Place, &[0], &[duplicate(1, usize::MAX, 77)]);
}

#[test]
fn a_buffer_over_its_capacity_at_the_end_of_a_step_is_found() {
    let copies: Vec<Value> = (1..=5).map(|t| copy(t, 5, 2, 10 + t)).collect();
    check(Capacity, &[], &copies[..4]);
    check(Capacity, &[4], &copies);
    // Once for a step in which it gains, not while it stays so.
    check(Capacity, &[4], &[&copies[..], &[word(6, 5, 4)]].concat());
    let loading = [
        machine(1, 1, Some(1)),
        message(0, 0, &[]),
        message(1, 0, &[]),
        inject(0, 0, 0, 0),
        inject(0, 0, 1, 1),
        end(0),
    ];
    let seen = replay_lines(&loading);
    assert_findings(&seen.findings, Capacity, &[5]);
    assert_eq!(seen.peak_buffer, 2);
    let arrival =
        [machine(1, 2, Some(0)), message(0, 0, &[]), inject(0, 0, 0, 0), cross(1, 0, 1, 0), end(1)];
    assert_findings(&replay_lines(&arrival).findings, Capacity, &[3, 4]);
    let swapped_in = exchange(1, (0, Some(0)), (1, None), true);
    let lines = [
        machine(1, 2, Some(1)),
        message(0, 0, &[]),
        message(1, 1, &[]),
        inject(0, 0, 0, 0),
        inject(0, 1, 1, 1),
        swapped_in,
        end(1),
    ];
    assert_findings(&replay_lines(&lines).findings, Capacity, &[6]);
}

#[test]
fn a_delivery_that_is_not_due_is_found() {
    check(Delivery, &[0], &[deliver(1, 0, 0)]);
    check(Delivery, &[0], &[deliver(1, 5, 2)]);
    check(Delivery, &[0], &[duplicate(1, 0, 0)]);
    // Twice; a duplicate of what was not delivered; a duplicate only at another node.
    let start = [machine(1, 2, None), message(0, 0, &[0, 1]), inject(0, 0, 0, 0)];
    let with = |events: &[Value]| replay_lines(&[&start[..], events, &[end(9)]].concat());
    let twice = [deliver(1, 0, 0), deliver(2, 0, 0), cross(3, 0, 1, 0), deliver(4, 1, 0)];
    let seen = with(&twice);
    assert_findings(&seen.findings, Delivery, &[5]);
    assert_eq!(seen.deliveries, [(0, 0), (0, 1)]);
    let elsewhere = [deliver(1, 0, 0), cross(2, 0, 1, 0), duplicate(3, 1, 0), deliver(4, 1, 0)];
    assert_findings(&with(&elsewhere).findings, Delivery, &[6]);
}

#[test]
fn a_message_not_delivered_everywhere_is_found() {
    let start = [machine(1, 2, None), message(0, 0, &[0, 1]), inject(0, 0, 0, 0)];
    let seen = replay_lines(&[&start[..], &[deliver(1, 0, 0), end(1)]].concat());
    assert_findings(&seen.findings, Delivery, &[6]);
    assert_eq!((seen.deliveries, seen.undelivered), (vec![(0, 0)], vec![(0, 1)]));
    // Never injected.
    let seen = replay_lines(&[machine(1, 2, None), message(0, 0, &[0, 1]), end(0)]);
    assert_findings(&seen.findings, Delivery, &[4, 4]);
}

#[test]
fn a_run_with_fewer_steps_than_its_events_is_found() {
    let lines = |steps: u64| {
        let start = [machine(1, 2, None), message(0, 0, &[]), inject(0, 0, 0, 0)];
        replay_lines(&[&start[..], &[cross(3, 0, 1, 0), end(steps)]].concat())
    };
    assert_findings(&lines(2).findings, Steps, &[5]);
    assert_eq!(lines(2).steps, 2);
    assert_eq!(lines(3).findings, []);
}
