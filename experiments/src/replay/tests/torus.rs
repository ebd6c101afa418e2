//! Traces of a torus: its links, its free copies, and its service on arrival.

use super::*;
use ReplayRule::{Format, LinkTwice, Order, PacketTwice, Place, Steps};

/// A broadcast from node 0 on the ring of five nodes.
fn ring(events: &[Value], steps: u64) -> Vec<Value> {
    let header = json!({
        "trace": "meshcast/1", "radix": 5, "dims": 1, "topology": "torus", "capacity": null,
        "ports": "all", "exchange_steps": 1, "copy_steps": 0,
    });
    let start = [header, message(0, 0, &[1, 2, 3, 4])];
    [&start[..], events, &[end(steps)]].concat()
}

/// Its events: packet 0 goes up from line 5 on, its copy down around the end.
fn events() -> Vec<Value> {
    vec![
        inject(0, 0, 0, 0),
        copy(0, 0, 0, 1),
        cross(1, 0, 1, 0),
        cross(1, 0, 4, 1),
        deliver(1, 1, 0),
        deliver(1, 4, 1),
        cross(2, 1, 2, 0),
        cross(2, 4, 3, 1),
        deliver(2, 2, 0),
        deliver(2, 3, 1),
        discard(2, 2, 0),
        discard(2, 3, 1),
    ]
}

/// The findings after a change of the events.
fn with(change: impl FnOnce(&mut Vec<Value>)) -> Vec<Finding> {
    let mut events = events();
    change(&mut events);
    replay_lines(&ring(&events, 2)).findings
}

#[test]
fn a_lawful_broadcast_has_its_numbers() {
    let seen = replay_lines(&ring(&events(), 2));
    assert_eq!(seen.findings, []);
    assert_eq!((seen.steps, seen.peak_buffer, seen.link_uses, seen.copies), (2, 2, 4, 1));
    assert_eq!(seen.deliveries, [(0, 1), (0, 2), (0, 3), (0, 4)]);
}

#[test]
fn a_link_is_between_neighbours_and_used_once() {
    assert_findings(&with(|events| events[3] = cross(1, 0, 3, 1))[..1], Place, &[6]);
    assert_findings(&with(|events| events[3] = cross(1, 0, 1, 1))[..1], LinkTwice, &[6]);
}

#[test]
fn a_packet_crosses_one_link_a_step() {
    let found = with(|events| {
        for event in &mut events[6..] {
            event["t"] = json!(1);
        }
    });
    assert_findings(&found[..2], PacketTwice, &[9, 10]);
}

#[test]
fn a_packet_is_served_on_arrival() {
    assert_findings(&with(|events| events.insert(7, copy(2, 4, 1, 2)))[..1], Order, &[10]);
    let late = with(|events| {
        events.remove(4);
        events.insert(5, deliver(2, 1, 0));
    });
    assert_findings(&late, Order, &[8]);
    assert_findings(&with(|events| events.insert(6, discard(2, 4, 1)))[..1], Order, &[9]);
}

#[test]
fn something_moves_in_every_step_until_all_is_done() {
    let gap = with(|events| {
        for event in &mut events[6..] {
            event["t"] = json!(3);
        }
    });
    assert_findings(&gap, Steps, &[9, 15]);
    assert_findings(&replay_lines(&ring(&events(), 3)).findings, Steps, &[15]);
    assert_findings(&with(|events| events.truncate(11)), Steps, &[15]);
}

#[test]
fn a_torus_has_no_other_events() {
    for event in [word(1, 0, 1), exchange(1, (0, None), (1, None), false), duplicate(1, 1, 0)] {
        let found = with(|events| events.insert(6, event));
        assert!(found.iter().any(|f| (f.line, f.rule) == (9, Format)), "{found:?}");
    }
    assert_findings(&with(|events| events.insert(6, inject(1, 0, 7, 0)))[..1], Order, &[9]);
}

#[test]
fn a_torus_that_cannot_be_is_refused() {
    let header = |key: &str, value: Value| {
        let mut lines = ring(&events(), 2);
        lines[0][key] = value;
        assert_findings(&replay_lines(&lines).findings, Format, &[1]);
    };
    header("radix", json!(1));
    header("dims", json!(0));
    header("dims", json!(40));
    header("capacity", json!(5));
    header("ports", json!("one"));
    header("copy_steps", json!(1));
    header("rows", json!(5));
}
