//! Tests the form that copies or delivers the first packet of a queue, and the oracle that says when routing has finished.

use super::{Setting, broken};
use meshcast_engine::{
    Copied, End, LeftPacket, Machine, Port, Rule, Service, Shape, Step, Tiling, Violation,
};
use meshcast_tests::replay::ReplayRule::CopyTwice;

fn serve(step: &mut Step<'_>, of: [Option<Service>; 3]) -> Result<(), Violation> {
    step.serve((0, &[0, 1]), |node| of[node.col()])
}

const COPY: Option<Service> = Some(Service::Copy(Copied { original: (0, 3), copy: (1, 4) }));
const DELIVER: Option<Service> = Some(Service::Deliver((1, 5)));
const LAST: Option<Service> = Some(Service::DeliverLast);

#[test]
fn every_node_has_its_own_service() {
    let mesh = Setting::new(1, 3, 2).with_messages([(0, &[]), (1, &[1]), (2, &[2])]);
    let program = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(|step| serve(step, [COPY, DELIVER, LAST]))?;
        machine.dequeue(0, 0..2)?;
        machine.dequeue(1, 0..2)
    };
    mesh.allows(program);
    let (outcome, _) = mesh.replayed(program);
    assert_eq!((outcome.deliveries.sorted(), outcome.copies), (vec![(1, 1), (2, 2)], 1));
    let keys = |col| [0, 1].map(|lane| outcome.packet(lane, 0, col).map(LeftPacket::key));
    assert_eq!([keys(0), keys(1), keys(2)], [[Some(3), Some(4)], [Some(5), None], [None; 2]]);
    assert_eq!((outcome.steps, outcome.told_when_done), (1, false));
}

#[test]
fn a_service_is_an_action_of_the_copy_unit_and_of_the_packet() {
    let mesh = Setting::new(1, 3, 3).with_messages([(0, &[0]), (1, &[])]);
    let twice = |machine: &mut Machine| {
        machine.step(|step| step.copy(0, 1, |node| node.col() == 0))?;
        machine.enqueue(1..2, 0)?;
        machine.step(|step| {
            step.deliver(0, |node| (node.col() == 0).then_some(0))?;
            serve(step, [COPY, None, None])
        })
    };
    mesh.refuses_and_replay_finds(twice, broken(Rule::M2, 2, 0, 2, 1), CopyTwice);
    let of_an_entered_queue = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(|step| {
            step.stream(
                (0, &[0]),
                &[Port::East],
                |node, departures| {
                    if node.queue(0).at(End::Least).is_some() {
                        departures.send(End::Least, Port::East);
                    }
                },
                |_, _| 0,
            )?;
            serve(step, [None, LAST, None])
        })
    };
    mesh.refuses(of_an_entered_queue, broken(Rule::M3, 1, None, 2, 1));
    let of_nothing = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(|step| serve(step, [None, None, LAST]))
    };
    assert!(mesh.run(of_nothing).deliveries.is_empty(), "a node with an empty queue is not asked");
    let beyond_the_buffer = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        machine.step(|step| serve(step, [COPY, None, None]))
    };
    Setting { capacity: Some(1), ..mesh }.refuses(beyond_the_buffer, broken(Rule::M6, 1, 0, 2, 1));
}

/// Asks until all packets have left, one a step.
fn leave_one_by_one(machine: &mut Machine) -> Result<(), Violation> {
    let mut node = 0;
    while !machine.told_when_done()? {
        machine.step(|step| step.discard(0, |own| own.index() == node))?;
        node += 1;
    }
    Ok(())
}

#[test]
fn a_run_that_was_told_says_so() {
    let mesh = Setting::new(2, 2, 1);
    let outcome = mesh.run(leave_one_by_one);
    assert_eq!((outcome.steps, outcome.told_when_done), (4, true));
    let queued = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        assert!(!machine.told_when_done()?);
        machine.dequeue(0, 0..1)
    };
    assert!(mesh.run(queued).told_when_done);
    // So does a run of which a tile was told, or the mesh seen from its other side.
    let tiles = Tiling::grid(Shape::new(2, 2).expect("small"), 1, 2);
    let in_tiles =
        |machine: &mut Machine| machine.in_parallel(&tiles, |tile, _| leave_one_by_one(tile));
    let outcome = mesh.run(in_tiles);
    assert_eq!((outcome.steps, outcome.told_when_done), (2, true));
    assert!(mesh.run(|machine| machine.transposed(leave_one_by_one)).told_when_done);
}

#[test]
fn tiles_that_were_told_take_equal_steps() {
    let mesh = Setting::new(2, 3, 1);
    let tiles = Tiling::grid(Shape::new(2, 3).expect("small"), 1, 2);
    let in_tiles =
        |machine: &mut Machine| machine.in_parallel(&tiles, |tile, _| leave_one_by_one(tile));
    mesh.refuses(in_tiles, broken(Rule::M7, 1, 1, 4, 2));
}

#[test]
fn a_broken_run_is_told_of_its_violation() {
    let mesh = Setting::new(1, 2, 1);
    let program = |machine: &mut Machine| {
        let _ = machine.step(|step| step.deliver(3, |_| Some(0)));
        machine.told_when_done().map(|_| ())
    };
    mesh.refuses(program, broken(Rule::M5, 1, 0, 1, 0));
}
