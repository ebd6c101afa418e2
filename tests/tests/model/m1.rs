//! M1: each directed link carries at most one packet or one word a step.

use super::{Setting, broken};
use meshcast_engine::{Circuit, Machine, Port, Rule, StreamLanes, Violation, Way};
use meshcast_tests::replay::ReplayRule::LinkTwice;

/// Lets node 0 of a row hold two packets, in lanes 0 and 1.
fn double_node_0(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|step| step.copy(0, 1, |node| node.id() == 0))
}

#[test]
fn two_packets_on_one_port() {
    let send_both = |machine: &mut Machine, ports: [Port; 2]| {
        double_node_0(machine)?;
        machine.step(|step| {
            step.transmit(0..3, &[Port::East, Port::South], |node, sends| {
                if node.id() == 0 {
                    sends.send(0, ports[0]);
                    sends.send(1, ports[1]);
                }
            })
        })
    };
    let mesh = Setting::new(2, 2, 3);
    mesh.refuses_and_replay_finds(
        |machine| send_both(machine, [Port::East, Port::East]),
        broken(Rule::M1, 2, 0, 2, 1),
        LinkTwice,
    );
    mesh.allows(|machine| send_both(machine, [Port::East, Port::South]));
}

#[test]
fn two_streams_of_words_on_one_link() {
    let send_streams = |machine: &mut Machine, second: usize| {
        let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
        machine.step(|step| {
            step.words(
                &mut values,
                &[Port::East, Port::East],
                |stream, row| match (stream, row) {
                    (0, 1) => 0..2,
                    (1, 1) => second..3,
                    _ => 0..0,
                },
                |_, _, value: &[u32]| value[0],
                |_, _, value, word| value[0] = word,
            )
        })
    };
    let mesh = Setting::new(2, 4, 1);
    mesh.refuses_and_replay_finds(
        |machine| send_streams(machine, 1),
        broken(Rule::M1, 1, 5, 2, 1),
        LinkTwice,
    );
    mesh.allows(|machine| send_streams(machine, 2));
}

#[test]
fn two_transmissions_over_one_port() {
    let send_both = |machine: &mut Machine, second: Port| {
        double_node_0(machine)?;
        machine.step(|step| {
            for (lane, port) in [(0, Port::East), (1, second)] {
                step.transmit(lane..lane + 1, &[port], |node, sends| {
                    if node.id() == 0 {
                        sends.send(lane, port);
                    }
                })?;
            }
            Ok(())
        })
    };
    let mesh = Setting::new(2, 2, 2).with_messages([(0, &[])]);
    mesh.refuses_and_replay_finds(
        |machine| send_both(machine, Port::East),
        broken(Rule::M1, 2, None, 2, 1),
        LinkTwice,
    );
    mesh.allows(|machine| send_both(machine, Port::South));
}

#[test]
fn a_packet_and_a_word_on_one_link() {
    let send_both = |machine: &mut Machine, port: Port| {
        let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
        machine.step(|step| {
            step.words(
                &mut values,
                &[Port::East],
                |_, _| 0..1,
                |_, _, value: &[u32]| value[0],
                |_, _, value, word| value[0] = word,
            )?;
            step.transmit(0..2, &[port], |node, sends| {
                if node.id() == 0 {
                    sends.send(0, port);
                }
            })
        })
    };
    let mesh = Setting::new(2, 2, 2);
    mesh.refuses_and_replay_finds(
        |machine| send_both(machine, Port::East),
        broken(Rule::M1, 1, None, 2, 1),
        LinkTwice,
    );
    mesh.allows(|machine| send_both(machine, Port::South));
}

#[test]
fn two_rings_shifted_in_one_step() {
    let mesh = Setting::new(2, 2, 2);
    let ring = Circuit::new(mesh.shape);
    let shift_both = |machine: &mut Machine| {
        machine.step(|step| step.copy(0, 1, |_| true))?;
        machine.step(|step| {
            step.shift(&ring, Way::Forward, StreamLanes { home: 0, relay: 2 })?;
            step.shift(&ring, Way::Forward, StreamLanes { home: 1, relay: 3 })
        })
    };
    mesh.refuses_and_replay_finds(shift_both, broken(Rule::M1, 2, None, 2, 1), LinkTwice);
}
