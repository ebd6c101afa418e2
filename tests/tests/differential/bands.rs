//! What random programs seldom do to a step that is made by bands.

use meshcast_engine::{Machine, Messages, Options, Outcome, Port, Shape, Step, Violation};
use std::sync::Arc;

const ROWS: usize = 5;
const COLS: usize = 4;

/// Two packets in every node, with its number as their key; then steps of `program`, which gets their numbers, by as many bands as threads.
fn run(
    threads: usize,
    capacity: usize,
    steps: usize,
    program: impl Fn(&mut Step<'_>, usize) -> Result<(), Violation>,
) -> Result<Outcome, Violation> {
    let shape = Shape::new(ROWS, COLS).expect("small");
    let messages = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
    let options = Options { threads, ..Options::default() };
    let mut machine = Machine::new(shape, messages, Some(capacity), options).always_in_bands();
    machine.inject(0, |node| node.index() as u32);
    machine.step(|step| step.copy(0, 1, |_| true))?;
    machine.span("watched", |machine| {
        (0..steps).try_for_each(|t| machine.step(|step| program(step, t)))
    })?;
    Ok(machine.finish())
}

/// Packets by node and lane, and the ledger.
fn seen(outcome: &Outcome, lanes: usize) -> String {
    let nodes = (0..ROWS * COLS).map(|node| (node / COLS, node % COLS));
    let packets = |(row, col)| (0..lanes).map(move |lane| outcome.packet(lane, row, col));
    let packets: Vec<_> = nodes.flat_map(packets).collect();
    format!("{packets:?} {:?} {:?}", outcome.ledger, outcome.link_uses)
}

#[test]
fn packets_that_share_a_port_break_the_same_rule_at_the_same_node() {
    let violation = |threads| {
        let program = |step: &mut Step<'_>, _| {
            step.carry(0..2, &[Port::South], |node, lane, _| {
                (node.row() < 2 && (lane == 0 || node.col() == 2)).then_some(Port::South)
            })
        };
        run(threads, 4, 1, program).map(drop)
    };
    assert_eq!(violation(1).map_err(|violation| violation.node), Err(Some(2)));
    for threads in [2, 3, 5] {
        assert_eq!(violation(1), violation(threads), "{threads} bands");
    }
}

#[test]
fn a_packet_sent_twice_breaks_the_same_rule_at_the_same_node() {
    let violation = |threads| {
        let program = |step: &mut Step<'_>, _| {
            step.transmit(0..2, &[Port::South, Port::North], |node, sends| {
                if node.row() == 3 {
                    sends.send(0, Port::South);
                    sends.send(usize::from(node.col() < 3), Port::North);
                }
            })
        };
        run(threads, 4, 1, program).map(drop)
    };
    assert_eq!(violation(1).map_err(|violation| violation.node), Err(Some(3 * COLS as u32 + 3)));
    for threads in [2, 3, 5] {
        assert_eq!(violation(1), violation(threads), "{threads} bands");
    }
}

#[test]
fn packets_are_counted_where_many_lanes_take_part() {
    // More lanes than are counted over again after a step, and few packets in each: they go to and fro, and never twice into one lane.
    let outcome = |threads| {
        let program = |step: &mut Step<'_>, t: usize| {
            let port = if t.is_multiple_of(2) { Port::South } else { Port::North };
            let lanes = |row: usize| (0..12).map(move |i| (i + 5 * t + 3 * row) % 12);
            step.transmit_into(
                0..12,
                &[port],
                |node, sends| {
                    let lane = lanes(node.row()).find(|&lane| node.packet(lane).is_some());
                    let edge = if port == Port::South { ROWS - 1 } else { 0 };
                    if let Some(lane) = lane.filter(|_| node.row() != edge) {
                        sends.send(lane, port);
                    }
                },
                |node, _| lanes(node.row()).find(|&lane| node.packet(lane).is_none()).unwrap_or(0),
            )
        };
        seen(&run(threads, 12, 4 * ROWS, program).expect("lawful"), 12)
    };
    for threads in [2, 3, 5] {
        assert_eq!(outcome(1), outcome(threads), "{threads} bands");
    }
}

#[test]
fn a_landing_sees_the_packets_that_have_landed_in_lanes_opened_by_them() {
    // At every node but those at the ends of rows two packets arrive: the first opens lane 2, the second looks there.
    let outcome = |threads| {
        let program = |step: &mut Step<'_>, _| {
            step.transmit_into(
                0..3,
                &[Port::East, Port::West],
                |node, sends| {
                    if node.col() + 1 < COLS {
                        sends.send(0, Port::East);
                    }
                    if node.col() > 0 {
                        sends.send(1, Port::West);
                    }
                },
                |node, port| match port {
                    Port::East => 2,
                    _ => usize::from(node.packet(2).is_some()),
                },
            )
        };
        seen(&run(threads, 3, 1, program).expect("lawful"), 3)
    };
    for threads in [2, 3, 5] {
        assert_eq!(outcome(1), outcome(threads), "{threads} bands");
    }
}

#[test]
fn words_come_to_the_nodes_that_they_are_for_whatever_number_of_registers_these_have() {
    const REGISTERS: usize = 3;
    let shape = Shape::new(ROWS, COLS).expect("small");
    let values = |threads| {
        let messages = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
        let options = Options { threads, ..Options::default() };
        let mut machine = Machine::new(shape, messages, Some(1), options).always_in_bands();
        let mut values = machine
            .variable(REGISTERS, |node, i| if i == 0 { node.id() + 1 } else { 0 })
            .expect("lawful");
        machine
            .step(|step| {
                step.words(
                    &mut values,
                    &[Port::South, Port::North],
                    |stream, row| {
                        let edge = [ROWS - 1, 0][stream];
                        if row == edge { 0..0 } else { 0..COLS }
                    },
                    |_, _, own: &[u32]| own[0],
                    |stream, _, own, word| own[1 + stream] = word,
                )
            })
            .expect("lawful");
        values.reveal(&machine.finish())
    };
    let expected: Vec<u32> = (1..=(ROWS * COLS) as u32)
        .flat_map(|own| {
            let above = own.saturating_sub(COLS as u32);
            let below = own + COLS as u32;
            [own, above, if below as usize > ROWS * COLS { 0 } else { below }]
        })
        .collect();
    for threads in [1, 2, 3, 5] {
        assert_eq!(values(threads), expected, "{threads} bands");
    }
}
