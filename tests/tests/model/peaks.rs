//! Peaks: the most packets in one buffer, at the end of steps, t = 0 included.

use super::{Setting, broken};
use meshcast_engine::{
    AuditLevel, CopySteps, CostModel, Direction, End, Fold, Machine, Options, Port, Rule, Tiling,
    Violation,
};
use meshcast_tests::replay::ReplayRule::Capacity;

fn copy(machine: &mut Machine, to: usize) -> Result<(), Violation> {
    machine.step(|step| step.copy(0, to, |node| node.id() == 0))
}

#[test]
fn the_loading_counts() {
    let outcome =
        Setting::new(1, 2, 3).run(|machine| machine.step(|step| step.discard(0, |_| true)));
    assert_eq!((outcome.peak, outcome.peak_path.as_str()), (1, "inject"));
    assert_eq!(outcome.ledger[0].peak, 0);
    let empty = Setting::new(1, 2, 3).with_messages([]).run(|machine| machine.step(|_| Ok(())));
    assert_eq!(empty.peak, 0);
}

#[test]
fn what_leaves_and_arrives_within_a_step_does_not_count() {
    // The packet is copied and the original leaves: one packet before, one after.
    let outcome = Setting::new(1, 1, 2).run(|machine| {
        machine.step(|step| {
            step.copy(0, 1, |_| true)?;
            step.discard(0, |_| true)
        })
    });
    assert_eq!(outcome.peak, 1);
}

#[test]
fn every_span_has_the_peak_of_its_own_steps() {
    let outcome = Setting::new(1, 2, 4).run(|machine| {
        machine.span("grow", |machine| {
            copy(machine, 1)?;
            machine.span("more", |machine| {
                copy(machine, 2)?;
                copy(machine, 3)?;
                machine.step(|step| {
                    step.discard(2, |_| true)?;
                    step.discard(3, |_| true)
                })
            })?;
            machine.step(|step| step.discard(1, |_| true))
        })?;
        machine.span("rest", |machine| machine.step(|_| Ok(())))
    });
    let peaks: Vec<(&str, u32)> =
        outcome.ledger.iter().map(|line| (line.path.as_str(), line.peak)).collect();
    assert_eq!(peaks, [("grow", 2), ("grow/more", 4), ("rest", 1)]);
    assert_eq!((outcome.peak, outcome.peak_path.as_str()), (4, "grow/more"));
}

#[test]
fn a_fast_tile_with_the_greatest_buffer_has_the_peak() {
    let outcome = Setting::new(1, 5, 4).run(|machine| {
        machine.in_parallel(&Tiling::grid(machine.shape(), 1, 2), |machine, tile| {
            if tile == 0 {
                machine.span("crowd", |machine| copy(machine, 1))
            } else {
                machine.span("wait", |machine| (0..3).try_for_each(|_| machine.step(|_| Ok(()))))
            }
        })
    });
    let lines: Vec<(&str, u64, u32)> =
        outcome.ledger.iter().map(|line| (line.path.as_str(), line.steps, line.peak)).collect();
    assert_eq!(lines, [("wait", 3, 1)]);
    assert_eq!((outcome.peak, outcome.peak_path.as_str()), (2, "crowd"));
}

/// The tile of three nodes gathers its packets in queues of its middle node while the other waits.
fn gather_in_a_tile(machine: &mut Machine) -> Result<(), Violation> {
    machine.enqueue(0..1, 0)?;
    machine.in_parallel(&Tiling::grid(machine.shape(), 1, 2), |machine, tile| {
        if tile == 0 {
            return machine
                .span("wait", |machine| (0..3).try_for_each(|_| machine.step(|_| Ok(()))));
        }
        machine.span("crowd", |machine| {
            machine.step(|step| {
                step.stream(
                    (0, &[1, 2]),
                    &[Port::East, Port::West],
                    |node, departures| match node.col() {
                        0 => departures.send(End::Least, Port::East),
                        2 => departures.send(End::Greatest, Port::West),
                        _ => {}
                    },
                    |_, packet| 1 + packet.key() as usize % 2,
                )
            })
        })
    })?;
    machine.span("after", |machine| machine.step(|_| Ok(())))
}

