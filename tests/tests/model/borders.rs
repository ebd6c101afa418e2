//! What a program cannot do with machines, tiles and registers that are not its own.

use super::setting::{Setting, broken, panic_of};
use meshcast_engine::{Circuit, Machine, Options, Rule, Shape, StreamLanes, Tiling, Way};
use std::sync::Mutex;

#[test]
fn a_tiling_of_another_mesh_is_refused() {
    let mut machine = Setting::new(4, 4, 1).machine(Options::default());
    let tiling = Tiling::grid(Shape::new(3, 8).unwrap(), 1, 2);
    let text = panic_of(|| machine.in_parallel(&tiling, |_, _| Ok(())).unwrap());
    assert_eq!(text, "the tiling is of another mesh");
}

#[test]
fn a_program_cannot_put_another_machine_in_the_place_of_its_own() {
    for threads in [1, 2] {
        let mesh = Setting::new(2, 2, 1);
        let mut machine = mesh.machine(Options { threads, ..Options::default() });
        let tiling = Tiling::grid(mesh.shape, 1, 2);
        let other = || mesh.machine(Options::default());
        let text = panic_of(|| {
            let _ = machine.in_parallel(&tiling, |tile, _| {
                *tile = other();
                Ok(())
            });
        });
        assert_eq!(text, "a program replaced its machine", "{threads} threads");
    }
    let mesh = Setting::new(2, 2, 1);
    let mut machine = mesh.machine(Options::default());
    let text = panic_of(|| {
        let _ = machine.span("cheat", |machine| {
            *machine = mesh.machine(Options::default());
            Ok(())
        });
    });
    assert_eq!(text, "a program replaced its machine");
}

#[test]
fn registers_stay_at_their_nodes() {
    let mesh = Setting::new(2, 3, 1);
    let mut machine = mesh.machine(Options::default());
    let values = machine.variable(1, |node, _| node.id()).unwrap();
    let mut other = mesh.machine(Options::default());
    let text = panic_of(|| drop(other.map(&values, |_, value| *value)));
    assert_eq!(text, "the registers are of another machine");
    let smuggled = Mutex::new(values);
    let text = panic_of(|| {
        let _ =
            machine.transposed(|machine| machine.compute(&mut smuggled.lock().unwrap(), |_, _| ()));
    });
    assert_eq!(text, "the registers are of another machine");
}

/// Waits as many steps as a value that its nodes agree on.
fn wait_for_agreement(machine: &mut Machine, steps: u32) -> Result<(), meshcast_engine::Violation> {
    let value = machine.variable(1, |_, _| steps)?;
    let steps = machine.agree(&value)?;
    (0..steps).try_for_each(|_| machine.step(|_| Ok(())))
}

#[test]
fn tiles_that_act_on_data_take_equal_steps_even_if_their_shapes_differ() {
    let mesh = Setting::new(1, 3, 1);
    let tiling = Tiling::grid(mesh.shape, 1, 2);
    let run = |second: u32| {
        let tiling = tiling.clone();
        move |machine: &mut Machine| {
            machine.in_parallel(&tiling, |machine, tile| {
                wait_for_agreement(machine, if tile == 0 { 2 } else { second })
            })
        }
    };
    mesh.refuses(run(5), broken(Rule::M7, 1, 1, 5, 2));
    mesh.allows(run(2));
}

#[test]
fn what_depends_on_data_does_so_through_nested_machines_too() {
    let mesh = Setting::new(1, 3, 1);
    let tiling = Tiling::grid(mesh.shape, 1, 2);
    let run = |second: u32| {
        let tiling = tiling.clone();
        move |machine: &mut Machine| {
            machine.in_parallel(&tiling, |machine, tile| {
                let steps = if tile == 0 { 2 } else { second };
                machine.transposed(|machine| wait_for_agreement(machine, steps))
            })
        }
    };
    mesh.refuses(run(5), broken(Rule::M7, 1, 1, 5, 2));
    mesh.allows(run(2));
}

#[test]
fn nothing_follows_the_way_out_of_the_network_in_its_step() {
    let mesh = Setting::new(1, 2, 2);
    let leave_first = |machine: &mut Machine| {
        machine.step(|step| {
            step.discard(1, |_| true)?;
            step.copy(0, 1, |_| true)
        })
    };
    mesh.refuses(leave_first, broken(Rule::M3, 1, None, 2, 1));
    mesh.allows(|machine| {
        machine.step(|step| {
            step.deliver(0, |_| None)?;
            step.discard(0, |_| true)?;
            step.discard(1, |_| true)
        })
    });
}

#[test]
fn packets_parked_in_a_relay_lane_elsewhere_use_no_link() {
    let mesh = Setting::new(3, 3, 2);
    let circuit = Circuit::new(mesh.shape);
    let outcome = mesh.run(|machine| {
        // Every node parks its packet in the lane that the circuit uses at its one relay.
        machine.swap_lanes(|_| Some((0, 1)))?;
        machine.step(|step| step.shift(&circuit, Way::Forward, StreamLanes { home: 0, relay: 1 }))
    });
    assert_eq!(outcome.link_uses, 1);
}
