//! A broken rule ends the run, whatever the program makes of it.

use super::{Setting, broken};
use meshcast_engine::{Machine, Options, Port, Rule, Tiling, Violation};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn overfill(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|step| step.copy(0, 1, |node| node.id() == 1))
}

#[test]
fn after_a_violation_nothing_more_happens() {
    let mesh = Setting::new(1, 2, 1);
    let mut machine = mesh.machine(Options::default());

    let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
    let broken = overfill(&mut machine).expect_err("one too many");
    assert_eq!((broken.rule, broken.step, broken.node), (Rule::M6, 1, Some(1)));
    let stopped = Err(broken);
    assert_eq!(machine.variable(1, |node, _| node.id()).map(|_| ()), stopped);
    assert_eq!(machine.step(|_| Ok(())), stopped);
    assert_eq!(machine.compute(&mut values, |_, _| ()), stopped);
    assert_eq!(machine.map(&values, |_, _| ()).map(|_| ()), stopped);
    assert_eq!(machine.rekey(0, |_| Some(9)), stopped);
    assert_eq!(machine.swap_lanes(|_| None), stopped);
    assert_eq!(machine.agree(&values).map(|_| ()), stopped);
    assert_eq!(machine.transposed(|_| Ok(())), stopped);
    assert_eq!(machine.steps(), 0);
    assert!(catch_unwind(AssertUnwindSafe(|| machine.finish())).is_err());
}

#[test]
fn a_form_whose_violation_is_ignored_still_ends_the_run() {
    let mesh = Setting::new(1, 2, 1);
    mesh.refuses(
        |machine| {
            machine.step(|step| {
                let ignored = step.copy(0, 1, |node| node.id() == 1);
                assert!(ignored.is_err());
                Ok(())
            })
        },
        broken(Rule::M6, 1, 1, 2, 1),
    );
}

#[test]
fn a_step_that_is_given_up_half_way_cannot_be_had_for_free() {
    let mesh = Setting::new(1, 2, 2);
    let borrowed = overfill(&mut Setting::new(1, 2, 1).machine(Options::default()));
    let borrowed = borrowed.expect_err("one too many");
    mesh.refuses(
        |machine| {
            let given_up = machine.step(|step| {
                step.transmit(0..2, &[Port::East], |node, sends| {
                    if node.id() == 0 {
                        sends.send(0, Port::East);
                    }
                })?;
                Err(borrowed.clone())
            });
            assert_eq!(given_up, Err(borrowed.clone()));
            machine.step(|_| Ok(()))
        },
        broken(Rule::M6, 1, 1, 2, 1),
    );
}

#[test]
fn a_tile_that_ignores_its_violation_still_ends_the_run_of_the_whole() {
    let mesh = Setting::new(1, 2, 1);
    mesh.refuses(
        |machine| {
            machine.step(|_| Ok(()))?;
            let _ = machine.in_parallel(&Tiling::grid(machine.shape(), 1, 2), |machine, _| {
                let _ = overfill(machine);
                Ok(())
            });
            machine.step(|_| Ok(()))
        },
        broken(Rule::M6, 2, 1, 2, 1),
    );
}

#[test]
#[should_panic(expected = "messages leave theirs once")]
fn messages_leave_their_queues_once() {
    let mut machine = Setting::new(1, 2, 2).machine(Options::default());
    machine.inject(1, |node| node.index() as u32);
}

#[test]
#[should_panic(expected = "of another run")]
fn another_run_that_is_over_reveals_nothing_of_this_one() {
    let mesh = Setting::new(1, 2, 1);
    let mut machine = mesh.machine(Options::default());
    let values = machine.variable(1, |node, _| node.id()).expect("lawful");
    let other = mesh.machine(Options::default()).finish();
    let _ = values.reveal(&other);
}

#[test]
fn printing_a_machine_or_its_registers_shows_nothing_of_their_contents() {
    let text = |key: u32| {
        let mut machine = Setting::new(1, 2, 1).machine(Options::default());
        machine.rekey(0, |_| Some(key)).unwrap();
        let values = machine.variable(1, |_, _| key).expect("lawful");
        let mut text = format!("{machine:?} {values:?}");
        machine
            .step(|step| {
                text = format!("{text}{step:?}");
                Ok(())
            })
            .unwrap();
        text
    };
    assert_eq!(text(123), text(456));
}
