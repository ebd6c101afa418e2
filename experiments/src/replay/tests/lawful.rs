//! Replays a lawful run, every number of which is worked out by hand.

use super::*;

/// On the mesh `0 1 2 / 3 4 5`: message 0 from node 0 to nodes 2 and 4, message 1 from node 5 to itself.
fn run() -> Vec<Value> {
    vec![
        machine(2, 3, Some(2)),
        message(0, 0, &[2, 4]),
        message(1, 5, &[5]),
        inject(0, 0, 0, 0),
        inject(0, 5, 1, 1),
        cross(1, 0, 1, 0),
        deliver(1, 5, 1),
        discard(1, 5, 1),
        copy(2, 1, 0, 7),
        cross(3, 1, 2, 0),
        cross(3, 1, 4, 7),
        deliver(4, 2, 0),
        discard(4, 2, 0),
        deliver(4, 4, 7),
        exchange(5, (4, Some(7)), (5, None), true),
        exchange(6, (2, None), (5, Some(7)), false),
        word(6, 0, 1),
        word(6, 1, 0),
        exchange(6, (3, None), (4, None), true),
        cross(8, 5, 4, 7),
        duplicate(9, 4, 7),
        discard(9, 4, 7),
        end(11),
    ]
}

#[test]
fn a_lawful_run_has_no_findings_and_the_numbers_counted_by_hand() {
    let expected = Replay {
        rows: 2,
        cols: 3,
        capacity: Some(2),
        steps: 11,
        peak_buffer: 2,
        peak_per_node: vec![1, 2, 1, 0, 1, 1],
        deliveries: vec![(0, 2), (0, 4), (1, 5)],
        duplicates: 1,
        // Four moves, two words, three exchanges.
        link_uses: 4 + 2 + 3 * 2,
        copies: 1,
        undelivered: vec![],
        findings: vec![],
    };
    assert_eq!(replay_lines(&run()), expected);
}

#[test]
fn the_order_of_the_lines_of_one_step_is_of_no_account() {
    let mut lines = run();
    // The drops of steps 1 and 4 before the deliveries that they follow.
    lines.swap(6, 7);
    lines.swap(11, 12);
    let seen = replay_lines(&lines);
    assert_eq!(seen.findings, []);
    assert_eq!(seen, replay_lines(&run()));
}

#[test]
fn buffers_count_at_the_end_of_a_step() {
    // Packets 0 and 1 trade nodes while a copy of packet 2 replaces it: capacity 1 is never passed.
    let lines = [
        machine(1, 3, Some(1)),
        message(0, 0, &[]),
        message(1, 1, &[]),
        message(2, 2, &[]),
        inject(0, 0, 0, 0),
        inject(0, 1, 1, 1),
        inject(0, 2, 2, 2),
        cross(1, 0, 1, 0),
        cross(1, 1, 0, 1),
        copy(1, 2, 2, 3),
        discard(1, 2, 2),
        end(1),
    ];
    let seen = replay_lines(&lines);
    assert_eq!(seen.findings, []);
    assert_eq!(seen.peak_buffer, 1);
}

#[test]
fn the_peak_counts_the_initial_loading() {
    let lines = [
        machine(1, 1, None),
        message(0, 0, &[]),
        message(1, 0, &[]),
        inject(0, 0, 0, 0),
        inject(0, 0, 1, 1),
        discard(1, 0, 0),
        end(1),
    ];
    let seen = replay_lines(&lines);
    assert_eq!(seen.findings, []);
    assert_eq!((seen.peak_buffer, seen.peak_per_node, seen.capacity), (2, vec![2], None));
}

#[test]
fn a_packet_compared_without_a_swap_may_be_dropped_at_once() {
    let lines = [
        machine(1, 2, None),
        message(0, 0, &[]),
        inject(0, 0, 0, 0),
        exchange(1, (0, Some(0)), (1, None), false),
        discard(1, 0, 0),
        end(1),
    ];
    assert_eq!(replay_lines(&lines).findings, []);
}

#[test]
fn a_late_injection_acts_in_the_next_step() {
    let lines = [
        machine(1, 2, None),
        message(0, 0, &[1]),
        inject(3, 0, 0, 0),
        cross(4, 0, 1, 0),
        deliver(5, 1, 0),
        end(5),
    ];
    assert_eq!(replay_lines(&lines).findings, []);
}
