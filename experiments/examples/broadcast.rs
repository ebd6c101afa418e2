//! Broadcast from the corner: a packet goes along the first row and down all columns, and leaves a copy in every node.
//!
//! `cargo run --example broadcast -- broadcast.ndjson` also writes the trace, for `meshcast check broadcast.ndjson`.

use meshcast_engine::{AuditLevel, Machine, Messages, Options, Port, Shape, TraceSink, Violation};
use std::{error::Error, sync::Arc};

/// Every holder of a packet in slot 0 keeps a copy in slot 1 and passes the packet on over `port`, `hops` times.
fn pass_on(machine: &mut Machine, port: Port, hops: usize) -> Result<(), Violation> {
    for _ in 0..hops {
        machine.step(|step| step.copy(0, 1, |node| node.packet(0).is_some()))?;
        machine.step(|step| step.carry(0..1, &[port], |_, _, _| Some(port)))?;
    }
    // The copies are the packets of the next phase.
    machine.swap_lanes(|node| node.packet(1).map(|_| (0, 1)))
}

fn broadcast(machine: &mut Machine) -> Result<(), Violation> {
    let shape = machine.shape();
    machine.span("row", |machine| pass_on(machine, Port::East, shape.cols() - 1))?;
    machine.span("columns", |machine| pass_on(machine, Port::South, shape.rows() - 1))?;
    machine.span("deliver", |machine| {
        machine.step(|step| {
            step.deliver(0, |_| Some(0))?;
            step.discard(0, |_| true)
        })
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape::new(6, 8)?;
    let messages = Arc::new(Messages::new(48, [(0, (0..48).collect())])?);
    let (sink, trace) = TraceSink::sealed();
    let options = Options { audit: AuditLevel::Full, trace: Some(sink), ..Options::default() };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(2), options);
    machine.inject(0, |_| 0);
    broadcast(&mut machine)?;
    let outcome = machine.finish();
    assert!(outcome.deliveries.are_as_asked());
    assert_eq!(outcome.steps, 2 * 7 + 2 * 5 + 1);
    println!("{:#?}", outcome.ledger);
    println!("fullest buffers by node: {:?}", outcome.audit.map(|audit| audit.node_peaks));

    let (records, mut text) = (trace.open().map_err(|_| "the machine still runs")?, Vec::new());
    meshcast::write_trace(&mut text, records, &messages)?;
    let verdict = meshcast::replay::check(&text[..])?;
    assert_eq!((verdict.finding, verdict.steps), (None, outcome.steps));
    Ok(std::env::args().nth(1).map_or(Ok(()), |path| std::fs::write(path, text))?)
}
