//! Every primitive and algorithm, traced, replays without a finding, and the replay counts what the machine counted.

mod buffered;
mod congestion;
mod deterministic_paper;
mod greedy;
mod hamiltonian;
mod paper;
mod pram;
mod primitives;
mod rounds;
mod sweep;
mod tuned;
mod unicast;

use crossbeam::channel::unbounded;
use meshcast_engine::{Messages, Options, Outcome, Shape, TraceSink, Violation};
use meshcast_tests::longest_chain::longest_chain;
use meshcast_tests::replay::{self, compare_messages, replay};
use meshcast_tests::trace_text;
use meshcast_tests::traced_spans::steps_by_path;
use std::sync::Arc;

/// Squares of side 1 to 12 and rectangles of every parity, for the algorithms.
fn shapes() -> Vec<Shape> {
    meshcast_tests::corpus::shapes(12)
}

/// Runs `program` with a trace and holds the trace to the rules, to the input and to what the machine says of the run.
fn check(
    name: &str,
    shape: Shape,
    messages: &Arc<Messages>,
    program: impl FnOnce(Options) -> Result<Outcome, Violation>,
) {
    let (sink, records) = unbounded();
    let options = Options { trace: Some(TraceSink::live(sink)), ..Options::default() };
    let outcome = program(options).unwrap_or_else(|broken| panic!("{name} {shape:?}: {broken}"));
    let text = trace_text(records.try_iter(), messages);
    let replay = replay(text.as_bytes());
    assert_eq!(replay.findings, [], "{name} {shape:?}");
    assert_eq!(replay.undelivered, [], "{name} {shape:?}");
    assert_eq!(replay.steps, outcome.steps, "{name} {shape:?}");
    assert_eq!(replay.peak_buffer, outcome.peak as usize, "{name} {shape:?}");
    assert_eq!(replay.link_uses, outcome.link_uses, "{name} {shape:?}");
    assert_eq!(replay.copies, outcome.copies, "{name} {shape:?}");
    let ledger = outcome.ledger.iter().map(|line| (line.path.clone(), line.steps)).collect();
    assert_eq!(steps_by_path(&text), ledger, "{name} {shape:?}");
    let longest = longest_chain(&text);
    assert!(longest <= outcome.distance, "{name} {shape:?}: a chain of {longest} hops");
    let delivered = outcome.deliveries.sorted().into_iter();
    let mut delivered: Vec<(usize, usize)> =
        delivered.map(|(message, node)| (message as usize, node as usize)).collect();
    let all = delivered.len();
    delivered.dedup();
    assert_eq!(replay.duplicates, (all - delivered.len()) as u64, "{name} {shape:?}");
    assert_eq!(replay.deliveries, delivered, "{name} {shape:?}");
    let input: Vec<(u32, Vec<u32>)> =
        messages.iter().map(|(source, destinations)| (source, destinations.to_vec())).collect();
    let verdict = replay::check(text.as_bytes()).expect("a trace");
    let counts = (verdict.steps, verdict.peak, verdict.links, verdict.deliveries);
    let expected = (outcome.steps, outcome.peak.into(), replay.link_uses, delivered.len() as u64);
    assert_eq!((verdict.finding, counts), (None, expected), "{name} {shape:?}");
    assert_eq!(compare_messages(text.as_bytes(), &input), Ok(()), "{name} {shape:?}");
}
