//! Staggered belts move what transmissions move between which packets turn inside their nodes.

use super::run::positions;
use crossbeam::channel::unbounded;
use meshcast_engine::{
    Advancing, AuditLevel, LeftPacket, Machine, Messages, Node, Options, Outcome, Port, Shape,
    StaggeredBelt, TraceSink, Violation,
};
use meshcast_tests::trace_text;
use std::ops::Range;
use std::sync::Arc;

const BELT: StaggeredBelt = StaggeredBelt { east: 1, west: 0, turning: 3 };

/// The slot, for a step, of a packet that begins to turn while another one still turns.
const NEXT: usize = 2;

fn is_in(windows: &[Range<usize>], node: &Node<'_>) -> bool {
    windows.iter().any(|window| window.contains(&node.col()))
}

fn advance_plainly(
    machine: &mut Machine,
    windows: &[Range<usize>],
    advancing: Advancing,
) -> Result<(), Violation> {
    let StaggeredBelt { east, west, turning } = BELT;
    let is_first = |node: &Node<'_>| windows.iter().any(|window| window.start == node.col());
    let is_last = |node: &Node<'_>| windows.iter().any(|window| window.end == node.col() + 1);
    let first_of =
        |machine: &mut Machine, slots| machine.swap_lanes(|node| is_first(node).then_some(slots));
    let last_of =
        |machine: &mut Machine, slots| machine.swap_lanes(|node| is_last(node).then_some(slots));
    if advancing != Advancing::Westbound {
        last_of(machine, (east, NEXT))?;
    }
    if advancing == Advancing::All {
        first_of(machine, (west, east))?;
    }
    machine.step(|step| {
        step.transmit_into(
            0..2,
            &[Port::East, Port::West],
            |node, sends| {
                let eastward = advancing != Advancing::Westbound && !is_last(node);
                let westward = advancing != Advancing::Eastbound && !is_first(node);
                for (lane, port, moves) in
                    [(east, Port::East, eastward), (west, Port::West, westward)]
                {
                    if moves && is_in(windows, node) && node.packet(lane).is_some() {
                        sends.send(lane, port);
                    }
                }
            },
            |_, port| if port == Port::East { east } else { west },
        )
    })?;
    if advancing == Advancing::All {
        first_of(machine, (west, east))?;
    }
    if advancing != Advancing::Eastbound {
        last_of(machine, (turning, west))?;
    }
    last_of(machine, (NEXT, turning))
}

/// Once around all belts, of which about one place in `holes` is empty, none for 0.
fn run(shape: Shape, holes: u32, plainly: bool, watched: bool) -> (Outcome, String) {
    let messages = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
    let (sink, records) = unbounded();
    let options = Options {
        trace: watched.then(|| TraceSink::live(sink)),
        audit: if watched { AuditLevel::Full } else { AuditLevel::Peak },
        ..Options::default()
    };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(4), options);
    let is_taken = |key: u32| holes == 0 || !(key * 7 + key / 3).is_multiple_of(holes);
    let keys = |lane: usize, node: &Node<'_>| 2 * node.id() + u32::from(lane == BELT.west);
    machine.inject(BELT.west, |node| keys(BELT.west, node));
    let copied = machine
        .step(|step| step.copy(BELT.west, BELT.east, |node| is_taken(keys(BELT.east, node))));
    copied.expect("lawful");
    machine.rekey(BELT.east, |node| Some(keys(BELT.east, node))).expect("lawful");
    let discarded =
        machine.step(|step| step.discard(BELT.west, |node| !is_taken(keys(BELT.west, node))));
    discarded.expect("lawful");
    let left = shape.cols().div_ceil(2);
    let windows = [0..left, left..shape.cols()];
    let mut advance = |advancing: Advancing, stop: usize| {
        let moves = |width: usize| match advancing {
            Advancing::Westbound => (1..=width).contains(&stop),
            _ => stop < width,
        };
        let some: Vec<_> = windows
            .iter()
            .filter(|window| window.len() > 1 && moves(window.len()))
            .cloned()
            .collect();
        if plainly {
            advance_plainly(&mut machine, &some, advancing).expect("lawful");
        } else {
            let step = machine.step(|step| step.advance_staggered(&some, BELT, advancing));
            step.expect("lawful");
        }
    };
    for stop in 0..=left {
        advance(Advancing::Westbound, stop);
        advance(Advancing::Eastbound, stop);
        advance(Advancing::All, stop);
    }
    let outcome = machine.finish();
    (outcome, trace_text(records.try_iter(), &messages))
}

#[test]
fn staggered_belts_move_packets_as_transmissions_do_and_bring_them_back() {
    for (rows, cols) in [(1, 6), (1, 4), (2, 5), (3, 9), (4, 70)] {
        let shape = Shape::new(rows, cols).expect("small");
        for holes in [0, 2, 3, 4, 5] {
            for watched in [false, true] {
                let what = format!("{shape:?}, {holes} holes, {watched}");
                let (plain, plain_trace) = run(shape, holes, true, watched);
                let (found, trace) = run(shape, holes, false, watched);
                assert!(trace == plain_trace, "{what}: {plain_trace}\n{trace}");
                assert_eq!(found.steps, plain.steps, "{what}");
                assert_eq!(found.link_uses, plain.link_uses, "{what}");
                assert_eq!(found.ledger, plain.ledger, "{what}");
                assert_eq!(found.audit, plain.audit, "{what}");
                for (row, col) in positions(shape) {
                    for lane in [BELT.east, BELT.west] {
                        let key =
                            |outcome: &Outcome| outcome.packet(lane, row, col).map(LeftPacket::key);
                        let here = 2 * shape.index(row, col) as u32 + u32::from(lane == BELT.west);
                        assert_eq!(key(&found), key(&plain), "{what}");
                        assert!(key(&found).is_none_or(|key| key == here), "{what}: not back");
                    }
                }
            }
        }
    }
}
