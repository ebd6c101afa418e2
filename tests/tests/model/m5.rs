//! M5: a node works with what it holds.

use super::{Broken, Setting, broken, stopped};
use meshcast_engine::{
    CopySteps, CostModel, LOCAL_PASSES, Machine, Mode, Options, Port, Rehearsal, Rule, Step,
    Tiling, Variable, Violation,
};
use meshcast_tests::replay::ReplayRule::{LinkTwice, Place};

/// Node `from` sends its slot `lane` over `port`, in a form that has declared lanes 0 and 1 and `declared`.
fn send(
    machine: &mut Machine,
    declared: &[Port],
    (from, lane, port): (u32, usize, Port),
) -> Result<(), Violation> {
    machine.step(|step| {
        step.transmit(0..2, declared, |node, sends| {
            if node.id() == from {
                sends.send(lane, port);
            }
        })
    })
}

#[test]
fn sending_from_an_empty_slot() {
    let mesh = Setting::new(2, 3, 4);
    let send_lane =
        |lane| move |machine: &mut Machine| send(machine, &[Port::East], (3, lane, Port::East));
    mesh.refuses_and_replay_finds(send_lane(1), broken(Rule::M5, 1, 3, 1, 0), Place);
    mesh.allows(send_lane(0));
}

#[test]
fn copying_an_empty_slot() {
    let mesh = Setting::new(2, 3, 3);
    let copy = |lane| {
        move |machine: &mut Machine| machine.step(|step| step.copy(lane, 2, |node| node.id() == 3))
    };
    mesh.refuses_and_replay_finds(copy(1), broken(Rule::M5, 1, 3, 1, 0), Place);
    mesh.allows(copy(0));
}

#[test]
fn delivering_an_empty_slot() {
    let mesh = Setting::new(2, 3, 3).with_messages([(3, &[3]), (4, &[])]);
    let deliver = |lane| {
        move |machine: &mut Machine| {
            machine.step(|step| step.deliver(lane, |node| (node.id() == 3).then_some(0)))
        }
    };
    mesh.refuses_and_replay_finds(deliver(1), broken(Rule::M5, 1, 3, 1, 0), Place);
    mesh.allows(deliver(0));
}

#[test]
fn sending_over_the_edge_of_the_mesh() {
    let mesh = Setting::new(3, 3, 4);
    for (from, port) in [(5, Port::East), (3, Port::West), (7, Port::South), (1, Port::North)] {
        mesh.refuses_and_replay_finds(
            |machine| send(machine, &Port::ALL, (from, 0, port)),
            broken(Rule::M5, 1, from, 1, 0),
            Place,
        );
        mesh.allows(|machine| send(machine, &Port::ALL, (from, 0, port.opposite())));
    }
}

#[test]
fn sending_over_a_port_that_the_form_did_not_declare() {
    let mesh = Setting::new(2, 3, 4);
    let undeclared = |machine: &mut Machine| send(machine, &[Port::West], (3, 0, Port::East));
    mesh.refuses(undeclared, broken(Rule::M5, 1, 3, 1, 0));
    // Undeclared, the port may carry what another form of the step sends as well.
    let beside_a_word = |machine: &mut Machine| {
        let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
        machine.step(|step| {
            step.words(
                &mut values,
                &[Port::East],
                |_, row| 0..row,
                |_, _, value: &[u32]| value[0],
                |_, _, value, word| value[0] = word,
            )?;
            step.transmit(0..2, &[Port::West], |node, sends| {
                if node.id() == 3 {
                    sends.send(0, Port::East);
                }
            })
        })
    };
    mesh.replay_finds(beside_a_word, broken(Rule::M5, 1, 3, 1, 0), LinkTwice);
}

#[test]
fn sending_a_lane_that_the_form_did_not_declare() {
    let mesh = Setting::new(2, 3, 4);
    let send_lane_2 = |machine: &mut Machine| {
        machine.step(|step| step.copy(0, 2, |_| true))?;
        send(machine, &[Port::East], (3, 2, Port::East))
    };
    mesh.refuses(send_lane_2, broken(Rule::M5, 2, 3, 1, 0));
}

