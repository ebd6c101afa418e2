//! Payloads: words that go with a packet and that only the node which holds it sees and rewrites.

use super::{Setting, broken, panic_of};
use meshcast_engine::{
    End, LOCAL_PASSES, Machine, Mode, Options, Outcome, Port, Rehearsal, Rule, Shape, Tiling,
    Variable, Violation,
};

/// A machine whose packets carry so many words.
fn carrying(mesh: &Setting, payload_words: usize) -> Machine {
    mesh.machine(Options { payload_words, ..Options::default() })
}

/// First words of the payloads in `lane`, row-major.
fn first_words(outcome: &Outcome, lane: usize) -> Vec<Option<u64>> {
    let at = |node| outcome.shape.position(node);
    let places = (0..outcome.shape.nodes()).map(at);
    places.map(|(row, col)| Some(outcome.payload(lane, row, col)?[0])).collect()
}

fn go_east(machine: &mut Machine, lane: usize) -> Result<(), Violation> {
    machine.step(|step| {
        step.carry(lane..lane + 1, &[Port::East], |node, _, _| {
            (node.col() + 1 < 4).then_some(Port::East)
        })
    })
}

#[test]
fn a_packet_carries_0s_until_its_node_writes() {
    let mesh = Setting::new(1, 3, 2).with_messages([(0, &[]), (2, &[])]);
    let mut machine = carrying(&mesh, 3);
    let sums = |machine: &mut Machine| {
        machine.variable(2, |node, i| {
            [node.payload(0).len() as u64, node.payload(0).iter().sum::<u64>()][i]
        })
    };
    let before = sums(&mut machine).expect("lawful");
    let write = |node: &meshcast_engine::Node<'_>, words: &mut [u64]| {
        words[2] += 10 * u64::from(node.id() + 1);
    };
    machine.rewrite_payload(0, write).expect("lawful");
    machine.rewrite_payload(0, write).expect("lawful");
    machine.rewrite_payload(1, |_, _| panic!("slot 1 is empty")).expect("lawful");
    let after = sums(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(before.reveal(&outcome), [3, 0, 0, 0, 3, 0]);
    assert_eq!(after.reveal(&outcome), [3, 20, 0, 0, 3, 60]);
    assert_eq!((outcome.payload_words, outcome.steps), (3, 0));
    assert_eq!(outcome.payload(0, 0, 2), Some(&[0, 0, 60][..]));
    assert_eq!((outcome.payload(0, 0, 1), outcome.payload(5, 0, 0)), (None, None));
}

#[test]
fn without_payloads_packets_carry_no_words() {
    let mut machine = Setting::new(1, 2, 1).machine(Options::default());
    machine.rewrite_payload(0, |_, words| assert!(words.is_empty())).expect("lawful");
    machine.rewrite_payload(0, |node, _| assert!(node.payload(0).is_empty())).expect("lawful");
    let outcome = machine.finish();
    assert_eq!((outcome.payload_words, outcome.payload(0, 0, 1)), (0, Some(&[][..])));
}

#[test]
fn packets_gather_sums_along_a_row() {
    let mesh = Setting::new(2, 4, 1).with_messages([(0, &[]), (4, &[])]);
    let run = |machine: &mut Machine| -> Result<(), Violation> {
        let numbers = machine.variable(1, |node, _| u64::from(node.id() * node.id()))?;
        for step in 0..4 {
            if step > 0 {
                go_east(machine, 0)?;
            }
            machine.rewrite_payload(0, |node, words| {
                words[0] += node.own(&numbers)[0];
                words[1] += 1;
            })?;
        }
        Ok(())
    };
    let mut machine = carrying(&mesh, 2);
    run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    // 0 + 1 + 4 + 9, and 16 + 25 + 36 + 49.
    assert_eq!(outcome.payload(0, 0, 3), Some(&[14, 4][..]));
    assert_eq!(outcome.payload(0, 1, 3), Some(&[126, 4][..]));
    assert_eq!((outcome.steps, outcome.link_uses), (3, 6));
}

