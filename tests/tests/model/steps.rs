//! A step: everything in it starts from the state before it.

use super::{Setting, broken};
use meshcast_engine::{Machine, Options, Port, Rule, Step, Variable, Violation};

/// Every node with a neighbour there sends its value over `port`; receivers keep the greater value.
fn spread(step: &mut Step<'_>, values: &mut Variable<u32>, port: Port) -> Result<(), Violation> {
    step.words(
        values,
        &[port],
        move |_, row| match port {
            Port::East => 0..3,
            Port::South => 0..4 * usize::from(row < 3),
            _ => unreachable!("values spread east and south here"),
        },
        |_, _, value: &[u32]| value[0],
        |_, _, value, word| value[0] = value[0].max(word),
    )
}

/// The nodes of a 4 × 4 mesh that know of node 0.
fn informed(program: impl Fn(&mut Machine, &mut Variable<u32>)) -> Vec<usize> {
    let mut machine = Setting::new(4, 4, 1).machine(Options::default());
    let mut values = machine.variable(1, |node, _| u32::from(node.id() == 0)).expect("lawful");
    program(&mut machine, &mut values);
    let values = values.reveal(&machine.finish());
    (0..16).filter(|&node| values[node] > 0).collect()
}

#[test]
fn a_value_travels_one_hop_a_step() {
    let after = |steps: usize| {
        informed(|machine, values| {
            for _ in 0..steps {
                machine.step(|step| spread(step, values, Port::East)).unwrap();
            }
        })
    };
    assert_eq!(after(0), [0]);
    assert_eq!(after(1), [0, 1]);
    assert_eq!(after(2), [0, 1, 2]);
}

#[test]
fn streams_of_one_form_all_start_from_the_state_before_it() {
    let seen = informed(|machine, values| {
        machine
            .step(|step| {
                step.words(
                    values,
                    &[Port::East, Port::South],
                    |stream, row| if stream == 0 { 0..3 } else { 0..4 * usize::from(row < 3) },
                    |_, _, value: &[u32]| value[0],
                    |_, _, value, word| value[0] = value[0].max(word),
                )
            })
            .unwrap();
    });
    assert_eq!(seen, [0, 1, 4]);
}

#[test]
fn registers_that_took_in_words_send_none_in_the_same_step() {
    let mesh = Setting::new(4, 4, 1);
    let spread_twice = |machine: &mut Machine| {
        machine.step(|_| Ok(()))?;
        let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
        machine.step(|step| {
            spread(step, &mut values, Port::East)?;
            spread(step, &mut values, Port::South)
        })
    };
    mesh.refuses(spread_twice, broken(Rule::M5, 2, None, 1, 0));
    mesh.allows(|machine| {
        let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
        machine.step(|step| spread(step, &mut values, Port::East))?;
        machine.step(|step| spread(step, &mut values, Port::South))
    });
    mesh.allows(|machine| {
        let (mut these, mut those) = (
            machine.variable(1, |_, _| 0).expect("lawful"),
            machine.variable(1, |node, _| node.id()).expect("lawful"),
        );
        machine.step(|step| {
            spread(step, &mut these, Port::East)?;
            spread(step, &mut those, Port::South)
        })
    });
}

/// The packet of node 0 moves to node 1 while packets in lane 1 are delivered, wherever `wanted` looks into lane 0.
fn deliver_beside_a_move(machine: &mut Machine, deliver_first: bool) -> Result<(), Violation> {
    machine.step(|step| step.copy(0, 1, |node| node.id() == 1))?;
    machine.step(|step| step.discard(0, |node| node.id() == 1))?;
    let deliver = |step: &mut Step<'_>| {
        step.deliver(1, |node| {
            let wanted = node.packet(1).is_some() && node.packet(0).is_none();
            wanted.then_some(0)
        })
    };
    machine.step(|step| {
        if deliver_first {
            deliver(step)?;
        }
        step.transmit(0..1, &[Port::East], |node, sends| {
            if node.id() == 0 {
                sends.send(0, Port::East);
            }
        })?;
        if !deliver_first {
            deliver(step)?;
        }
        Ok(())
    })
}

#[test]
fn an_arrival_cannot_be_seen_in_the_step_that_brings_it() {
    let mesh = Setting::new(1, 2, 2).with_messages([(0, &[]), (1, &[1])]);
    mesh.allows(|machine| deliver_beside_a_move(machine, true));
    mesh.refuses(|machine| deliver_beside_a_move(machine, false), broken(Rule::M5, 3, 1, 1, 0));
}

#[test]
fn a_copy_cannot_be_seen_in_the_step_that_makes_it() {
    let mesh = Setting::new(1, 2, 3);
    let look = |machine: &mut Machine, lane: usize| {
        machine.step(|step| step.copy(0, 1, |_| true))?;
        machine.step(|step| {
            step.copy(0, 2, |_| true)?;
            step.discard(1, |node| node.id() == 1 && node.packet(lane).is_some())
        })
    };
    mesh.allows(|machine| look(machine, 0));
    mesh.refuses(|machine| look(machine, 2), broken(Rule::M5, 2, 1, 1, 0));
}

#[test]
fn a_packet_moves_one_hop_a_step_whichever_way_the_machine_sweeps() {
    let mesh = Setting::new(4, 4, 2).with_messages([(5, &[])]);
    for (port, to) in [(Port::East, 6), (Port::West, 4), (Port::South, 9), (Port::North, 1)] {
        let outcome = mesh.run(|machine| {
            machine.step(|step| {
                step.transmit(0..2, &Port::ALL, |node, sends| {
                    if node.packet(0).is_some() {
                        sends.send(0, port);
                    }
                })
            })
        });
        assert!(outcome.packet(0, to / 4, to % 4).is_some(), "{port:?}");
    }
}