#[test]
fn words_that_leave_the_mesh() {
    let mesh = Setting::new(3, 3, 1);
    let stream = |machine: &mut Machine, row: usize, col: usize, port: Port| {
        let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
        machine.step(|step| {
            step.words(
                &mut values,
                &[port],
                |_, at| if at == row { col..col + 1 } else { 0..0 },
                |_, _, value: &[u32]| value[0],
                |_, _, value, word| value[0] = word,
            )
        })
    };
    for (row, col, port) in
        [(1, 2, Port::East), (1, 0, Port::West), (2, 1, Port::South), (0, 1, Port::North)]
    {
        let node = (row * 3 + col) as u32;
        mesh.refuses_and_replay_finds(
            |machine| stream(machine, row, col, port),
            broken(Rule::M5, 1, node, 1, 0),
            Place,
        );
        mesh.allows(|machine| stream(machine, row, col, port.opposite()));
    }
    let long_stream = |machine: &mut Machine| {
        let mut values = machine.variable(1, |node, _| node.id()).expect("lawful");
        machine.step(|step| {
            step.words(
                &mut values,
                &[Port::East],
                |_, row| 0..3 * row.min(1),
                |_, _, value: &[u32]| value[0],
                |_, _, value, word| value[0] = word,
            )
        })
    };
    mesh.refuses(long_stream, broken(Rule::M5, 1, 5, 1, 0));
}

#[test]
fn swapping_with_a_slot_beyond_the_buffer() {
    let mesh = Setting::new(1, 2, 2);
    let swap = |lane| {
        move |machine: &mut Machine| {
            machine.swap_lanes(|node| (node.id() == 1).then_some((0, lane)))
        }
    };
    mesh.refuses(swap(2), broken(Rule::M5, 1, 1, 3, 2));
    mesh.allows(swap(1));
}

/// A pass of local work of every kind there is, in turn.
fn work(machine: &mut Machine, pass: u32, values: &mut Variable<u32>) -> Result<(), Violation> {
    match pass % 4 {
        0 => machine.compute(values, |_, value| value[0] += 1),
        1 => machine.map(values, |_, value| value + 1).map(|next| *values = next),
        2 => machine.rekey(0, |_| Some(pass)),
        _ => machine.swap_lanes(|_| None),
    }
}

fn work_often(machine: &mut Machine, passes: u32) -> Result<(), Violation> {
    // Filling the registers is the first pass.
    let mut values = machine.variable(1, |node, _| node.id())?;
    (1..passes).try_for_each(|pass| work(machine, pass, &mut values))
}

fn too_much_work(step: u64) -> Broken {
    broken(Rule::M5, step, None, u64::from(LOCAL_PASSES) + 1, u64::from(LOCAL_PASSES))
}

#[test]
fn more_local_work_between_two_steps_than_a_node_can_do() {
    let mesh = Setting::new(1, 2, 1);
    let rounds = |machine: &mut Machine, passes: u32| {
        work_often(machine, passes)?;
        machine.step(|_| Ok(()))?;
        work_often(machine, LOCAL_PASSES)
    };
    mesh.refuses(|machine| rounds(machine, LOCAL_PASSES + 1), too_much_work(1));
    mesh.allows(|machine| rounds(machine, LOCAL_PASSES));
}

#[test]
fn tiles_give_no_time_for_more_local_work() {
    let mesh = Setting::new(1, 2, 1);
    let tiling = Tiling::grid(mesh.shape, 1, 2);
    let half = LOCAL_PASSES / 2;
    mesh.refuses(
        |machine| {
            work_often(machine, LOCAL_PASSES)?;
            machine.in_parallel(&tiling, |machine, _| work_often(machine, 1))
        },
        too_much_work(1),
    );
    mesh.refuses(
        |machine| {
            machine.transposed(|machine| work_often(machine, LOCAL_PASSES))?;
            work_often(machine, 1)
        },
        too_much_work(1),
    );
    mesh.allows(|machine| {
        work_often(machine, half)?;
        machine.in_parallel(&tiling, |machine, _| work_often(machine, half))?;
        machine.step(|_| Ok(()))?;
        machine.transposed(|machine| work_often(machine, LOCAL_PASSES))
    });
}

