//! M3: a packet takes part in one action a step.

use super::{Setting, broken};
use meshcast_engine::{Direction, Fold, Machine, Port, Rule, Step, Violation};
use meshcast_tests::replay::ReplayRule::PacketTwice;

#[test]
fn a_packet_sent_over_two_ports() {
    let send_both_ways = |machine: &mut Machine| {
        machine.step(|step| {
            step.transmit(0..2, &[Port::East, Port::West], |node, sends| {
                if node.id() == 1 {
                    sends.send(0, Port::East);
                    sends.send(0, Port::West);
                }
            })
        })
    };
    let mesh = Setting::new(1, 3, 2);
    mesh.refuses_and_replay_finds(send_both_ways, broken(Rule::M3, 1, 1, 2, 1), PacketTwice);
    mesh.allows(|machine| {
        machine.step(|step| step.copy(0, 1, |node| node.id() == 1))?;
        machine.step(|step| {
            step.transmit(0..2, &[Port::East, Port::West], |node, sends| {
                if node.id() == 1 {
                    sends.send(0, Port::East);
                    sends.send(1, Port::West);
                }
            })
        })
    });
}

#[test]
fn a_packet_delivered_and_sent() {
    let mesh = Setting::new(1, 2, 2).with_messages([(0, &[0])]);
    let deliver_and_send = |machine: &mut Machine| {
        machine.step(|step| {
            step.deliver(0, |node| node.packet(0).map(|_| 0))?;
            step.transmit(0..1, &[Port::East], |node, sends| {
                if node.packet(0).is_some() {
                    sends.send(0, Port::East);
                }
            })
        })
    };
    mesh.refuses_and_replay_finds(deliver_and_send, broken(Rule::M3, 1, None, 2, 1), PacketTwice);
}

#[test]
fn a_packet_exchanged_and_delivered() {
    let mesh = Setting::new(2, 1, 2).with_messages([(0, &[0]), (1, &[])]);
    let exchange_and_deliver = |machine: &mut Machine| {
        machine.step(|step| {
            step.exchange_columns(Fold::of_width(1), 2, [0, 1])?;
            step.deliver(0, |node| (node.id() == 0).then_some(0))
        })
    };
    mesh.refuses_and_replay_finds(
        exchange_and_deliver,
        broken(Rule::M3, 1, None, 2, 1),
        PacketTwice,
    );
}

#[test]
fn a_packet_in_two_exchanges() {
    let fold = Fold::of_width(3);
    let mesh = Setting::new(2, 2, 2);
    let exchange_twice = |machine: &mut Machine| {
        machine.step(|step| {
            step.exchange_rows(fold, 3_usize, |_| Direction::Descending)?;
            step.exchange_columns(fold, 2, [0, 1])
        })
    };
    mesh.refuses_and_replay_finds(exchange_twice, broken(Rule::M3, 1, None, 2, 1), PacketTwice);
    mesh.allows(|machine| {
        machine.step(|step| step.exchange_rows(fold, 3_usize, |_| Direction::Descending))?;
        machine.step(|step| step.exchange_columns(fold, 2, [0, 1]))
    });
}

#[test]
fn a_copy_discarded_in_the_step_that_made_it() {
    let mesh = Setting::new(1, 1, 2);
    let copy_and_discard = |machine: &mut Machine, lane: usize| {
        machine.step(|step| {
            step.copy(0, 1, |_| true)?;
            step.discard(lane, |_| true)
        })
    };
    mesh.refuses_and_replay_finds(
        |machine| copy_and_discard(machine, 1),
        broken(Rule::M3, 1, None, 2, 1),
        PacketTwice,
    );
    mesh.allows(|machine| copy_and_discard(machine, 0));
}

#[test]
fn an_arrival_discarded_in_the_step_that_brought_it() {
    let mesh = Setting::new(1, 2, 2);
    let send_and_discard = |machine: &mut Machine, at_once: bool| {
        machine.step(|step| {
            step.transmit(0..2, &[Port::East], |node, sends| {
                if node.id() == 0 {
                    sends.send(0, Port::East);
                }
            })?;
            if at_once { step.discard(1, |_| true) } else { Ok(()) }
        })?;
        machine.step(|step| step.discard(1, |_| true))
    };
    mesh.refuses_and_replay_finds(
        |machine| send_and_discard(machine, true),
        broken(Rule::M3, 1, None, 2, 1),
        PacketTwice,
    );
    mesh.allows(|machine| send_and_discard(machine, false));
}

#[test]
fn a_packet_that_enters_a_lane_in_use() {
    let mesh = Setting::new(1, 3, 3).with_messages([(0, &[0]), (1, &[]), (2, &[])]);
    // At different nodes, where no packet could act twice: forms use different lanes all the same.
    let enter = |first: fn(&mut Step<'_>) -> Result<(), Violation>, into: usize| {
        move |machine: &mut Machine| {
            machine.step(|step| step.copy(0, 1, |node| node.id() == 0))?;
            machine.step(|step| {
                first(step)?;
                step.copy(0, into, |node| node.id() == 2)
            })
        }
    };
    let acts = |step: &mut Step<'_>| step.deliver(1, |node| (node.id() == 0).then_some(0));
    let arrives = |step: &mut Step<'_>| {
        step.transmit(1..2, &[Port::East], |node, sends| {
            if node.id() == 0 {
                sends.send(1, Port::East);
            }
        })
    };
    let is_made = |step: &mut Step<'_>| step.copy(1, 2, |node| node.id() == 0);
    let refusal = broken(Rule::M3, 2, None, 2, 1);
    mesh.refuses(enter(acts, 1), refusal);
    mesh.refuses(enter(arrives, 1), refusal);
    mesh.refuses(enter(is_made, 1), refusal);
    mesh.refuses(enter(is_made, 2), refusal);
    mesh.allows(enter(acts, 2));
    Setting::new(1, 3, 3).allows(enter(arrives, 2));
}
