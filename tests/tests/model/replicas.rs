//! Replicas: packets of one message whose header words are their own, and what comes together of them.

use super::{Setting, broken};
use meshcast_engine::{Machine, Messages, Node, Options, Port, Rule, Tiling, Violation};
use std::sync::Arc;

/// Node 1 of a line of four has a message for nodes 0 and 3, with headers for three replicas.
fn line() -> Setting {
    let messages = Messages::new(4, [(1, vec![0, 3]), (2, vec![])]).expect("small");
    let messages = Arc::new(messages.with_replicas(3));
    Setting { messages, ..Setting::new(1, 4, 3) }
}

fn is_first(node: &Node<'_>) -> bool {
    node.id() == 1
}

fn send(machine: &mut Machine, lane: usize, port: Port) -> Result<(), Violation> {
    machine.step(|step| {
        step.carry(lane..lane + 1, &[port], |node, _, _| {
            (node.id() != 2 || lane == 1).then_some(port)
        })
    })
}

/// A copy of the packet of node 1 goes to node 0; the original is replica 0, and the copy `second`.
fn replicate(machine: &mut Machine, second: usize) -> Result<(), Violation> {
    machine.annotate(0, |_, words| words.replace(|_| Some(4)))?;
    machine.step(|step| step.copy(0, 1, is_first))?;
    send(machine, 1, Port::West)?;
    machine.swap_lanes(|node| (node.id() == 0).then_some((0, 1)))?;
    machine.take_header(0, |node| match node.id() {
        0 => Some(second),
        1 => Some(0),
        _ => None,
    })
}

fn sums(machine: &mut Machine, lane: usize) -> Result<meshcast_engine::Variable<u32>, Violation> {
    machine.variable(1, |node, _| node.words(lane).iter().sum::<u32>())
}

#[test]
fn replicas_inherit_words_and_then_write_their_own() {
    let mut machine = line().machine(Options::default());
    let words = replicate(&mut machine, 2)
        .and_then(|()| {
            machine.annotate(0, |node, words| {
                if !words.is_empty() {
                    words.set(0, 10 + node.id());
                }
            })
        })
        .and_then(|()| sums(&mut machine, 0))
        .expect("lawful");
    let outcome = machine.finish();
    assert_eq!(words.reveal(&outcome), [10 + 4, 11 + 4, 0, 0]);
    // Both are for the same destinations.
    for node in [0, 1] {
        assert!(outcome.packet(0, 0, node).is_some(), "node {node}");
    }
}

#[test]
fn replicas_that_meet_are_merged() {
    let mut machine = line().machine(Options::default());
    let words = replicate(&mut machine, 1)
        .and_then(|()| {
            machine.annotate(0, |node, words| {
                if !words.is_empty() {
                    words.set(node.id() as usize, 32);
                }
            })
        })
        .and_then(|()| machine.swap_lanes(|node| (node.id() == 0).then_some((0, 1))))
        .and_then(|()| send(&mut machine, 1, Port::East))
        // Node 2 has a packet of another message, which stays apart, and no second one.
        .and_then(|()| machine.merge_words(0, 1, |one, other| one | other))
        .and_then(|()| Ok([sums(&mut machine, 0)?, sums(&mut machine, 1)?]))
        .expect("lawful");
    let outcome = machine.finish();
    let [merged, other] = words.map(|words| words.reveal(&outcome));
    assert_eq!((merged[1], other[1]), (36 + 36, 36));
}

#[test]
fn packets_of_two_messages_are_not_merged() {
    let mut machine = line().machine(Options::default());
    let words = machine
        .annotate(0, |_, words| words.replace(|_| Some(4)))
        .and_then(|()| machine.swap_lanes(|node| is_first(node).then_some((0, 1))))
        .and_then(|()| send(&mut machine, 1, Port::East))
        .and_then(|()| machine.merge_words(1, 0, |one, other| one + other + 1))
        .and_then(|()| sums(&mut machine, 1))
        .expect("lawful");
    let outcome = machine.finish();
    assert_eq!(words.reveal(&outcome), [0, 0, 8, 0]);
}

#[test]
fn a_header_is_taken_once() {
    line().refuses(|machine| replicate(machine, 0), broken(Rule::M5, 3, 0, 2, 1));
    line().run(|machine| replicate(machine, 1));
}

