//! The rules where packets wait in queues.

use super::{Setting, broken};
use meshcast_engine::{
    Copied, Departures, End, LeftPacket, Machine, Port, Rule, Service, Step, Violation,
};
use meshcast_tests::replay::ReplayRule::{Capacity, CopyTwice, LinkTwice, Place};

/// Two packets a node, the copy with a key greater by 100, in queue 0.
fn in_pairs(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|step| step.copy(0, 1, |_| true))?;
    machine.rekey(1, |node| node.packet(1).map(|packet| packet.key() + 100))?;
    machine.enqueue(0..2, 0)
}

/// Node `from` sends these packets of queue 0, by form that has declared `declared`.
fn send(
    step: &mut Step<'_>,
    declared: &[Port],
    (from, list): (u32, &[(End, Port)]),
) -> Result<(), Violation> {
    step.stream(
        (0, &[0]),
        declared,
        |node, departures: &mut Departures| {
            if node.id() == from {
                for &(end, port) in list {
                    departures.send(end, port);
                }
            }
        },
        |_, _| 0,
    )
}

fn pairs_then_send(list: &[(End, Port)]) -> impl Fn(&mut Machine) -> Result<(), Violation> {
    move |machine| {
        in_pairs(machine)?;
        machine.step(|step| send(step, &[Port::East, Port::West], (1, list)))
    }
}

#[test]
fn packets_leave_from_both_ends_and_arrive_in_order() {
    let mesh = Setting::new(1, 3, 4);
    let program = |machine: &mut Machine| {
        pairs_then_send(&[(End::Greatest, Port::East), (End::Least, Port::West)])(machine)?;
        machine.dequeue(0, 0..4)
    };
    mesh.allows(program);
    let outcome = mesh.run(program);
    let keys = |col: usize| -> Vec<u32> {
        (0..4).filter_map(|lane| outcome.packet(lane, 0, col)).map(LeftPacket::key).collect()
    };
    assert_eq!([keys(0), keys(1), keys(2)], [vec![0, 1, 100], vec![], vec![2, 101, 102]]);
    assert_eq!((outcome.link_uses, outcome.peak), (2, 3));
}

#[test]
fn two_packets_over_one_port() {
    let both_east = pairs_then_send(&[(End::Greatest, Port::East), (End::Least, Port::East)]);
    let mesh = Setting::new(1, 3, 4);
    mesh.refuses_and_replay_finds(both_east, broken(Rule::M1, 2, 1, 2, 1), LinkTwice);
}

#[test]
fn one_packet_over_two_ports() {
    let mesh = Setting::new(1, 3, 2);
    let both_ways = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        let list = &[(End::Greatest, Port::East), (End::Least, Port::West)];
        machine.step(|step| send(step, &[Port::East, Port::West], (1, list)))
    };
    mesh.refuses(both_ways, broken(Rule::M3, 1, 1, 2, 1));
}

#[test]
fn sending_over_the_edge_or_undeclared_or_from_an_empty_queue() {
    let mesh = Setting::new(1, 3, 2);
    let from_empty = |machine: &mut Machine| {
        machine.step(|step| send(step, &[Port::East], (1, &[(End::Least, Port::East)])))
    };
    mesh.allows(from_empty);
    assert_eq!(mesh.run(from_empty).link_uses, 0, "a node with an empty queue is not asked");
    let over_edge = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(|step| send(step, &[Port::East], (2, &[(End::Least, Port::East)])))
    };
    mesh.refuses_and_replay_finds(over_edge, broken(Rule::M5, 1, 2, 1, 0), Place);
    let undeclared = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(|step| send(step, &[Port::West], (1, &[(End::Least, Port::East)])))
    };
    mesh.refuses(undeclared, broken(Rule::M5, 1, 1, 1, 0));
}

#[test]
fn queues_that_hold_more_than_the_buffer() {
    let list = [(End::Greatest, Port::East)];
    let overflow = broken(Rule::M6, 2, 2, 3, 2);
    let program = pairs_then_send(&list);
    Setting::new(1, 3, 2).refuses_and_replay_finds(&program, overflow, Capacity);
    Setting::new(1, 3, 3).allows(&program);
    // Slots and queues are one buffer.
    let beside_a_slot = |machine: &mut Machine| {
        machine.step(|step| step.copy(0, 1, |_| true))?;
        machine.enqueue(1..2, 0)?;
        machine.step(|step| send(step, &[Port::East], (1, &list)))
    };
    Setting::new(1, 3, 2).refuses(beside_a_slot, overflow);
    Setting::new(1, 3, 3).allows(beside_a_slot);
}

/// The greatest packet of queue 0 stays, and its copy enters queue 1.
fn copy(step: &mut Step<'_>) -> Result<(), Violation> {
    let copied = Service::Copy(Copied { original: (0, 3), copy: (1, 4) });
    step.serve((0, &[0, 1]), |node| node.queue(0).at(End::Greatest).map(|_| copied))
}

