//! What programs say of themselves: spans and divisions, and what the replay makes of false ones.

use super::*;
use ReplayRule::{Format, Spans, Tiles};

fn enter(t: u64, path: &str) -> Value {
    json!({"t": t, "e": "enter", "path": path})
}

fn leave(t: u64, path: &str) -> Value {
    json!({"t": t, "e": "leave", "path": path})
}

fn divide(t: u64, at: usize, rows: &[usize], cols: &[usize], apart: bool) -> Value {
    json!({"t": t, "e": "divide", "name": "tiles", "at": at, "rows": rows, "cols": cols, "apart": apart})
}

fn unite(t: u64, at: usize) -> Value {
    json!({"t": t, "e": "unite", "at": at})
}

/// Checks what is found in a trace of these events, at the lines of the given events, on the mesh `0 1 2 3 / 4 5 6 7`.
#[track_caller]
fn check(rule: ReplayRule, faults: &[u64], events: &[Value]) {
    let mut header = machine(2, 4, None);
    header["trace"] = json!("meshcast/2");
    let lines = [&[header], events, &[end(9)]].concat();
    let lines_of: Vec<u64> = faults.iter().map(|event| event + 2).collect();
    assert_findings(&replay_lines(&lines).findings, rule, &lines_of);
}

#[test]
fn spans_nest() {
    check(Spans, &[], &[enter(0, "a"), enter(0, "a/b"), leave(3, "a/b"), leave(4, "a")]);
    // Entered elsewhere than in the open span, or two levels down, or without a name.
    check(Spans, &[1], &[enter(0, "a"), enter(0, "b"), leave(1, "b")]);
    check(Spans, &[0], &[enter(0, "a/b"), leave(1, "a/b"), leave(1, "a")]);
    check(Spans, &[1], &[enter(0, "a"), enter(1, "a/"), leave(1, "a/"), leave(1, "a")]);
    // Left though another is open, or none.
    check(Spans, &[2], &[enter(0, "a"), enter(0, "a/b"), leave(1, "a"), leave(1, "a")]);
    check(Spans, &[0], &[leave(1, "a")]);
    // Open when the run ends.
    check(Spans, &[1], &[enter(0, "a")]);
}

#[test]
fn nothing_crosses_the_border_of_tiles_that_work_alone() {
    let halves = divide(0, 0, &[2], &[2, 2], true);
    check(Tiles, &[1], &[halves.clone(), word(1, 1, 2), word(1, 0, 1), unite(1, 0)]);
    check(Tiles, &[], &[halves.clone(), word(1, 0, 1), unite(1, 0), word(2, 1, 2)]);
    check(Tiles, &[1], &[halves, exchange(1, (6, None), (5, None), false)]);
    // Tiles that do not work alone are a matter of words.
    check(Tiles, &[], &[divide(0, 0, &[2], &[2, 2], false), word(1, 1, 2)]);
}

#[test]
fn tiles_lie_in_the_mesh_and_in_one_tile() {
    for (at, rows, cols) in [
        (0, &[2, 1][..], &[4][..]),
        (0, &[2], &[2, 3]),
        (2, &[1], &[3]),
        (4, &[2], &[1]),
        (8, &[1], &[1]),
        (0, &[], &[4]),
        (0, &[1, 0], &[4]),
        (0, &[usize::MAX, 1], &[4]),
    ] {
        check(Tiles, &[0], &[divide(0, at, rows, cols, true)]);
    }
    let halves = divide(0, 0, &[2], &[2, 2], true);
    let inner = divide(0, 2, &[1, 1], &[2], true);
    check(Tiles, &[2], &[halves.clone(), inner.clone(), word(1, 2, 6)]);
    check(Tiles, &[3], &[halves.clone(), inner, unite(1, 2), word(2, 2, 1), word(2, 2, 6)]);
    check(Tiles, &[1], &[halves.clone(), divide(0, 1, &[1], &[2], true)]);
    // The last division from a node on ends first.
    let quarter = divide(0, 0, &[1, 1], &[2], true);
    check(Tiles, &[3], &[halves, quarter, unite(1, 0), word(2, 1, 2), word(2, 1, 5), unite(2, 0)]);
    check(Tiles, &[0], &[unite(1, 0)]);
}

#[test]
fn the_version_before_had_neither() {
    let lines = [machine(2, 4, None), enter(0, "a"), leave(9, "a"), end(9)];
    assert_findings(&replay_lines(&lines).findings, Format, &[2, 3]);
}
