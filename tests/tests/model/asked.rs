//! Tests the forms that ask only nodes with something to do: belts, branches and dispatches.

use super::{Broken, Setting, broken, panic_of, stopped};
use meshcast_engine::{
    Advancing, Copied, Dispatch, End, Keys, LeftPacket, Machine, Node, Options, Port, Rule,
    Service, StaggeredBelt, Step, Violation,
};

/// Every packet of a row of three waits in queue 0, keyed by its node.
fn queued(machine: &mut Machine) -> Result<(), Violation> {
    machine.enqueue(0..1, 0)
}

/// Dispatches from queue 0 into queues 0 and 1 over east and south, as `program` says by column.
fn dispatch(
    machine: &mut Machine,
    program: impl Fn(usize, &mut Dispatch) + Sync,
) -> Result<(), Violation> {
    let mut none = machine.variable(1, |_, _| ())?;
    machine.step(|step| {
        let ports = [Port::East, Port::South];
        let by_col = |node: &Node<'_>, _: &mut [()], own: &mut Dispatch| program(node.col(), own);
        step.dispatch(&mut none, (&[0], &[0, 1]), &ports, by_col, |_, _| 1)
    })
}

fn refuses_dispatch(program: impl Fn(usize, &mut Dispatch) + Sync, expected: Broken) {
    Setting::new(1, 3, 4).refuses(
        |machine| {
            queued(machine)?;
            dispatch(machine, &program)
        },
        expected,
    );
}

const LAST: Service = Service::DeliverLast;

#[test]
fn only_nodes_with_packets_in_the_queues_are_asked() {
    let mesh = Setting::new(1, 3, 4);
    let outcome = mesh.run(|machine| {
        machine.step(|step| step.discard(0, |node| node.col() == 1))?;
        queued(machine)?;
        dispatch(machine, |col, own| {
            assert!(col != 1 && own.waits(0) && !own.waits(1));
            if col == 0 {
                own.send(0, End::Least, Port::East);
            }
        })?;
        machine.dequeue(1, 0..1)?;
        machine.dequeue(0, 1..2)
    });
    let key = |lane, col| outcome.packet(lane, 0, col).map(LeftPacket::key);
    assert_eq!([key(0, 0), key(0, 1), key(1, 2)], [None, Some(0), Some(2)]);
    assert_eq!((outcome.link_uses, outcome.steps), (1, 2));
}

#[test]
fn what_is_unlawful_for_a_queue_or_a_link_ends_the_run() {
    let two = |port| {
        move |col: usize, own: &mut Dispatch| {
            if col == 0 {
                own.send(0, End::Least, Port::East);
                own.send(0, End::Least, port);
            }
        }
    };
    refuses_dispatch(two(Port::East), broken(Rule::M1, 1, 0, 2, 1));
    refuses_dispatch(
        |_, own| {
            own.send(0, End::Least, Port::West);
        },
        broken(Rule::M5, 1, 0, 1, 0),
    );
    refuses_dispatch(
        |col, own| {
            if col == 2 {
                own.send(0, End::Least, Port::East);
            }
        },
        broken(Rule::M5, 1, 2, 1, 0),
    );
    refuses_dispatch(
        |_, own| {
            own.serve(0, LAST);
            own.send(0, End::Least, Port::East);
        },
        broken(Rule::M3, 1, 0, 2, 1),
    );
    refuses_dispatch(|_, own| own.serve(1, LAST), broken(Rule::M5, 1, 0, 1, 0));
    let copy = Service::Copy(Copied { original: (0, 1), copy: (0, 2) });
    refuses_dispatch(
        |_, own| {
            own.serve(0, copy);
            own.serve(0, LAST);
        },
        broken(Rule::M3, 1, 0, 2, 1),
    );
}

