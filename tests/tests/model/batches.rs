//! Injection in batches: messages leave their input queues when their nodes decide, each once, for free.

use super::{Setting, broken, panic_of, stopped};
use meshcast_engine::{
    AuditLevel, LOCAL_PASSES, LeftPacket, Machine, Mode, Options, Outcome, Packet, Port, Rehearsal,
    Rule, Tiling, Violation,
};
use meshcast_tests::replay::{Replay, ReplayRule};

/// Lets the messages of nodes `nodes` leave into lane 0; only nodes with a message are asked.
fn leave(machine: &mut Machine, nodes: &[u32]) -> Result<(), Violation> {
    machine.inject_where(0, |node| {
        assert!(node.has_message(), "node {} has no message to decide on", node.id());
        nodes.contains(&node.id()).then_some(10 + node.id())
    })
}

fn wait(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|_| Ok(()))
}

/// Keys of the packets in lane 0, row-major.
fn keys(outcome: &Outcome) -> Vec<Option<u32>> {
    let at = |node| outcome.shape.position(node);
    let packets = (0..outcome.shape.nodes()).map(at).map(|(row, col)| outcome.packet(0, row, col));
    packets.map(|packet| packet.map(LeftPacket::key)).collect()
}

#[test]
fn a_message_leaves_once_and_only_where_the_node_says_so() {
    let mesh = Setting::new(2, 2, 2).with_messages([(0, &[1]), (1, &[]), (3, &[2, 0])]).waiting();
    let mut machine = mesh.machine(Options::default());
    let waiting = |machine: &mut Machine| {
        machine.variable(2, |node, i| {
            [u32::from(node.has_message()), node.message_destinations().iter().sum()][i]
        })
    };
    let before = waiting(&mut machine).expect("lawful");
    leave(&mut machine, &[3]).expect("lawful");
    let between = waiting(&mut machine).expect("lawful");
    wait(&mut machine).expect("lawful");
    // That of node 3 has left.
    leave(&mut machine, &[0, 1, 3]).expect("lawful");
    leave(&mut machine, &[0, 1, 2, 3]).expect("lawful");
    let after = waiting(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(before.reveal(&outcome), [1, 1, 1, 0, 0, 0, 1, 2]);
    assert_eq!(between.reveal(&outcome), [1, 1, 1, 0, 0, 0, 0, 0]);
    assert_eq!(after.reveal(&outcome), [0; 8]);
    assert_eq!(keys(&outcome), [Some(10), Some(11), None, Some(13)]);
    let messages = [(0, 0), (0, 1), (1, 1)].map(|(row, col)| {
        outcome.packet(0, row, col).expect("a packet that has left its input queue").message()
    });
    assert_eq!(messages, [0, 1, 2]);
    assert_eq!((outcome.steps, outcome.peak, outcome.link_uses), (1, 1, 0));
}

#[test]
fn all_at_once_is_once() {
    let mesh = Setting::new(1, 2, 2);
    let outcome = mesh.run(|machine| leave(machine, &[0, 1]));
    assert_eq!((keys(&outcome), outcome.peak), (vec![Some(0), Some(1)], 1));
    let mut machine = mesh.waiting().machine(Options::default());
    leave(&mut machine, &[]).expect("lawful");
    let text = panic_of(|| machine.inject(0, |_| 0));
    assert!(text.contains("messages leave theirs once"), "{text}");
}

#[test]
fn a_message_that_never_leaves_is_not_delivered() {
    let mesh = Setting::new(1, 3, 1).with_messages([(0, &[0]), (1, &[1]), (2, &[2])]).waiting();
    let deliver = |machine: &mut Machine| {
        machine.step(|step| step.deliver(0, |node| node.packet(0).map(Packet::key)))
    };
    let (outcome, replay) = mesh.replayed(|machine| {
        leave(machine, &[0, 2])?;
        deliver(machine)
    });
    assert!(!outcome.deliveries.are_as_asked());
    assert_eq!(outcome.deliveries.sorted(), [(0, 0), (2, 2)]);
    let found: Vec<ReplayRule> = replay.findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(found, [ReplayRule::Delivery]);
}

#[test]
fn a_slot_that_is_taken_or_missing_is_a_violation() {
    let mesh = Setting::new(1, 2, 1).waiting();
    let onto_another = |machine: &mut Machine| {
        leave(machine, &[0])?;
        machine.step(|step| step.carry(0..1, &[Port::East], |_, _, _| Some(Port::East)))?;
        leave(machine, &[1])
    };
    mesh.refuses(onto_another, broken(Rule::M6, 2, 1, 2, 1));
    let beyond = |machine: &mut Machine| machine.inject_where(1, |node| Some(node.id()));
    mesh.refuses(beyond, broken(Rule::M6, 1, 0, 2, 1));
    // Nobody asks for the slot.
    mesh.allows(|machine| machine.inject_where(1, |_| None).and_then(|()| leave(machine, &[0, 1])));
    let violation = onto_another(&mut mesh.machine(Options::default())).expect_err("taken");
    let text = violation.to_string();
    assert!(text.contains("(inject_where, span inject): slot 0 is taken"), "{text}");
}

#[test]
fn packets_in_queues_take_up_room() {
    let mesh = Setting::new(1, 2, 1).waiting();
    let program = |machine: &mut Machine| {
        leave(machine, &[0])?;
        machine.step(|step| step.carry(0..1, &[Port::East], |_, _, _| Some(Port::East)))?;
        machine.enqueue(0..1, 0)?;
        leave(machine, &[1])
    };
    mesh.refuses(program, broken(Rule::M6, 2, 1, 2, 1));
    let roomy = Setting { capacity: Some(2), ..Setting::new(1, 2, 1).waiting() };
    let (outcome, replay) = roomy.replayed(program);
    assert_eq!((outcome.peak, replay.peak_buffer, replay.findings), (2, 2, vec![]));
    let unlimited = Setting { capacity: None, ..roomy };
    let beyond = |machine: &mut Machine| machine.inject_where(7, |node| Some(node.id()));
    assert!(unlimited.run(beyond).packet(7, 0, 1).is_some());
}

#[test]
fn a_broken_rule_ends_the_run() {
    let mut machine = Setting::new(1, 2, 1).waiting().machine(Options::default());
    let violation = machine.inject_where(1, |_| Some(0)).expect_err("beyond the buffer");
    assert_eq!(machine.inject_where(0, |_| panic!("asked")), Err(violation.clone()));
    assert_eq!(wait(&mut machine), Err(violation));
}

#[test]
fn injection_is_local_work() {
    let mesh = Setting::new(1, 2, 1).waiting();
    let (most, limit) = (LOCAL_PASSES, u64::from(LOCAL_PASSES));
    let batches =
        |machine: &mut Machine, count: u32| (0..count).try_for_each(|_| leave(machine, &[]));
    mesh.refuses(|machine| batches(machine, most + 1), broken(Rule::M5, 1, None, limit + 1, limit));
    mesh.allows(|machine| {
        batches(machine, most)?;
        wait(machine)?;
        batches(machine, most - 1)?;
        leave(machine, &[0, 1])
    });
}

/// The messages of a row go to its last node, which has room for one: those with the greatest keys first.
fn one_after_another(machine: &mut Machine) -> Result<(), Violation> {
    let last = machine.shape().cols() as u32 - 1;
    for round in (0..=last).rev() {
        machine.inject_where(0, |node| (node.id() == round).then_some(node.id()))?;
        go_east(machine, last - round)?;
    }
    Ok(())
}

fn go_east(machine: &mut Machine, steps: u32) -> Result<(), Violation> {
    let last = machine.shape().cols() as u32 - 1;
    for _ in 0..steps {
        machine.step(|step| {
            step.carry(0..1, &[Port::East], |node, _, _| (node.id() < last).then_some(Port::East))
        })?;
    }
    machine.step(|step| {
        step.deliver(0, |node| node.packet(0).filter(|_| node.id() == last).map(Packet::key))?;
        step.discard(0, |node| node.id() == last)
    })
}

#[test]
fn batches_keep_a_capacity_that_all_at_once_would_break() {
    let to_last =
        || Setting::new(1, 4, 1).with_messages([(0, &[3]), (1, &[3]), (2, &[3]), (3, &[3])]);
    to_last().refuses(|machine| go_east(machine, 3), broken(Rule::M6, 1, 3, 2, 1));
    let (outcome, replay) = to_last().waiting().replayed(one_after_another);
    assert!(outcome.deliveries.are_as_asked());
    assert_eq!((outcome.steps, outcome.peak), (1 + 2 + 3 + 4, 1));
    let Replay { findings, steps, peak_buffer, link_uses, .. } = replay;
    assert_eq!((findings, steps, peak_buffer, link_uses), (vec![], 10, 1, outcome.link_uses));
}

#[test]
fn buffers_are_looked_at_when_a_batch_has_left() {
    let mesh = Setting::new(1, 3, 2).waiting();
    let mut machine = mesh.machine(Options { audit: AuditLevel::Full, ..Options::default() });
    let outcome = stopped((|| {
        leave(&mut machine, &[0])?;
        machine.span("first", wait)?;
        leave(&mut machine, &[1])?;
        machine.inject_where(1, |node| (node.id() == 2).then_some(0))?;
        machine
            .span("second", |machine| machine.step(|step| step.discard(0, |node| node.id() == 1)))
    })())
    .map(|()| machine.finish())
    .expect("lawful");
    let audit = outcome.audit.as_ref().expect("a full audit");
    assert_eq!(audit.occupancy, [vec![2, 1], vec![0, 3], vec![1, 2]]);
    assert_eq!((&audit.node_peaks[..], &audit.node_sums[..]), (&[1, 1, 1][..], &[3, 1, 2][..]));
    let lines: Vec<(&str, u64, u32)> =
        outcome.ledger.iter().map(|line| (line.path.as_str(), line.steps, line.peak)).collect();
    assert_eq!(lines, [("first", 1, 1), ("second", 1, 1)]);
    // The second batch changed the end of the step before it.
    let held: Vec<(u64, u64)> =
        audit.spans.iter().map(|span| (span.packet_steps, span.node_steps)).collect();
    assert_eq!(held, [(3, 3), (2, 3)]);
    assert_eq!((outcome.peak, outcome.peak_path.as_str()), (1, "inject"));
}

#[test]
fn tiles_have_no_input_queues() {
    let mesh = Setting::new(1, 4, 1).waiting();
    for tiling in [Tiling::grid(mesh.shape, 1, 1), Tiling::grid(mesh.shape, 1, 2)] {
        let mut machine = mesh.machine(Options::default());
        let seen = machine.in_parallel(&tiling, |tile, _| {
            let waiting = tile.variable(1, |node, _| {
                assert_eq!((node.has_message(), node.message_destinations()), (false, &[][..]));
            })?;
            drop(waiting);
            wait(tile)
        });
        seen.expect("lawful");
        let text = panic_of(|| {
            let _ = machine.in_parallel(&tiling, |tile, _| leave(tile, &[]));
        });
        assert!(text.contains("tiles have no input queues"), "{text}");
    }
    let mut machine = mesh.machine(Options::default());
    machine.in_parallel(&Tiling::grid(mesh.shape, 1, 1), |tile, _| wait(tile)).expect("lawful");
    machine.transposed(wait).expect("lawful");
    leave(&mut machine, &[0, 3]).expect("lawful");
    assert_eq!(keys(&machine.finish()), [Some(10), None, None, Some(13)]);
}

/// Batches before, between and after parts that leap.
fn with_leaps(machine: &mut Machine) -> Result<(), Violation> {
    for batch in [[0, 3], [1, 5], [2, 4]] {
        leave(machine, &batch)?;
        machine.span("idle", |machine| {
            let part = |machine: &mut Machine| (0..3).try_for_each(|_| wait(machine));
            machine.leap(&Rehearsal::default(), 0..1, part).map(|_| ())
        })?;
    }
    Ok(())
}

#[test]
fn leaps_between_batches_change_nothing() {
    let mesh = Setting::new(2, 3, 2).waiting();
    let run = |mode| {
        let mut machine = mesh.machine(Options { mode, ..Options::default() });
        with_leaps(&mut machine).expect("lawful");
        machine.finish()
    };
    let (stepped, leapt) = (run(Mode::Step), run(Mode::Leap));
    assert_eq!(stepped.difference_of_leap(&leapt), None);
    assert_eq!((keys(&leapt), leapt.steps), ((10..16).map(Some).collect(), 9));
}

#[test]
fn a_part_that_leaps_leaves_messages_where_they_are() {
    let mesh = Setting::new(1, 2, 1).waiting();
    let mut machine = mesh.machine(Options { mode: Mode::Leap, ..Options::default() });
    let part = |machine: &mut Machine| {
        machine.inject_where(0, |_| panic!("a rehearsal has no messages"))?;
        wait(machine)
    };
    let leapt = machine.leap(&Rehearsal::default(), 0..1, part).map(|effect| effect.is_some());
    assert_eq!(leapt, Ok(true));
    leave(&mut machine, &[1]).expect("lawful");
    assert_eq!(keys(&machine.finish()), [None, Some(11)]);
}