#[test]
fn a_copy_carries_what_its_original_did_and_then_its_own() {
    let mesh = Setting::new(1, 2, 3);
    let mut machine = carrying(&mesh, 1);
    let run = |machine: &mut Machine| {
        machine.rewrite_payload(0, |node, words| words[0] = 5 + u64::from(node.id()))?;
        machine.step(|step| step.copy(0, 1, |_| true))?;
        machine.step(|step| step.copy_bare(1, 2, |_| true))?;
        machine.rewrite_payload(1, |node, words| words[0] += 10 * node.payload(0)[0])?;
        machine.rewrite_payload(0, |_, words| words[0] = 1)
    };
    run(&mut machine).expect("lawful");
    let outcome = machine.finish();
    assert_eq!(first_words(&outcome, 0), [Some(1), Some(1)]);
    assert_eq!(first_words(&outcome, 1), [Some(55), Some(66)]);
    assert_eq!(first_words(&outcome, 2), [Some(5), Some(6)]);
}

/// Copies made in several tiles, each written there: their identities begin alike.
#[test]
fn packets_made_in_tiles_keep_their_words_apart() {
    for threads in [1, 2] {
        let options = Options { payload_words: 1, threads, ..Options::default() };
        let mut machine = Setting::new(2, 4, 3).machine(options);
        let write = |tile: &mut Machine, lane: usize| {
            tile.rewrite_payload(lane, |node, words| {
                words[0] += 100 * lane as u64 + u64::from(node.id());
            })
        };
        let run = |machine: &mut Machine| {
            write(machine, 0)?;
            machine.in_parallel(&Tiling::grid(machine.shape(), 1, 2), |tile, _| {
                tile.step(|step| step.copy(0, 1, |node| node.id() % 2 == 0))?;
                write(tile, 1)?;
                tile.transposed(|turned| {
                    turned.step(|step| step.copy(0, 2, |node| node.id() > 2))?;
                    write(turned, 2)
                })
            })?;
            machine.enqueue(1..3, 0)?;
            machine.transposed(|turned| turned.step(|_| Ok(())))?;
            machine.dequeue(0, 1..3)
        };
        run(&mut machine).expect("lawful");
        let outcome = machine.finish();
        assert_eq!(first_words(&outcome, 0), (0..8).map(Some).collect::<Vec<_>>());
        for node in 0..8 {
            let (row, col) = outcome.shape.position(node);
            let words = [1, 2].into_iter().filter_map(|lane| outcome.payload(lane, row, col));
            let mut words: Vec<u64> = words.map(|payload| payload[0]).collect();
            words.sort_unstable();
            // Twice the number of the node, and that of the lane.
            let made = [(1, node % 2 == 0), (2, node > 2)].into_iter().filter(|&(_, made)| made);
            let expected = made.map(|(lane, _)| 100 * lane + 2 * node as u64).collect::<Vec<_>>();
            assert_eq!(words, expected, "node {node}, {threads} threads");
        }
    }
}

#[test]
fn queues_show_what_their_packets_carry() {
    let mut machine = carrying(&Setting::new(1, 4, 4), 1);
    let seen = |machine: &mut Machine| -> Result<Variable<u64>, Violation> {
        machine.rewrite_payload(0, |node, words| words[0] = 7 + u64::from(node.id()))?;
        machine.enqueue(0..1, 0)?;
        for _ in 0..3 {
            machine.step(|step| {
                step.stream(
                    (0, &[0]),
                    &[Port::East],
                    |node, departures| {
                        if node.col() < 3 && !node.queue(0).is_empty() {
                            departures.send(End::Least, Port::East);
                        }
                    },
                    |_, _| 0,
                )
            })?;
        }
        machine.requeue(0, |_, queued| {
            assert_eq!(queued.payload(), [7 + u64::from(queued.source())]);
            (0, 3 - queued.packet.key())
        })?;
        machine.variable(4, |node, i| match i {
            0 => node.queue(0).payload_at(End::Least).iter().sum(),
            1 => node.queue(0).payload_at(End::Greatest).iter().sum(),
            2 => node.queue(0).payloads().count() as u64,
            _ => node.queue(0).payloads().fold(0, |all, words| 100 * all + words[0]),
        })
    };
    let seen = seen(&mut machine).expect("lawful");
    let seen = seen.reveal(&machine.finish());
    assert_eq!((&seen[..4], &seen[12..]), (&[0; 4][..], &[10, 7, 4, 10_090_807][..]));
}