#[test]
fn a_step_that_is_charged_nothing_gives_no_time_for_more_local_work() {
    let rounds = |machine: &mut Machine| {
        work_often(machine, LOCAL_PASSES)?;
        machine.step(|step| step.copy(0, 1, |_| true))?;
        work_often(machine, 1)
    };
    let charged = Setting::new(1, 2, 2);
    charged.allows(rounds);
    let model = CostModel { copy_steps: CopySteps::Zero, ..CostModel::default() };
    Setting { model, ..charged }.refuses(rounds, too_much_work(1));
}

#[test]
fn a_leap_takes_as_much_local_work_as_its_steps() {
    let (before, inside) = (LOCAL_PASSES - 12, 5);
    // The steps of the part, and the passes that are left after it.
    for (steps, left) in [(0, 7), (2, LOCAL_PASSES - 5)] {
        let modes = [Mode::Step, Mode::Leap].into_iter();
        for (mode, too_many) in modes.flat_map(|mode| [(mode, 0), (mode, 1)]) {
            let mut machine = Setting::new(1, 2, 1).machine(Options { mode, ..Options::default() });
            let rehearsal = Rehearsal::default();
            // The second time the rehearsal is known.
            for round in 0..2 {
                work_often(&mut machine, before).expect("lawful");
                machine
                    .leap(&rehearsal, 0..0, |machine| {
                        (0..steps).try_for_each(|_| machine.step(|_| Ok(())))?;
                        work_often(machine, inside)
                    })
                    .expect("lawful");
                let result = work_often(&mut machine, left + round * too_many);
                let case = format!("{mode:?}, {steps} steps, round {round}");
                if round * too_many == 0 {
                    assert_eq!(result, Ok(()), "{case}");
                    machine.step(|_| Ok(())).expect("lawful");
                } else {
                    assert_eq!(stopped(result), Err(too_much_work(machine.steps() + 1)), "{case}");
                }
            }
        }
    }
}

#[test]
fn looking_at_registers_that_take_in_words_in_the_same_step() {
    let mesh = Setting::new(1, 3, 2);
    let program = |words_first: bool| {
        move |machine: &mut Machine| {
            let mut values = machine.variable(1, |node, _| node.id())?;
            machine.step(|step| {
                if words_first {
                    send_east(step, &mut values)?;
                }
                step.copy(0, 1, |node| node.own(&values)[0] == 2)
            })
        }
    };
    mesh.refuses(program(true), broken(Rule::M5, 1, 0, 1, 0));
    mesh.allows(program(false));
    mesh.allows(|machine| {
        let mut values = machine.variable(1, |node, _| node.id())?;
        machine.step(|step| send_east(step, &mut values))?;
        machine.rekey(0, |node| Some(node.own(&values)[0]))
    });
}

/// Every node sends its register to the east.
fn send_east(step: &mut Step<'_>, values: &mut Variable<u32>) -> Result<(), Violation> {
    step.words(
        values,
        &[Port::East],
        |_, _| 0..2,
        |_, _, value: &[u32]| value[0],
        |_, _, value, word| value[0] = word,
    )
}

#[test]
#[should_panic(expected = "the registers are of another machine")]
fn looking_at_the_registers_of_another_machine() {
    let mesh = Setting::new(1, 2, 1);
    mesh.run(|machine| {
        let values = machine.variable(1, |node, _| node.id())?;
        machine.in_parallel(&Tiling::grid(mesh.shape, 1, 2), |machine, _| {
            machine.rekey(0, |node| Some(node.own(&values)[0]))
        })
    });
}