#[test]
fn a_header_that_a_packet_elsewhere_has_cannot_be_taken() {
    let twice = |machine: &mut Machine| {
        replicate(machine, 1)?;
        machine.take_header(0, |node| (node.id() == 0).then_some(0))
    };
    line().refuses(twice, broken(Rule::M5, 3, 0, 2, 1));
    let in_a_tile = |machine: &mut Machine| {
        replicate(machine, 1)?;
        machine.in_parallel(&Tiling::grid(machine.shape(), 1, 4), |tile, _| {
            tile.take_header(0, |node| (node.id() == 0).then_some(0))
        })
    };
    line().refuses(in_a_tile, broken(Rule::M5, 3, 0, 2, 1));
    let others = |machine: &mut Machine| {
        replicate(machine, 1)?;
        machine.take_header(0, |node| Some(1 - node.id().min(1) as usize).filter(|_| node.id() < 2))
    };
    // That is what they have.
    line().run(others);
    let exchanged = |machine: &mut Machine| {
        replicate(machine, 1)?;
        machine.annotate(0, |node, words| {
            if !words.is_empty() {
                words.set(0, 10 * (1 + node.id()));
            }
        })?;
        machine.take_header(0, |node| (node.id() < 2).then_some(node.id() as usize))?;
        sums(machine, 0).map(|_| ())
    };
    let mut machine = line().machine(Options::default());
    exchanged(&mut machine).expect("lawful");
    let words = sums(&mut machine, 0).expect("lawful");
    let outcome = machine.finish();
    // Each has kept its words, whoever was first.
    assert_eq!(words.reveal(&outcome), [14, 24, 0, 0]);
}

#[test]
fn replicas_in_different_tiles_write_their_own_words() {
    for threads in [1, 2] {
        let mut machine = line().machine(Options { threads, ..Options::default() });
        let words = replicate(&mut machine, 1)
            .and_then(|()| {
                machine.in_parallel(&Tiling::grid(machine.shape(), 1, 4), |tile, number| {
                    tile.annotate(0, |_, words| words.replace(|_| Some(number as u32 + 1)))
                })
            })
            .and_then(|()| sums(&mut machine, 0))
            .expect("lawful");
        let outcome = machine.finish();
        assert_eq!(words.reveal(&outcome), [2, 4, 0, 0], "{threads} threads");
    }
}

#[test]
fn a_tile_replicates_and_merges_what_it_has_alone() {
    for threads in [1, 2] {
        let mut machine = line().machine(Options { threads, ..Options::default() });
        let tiling = Tiling::grid(machine.shape(), 1, 2);
        let in_tile = |tile: &mut Machine, number: usize| {
            if number > 0 {
                return (0..2).try_for_each(|_| tile.step(|_| Ok(())));
            }
            replicate(tile, 1)
        };
        let words = machine
            .in_parallel(&tiling, in_tile)
            .and_then(|()| {
                machine.annotate(0, |node, words| words.replace(|word| Some(word + node.id())))
            })
            // What was marked for the tiles is forgotten.
            .and_then(|()| {
                machine.in_parallel(&tiling, |tile, _| tile.merge_words(0, 1, |one, _| one))
            })
            .and_then(|()| sums(&mut machine, 0))
            .expect("lawful");
        let outcome = machine.finish();
        assert_eq!(words.reveal(&outcome), [8, 10, 0, 0], "{threads} threads");
    }
}

#[test]
fn copies_of_a_replica_in_two_tiles_cannot_be_written_to() {
    // Replica 0 stays at node 1 and has a copy in node 2; replica 1 is at node 0.
    let program = |machine: &mut Machine| {
        replicate(machine, 1)?;
        machine.step(|step| step.copy(0, 2, is_first))?;
        machine.step(|step| step.carry(2..3, &[Port::East], |_, _, _| Some(Port::East)))?;
        machine.in_parallel(&Tiling::grid(machine.shape(), 1, 2), |tile, number| {
            let all = |_| Some(9);
            tile.annotate(if number > 0 { 2 } else { 0 }, |node, words| {
                if number > 0 || node.id() == 1 {
                    words.replace(all);
                }
            })
        })
    };
    line().refuses(program, broken(Rule::M5, 5, 1, 2, 1));
}

#[test]
#[should_panic(expected = "parts or replicas, not both")]
fn a_set_in_parts_has_no_replicas() {
    let _ = Messages::new(4, [(1, vec![0, 3])]).expect("small").in_parts(1).with_replicas(2);
}

#[test]
fn a_bare_copy_takes_no_header() {
    let bare = |machine: &mut Machine| {
        machine.step(|step| step.copy_bare(0, 1, is_first))?;
        machine.take_header(1, |_| Some(0))
    };
    line().refuses(bare, broken(Rule::M5, 2, 1, 1, 0));
}

#[test]
fn a_second_delivery_is_a_duplicate_in_the_trace() {
    let setting = Setting::new(1, 2, 2).with_messages([(0, &[0])]);
    let deliver = |machine: &mut Machine| {
        machine.step(|step| step.deliver(0, |node| node.packet(0).map(|_| 0)))
    };
    let (outcome, seen) = setting.replayed(|machine| {
        deliver(machine)?;
        deliver(machine)
    });
    assert_eq!((outcome.deliveries.len(), seen.duplicates, seen.findings.len()), (2, 1, 0));
}
