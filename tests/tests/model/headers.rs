//! Header words: a packet carries a word a destination, rewritten only where it is its message's only packet (M5).

use super::{Setting, broken, stopped};
use meshcast_engine::{Machine, Messages, Port, Rule, Tiling, Variable, Violation};
use std::sync::Arc;

/// The first word of the packet in lane 0 of every node; 99 where there is none.
fn first_words(machine: &mut Machine) -> Result<Variable<u32>, Violation> {
    machine.variable(1, |node, _| node.words(0).iter().next().unwrap_or(99))
}

/// Numbers the words of the packets in `lane`, after the node.
fn number(machine: &mut Machine, lane: usize) -> Result<(), Violation> {
    machine.annotate(lane, |node, words| {
        for i in 0..words.len() {
            words.set(i, words.get(i) + 10 * node.id() + i as u32);
        }
    })
}

fn copy_and_send(machine: &mut Machine) -> Result<(), Violation> {
    machine.step(|step| step.copy(0, 1, |node| node.packet(0).is_some()))?;
    machine.step(|step| {
        step.transmit(1..3, &[Port::East], |node, sends| {
            if node.packet(1).is_some() {
                sends.send(1, Port::East);
            }
        })
    })?;
    machine.swap_lanes(|node| node.packet(1).is_some().then_some((0, 1)))
}

