//! Traces in columns.

use super::super::{KINDS, record};
use super::*;

fn tour() -> Vec<Value> {
    vec![
        machine(1, 3, Some(2)),
        message(0, 0, &[1, 2]),
        message(1, 2, &[1]),
        inject(0, 0, 0, 0),
        inject(0, 2, 1, 1),
        cross(1, 0, 1, 0),
        copy(2, 1, 0, 2),
        exchange(4, (1, Some(2)), (2, Some(1)), true),
        deliver(5, 1, 0),
        deliver(5, 2, 2),
        discard(5, 1, 0),
        discard(5, 2, 2),
        deliver(6, 1, 1),
        discard(6, 1, 1),
        end(8),
    ]
}

#[test]
fn the_packets_of_every_node_are_kept_at_the_end_of_every_step() {
    let seen = record(text_of(&tour()).as_bytes()).unwrap();
    assert_eq!(seen.finding, None);
    assert_eq!((seen.sides, seen.radix_and_dims, seen.steps), (Some((1, 3)), None, 8));
    let frames: Vec<&[u32]> = seen.occupancy.chunks(3).collect();
    let expected: [&[u32]; 9] = [
        &[1, 0, 1],
        &[0, 1, 1],
        &[0, 2, 1],
        &[0, 2, 1],
        &[0, 2, 1],
        &[0, 1, 0],
        &[0, 0, 0],
        &[0, 0, 0],
        &[0, 0, 0],
    ];
    assert_eq!(frames, expected);
}

#[test]
fn an_event_has_a_row_and_lacks_what_its_kind_does_not_have() {
    let seen = record(text_of(&tour()).as_bytes()).unwrap();
    let rows: Vec<_> = seen
        .events
        .iter()
        .map(|e| (e.step, KINDS[usize::from(e.kind)], e.node, e.to, e.packet, e.other, e.swap))
        .collect();
    assert_eq!(rows.len(), 11);
    assert_eq!(rows[1], (0, "inject", 2, -1, 1, 1, -1));
    assert_eq!(rows[2], (1, "move", 0, 1, 0, -1, -1));
    assert_eq!(rows[3], (2, "copy", 1, -1, 0, 2, -1));
    assert_eq!(rows[4], (4, "exchange", 1, 2, 2, 1, 1));
    assert_eq!(rows[5], (5, "deliver", 1, -1, 0, -1, -1));
    assert_eq!(rows[10], (6, "drop", 1, -1, 1, -1, -1));
    let lines = [machine(1, 2, None), word(1, 1, 0), end(1)];
    let word = record(text_of(&lines).as_bytes()).unwrap().events[0];
    assert_eq!((word.kind, word.node, word.to, word.packet), (3, 1, 0, -1));
}

#[test]
fn a_broken_rule_is_found() {
    let mut lines = tour();
    lines.insert(6, cross(1, 0, 1, 0));
    let found = record(text_of(&lines).as_bytes()).unwrap().finding.unwrap();
    assert_eq!(Some(&found), replay_lines(&lines).findings.first());
    assert_eq!(found.line, 7);
    lines.truncate(6);
    let found = record(text_of(&lines).as_bytes()).unwrap().finding.unwrap();
    assert_eq!(found.rule, ReplayRule::Order);
}

#[test]
fn more_than_arrays_may_have_is_refused_before_it_is_there() {
    let lines = [machine(1000, 1000, None), end(1000)];
    let refused = record(text_of(&lines).as_bytes()).unwrap_err();
    assert_eq!(refused.line, 2);
    assert!(refused.problem.contains("1000000 nodes times 1001 steps"), "{}", refused.problem);
    assert!(record(b"{}".as_slice()).is_err());
}
