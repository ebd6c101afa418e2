//! Shearsort of one number a node: rows in alternating directions, then columns, in turn. A compare–exchange is a word each
//! way over a link.
//!
//! `cargo run --example shearsort -- shearsort.ndjson` also writes the trace, for `meshcast check shearsort.ndjson`.

use meshcast_engine::{AuditLevel, Machine, Messages, Options, Order, Shape, TraceSink, Variable};
use meshcast_engine::{Lines, Place, Violation};
use std::{error::Error, sync::Arc};

/// Odd–even transposition of all lines, least number first; of every second row, greatest first.
fn sort(machine: &mut Machine, lines: Lines, own: &mut Variable<u32>) -> Result<(), Violation> {
    let shape = machine.shape();
    // All send both ways, but at the ends of their line. Stream 0 goes up the line, stream 1 down.
    let senders = |down: usize, row: usize| match lines {
        Lines::Rows => down..shape.cols() - 1 + down,
        Lines::Columns if row == (shape.rows() - 1) * (1 - down) => 0..0,
        Lines::Columns => 0..shape.cols(),
    };
    let mut sort = |machine: &mut Machine, t: usize| {
        // A node uses what its partner of this step sent; the first of the two hears on stream 1.
        let absorb = |down: usize, at: Place, own: &mut [u32], word: u32| {
            let (place, turns) =
                if lines == Lines::Rows { (at.col, at.row % 2) } else { (at.row, 0) };
            if (place + 1 - down + t).is_multiple_of(2) {
                own[0] = if down == turns { own[0].max(word) } else { own[0].min(word) };
            }
        };
        machine.step(|step| step.words(own, &lines.ports(), senders, |_, _, own| own[0], absorb))
    };
    let length = lines.length(shape);
    machine.span(lines.name(), |machine| (0..length).try_for_each(|t| sort(machine, t)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape::new(8, 8)?;
    let messages = Arc::new(Messages::new(64, [])?);
    let (sink, trace) = TraceSink::sealed();
    let options = Options { audit: AuditLevel::Full, trace: Some(sink), ..Options::default() };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(1), options);
    // The numbers are in no order at first.
    let mut numbers = machine.variable(1, |node, _| node.id() * 37 % 101)?;
    for _ in 0..shape.rows().ilog2() {
        sort(&mut machine, Lines::Rows, &mut numbers)?;
        sort(&mut machine, Lines::Columns, &mut numbers)?;
    }
    sort(&mut machine, Lines::Rows, &mut numbers)?;
    let outcome = machine.finish();
    let sorted = numbers.reveal(&outcome);
    let along = (0..64).map(|rank| Order::Snake.position(shape, rank));
    assert!(along.map(|(row, col)| sorted[shape.index(row, col)]).is_sorted());
    assert_eq!(outcome.steps, (2 * 3 + 1) * 8);
    println!("{:#?}", outcome.ledger);
    println!("uses of every link: {:?}", outcome.audit.map(|audit| audit.link_uses));

    let (records, mut text) = (trace.open().map_err(|_| "the machine still runs")?, Vec::new());
    meshcast::write_trace(&mut text, records, &messages)?;
    let verdict = meshcast::replay::check(&text[..])?;
    assert_eq!((verdict.finding, verdict.steps), (None, outcome.steps));
    Ok(std::env::args().nth(1).map_or(Ok(()), |path| std::fs::write(path, text))?)
}
