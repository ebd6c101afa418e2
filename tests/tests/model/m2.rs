//! M2: each node makes at most one copy or delivery a step.

use super::{Setting, broken};
use meshcast_engine::{Machine, Port, Rule, Violation};
use meshcast_tests::replay::ReplayRule::CopyTwice;

/// Two messages for node 0, and a third packet slot.
fn two_messages_for_node_0() -> Setting {
    Setting::new(1, 2, 3).with_messages([(0, &[0]), (1, &[0])])
}

/// Brings the packet of node 1 into lane 1 of node 0.
fn gather_at_node_0(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|step| {
        step.transmit(0..2, &[Port::West], |node, sends| {
            if node.id() == 1 {
                sends.send(0, Port::West);
            }
        })
    })
}

#[test]
fn two_deliveries_of_one_node() {
    let mesh = two_messages_for_node_0();
    let deliver = |lane| {
        move |step: &mut meshcast_engine::Step<'_>| {
            step.deliver(lane, |node| (node.id() == 0).then_some(0))
        }
    };
    mesh.refuses_and_replay_finds(
        |machine| {
            gather_at_node_0(machine)?;
            machine.step(|step| {
                deliver(0)(step)?;
                deliver(1)(step)
            })
        },
        broken(Rule::M2, 2, 0, 2, 1),
        CopyTwice,
    );
    mesh.allows(|machine| {
        gather_at_node_0(machine)?;
        machine.step(|step| deliver(0)(step))?;
        machine.step(|step| deliver(1)(step))
    });
}

#[test]
fn a_copy_and_a_delivery_of_one_node() {
    let mesh = two_messages_for_node_0();
    let copy_and_deliver = |machine: &mut Machine| {
        gather_at_node_0(machine)?;
        machine.step(|step| {
            step.copy(0, 2, |node| node.id() == 0)?;
            step.deliver(1, |node| (node.id() == 0).then_some(0))
        })
    };
    mesh.refuses_and_replay_finds(copy_and_deliver, broken(Rule::M2, 2, 0, 2, 1), CopyTwice);
}

#[test]
fn two_copies_of_one_node() {
    let mesh = Setting::new(1, 2, 4).with_messages([(0, &[]), (1, &[])]);
    let copy_twice = |machine: &mut Machine| {
        gather_at_node_0(machine)?;
        machine.step(|step| {
            step.copy(0, 2, |node| node.id() == 0)?;
            step.copy(1, 3, |node| node.id() == 0)
        })
    };
    mesh.refuses_and_replay_finds(copy_twice, broken(Rule::M2, 2, 0, 2, 1), CopyTwice);
    mesh.allows(|machine| {
        machine.step(|step| step.copy(0, 1, |_| true))?;
        machine.step(|step| step.copy(0, 2, |_| true))
    });
}
