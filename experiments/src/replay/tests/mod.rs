//! Traces written by hand, and random ones.

mod lawful;
mod messages;
mod models;
mod mutation;
mod naive;
mod program;
mod random;
mod recording;
mod splitmix;
mod text;
mod torus;
mod unlawful;

use super::{Finding, NoTrace, Replay, ReplayRule, check, replay};
use serde_json::{Value, json};

/// The header of a machine under the default cost model.
fn machine(rows: usize, cols: usize, capacity: Option<usize>) -> Value {
    json!({"trace": "meshcast/1", "rows": rows, "cols": cols, "topology": "mesh", "capacity": capacity,
        "ports": "all", "exchange_steps": 1, "copy_steps": 1})
}

fn message(number: usize, source: usize, destinations: &[usize]) -> Value {
    json!({"message": number, "source": source, "destinations": destinations})
}

fn inject(t: u64, at: usize, p: u64, m: usize) -> Value {
    json!({"t": t, "e": "inject", "at": at, "p": p, "m": m})
}

fn cross(t: u64, from: usize, to: usize, p: u64) -> Value {
    json!({"t": t, "e": "move", "from": from, "to": to, "p": p})
}

/// An exchange of the slots `(node, packet)` of two nodes.
fn exchange(t: u64, a: (usize, Option<u64>), b: (usize, Option<u64>), swap: bool) -> Value {
    json!({"t": t, "e": "exchange", "a": a.0, "b": b.0, "pa": a.1, "pb": b.1, "swap": swap})
}

fn word(t: u64, from: usize, to: usize) -> Value {
    json!({"t": t, "e": "word", "from": from, "to": to})
}

fn copy(t: u64, at: usize, p: u64, q: u64) -> Value {
    json!({"t": t, "e": "copy", "at": at, "p": p, "q": q})
}

fn deliver(t: u64, at: usize, p: u64) -> Value {
    json!({"t": t, "e": "deliver", "at": at, "p": p})
}

fn duplicate(t: u64, at: usize, p: u64) -> Value {
    json!({"t": t, "e": "duplicate", "at": at, "p": p})
}

fn discard(t: u64, at: usize, p: u64) -> Value {
    json!({"t": t, "e": "drop", "at": at, "p": p})
}

fn end(steps: u64) -> Value {
    json!({"e": "end", "steps": steps})
}

/// The text of a trace given as values.
fn text_of(lines: &[Value]) -> String {
    lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
}

/// Replays a trace, and checks that [`check`] says what the replay says of its first broken rule.
fn replay_text(text: &[u8]) -> Replay {
    let seen = replay(text);
    match check(text) {
        Ok(verdict) => {
            assert_eq!(verdict.finding.as_ref(), seen.findings.first());
            if verdict.finding.is_none() {
                let counts = (verdict.steps, verdict.peak, verdict.links, verdict.deliveries);
                let peak = seen.peak_buffer as u64;
                let deliveries = seen.deliveries.len() as u64;
                assert_eq!(counts, (seen.steps, peak, seen.link_uses, deliveries));
            }
        }
        Err(NoTrace { line, problem }) => {
            let is_it = |f: &Finding| (f.line, f.rule) == (line, ReplayRule::Format);
            let found = seen.findings.iter().find(|finding| is_it(finding));
            assert_eq!(found.map(|finding| &finding.text), Some(&problem));
            let is_before = |f: &Finding| f.line < line && f.rule != ReplayRule::Capacity;
            assert!(!seen.findings.iter().any(is_before), "{:?}", seen.findings);
        }
    }
    seen
}

fn replay_lines(lines: &[Value]) -> Replay {
    replay_text(text_of(lines).as_bytes())
}

/// Checks that the trace breaks `rule` at each of `lines` (numbered from 1) and nothing else anywhere.
#[track_caller]
fn assert_findings(found: &[Finding], rule: ReplayRule, lines: &[u64]) {
    let expected: Vec<_> = lines.iter().map(|&line| (line, rule)).collect();
    let found_rules: Vec<_> = found.iter().map(|f| (f.line, f.rule)).collect();
    let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found_rules, expected, "{shown:#?}");
}