#[test]
fn packets_in_queues_inside_tiles_are_counted() {
    let outcome = Setting::new(1, 5, 3).run(gather_in_a_tile);
    let lines: Vec<(&str, u64, u32)> =
        outcome.ledger.iter().map(|line| (line.path.as_str(), line.steps, line.peak)).collect();
    assert_eq!(lines, [("wait", 3, 1), ("after", 1, 3)]);
    assert_eq!((outcome.peak, outcome.peak_path.as_str()), (3, "crowd"));
    let left = (0..5).map(|col| outcome.packets_left(0, col));
    assert_eq!(left.collect::<Vec<_>>(), [1, 1, 0, 3, 0]);
}

#[test]
fn queues_inside_tiles_hold_no_more_than_the_buffer() {
    Setting::new(1, 5, 3).allows(gather_in_a_tile);
    let overflow = broken(Rule::M6, 1, 3, 3, 2);
    Setting::new(1, 5, 2).refuses_and_replay_finds(gather_in_a_tile, overflow, Capacity);
}

#[test]
fn packets_that_fall_into_holes_of_lists_and_back_are_counted() {
    // The last item of the right list of node 0, a hole, meets the first item of the left list of node 1, a packet.
    let fold = Fold::of_width(4).of_depth(2).at_item(1);
    let outcome = Setting::new(1, 2, 9).run(|machine| {
        for (span, direction) in [
            ("there", Direction::Ascending),
            ("back", Direction::Descending),
            ("there again", Direction::Ascending),
        ] {
            machine.span(span, |machine| {
                machine.step(|step| step.exchange_rows(fold, 4_usize, |_| direction))
            })?;
        }
        // So many lanes that what is sent is counted, not the lanes.
        for (span, lane) in [("sent", 0), ("sent too", 3)] {
            machine.span(span, |machine| {
                machine.step(|step| {
                    step.transmit(0..9, &[Port::East], |node, sends| {
                        if node.col() == 0 {
                            sends.send(lane, Port::East);
                        }
                    })
                })
            })?;
        }
        Ok(())
    });
    let peaks: Vec<(&str, u32)> =
        outcome.ledger.iter().map(|line| (line.path.as_str(), line.peak)).collect();
    let expected = [("there", 2), ("back", 1), ("there again", 2), ("sent", 1), ("sent too", 2)];
    assert_eq!(peaks, expected);
}

#[test]
fn what_a_span_has_held_before_tiles_is_not_changed_after_them() {
    let model = CostModel { copy_steps: CopySteps::Zero, ..CostModel::default() };
    let mesh = Setting { model, ..Setting::new(1, 4, 2) };
    let audit = AuditLevel::Full;
    let mut machine = mesh.machine(Options { audit, model, ..Options::default() });
    let wait = |machine: &mut Machine| machine.step(|_| Ok(()));
    let copy_all = |machine: &mut Machine| machine.step(|step| step.copy(0, 1, |_| true));
    machine.span("before", wait).expect("lawful");
    let tiling = Tiling::grid(mesh.shape, 1, 2);
    machine.in_parallel(&tiling, |machine, _| machine.span("tiles", wait)).expect("lawful");
    // Charged nothing, it changes the end of the step before it, which was no step of the first span.
    copy_all(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!((outcome.ledger[0].path.as_str(), outcome.steps), ("before", 2));
    let held = outcome.audit.expect("a full audit").spans[0];
    assert_eq!((held.packet_steps, held.node_steps), (4, 4));
    // Without tiles between, it was.
    let mut machine = mesh.machine(Options { audit, model, ..Options::default() });
    machine.span("before", wait).expect("lawful");
    copy_all(&mut machine).expect("lawful");
    let held = machine.finish().audit.expect("a full audit").spans[0];
    assert_eq!((held.packet_steps, held.node_steps), (8, 4));
}
