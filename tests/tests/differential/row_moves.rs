//! Rows that move as a timetable says tell what nodes tell that are asked one by one.

use super::program::mix;
use super::run::positions;
use crossbeam::channel::unbounded;
use meshcast_engine::{
    AuditLevel, Machine, Messages, Node, Options, Outcome, Port, RowMove, Rule, Sends, Shape,
    TraceSink, Violation,
};
use meshcast_tests::trace_text;
use std::ops::Range;
use std::sync::Arc;

const LANES: usize = 12;
/// Slots whose packets may move: few, so that nodes are counted anew after a step, and many, so that their counts are kept.
const MOVED: [Range<usize>; 2] = [0..3, 0..10];
const PORTS: [Port; 2] = [Port::South, Port::North];

/// The moves of a step. Lawful ones: in some pairs of rows the upper sends down, and in some of these the lower sends up, into a slot that
/// is empty, and in the next step back. Of others anything may be wrong.
fn moves(shape: Shape, seed: u64, step: usize) -> Vec<RowMove> {
    let draw = |row: usize, i: u64| mix([seed, row as u64, i]) as usize;
    let mut moves = Vec::new();
    if seed.is_multiple_of(3) && step > 1 {
        for row in (0..shape.rows()).filter(|&row| draw(row, step as u64).is_multiple_of(3)) {
            let port = PORTS[draw(row, 10) % 2];
            let (lane, into) = (draw(row, 11) % 4, draw(row, 12) % 4);
            moves.push(RowMove { row, lane, port, into });
        }
        return moves;
    }
    for row in (0..shape.rows() / 2 * 2).filter(|&row| draw(row / 2, 0) % 4 > 0) {
        let (port, own) = if row.is_multiple_of(2) { (Port::South, 0) } else { (Port::North, 1) };
        if own == 1 && draw(row, 13).is_multiple_of(2) && step.is_multiple_of(2) {
            continue;
        }
        let (lane, into) = if step.is_multiple_of(2) { (own, 2) } else { (2, 1 - own) };
        moves.push(RowMove { row, lane, port, into });
    }
    moves
}

/// The same moves, each node asked.
fn asked_one_by_one(
    machine: &mut Machine,
    moved: Range<usize>,
    moves: &[RowMove],
) -> Result<(), Violation> {
    let program = |node: &Node<'_>, sends: &mut Sends| {
        for sent in moves.iter().filter(|sent| sent.row == node.row()) {
            if node.packet(sent.lane).is_some() {
                sends.send(sent.lane, sent.port);
            }
        }
    };
    let landing = |node: &Node<'_>, port: Port| {
        let from = |sent: &&RowMove| match port {
            Port::South => sent.row + 1 == node.row(),
            _ => sent.row == node.row() + 1,
        };
        let sent = moves.iter().find(|sent| sent.port == port && from(sent));
        sent.map_or(moved.start, |sent| sent.into)
    };
    machine.step(|step| step.transmit_into(moved.clone(), &PORTS, program, landing))
}

type Broken = (Rule, u64, Option<u32>, u64, u64);

/// What is seen of a run, and how it ended.
fn run(
    (shape, seed): (Shape, u64),
    moved: &Range<usize>,
    by_rows: bool,
    watched: bool,
) -> (String, Result<Outcome, Broken>) {
    let messages = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
    let (sink, records) = unbounded();
    let options = Options {
        trace: watched.then(|| TraceSink::live(sink)),
        audit: if watched { AuditLevel::Full } else { AuditLevel::Peak },
        ..Options::default()
    };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(LANES), options);
    let mut made = Ok(());
    let holds =
        |node: &Node<'_>, lane: u64| !mix([seed, u64::from(node.id()), lane]).is_multiple_of(5);
    machine.inject_where(0, |node| holds(node, 0).then_some(node.id())).expect("room");
    machine.step(|step| step.copy(0, 1, |node| holds(node, 0) && holds(node, 1))).expect("lawful");
    for i in 0..6 {
        let moves = moves(shape, seed, i);
        made = if by_rows {
            machine.step(|step| step.move_rows(moved.clone(), &PORTS, &moves))
        } else {
            asked_one_by_one(&mut machine, moved.clone(), &moves)
        };
        if made.is_err() {
            break;
        }
    }
    let ended = match made {
        Ok(()) => Ok(machine.finish()),
        Err(violation) => {
            let Violation { rule, step, node, actual, limit, .. } = violation;
            Err((rule, step, node, actual, limit))
        }
    };
    (trace_text(records.try_iter(), &messages), ended)
}

#[test]
fn rows_that_move_tell_what_their_nodes_tell_one_by_one() {
    let (mut lawful, mut unlawful) = (0, 0);
    for (rows, cols) in [(1, 1), (2, 1), (1, 5), (3, 4), (8, 9), (5, 33)] {
        let shape = Shape::new(rows, cols).expect("small");
        for (seed, watched) in (0..40).flat_map(|seed| [(seed, false), (seed, true)]) {
            let moved = &MOVED[seed as usize / 2 % 2];
            let what = format!("{shape:?} {seed} {watched} {moved:?}");
            let [(trace, plain), (found_trace, found)] =
                [false, true].map(|by_rows| run((shape, seed), moved, by_rows, watched));
            assert!(trace == found_trace, "{what}: {trace}\n{found_trace}");
            let all = |outcome: &Outcome| {
                let slots = positions(shape)
                    .flat_map(|(row, col)| (0..LANES).map(move |lane| (lane, row, col)));
                let packets: Vec<_> =
                    slots.map(|(lane, row, col)| outcome.packet(lane, row, col)).collect();
                (outcome.steps, outcome.link_uses, outcome.peak, packets)
            };
            match (plain, found) {
                (Ok(plain), Ok(found)) => {
                    assert_eq!(all(&plain), all(&found), "{what}");
                    assert_eq!(plain.audit, found.audit, "{what}");
                    lawful += plain.link_uses;
                }
                (plain, found) => {
                    assert_eq!(plain.err(), found.err(), "{what}");
                    unlawful += 1;
                }
            }
        }
    }
    assert!(lawful > 10_000 && unlawful > 50, "{lawful} {unlawful}");
}
