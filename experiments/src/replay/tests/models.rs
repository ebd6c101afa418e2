//! Replays traces of the cost models beside the default one.

use super::*;
use ReplayRule::{Charge, CopyTwice, LinkTwice, Order, PacketTwice, Place};

/// A header with one field of the cost model changed.
fn under(field: &str, value: Value) -> Value {
    let mut header = machine(2, 3, None);
    header[field] = value;
    header
}

/// The findings on the mesh `0 1 2 / 3 4 5` with packets 0 and 1 in nodes 0 and 4; line 6 is the first of `events`.
fn findings(header: Value, events: &[Value]) -> Vec<Finding> {
    let start =
        [header, message(0, 0, &[]), message(1, 4, &[4]), inject(0, 0, 0, 0), inject(0, 4, 1, 1)];
    let close = [deliver(20, 4, 1), end(20)];
    replay_lines(&[&start[..], events, &close[..]].concat()).findings
}

#[test]
fn an_exchange_of_two_steps_shows_at_its_second() {
    let run = |first: u64, second: u64| {
        let exchanges = [
            exchange(first, (0, Some(0)), (1, None), true),
            exchange(second, (1, Some(0)), (2, None), true),
        ];
        findings(under("exchange_steps", json!(2)), &exchanges)
    };
    assert_eq!(run(2, 4), []);
    assert_findings(&run(1, 4), Charge, &[6, 6]);
    assert_findings(&run(2, 3), Charge, &[7]);
    // Other forms of that model take one step.
    let moves = [cross(1, 0, 1, 0), cross(2, 1, 2, 0)];
    assert_eq!(findings(under("exchange_steps", json!(2)), &moves), []);
}

#[test]
fn one_port_takes_turns() {
    let words = |t: u64| [word(t, 1, 0), word(t, 1, 2), word(t, 1, 4)];
    let one = || under("ports", json!("one"));
    assert_eq!(findings(one(), &words(3)), []);
    assert_findings(&findings(one(), &words(2)), Charge, &[8]);
    let inward = |t: u64| [word(t, 0, 1), word(t, 2, 1)];
    assert_eq!(findings(one(), &inward(2)), []);
    assert_findings(&findings(one(), &inward(1)), Charge, &[7]);
    let beside = |t: u64| [exchange(t, (1, None), (2, None), false), word(t, 0, 1)];
    assert_eq!(findings(one(), &beside(2)), []);
    assert_findings(&findings(one(), &beside(1)), Charge, &[7]);
    // A port that sends and receives at once is in use once.
    assert_eq!(findings(one(), &[word(1, 0, 1), word(1, 1, 0)]), []);
    assert_eq!(findings(under("ports", json!("all")), &words(1)), []);
}

#[test]
fn free_copies_follow_each_other_within_a_step() {
    let free = || under("copy_steps", json!(0));
    let chain = [
        copy(0, 0, 0, 7),
        copy(0, 0, 7, 8),
        discard(0, 0, 8),
        cross(1, 0, 1, 0),
        copy(1, 1, 0, 9),
        copy(1, 1, 0, 10),
        discard(1, 1, 9),
        deliver(1, 4, 1),
        duplicate(1, 4, 1),
        discard(1, 1, 0),
    ];
    let close = [cross(2, 0, 1, 7), end(2)];
    let start = [machine(2, 3, None), message(0, 0, &[]), message(1, 4, &[4])];
    let injections = [inject(0, 0, 0, 0), inject(0, 4, 1, 1)];
    let run = |header: Value| {
        replay_lines(&[&[header], &start[1..], &injections, &chain, &close].concat()).findings
    };
    assert_eq!(run(free()), []);
    let charged: Vec<ReplayRule> = run(machine(2, 3, None)).iter().map(|f| f.rule).collect();
    for rule in [Order, PacketTwice, CopyTwice] {
        assert!(charged.contains(&rule), "{rule:?} binds where copies are charged");
    }
}

#[test]
fn free_copies_leave_the_links_and_places_to_the_rules() {
    let free = || under("copy_steps", json!(0));
    assert_eq!(findings(free(), &[copy(1, 0, 0, 9), cross(1, 0, 1, 0)]), []);
    let twice = [cross(1, 0, 1, 0), copy(1, 1, 0, 9), cross(1, 1, 2, 0)];
    assert_findings(&findings(free(), &twice), PacketTwice, &[8]);
    let made = [copy(1, 0, 0, 9), cross(1, 0, 1, 9)];
    assert_findings(&findings(free(), &made), PacketTwice, &[7]);
    assert_findings(&findings(free(), &[copy(1, 1, 0, 9)]), Place, &[6]);
    assert_findings(&findings(free(), &[word(1, 0, 1), word(1, 0, 1)]), LinkTwice, &[7]);
    assert_findings(&findings(free(), &[word(0, 0, 1)]), Order, &[6]);
    assert_findings(&findings(free(), &[discard(1, 0, 0), copy(2, 0, 0, 9)]), Place, &[7]);
}
