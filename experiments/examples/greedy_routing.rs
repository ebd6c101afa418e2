//! Greedy routing in dimension order: packets go along their rows, then along their columns, the farthest first. The
//! transposition sends the packets of every row through one node.
//!
//! `cargo run --example greedy_routing -- routing.ndjson` also writes the trace, for `meshcast check routing.ndjson`.

use meshcast_engine::{AuditLevel, Lines, Machine, Messages, Options, Shape, TraceSink, Violation};
use std::{error::Error, sync::Arc};

const SIDE: usize = 8;
/// Packets that a buffer holds: those of a row, and one that arrives each way.
const CAPACITY: usize = SIDE + 2;

fn route(machine: &mut Machine) -> Result<(), Violation> {
    // A packet's key is its destination.
    machine.rekey(0, |node| node.destinations(0).first().copied())?;
    for lines in [Lines::Rows, Lines::Columns] {
        let place = move |goal: usize| if lines == Lines::Rows { goal % SIDE } else { goal / SIDE };
        machine.span(lines.name(), |machine| {
            (1..SIDE).try_for_each(|_| {
                machine.step(|step| {
                    step.approach(lines, 0..CAPACITY, |packet| place(packet.key() as usize))
                })
            })
        })?;
    }
    machine.span("deliver", |machine| {
        machine.swap_lanes(|node| {
            (1..CAPACITY).find(|&lane| node.packet(lane).is_some()).map(|lane| (0, lane))
        })?;
        machine.step(|step| {
            step.deliver(0, |_| Some(0))?;
            step.discard(0, |_| true)
        })
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape::new(SIDE, SIDE)?;
    let transposed = |node: usize| (node as u32, vec![(node % SIDE * SIDE + node / SIDE) as u32]);
    let messages = Arc::new(Messages::new(shape.nodes(), (0..shape.nodes()).map(transposed))?);
    let (sink, trace) = TraceSink::sealed();
    let options = Options { audit: AuditLevel::Full, trace: Some(sink), ..Options::default() };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(CAPACITY), options);
    machine.inject(0, |_| 0);
    route(&mut machine)?;
    let outcome = machine.finish();
    assert!(outcome.deliveries.are_as_asked());
    assert_eq!((outcome.steps, outcome.peak), (2 * 7 + 1, 8));
    println!("{:#?}", outcome.ledger);
    println!("fullest buffers by node: {:?}", outcome.audit.map(|audit| audit.node_peaks));

    let (records, mut text) = (trace.open().map_err(|_| "the machine still runs")?, Vec::new());
    meshcast::write_trace(&mut text, records, &messages)?;
    let verdict = meshcast::replay::check(&text[..])?;
    assert_eq!((verdict.finding, verdict.steps), (None, outcome.steps));
    Ok(std::env::args().nth(1).map_or(Ok(()), |path| std::fs::write(path, text))?)
}