#[test]
fn a_form_may_not_look_at_what_has_come_in_the_same_step() {
    let program = |machine: &mut Machine| {
        machine.step(|step| {
            step.copy(0, 1, |_| true)?;
            step.copy(2, 3, |node| node.payload(1).len() > 5)
        })
    };
    Setting::new(1, 2, 4).refuses(program, broken(Rule::M5, 1, 0, 1, 0));
}

#[test]
fn rewriting_is_local_work() {
    let (passes, limit) = (LOCAL_PASSES, u64::from(LOCAL_PASSES));
    let rewrite = |machine: &mut Machine| machine.rewrite_payload(0, |_, _| ());
    Setting::new(1, 2, 1).refuses(
        |machine| (0..=passes).try_for_each(|_| rewrite(machine)),
        broken(Rule::M5, 1, None, limit + 1, limit),
    );
}

/// A machine that leaps, with a packet in slot 0 of each of two nodes.
fn leaping() -> Machine {
    let mesh = Setting::new(1, 2, 3).with_messages([(0, &[]), (1, &[])]);
    mesh.machine(Options { mode: Mode::Leap, payload_words: 2, ..Options::default() })
}

/// What a packet carries and what its bare copy does are two things, with leaps too.
#[test]
fn a_leap_takes_payloads_along_by_the_headers_of_packets() {
    let write = |machine: &mut Machine, lane: usize, by: u64| {
        machine.rewrite_payload(lane, move |node, words| words[0] += by + u64::from(node.id()))
    };
    let mut machine = leaping();
    write(&mut machine, 0, 10).expect("lawful");
    for round in 0..2 {
        machine.step(|step| step.copy_bare(0, 1, |_| true)).expect("lawful");
        write(&mut machine, 1, 100).expect("lawful");
        let swapped = machine
            .leap(&Rehearsal::default(), 1..2, |machine| machine.step(|_| Ok(())))
            .expect("lawful")
            .map(|mut effect| {
                let taken = [0, 1].map(|node| effect.take(1, node).expect("a packet"));
                assert_eq!(taken.map(|packet| effect.payload(packet)[0]), [110, 112]);
                effect.rewrite_payload(taken[0], &[7, 8]);
                effect.put(1, 1, taken[0], 0);
                effect.put(1, 0, taken[1], 0);
            });
        assert!(swapped.is_some());
        if round == 0 {
            machine.step(|step| step.discard(1, |_| true)).expect("lawful");
        }
    }
    machine.enqueue(1..2, 0).expect("lawful");
    let queued = machine.variable(1, |node, _| node.queue(0).payload_at(End::Least)[0]);
    let queued = queued.expect("lawful");
    let outcome = machine.finish();
    assert_eq!(first_words(&outcome, 0), [Some(10), Some(11)]);
    assert_eq!(queued.reveal(&outcome), [112, 7]);
}

#[test]
fn with_leaps_a_message_has_one_bare_copy_at_a_time() {
    let texts = [
        panic_of(|| drop(leaping().step(|step| step.copy(0, 1, |_| true)))),
        panic_of(|| {
            let mut machine = leaping();
            machine.step(|step| step.copy_bare(0, 1, |_| true)).expect("lawful");
            drop(machine.step(|step| step.copy_bare(0, 2, |_| true)));
        }),
    ];
    assert!(texts.iter().all(|text| text.contains("has one bare copy at a time")), "{texts:?}");
    let into_tiles = panic_of(|| {
        let tiling = Tiling::grid(Shape::new(1, 2).expect("small"), 1, 2);
        drop(leaping().in_parallel(&tiling, |_, _| Ok(())));
    });
    assert!(into_tiles.contains("carry no payloads into tiles"), "{into_tiles}");
}
