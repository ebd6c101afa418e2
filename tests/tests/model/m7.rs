//! M7: control flow depends on data only through what every node knows.

use super::{Setting, broken};
use meshcast_engine::{Machine, Port, Rule, Shape, Tiling, Violation};
use meshcast_primitives::reduce;
use meshcast_tests::replay::ReplayRule::Delivery;

/// Carries the packets of a row east until `done` says that there are none but at the end, and delivers them there.
fn carry_east(
    machine: &mut Machine,
    done: impl Fn(&mut Machine) -> Result<bool, Violation>,
) -> Result<(), Violation> {
    let last = machine.shape().cols() - 1;
    while !done(machine)? {
        machine.step(|step| {
            step.transmit(0..1, &[Port::East], |node, sends| {
                if node.packet(0).is_some() && node.col() < last {
                    sends.send(0, Port::East);
                }
            })
        })?;
    }
    machine.step(|step| step.deliver(0, |node| node.packet(0).map(|_| 0)))
}

#[test]
fn a_program_that_stops_when_one_node_has_nothing_to_do() {
    let mesh = Setting::new(1, 4, 1).with_messages([(0, &[3])]);
    let agree_without_asking = |machine: &mut Machine| {
        carry_east(machine, |machine| {
            let last = machine.shape().cols() - 1;
            let idle = machine
                .variable(1, |node, _| node.packet(0).is_none() || node.col() == last)
                .expect("lawful");
            machine.agree(&idle)
        })
    };
    // Before the first step node 0 has a packet and the three others have none.
    mesh.refuses(agree_without_asking, broken(Rule::M7, 1, 1, 3, 0));
    // Later only the packet's own node knows that it is under way.
    let stop_after_a_step = |machine: &mut Machine| {
        machine.step(|step| {
            step.transmit(0..1, &[Port::East], |node, sends| {
                if node.packet(0).is_some() {
                    sends.send(0, Port::East);
                }
            })
        })?;
        agree_without_asking(machine)
    };
    mesh.refuses_and_replay_finds(stop_after_a_step, broken(Rule::M7, 2, 1, 1, 0), Delivery);
    mesh.allows(|machine| {
        carry_east(machine, |machine| {
            let last = machine.shape().cols() - 1;
            let mut idle = machine
                .variable(1, |node, _| node.packet(0).is_none() || node.col() == last)
                .expect("lawful");
            reduce(machine, &mut idle, |a, b| a && b)
        })
    });
}

#[test]
fn nodes_agree_on_several_registers_only_if_all_are_equal() {
    let mesh = Setting::new(2, 2, 1);
    let agree = |odd_one: u32| {
        move |machine: &mut Machine| {
            let values = machine
                .variable(3, |node, i| if node.id() == odd_one && i == 1 { 8 } else { 7 })
                .expect("lawful");
            machine.agree(&values).map(|value| assert_eq!(value, 7u32))
        }
    };
    mesh.refuses(agree(2), broken(Rule::M7, 1, 2, 1, 0));
    mesh.allows(agree(4));
}

/// Tile `i` waits `steps[i]` steps.
fn wait(
    shape: Shape,
    across: usize,
    steps: &[usize],
) -> impl Fn(&mut Machine) -> Result<(), Violation> {
    move |machine| {
        machine.step(|_| Ok(()))?;
        machine.in_parallel(&Tiling::grid(shape, 1, across), |machine, tile| {
            (0..steps[tile]).try_for_each(|_| machine.step(|_| Ok(())))
        })
    }
}

#[test]
fn tiles_of_one_shape_that_take_different_numbers_of_steps() {
    // Tiles of 1, 2, 1 and 2 columns.
    let mesh = Setting::new(2, 6, 1);
    let unequal = wait(mesh.shape, 4, &[3, 5, 3, 4]);
    mesh.refuses(&unequal, broken(Rule::M7, 2, 4, 4, 5));
    // Tiles of other shapes may differ: everyone knows both formulas.
    mesh.allows(wait(mesh.shape, 4, &[3, 5, 3, 5]));
}

#[test]
fn the_earliest_violation_of_a_tile_ends_the_run() {
    let mesh = Setting::new(1, 3, 1);
    let after = |steps: [usize; 3]| {
        move |machine: &mut Machine| {
            machine.in_parallel(&Tiling::grid(machine.shape(), 1, 3), |machine, tile| {
                (0..steps[tile]).try_for_each(|_| machine.step(|_| Ok(())))?;
                machine.swap_lanes(|_| Some((0, 9)))
            })
        }
    };
    let at = |step, node| broken(Rule::M5, step, node, 10, 1);
    mesh.refuses(after([2, 1, 3]), at(2, 1));
    mesh.refuses(after([2, 1, 1]), at(2, 1));
    mesh.refuses(after([2, 2, 1]), at(2, 2));
}