#[test]
fn a_packet_has_a_word_for_each_destination_and_all_are_0_at_first() {
    let mesh = Setting::new(1, 3, 1).with_messages([(0, &[1, 2]), (1, &[]), (2, &[0])]);
    let mut machine = mesh.machine(meshcast_engine::Options::default());
    let sums = |machine: &mut Machine| {
        machine.variable(2, |node, i| [node.words(0).len() as u32, node.words(0).iter().sum()][i])
    };
    let before = sums(&mut machine).expect("lawful");
    number(&mut machine, 0).expect("lawful");
    number(&mut machine, 0).expect("lawful");
    let after = sums(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(outcome.steps, 0);
    assert_eq!(before.reveal(&outcome), [2, 0, 0, 0, 1, 0]);
    assert_eq!(after.reveal(&outcome), [2, 2, 0, 0, 1, 40]);
}

#[test]
fn a_packet_without_destinations_has_no_words() {
    let mesh = Setting::new(1, 3, 1).with_messages([(0, &[1, 2]), (1, &[])]);
    let mut machine = mesh.machine(meshcast_engine::Options::default());
    let none = machine.variable(1, |node, _| node.words(0).is_empty()).expect("lawful");
    let work = machine.annotate(0, |node, words| {
        assert_eq!(words.is_empty(), node.destinations(0).is_empty());
    });
    work.expect("lawful");
    // Node 2 has no packet.
    assert_eq!(none.reveal(&machine.finish()), [false, true, true]);
}

/// Long and short headers, their length in words no multiple of anything.
#[test]
fn those_words_are_replaced_that_the_program_names() {
    let all: Vec<u32> = (0..40).collect();
    for (length, step) in [(1, 1), (7, 3), (8, 8), (9, 9), (21, 5), (37, 36), (40, 1)] {
        let mesh = Setting::new(1, 40, 1).with_messages([(0, &all[..length])]);
        let mut machine = mesh.machine(meshcast_engine::Options::default());
        let is_named = |word: u32| word > 0 && (word - 1).is_multiple_of(step);
        machine
            .annotate(0, |_, words| (0..length).for_each(|i| words.set(i, i as u32 + 1)))
            .and_then(|()| {
                machine.annotate(0, |_, words| {
                    words.replace(|word| is_named(word).then_some(word + 100));
                })
            })
            .expect("lawful");
        let words = machine
            .variable(length, |node, i| node.words(0).iter().nth(i).unwrap_or(0))
            .expect("lawful");
        let words = words.reveal(&machine.finish());
        let expected = |word: u32| if is_named(word) { word + 100 } else { word };
        let expected: Vec<u32> = (1..=length as u32).map(expected).collect();
        assert_eq!(words[..length], expected, "{length} words, every {step}th");
    }
}

#[test]
fn copies_inherit_the_words_and_carry_them_along() {
    let mesh = Setting::new(1, 4, 3).with_messages([(1, &[0, 3])]);
    let mut machine = mesh.machine(meshcast_engine::Options::default());
    number(&mut machine, 0).expect("lawful");
    copy_and_send(&mut machine).expect("lawful");
    let words = first_words(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(words.reveal(&outcome), [99, 10, 10, 99]);
}

#[test]
fn words_cannot_change_while_a_copy_is_about() {
    let mesh = Setting::new(1, 4, 3).with_messages([(1, &[0, 3])]);
    let rewrite = |done: bool| {
        move |machine: &mut Machine| {
            number(machine, 0)?;
            copy_and_send(machine)?;
            machine.step(|step| step.discard(0, |node| done && node.id() == 2))?;
            number(machine, 0)
        }
    };
    mesh.refuses(rewrite(false), broken(Rule::M5, 4, 1, 2, 1));
    mesh.run(rewrite(true));
}

#[test]
fn words_change_while_bare_copies_without_words_are_about() {
    let mesh = Setting::new(1, 4, 4).with_messages([(1, &[0, 3])]);
    let copies = |machine: &mut Machine| {
        number(machine, 0)?;
        machine.step(|step| step.copy_bare(0, 1, |node| node.packet(0).is_some()))?;
        machine.step(|step| step.copy(1, 2, |node| node.packet(1).is_some()))?;
        machine.rekey(2, |_| Some(7))?;
        number(machine, 0)
    };
    let mut machine = mesh.machine(meshcast_engine::Options::default());
    copies(&mut machine).expect("lawful");
    let sums = machine.variable(3, |node, lane| node.words(lane).iter().sum::<u32>());
    let sums = sums.expect("lawful");
    let outcome = machine.finish();
    assert_eq!(sums.reveal(&outcome)[3..6], [10 + 11 + 10 + 11, 0, 0]);
    for lane in [1, 2] {
        let written = |machine: &mut Machine| copies(machine).and_then(|()| number(machine, lane));
        mesh.refuses(written, broken(Rule::M5, 3, 1, 1, 0));
    }
}

#[test]
fn local_work_on_headers_is_counted() {
    let mesh = Setting::new(1, 2, 1);
    let passes = meshcast_engine::LOCAL_PASSES;
    let limit = u64::from(passes);
    mesh.refuses(
        |machine| (0..=passes).try_for_each(|_| number(machine, 0)),
        broken(Rule::M5, 1, None, limit + 1, limit),
    );
    mesh.allows(|machine| (0..passes).try_for_each(|_| number(machine, 0)));
}

/// Runs `program` on two tiles, by one thread and by two.
fn on_tiles(
    mesh: &Setting,
    program: impl Fn(&mut Machine, usize) -> Result<(), Violation> + Sync,
) -> Result<Vec<u32>, Violation> {
    let tiling = Tiling::grid(mesh.shape, 1, 2);
    let [alone, together] = [1, 2].map(|threads| {
        let mut machine = mesh.machine(meshcast_engine::Options { threads, ..Default::default() });
        copy_and_send(&mut machine)?;
        machine.in_parallel(&tiling, &program)?;
        let words = first_words(&mut machine)?;
        Ok(words.reveal(&machine.finish()))
    });
    assert_eq!(alone, together);
    alone
}

#[test]
fn a_tile_rewrites_what_it_has_alone() {
    // The copies of message 0 end up in one tile, those of message 1 in two.
    let mesh = Setting::new(1, 4, 4).with_messages([(0, &[0, 3]), (2, &[1])]);
    let words = on_tiles(&mesh, |tile, _| {
        tile.step(|step| step.discard(0, |node| [1, 3].contains(&node.id())))?;
        number(tile, 0)
    });
    assert_eq!(words, Ok(vec![0, 99, 20, 99]));
}

#[test]
fn a_tile_cannot_tell_what_happens_to_packets_in_another() {
    // Message 0 has a packet in either tile; that one of them has left is not known in the other.
    let mesh = Setting::new(1, 4, 4).with_messages([(1, &[0, 3])]);
    for gone in [1, 2] {
        let words = on_tiles(&mesh, |tile, _| {
            tile.step(|step| step.discard(0, |node| node.id() == gone))?;
            number(tile, 0)
        });
        assert_eq!(stopped(words), Err(broken(Rule::M5, 4, 3 - gone, 2, 1)));
        let later = on_tiles(&mesh, |tile, _| {
            tile.step(|step| step.discard(0, |node| node.id() == gone))?;
            tile.step(|_| Ok(()))
        });
        assert!(later.is_ok());
    }
}

#[test]
fn after_the_tiles_the_mesh_knows_what_is_left() {
    let mesh = Setting::new(1, 4, 4).with_messages([(1, &[0, 3])]);
    let tiling = Tiling::grid(mesh.shape, 1, 2);
    mesh.run(|machine| {
        copy_and_send(machine)?;
        machine.in_parallel(&tiling, |tile, _| {
            tile.in_parallel(&Tiling::grid(tile.shape(), 1, 2), |node, _| {
                node.step(|step| step.discard(0, |node| node.id() == 1))
            })
        })?;
        number(machine, 0)
    });
}

#[test]
fn a_copy_that_waits_in_a_queue_is_about() {
    let mesh = Setting::new(1, 4, 3).with_messages([(1, &[0, 3])]);
    let program = |machine: &mut Machine| {
        copy_and_send(machine)?;
        machine.swap_lanes(|node| (node.id() == 2).then_some((0, 1)))?;
        machine.enqueue(1..2, 0)?;
        number(machine, 0)
    };
    mesh.refuses(program, broken(Rule::M5, 3, 1, 2, 1));
}

#[test]
fn parts_of_a_message_have_words_of_their_own() {
    let setting = Setting::new(1, 4, 3);
    let messages = Messages::new(4, [(1, vec![0, 1, 3])]).expect("small").in_parts(2);
    let mesh = Setting { messages: Arc::new(messages), ..setting };
    let narrowed = |machine: &mut Machine, both: bool| {
        machine.annotate(0, |_, words| (0..3).for_each(|i| words.set(i, 5 + i as u32)))?;
        copy_and_send(machine)?;
        machine.narrow(0, |node| (both || node.id() == 2).then(|| node.col().saturating_sub(1)))?;
        number(machine, 0)
    };
    let mut machine = mesh.machine(meshcast_engine::Options::default());
    narrowed(&mut machine, true).expect("lawful");
    let sums = machine.variable(1, |node, _| node.words(0).iter().sum::<u32>()).expect("lawful");
    let outcome = machine.finish();
    // Node 1 has words 0 and 1, and adds 10 and 11; node 2 has word 2, and adds 20.
    assert_eq!(sums.reveal(&outcome), [0, 5 + 6 + 10 + 11, 7 + 20, 0]);
    mesh.refuses(|machine| narrowed(machine, false), broken(Rule::M5, 3, 1, 2, 1));
}

#[test]
fn words_belong_to_the_packet_not_to_the_node() {
    let mesh = Setting::new(2, 2, 2).with_messages([(0, &[3]), (1, &[2]), (3, &[0])]);
    let mut machine = mesh.machine(meshcast_engine::Options::default());
    machine
        .transposed(|machine| number(machine, 0))
        .and_then(|()| {
            machine.step(|step| {
                step.transmit(0..2, &[Port::South, Port::North], |node, sends| {
                    if node.packet(0).is_some() {
                        sends.send(0, if node.row() == 0 { Port::South } else { Port::North });
                    }
                })
            })
        })
        .expect("lawful");
    let words = first_words(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(words.reveal(&outcome), [99, 30, 0, 10]);
}
