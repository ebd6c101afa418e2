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

const BELT: StaggeredBelt = StaggeredBelt { east: 1, west: 0, turning: 3, beside: [4, 5] };

/// The slot, for a step, of a packet that begins to turn while another one still turns.
const NEXT: usize = 2;

/// The slots of packets on their way east and west at the first node of a window, which may be the last one of another.
fn at_first(windows: &[Range<usize>], col: usize) -> [usize; 2] {
    let is_last = windows.iter().any(|window| window.end == col + 1);
    if is_last { BELT.beside } else { [BELT.east, BELT.west] }
}

/// What leaves a node over a port: slots and ports, eastbound first.
fn leaving(windows: &[Range<usize>], col: usize) -> Vec<(usize, Port)> {
    let mut leaving = Vec::new();
    for window in windows.iter().filter(|window| window.contains(&col)) {
        let is_first = window.start == col;
        let [east, west] = if is_first { at_first(windows, col) } else { [BELT.east, BELT.west] };
        if col + 1 < window.end {
            leaving.push((east, Port::East));
        }
        if !is_first {
            leaving.push((west, Port::West));
        }
    }
    leaving.sort_by_key(|&(_, port)| port == Port::West);
    leaving
}

fn advance_plainly(
    machine: &mut Machine,
    windows: &[Range<usize>],
    advancing: Advancing,
) -> Result<(), Violation> {
    let StaggeredBelt { east, west, turning, .. } = BELT;
    let is_first = |node: &Node<'_>| windows.iter().any(|window| window.start == node.col());
    let is_last = |node: &Node<'_>| windows.iter().any(|window| window.end == node.col() + 1);
    let turn_first = |machine: &mut Machine| {
        machine.swap_lanes(|node| {
            let [east, west] = at_first(windows, node.col());
            is_first(node).then_some((west, east))
        })
    };
    let last_of =
        |machine: &mut Machine, slots| machine.swap_lanes(|node| is_last(node).then_some(slots));
    if advancing != Advancing::Westbound {
        last_of(machine, (east, NEXT))?;
    }
    if advancing == Advancing::All {
        turn_first(machine)?;
    }
    machine.step(|step| {
        step.transmit_into(
            0..BELT.beside[1] + 1,
            &[Port::East, Port::West],
            |node, sends| {
                for (lane, port) in leaving(windows, node.col()) {
                    let advances = match port {
                        Port::East => advancing != Advancing::Westbound,
                        _ => advancing != Advancing::Eastbound,
                    };
                    if advances && node.packet(lane).is_some() {
                        sends.send(lane, port);
                    }
                }
            },
            |node, port| match port {
                Port::East => east,
                _ if is_first(node) => at_first(windows, node.col())[1],
                _ => west,
            },
        )
    })?;
    if advancing == Advancing::All {
        turn_first(machine)?;
    }
    if advancing != Advancing::Eastbound {
        last_of(machine, (turning, west))?;
    }
    last_of(machine, (NEXT, turning))
}

/// The slots where packets stand before and after.
const PLACES: [usize; 4] = [BELT.west, BELT.east, BELT.beside[0], BELT.beside[1]];

/// Windows in which every row is cut, and which of them have a column in common.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cut {
    Apart,
    InTheMiddle,
    /// Three windows, of which any two neighbours share a column.
    Everywhere,
}

impl Cut {
    fn windows(self, cols: usize) -> Vec<Range<usize>> {
        let left = cols.div_ceil(2);
        match self {
            Self::Apart => vec![0..left, left..cols],
            Self::InTheMiddle => vec![0..left, left - 1..cols],
            Self::Everywhere => {
                let width = cols / 3 + 1;
                (0..3).map(|i| i * (width - 1)..i * (width - 1) + width).collect()
            }
        }
    }
}

/// Once around all belts, of which about one place in `holes` is empty, none for 0.
fn run(shape: Shape, cut: Cut, holes: u32, plainly: bool, watched: bool) -> (Outcome, String) {
    let messages = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
    let (sink, records) = unbounded();
    let options = Options {
        trace: watched.then(|| TraceSink::live(sink)),
        audit: if watched { AuditLevel::Full } else { AuditLevel::Peak },
        ..Options::default()
    };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(6), options);
    let windows = cut.windows(shape.cols());
    let key = |lane: usize, node: &Node<'_>| 8 * node.id() + lane as u32;
    let is_taken = |lane: usize, node: &Node<'_>| {
        let key = key(lane, node);
        let begins = windows.iter().any(|window| window.start == node.col());
        let is_shared = begins && at_first(&windows, node.col()) == BELT.beside;
        let is_place = is_shared || !BELT.beside.contains(&lane);
        is_place && (holes == 0 || !(key * 7 + key / 3).is_multiple_of(holes))
    };
    machine.inject(BELT.west, |node| key(BELT.west, node));
    for lane in &PLACES[1..] {
        let copied = machine.step(|step| step.copy(BELT.west, *lane, |node| is_taken(*lane, node)));
        copied.expect("lawful");
        machine.rekey(*lane, |node| Some(key(*lane, node))).expect("lawful");
    }
    let discarded = machine.step(|step| step.discard(BELT.west, |node| !is_taken(BELT.west, node)));
    discarded.expect("lawful");
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
    for stop in 0..=windows[0].len() {
        advance(Advancing::Westbound, stop);
        advance(Advancing::Eastbound, stop);
        advance(Advancing::All, stop);
    }
    let outcome = machine.finish();
    (outcome, trace_text(records.try_iter(), &messages))
}

#[test]
fn staggered_belts_move_packets_as_transmissions_do_and_bring_them_back() {
    let apart = [(1, 6), (1, 4), (2, 5), (3, 9), (4, 70)].map(|of| (of, Cut::Apart));
    let shared = [(1, 3), (1, 5), (2, 9), (4, 71)].map(|of| (of, Cut::InTheMiddle));
    let chain = [(1, 4), (2, 7), (3, 10)].map(|of| (of, Cut::Everywhere));
    for ((rows, cols), cut) in apart.into_iter().chain(shared).chain(chain) {
        let shape = Shape::new(rows, cols).expect("small");
        for holes in [0, 2, 3, 4, 5] {
            for watched in [false, true] {
                let what = format!("{shape:?}, {cut:?}, {holes} holes, {watched}");
                let (plain, plain_trace) = run(shape, cut, holes, true, watched);
                let (found, trace) = run(shape, cut, holes, false, watched);
                assert!(trace == plain_trace, "{what}: {plain_trace}\n{trace}");
                assert_eq!(found.steps, plain.steps, "{what}");
                assert_eq!(found.link_uses, plain.link_uses, "{what}");
                assert_eq!(found.ledger, plain.ledger, "{what}");
                assert_eq!(found.audit, plain.audit, "{what}");
                for (row, col) in positions(shape) {
                    for lane in PLACES {
                        let key =
                            |outcome: &Outcome| outcome.packet(lane, row, col).map(LeftPacket::key);
                        let here = 8 * shape.index(row, col) as u32 + lane as u32;
                        assert_eq!(key(&found), key(&plain), "{what}");
                        assert!(key(&found).is_none_or(|key| key == here), "{what}: not back");
                    }
                }
            }
        }
    }
}
