//! M6: a buffer holds at most its capacity at the end of a step.

use super::setting::panic_of;
use super::{Setting, broken, stopped};
use crossbeam::channel::unbounded;
use meshcast_engine::{
    Circuit, Direction, Fold, Machine, Options, Port, Rule, StreamLanes, TraceSink, Violation, Way,
};
use meshcast_tests::replay::{ReplayRule::Capacity, replay};
use meshcast_tests::trace_text;

/// The lanes that a transmission declares: more than any buffer here has.
const LANES: usize = 4;

/// The nodes `senders` send their packets east.
fn send_east(machine: &mut Machine, senders: &[u32]) -> Result<(), Violation> {
    machine.step(|step| {
        step.transmit(0..LANES, &[Port::East], |node, sends| {
            if senders.contains(&node.id()) {
                sends.send(0, Port::East);
            }
        })
    })
}

#[test]
fn an_arrival_at_a_full_buffer() {
    let mesh = Setting::new(1, 3, 1);
    mesh.refuses_and_replay_finds(
        |machine| send_east(machine, &[1]),
        broken(Rule::M6, 1, 2, 2, 1),
        Capacity,
    );
    Setting::new(1, 3, 2).allows(|machine| send_east(machine, &[1]));
}

#[test]
fn a_slot_that_empties_in_the_step_is_free_for_an_arrival() {
    let mesh = Setting::new(1, 3, 1).with_messages([(0, &[]), (1, &[])]);
    mesh.allows(|machine| send_east(machine, &[0, 1]));
}

#[test]
fn an_arrival_that_is_to_land_in_a_taken_slot() {
    let land = |machine: &mut Machine, lane: usize| {
        machine.step(|step| {
            step.transmit_into(
                0..2,
                &[Port::East],
                |node, sends| {
                    if node.id() == 0 {
                        sends.send(0, Port::East);
                    }
                },
                |_, _| lane,
            )
        })
    };
    let mesh = Setting::new(1, 2, 2);
    mesh.refuses(|machine| land(machine, 0), broken(Rule::M6, 1, 1, 2, 1));
    mesh.refuses(|machine| land(machine, 2), broken(Rule::M6, 1, 1, 3, 2));
    mesh.allows(|machine| land(machine, 1));
}

#[test]
fn a_copy_into_a_taken_slot() {
    let mesh = Setting::new(1, 3, 2);
    let copy = |machine: &mut Machine, times: usize| {
        (0..times).try_for_each(|_| machine.step(|step| step.copy(0, 1, |node| node.id() == 2)))
    };
    mesh.refuses_and_replay_finds(
        |machine| copy(machine, 2),
        broken(Rule::M6, 2, 2, 2, 1),
        Capacity,
    );
    mesh.allows(|machine| copy(machine, 1));
}

#[test]
fn a_copy_into_a_slot_beyond_the_buffer() {
    let mesh = Setting::new(1, 3, 1);
    let copy = |machine: &mut Machine| machine.step(|step| step.copy(0, 1, |node| node.id() == 1));
    mesh.refuses_and_replay_finds(copy, broken(Rule::M6, 1, 1, 2, 1), Capacity);
}

/// Sorts the folded row of two nodes against its order, so that a packet moves beside another.
fn exchange(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|step| step.exchange_rows(Fold::of_width(4), 4_usize, |_| Direction::Ascending))
}

#[test]
fn an_exchange_that_needs_two_slots_of_a_buffer_of_one() {
    // The hole beside the first packet changes places with the second packet.
    let mesh = Setting::new(1, 2, 1);
    mesh.refuses_and_replay_finds(exchange, broken(Rule::M6, 1, None, 2, 1), Capacity);
    let inside = |machine: &mut Machine| {
        machine.exchange_inside(Fold::of_width(4), 4_usize, |_| Direction::Ascending)
    };
    mesh.refuses(inside, broken(Rule::M6, 1, None, 2, 1));
    let roomy = Setting::new(1, 2, 2);
    roomy.allows(exchange);
    assert_eq!(roomy.run(exchange).peak, 2);
}