#[test]
fn a_copy_unit_serves_once_a_step() {
    let program = |machine: &mut Machine| {
        machine.step(|step| step.copy(0, 1, |_| true))?;
        machine.enqueue(0..2, 0)?;
        dispatch(machine, |col, own| {
            assert!(own.copy_unit_is_free());
            if col == 1 {
                own.serve(0, LAST);
                own.serve(0, LAST);
            }
        })
    };
    Setting::new(1, 3, 4).refuses(program, broken(Rule::M2, 2, 1, 2, 1));
}

#[test]
fn a_packet_enters_no_queue_that_is_not_named() {
    let panic = panic_of(|| {
        let mesh = Setting::new(1, 3, 4);
        mesh.run(|machine| {
            queued(machine)?;
            dispatch(machine, |_, own| own.serve(0, Service::Deliver((3, 0))))
        });
    });
    assert_eq!(panic, "a packet enters a queue that the form did not name");
}

/// Copies the packet in slot 0 of the nodes that `key` gives one into queue 0; the header of the original gets `word`.
fn branch(
    machine: &mut Machine,
    due: Keys,
    key: impl Fn(&Node<'_>) -> Option<(usize, u32)> + Sync,
    word: Option<u32>,
) -> Result<(), Violation> {
    let mut asked = machine.variable(1, |_, _| false)?;
    machine.step(|step| {
        step.branch(
            &mut asked,
            (&[0, 1], 0),
            (due, |_| 0),
            |node, own| {
                own[0] = true;
                key(node)
            },
            |_, lane, words| {
                assert!(lane < 2);
                if let Some(word) = word {
                    words.set(0, word);
                }
                Some(7)
            },
        )
    })
}

#[test]
fn a_node_copies_the_packet_that_it_names_if_one_is_due() {
    let mesh = Setting::new(1, 3, 4).with_messages([(0, &[1]), (1, &[0, 2]), (2, &[0])]);
    let outcome = mesh.run(|machine| {
        branch(machine, Keys::like(1, 1), |node| (node.col() < 2).then_some((0, 3)), Some(5))?;
        machine.dequeue(0, 1..2)
    });
    let key = |lane, col| outcome.packet(lane, 0, col).map(LeftPacket::key);
    assert_eq!([key(0, 0), key(0, 1), key(0, 2)], [Some(0), Some(7), Some(2)]);
    assert_eq!([key(1, 0), key(1, 1), key(1, 2)], [None, Some(3), None]);
    assert_eq!((outcome.copies, outcome.peak), (1, 2));
}

#[test]
fn what_is_unlawful_for_a_copy_or_its_original_ends_the_run() {
    let mesh = || Setting::new(1, 3, 2).with_messages([(0, &[1]), (1, &[0, 2]), (2, &[0])]);
    let of_nothing =
        |machine: &mut Machine| branch(machine, Keys::like(1, 1), |_| Some((1, 3)), None);
    mesh().refuses(of_nothing, broken(Rule::M5, 1, 1, 1, 0));
    let twice = |machine: &mut Machine| {
        let mut none = machine.variable(1, |_, _| ())?;
        machine.step(|step| {
            step.copy(0, 1, |node| node.col() == 2)?;
            step.branch(
                &mut none,
                (&[2, 0], 0),
                (Keys::like(0, 0), |_| 0),
                |_, _| Some((0, 1)),
                |_, _, _| None,
            )
        })
    };
    mesh().refuses(twice, broken(Rule::M3, 1, None, 2, 1));
    let shared = |machine: &mut Machine| {
        machine.step(|step| step.copy(0, 1, |node| node.col() == 2))?;
        branch(machine, Keys::like(0, 0), |node| (node.col() == 1).then_some((0, 3)), Some(1))?;
        branch(machine, Keys::like(0, 0), |node| (node.col() == 2).then_some((0, 3)), Some(1))
    };
    Setting { capacity: Some(3), ..mesh() }.refuses(shared, broken(Rule::M5, 3, 2, 2, 1));
    let bare = |machine: &mut Machine| {
        machine.step(|step| step.copy_bare(0, 1, |node| node.col() == 2))?;
        branch(machine, Keys::like(0, 0), |node| (node.col() == 2).then_some((1, 3)), Some(1))
    };
    Setting { capacity: Some(3), ..mesh() }.refuses(bare, broken(Rule::M5, 2, 2, 1, 0));
    let overfull =
        |machine: &mut Machine| branch(machine, Keys::like(1, 1), |_| Some((0, 3)), None);
    Setting { capacity: Some(1), ..mesh() }.refuses(overfull, broken(Rule::M6, 1, 1, 2, 1));
}

#[test]
fn registers_that_take_in_words_are_not_computed_with_in_that_step() {
    let mesh = Setting::new(1, 3, 2);
    let words_first = |machine: &mut Machine| {
        machine.enqueue(0..1, 0)?;
        let mut own = machine.variable(1, |node, _| node.id())?;
        machine.step(|step| {
            step.words(
                &mut own,
                &[Port::East],
                |_, _| 0..2,
                |_, _, own| own[0],
                |_, _, own, word| own[0] = word,
            )?;
            step.dispatch(&mut own, (&[0], &[]), &[], |_, _, _| {}, |_, _| 0)
        })
    };
    mesh.refuses(words_first, broken(Rule::M5, 1, None, 1, 0));
}

#[test]
fn belts_use_two_ports_and_two_slots() {
    let mesh = Setting::new(2, 3, 2);
    let twice = |machine: &mut Machine| {
        machine.step(|step| {
            step.advance(std::slice::from_ref(&(0..2)), (0, 1))?;
            step.carry(2..3, &[Port::West], |_, _, _| None)
        })
    };
    mesh.refuses(twice, broken(Rule::M1, 1, None, 2, 1));
    let missing = |machine: &mut Machine| {
        machine.step(|step| step.advance(std::slice::from_ref(&(0..3)), (0, 2)))
    };
    mesh.refuses(missing, broken(Rule::M6, 1, None, 3, 2));
    for windows in [vec![0..2, 1..3], vec![0..2, 2..4], vec![2..3, 0..1]] {
        let panic = panic_of(|| {
            let mut machine = mesh.machine(Options::default());
            let _ = stopped(machine.step(|step| step.advance(&windows, (0, 1))));
        });
        assert_eq!(panic, "windows lie in the mesh one after the other");
    }
}

/// A row of three packets on their way east, or west.
#[test]
fn staggered_belts_need_room_where_packets_turn() {
    let mesh = Setting::new(1, 3, 3);
    let belt = StaggeredBelt { east: 0, west: 1, turning: 2, beside: [3, 3] };
    let advance = |machine: &mut Machine, all: &[Advancing]| {
        let window = std::slice::from_ref(&(0..3));
        all.iter().try_for_each(|&advancing| {
            machine.step(|step| step.advance_staggered(window, belt, advancing))
        })
    };
    let turns_twice = [Advancing::Eastbound, Advancing::Eastbound];
    mesh.refuses(|machine| advance(machine, &turns_twice), broken(Rule::M6, 2, Some(2), 2, 1));
    mesh.refuses(|machine| advance(machine, &[Advancing::All]), broken(Rule::M6, 1, Some(0), 2, 1));
    let meets_one = |machine: &mut Machine| {
        machine.swap_lanes(|_| Some((0, 1)))?;
        advance(machine, &[Advancing::Westbound])
    };
    mesh.refuses(meets_one, broken(Rule::M6, 1, Some(0), 2, 1));
    let beside = |machine: &mut Machine| {
        machine.step(|step| {
            step.advance_staggered(std::slice::from_ref(&(0..3)), belt, Advancing::Eastbound)?;
            step.discard(2, |_| true)
        })
    };
    mesh.refuses(beside, broken(Rule::M3, 1, None, 2, 1));
    let over_one_port = |machine: &mut Machine| {
        machine.swap_lanes(|_| Some((0, 1)))?;
        machine.step(|step| {
            step.advance_staggered(std::slice::from_ref(&(0..3)), belt, Advancing::Eastbound)?;
            step.carry(1..2, &[Port::East], |_, _, _| None)
        })
    };
    mesh.refuses(over_one_port, broken(Rule::M1, 1, None, 2, 1));
    let over_the_other = |machine: &mut Machine| {
        machine.step(|step| {
            step.advance_staggered(std::slice::from_ref(&(0..3)), belt, Advancing::Westbound)?;
            step.carry(0..1, &[Port::West], |_, _, _| None)
        })
    };
    mesh.refuses(over_the_other, broken(Rule::M1, 1, None, 2, 1));
    for (windows, message) in [
        (vec![0..2, 2..3], "a belt has two columns or more"),
        (vec![1..3, 0..2], "windows lie in the mesh one after the other"),
        (vec![0..3, 1..3], "windows lie in the mesh one after the other"),
        (vec![0..2, 2..4], "windows lie in the mesh one after the other"),
        (vec![0..2, 1..3], "belts that share a node have five slots there"),
    ] {
        let panic = panic_of(|| {
            let mut machine = mesh.machine(Options::default());
            let _ = stopped(
                machine.step(|step| step.advance_staggered(&windows, belt, Advancing::Eastbound)),
            );
        });
        assert_eq!(panic, message);
    }
}

/// Two windows that have the column in the middle in common.
#[test]
fn staggered_belts_that_share_a_column_need_two_slots_more_there() {
    let belt = StaggeredBelt { east: 0, west: 1, turning: 2, beside: [3, 4] };
    let advance = |step: &mut Step<'_>, advancing: Advancing| {
        step.advance_staggered(&[0..2, 1..3], belt, advancing)
    };
    let mesh = Setting::new(1, 3, 5);
    for (advancing, taken) in [(Advancing::All, 3), (Advancing::Westbound, 4)] {
        let meets_one = |machine: &mut Machine| {
            machine.swap_lanes(|node| Some((0, if node.col() == 1 { taken } else { 2 })))?;
            machine.step(|step| advance(step, advancing))
        };
        mesh.refuses(meets_one, broken(Rule::M6, 1, Some(1), 2, 1));
    }
    for (advancing, lane) in [
        (Advancing::Eastbound, 3),
        (Advancing::All, 3),
        (Advancing::All, 4),
        (Advancing::Westbound, 4),
    ] {
        let uses_it_too = |machine: &mut Machine| {
            machine.swap_lanes(|_| Some((0, 5 - lane)))?;
            machine.step(|step| {
                step.discard(lane, |_| false)?;
                advance(step, advancing)
            })
        };
        mesh.refuses(uses_it_too, broken(Rule::M3, 1, None, 2, 1));
    }
    let program = |machine: &mut Machine| machine.step(|step| advance(step, Advancing::Eastbound));
    Setting::new(1, 3, 4).refuses(program, broken(Rule::M6, 1, None, 5, 4));
}

#[test]
fn a_packet_that_is_not_due_keeps_its_key_and_its_node_is_not_asked() {
    let mesh = Setting::new(1, 3, 1);
    let outcome = mesh.run(|machine| {
        let mut asked = machine.variable(1, |_, _| 0)?;
        let due = Keys::like(1, 0);
        machine.rekey_due(0, &mut asked, due, |node, own| {
            own[0] += 1;
            (node.col() == 0).then_some(9)
        })?;
        let all = machine.map(&asked, |node, &times| times == usize::from(node.col() != 1))?;
        machine.agree(&all).map(|as_expected| assert!(as_expected))
    });
    let keys = [0, 1, 2].map(|col| outcome.packet(0, 0, col).map(LeftPacket::key));
    assert_eq!(keys, [Some(9), Some(1), Some(2)]);
}
