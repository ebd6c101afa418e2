//! Odd–even transposition along the snake: neighbours on the snake compare, in turn those with an even first place and those with an
//! odd one. It sorts n packets in n steps, with one packet a node.
//!
//! `cargo run --example transposition -- transposition.ndjson` also writes the trace, for
//! `meshcast check transposition.ndjson`.

use meshcast_engine::{
    AuditLevel, LeftPacket, Machine, Messages, Options, Order, Pairing, PairingError, Port, Shape,
    TraceSink,
};
use std::{error::Error, sync::Arc};

/// The pairs whose first place on the snake is even, or odd: the lesser packet of a pair goes to the first place.
fn pairs(shape: Shape, parity: usize) -> Result<Pairing, PairingError> {
    Pairing::new(shape, |row, col| {
        let (place, onward) = match row % 2 {
            0 => (col, Port::East),
            _ => (shape.cols() - 1 - col, Port::West),
        };
        let is_first = (row * shape.cols() + place) % 2 == parity;
        match (place + 1 == shape.cols(), row + 1 == shape.rows()) {
            (true, true) => None,
            (true, false) => is_first.then_some(Port::South),
            (false, _) => is_first.then_some(onward),
        }
    })
}

fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape::new(5, 7)?;
    let messages = Arc::new(Messages::one_each(shape.nodes())?);
    let (sink, trace) = TraceSink::sealed();
    let options = Options { audit: AuditLevel::Full, trace: Some(sink), ..Options::default() };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(1), options);
    machine.inject(0, |node| node.id() * 37 % 101);
    let pairs = [pairs(shape, 0)?, pairs(shape, 1)?];
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