#[test]
fn an_exchange_of_lists_needs_a_slot_for_every_item() {
    let fold = Fold::of_width(4).of_depth(3);
    let exchange = |machine: &mut Machine| {
        machine.step(|step| step.exchange_rows(fold.at_item(1), 4_usize, |_| Direction::Ascending))
    };
    let sort =
        |machine: &mut Machine| machine.exchange_inside(fold, 4_usize, |_| Direction::Ascending);
    let mesh = Setting::new(1, 2, 5);
    mesh.refuses(exchange, broken(Rule::M6, 1, None, 6, 5));
    mesh.refuses(sort, broken(Rule::M6, 1, None, 6, 5));
    let roomy = Setting::new(1, 2, 6);
    roomy.allows(exchange);
    roomy.allows(sort);
}

#[test]
fn a_shift_along_relays_that_the_buffer_has_no_slot_for() {
    let shift = |setting: &Setting| {
        let ring = Circuit::new(setting.shape);
        move |machine: &mut Machine| {
            machine.step(|step| step.shift(&ring, Way::Forward, StreamLanes { home: 0, relay: 1 }))
        }
    };
    // On a line every inner node is a relay too; the fourth packet turns back onto the third node's relay.
    let line = Setting::new(1, 4, 1);
    line.refuses(shift(&line), broken(Rule::M6, 1, None, 2, 1));
    let roomy = Setting::new(1, 4, 2);
    roomy.allows(shift(&roomy));
    let even = Setting::new(2, 2, 1);
    even.allows(shift(&even));
}

#[test]
fn an_unlimited_buffer_has_every_slot_that_a_form_names() {
    let mesh = Setting { capacity: None, ..Setting::new(1, 3, 1) };
    let outcome = mesh.run(|machine| {
        send_east(machine, &[0, 1])?;
        machine.step(|step| step.copy(1, 7, |node| node.id() == 2))?;
        exchange(machine)
    });
    assert_eq!(
        (outcome.peak, outcome.packet(7, 0, 2).map(meshcast_engine::LeftPacket::message)),
        (3, Some(1))
    );
    // It does not move a packet into a slot that the form left to others.
    mesh.refuses(
        |machine| {
            machine.step(|step| {
                step.transmit(0..1, &[Port::East], |node, sends| {
                    if node.id() == 0 {
                        sends.send(0, Port::East);
                    }
                })
            })
        },
        broken(Rule::M6, 1, 1, 2, 1),
    );
}

#[test]
fn messages_do_not_leave_for_a_slot_beyond_the_buffer() {
    for capacity in [1, 2, 4] {
        let mesh = Setting::new(1, 2, capacity);
        let text = panic_of(|| {
            let mut machine = mesh.empty_machine(Options::default());
            machine.inject(capacity, |node| node.index() as u32);
            // A packet in every slot that there is, and one in the slot that there is not.
            for lane in 0..capacity {
                machine.step(|step| step.copy(capacity, lane, |_| true)).expect("room");
            }
            assert!(machine.finish().peak as usize <= capacity, "more than the capacity");
        });
        let expected = format!("slot {capacity} of node 0 is beyond the buffer of {capacity}");
        assert_eq!(text, expected);
        let mut machine = mesh.empty_machine(Options::default());
        machine.inject(capacity - 1, |node| node.index() as u32);
        assert_eq!(machine.finish().peak, 1);
    }
}

#[test]
fn a_machine_without_the_rule_takes_messages_in_any_slot() {
    let mesh = Setting::new(1, 2, 1);
    let (sink, records) = unbounded();
    let options = Options { trace: Some(TraceSink::live(sink)), ..Options::default() };
    let mut machine = mesh.empty_machine(options).without_rule(Rule::M6);
    machine.inject(1, |node| node.index() as u32);
    machine.step(|step| step.copy(1, 0, |_| true)).expect("the rule is not enforced");
    assert_eq!(machine.finish().peak, 2);
    let seen = replay(trace_text(records.try_iter(), &mesh.messages).as_bytes());
    let first = seen.findings.first().expect("the replay finds something");
    assert_eq!((first.rule, first.t), (Capacity, Some(1)));
}

#[test]
fn messages_that_leave_for_a_late_slot_of_an_unlimited_buffer_stay_there() {
    let mesh = Setting { capacity: None, ..Setting::new(1, 2, 1) };
    let mut machine = mesh.empty_machine(Options::default());
    machine.inject(3, |node| node.index() as u32);
    // An arrival does not take the place of the packet that is there.
    let sent = machine.step(|step| {
        step.transmit(3..4, &[Port::East], |node, sends| {
            if node.id() == 0 {
                sends.send(3, Port::East);
            }
        })
    });
    assert_eq!(stopped(sent), Err(broken(Rule::M6, 1, 1, 2, 1)));
}