#[test]
fn a_copy_and_a_delivery_in_one_step() {
    let mesh = Setting::new(1, 2, 4).with_messages([(0, &[0])]);
    let copy_and_deliver = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(copy)?;
        machine.step(|step| {
            copy(step)?;
            step.serve((1, &[]), |node| (node.queue(1).len() == 1).then_some(Service::DeliverLast))
        })
    };
    // Packets entered queue 1 in this step before it was to deliver.
    mesh.refuses(copy_and_deliver, broken(Rule::M3, 2, None, 2, 1));
    let deliver_and_copy = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(copy)?;
        machine.step(|step| {
            step.serve((1, &[]), |node| {
                (!node.queue(1).is_empty()).then_some(Service::DeliverLast)
            })?;
            copy(step)
        })
    };
    mesh.refuses_and_replay_finds(deliver_and_copy, broken(Rule::M2, 2, 0, 2, 1), CopyTwice);
}

#[test]
fn a_queue_that_acts_twice_or_is_looked_into_while_packets_enter_it() {
    let mesh = Setting::new(1, 3, 4);
    let copy_and_send = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(|step| {
            copy(step)?;
            send(step, &[Port::East], (0, &[(End::Least, Port::East)]))
        })
    };
    mesh.refuses(copy_and_send, broken(Rule::M3, 1, None, 2, 1));
    let look = |queue: usize| {
        move |machine: &mut Machine| {
            machine.step(|step| step.copy(0, 1, |_| true))?;
            machine.enqueue(1..2, 0)?;
            machine.step(|step| {
                send(step, &[Port::East], (0, &[(End::Least, Port::East)]))?;
                step.copy(0, 2, |node| node.queue(queue).len() > 5)
            })
        }
    };
    mesh.refuses(look(0), broken(Rule::M5, 2, 0, 1, 0));
    mesh.allows(look(1));
}

#[test]
fn a_part_of_a_message_is_delivered_as_the_message() {
    let mesh = Setting::new(1, 3, 2).with_messages([(1, &[0, 1, 2])]);
    let set = mesh.messages.as_ref().clone().in_parts(2);
    let mesh = Setting { messages: std::sync::Arc::new(set), ..mesh };
    let outcome = mesh.run(|machine| {
        machine.narrow(0, |_| Some(1))?;
        machine.rekey(0, |node| node.packet(0).map(|_| node.destinations(0).len() as u32))?;
        machine
            .step(|step| step.deliver(0, |node| (node.destinations(0) == [2]).then_some(node.id())))
    });
    assert_eq!(outcome.deliveries.sorted(), [(0, 1)]);
}

/// What a form sees would depend on the order of the forms.
#[test]
fn a_queue_that_packets_have_left_or_entered_is_not_looked_into() {
    let mesh = Setting::new(1, 3, 4);
    let after_departures = |machine: &mut Machine| {
        machine.step(|step| step.copy(0, 1, |_| true))?;
        machine.enqueue(1..2, 0)?;
        machine.step(|step| {
            step.stream(
                (0, &[1]),
                &[Port::East],
                |node, departures| {
                    if node.col() < 2 {
                        departures.send(End::Least, Port::East);
                    }
                },
                |_, _| 1,
            )?;
            step.copy(0, 2, |node| node.queue(0).is_empty())
        })
    };
    mesh.refuses(after_departures, broken(Rule::M5, 2, 0, 1, 0));
    let on_landing = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(|step| {
            step.stream(
                (0, &[1]),
                &[Port::East],
                |node, departures| {
                    if node.col() == 0 {
                        departures.send(End::Least, Port::East);
                    }
                },
                |node, _| node.queue(0).len().min(1),
            )
        })
    };
    mesh.refuses(on_landing, broken(Rule::M5, 1, 1, 1, 0));
    let on_exit = |machine: &mut Machine| {
        machine.step(|step| step.copy(0, 1, |_| true))?;
        machine.enqueue(0..1, 0)?;
        machine.step(|step| {
            copy(step)?;
            step.discard(1, |node| node.queue(1).len() == 1)
        })
    };
    mesh.refuses(on_exit, broken(Rule::M5, 2, 0, 1, 0));
}

#[test]
fn packets_in_queues_are_stripped_down_to_parts() {
    let halves = |_, one: u32, next: u32| one < 2 && next >= 2;
    let mesh = Setting::new(1, 4, 2).with_messages([(0, &[0, 1, 2, 3]), (1, &[3, 0, 1])]);
    let set = mesh.messages.as_ref().clone().in_parts_where(halves);
    let mesh = Setting { messages: std::sync::Arc::new(set), ..mesh };
    let program = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        // The second part of message 0, and all of message 1.
        machine.narrow_queued(0, |node, queued| {
            assert_eq!(queued.destinations().len(), [4, 3][node.index()]);
            (node.id() == 0).then_some(1)
        })?;
        machine.dequeue(0, 0..1)?;
        machine.variable(2, |node, i| node.destinations(0).get(i).copied().unwrap_or(9))
    };
    let mut machine = mesh.machine(meshcast_engine::Options::default());
    let left = program(&mut machine).expect("lawful");
    let left = left.reveal(&machine.finish());
    assert_eq!(left, [2, 3, 0, 1, 9, 9, 9, 9]);
}
