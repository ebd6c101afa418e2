//! Odd–even transposition along the snake: neighbours on the snake compare, in turn those with an even first place and those with an
//! odd one. It sorts n packets in n steps, with one packet a node.
//!
//! `cargo run --example transposition -- transposition.ndjson` also writes the trace, for
//! `meshcast check transposition.ndjson`.

use meshcast_engine::{
    AuditLevel, LeftPacket, Machine, Messages, Options, Order, Pairing, Shape, TraceSink,
};
use std::{error::Error, sync::Arc};

fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape::new(5, 7)?;
    let messages = Arc::new(Messages::one_each(shape.nodes())?);
    let (sink, trace) = TraceSink::sealed();
    let options = Options { audit: AuditLevel::Full, trace: Some(sink), ..Options::default() };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(1), options);
    machine.inject(0, |node| node.id() * 37 % 101);
    let pairs = [0, 1].map(|parity| Pairing::along(shape, Order::Snake, parity));
    machine.span("transposition", |machine| {
        (0..shape.nodes())
            .try_for_each(|t| machine.step(|step| step.exchange_pairs(0, &pairs[t % 2])))
    })?;
    let outcome = machine.finish();
    let along = (0..shape.nodes()).map(|rank| Order::Snake.position(shape, rank));
    let keys = along.map(|(row, col)| outcome.packet(0, row, col).map(LeftPacket::key));
    assert!(keys.is_sorted());
    assert_eq!(outcome.steps, shape.nodes() as u64);
    println!("{:#?}", outcome.ledger);
    println!("uses of every link: {:?}", outcome.audit.map(|audit| audit.link_uses));

    let (records, mut text) = (trace.open().map_err(|_| "the machine still runs")?, Vec::new());
    meshcast::write_trace(&mut text, records, &messages)?;
    let verdict = meshcast::replay::check(&text[..])?;
    assert_eq!((verdict.finding, verdict.steps), (None, outcome.steps));
    Ok(std::env::args().nth(1).map_or(Ok(()), |path| std::fs::write(path, text))?)
}
