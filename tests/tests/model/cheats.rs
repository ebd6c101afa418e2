//! What a program could learn past its nodes, and why it does not, or what the outcome says of it.

use super::{Setting, broken, panic_of, stopped};
use crossbeam::channel::unbounded;
use meshcast_engine::{
    Effect, Falsehood, Machine, Messages, Mode, Options, Outcome, Overview, Port, Record,
    Rehearsal, Rule, Shape, Tiling, TraceSink, Violation, Witness, Word, register,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Few messages on a mesh of many nodes: their numbers would be ranks.
fn sparse() -> Setting {
    Setting::new(1, 9, 2).with_messages([(2, &[0]), (5, &[0]), (7, &[0])])
}

#[test]
fn a_node_learns_the_source_of_its_message_and_not_its_number() {
    let mesh = sparse();
    let mut machine = mesh.empty_machine(Options::default());
    machine.inject(0, |node| 10 * node.source(0).expect("its own packet is there"));
    let shown = machine.variable(1, |node, _| {
        // Nothing that a node can print of a packet tells two messages of one key apart.
        let text = node.packet(0).map(|packet| format!("{packet:?}"));
        text.is_none_or(|text| text == format!("Packet {{ key: {}, .. }}", 10 * node.id()))
    });
    let shown = shown.expect("lawful");
    let outcome = machine.finish();
    assert_eq!(shown.reveal(&outcome), [true; 9]);
    let left = |col| outcome.packet(0, 0, col).map(|packet| (packet.key(), packet.message()));
    assert_eq!([2, 5, 7].map(left), [Some((20, 0)), Some((50, 1)), Some((70, 2))]);
}

/// Lets a secret of node 0 break out of a closure as a panic; whoever catches it knows.
fn shout(machine: &mut Machine, at: &str) -> bool {
    let is_secret =
        |node: &meshcast_engine::Node<'_>| node.packet(0).is_some_and(|packet| packet.key() == 7);
    let shouted = catch_unwind(AssertUnwindSafe(|| {
        let _ = match at {
            "compute" => machine.variable(1, |node, _| assert!(!is_secret(node))).map(drop),
            "rekey" => machine.rekey(0, |node| {
                assert!(!is_secret(node));
                None
            }),
            "step" => machine.step(|step| {
                step.discard(0, |node| {
                    assert!(!is_secret(node));
                    false
                })
            }),
            "tile" => {
                let tiles = Tiling::grid(machine.shape(), 1, 2);
                machine.in_parallel(&tiles, |tile, _| {
                    tile.rekey(0, |node| {
                        assert!(!is_secret(node));
                        None
                    })
                })
            }
            "inside" => {
                let mut heard = false;
                let step = machine.step(|step| {
                    let discard = AssertUnwindSafe(|| {
                        step.discard(0, |node| {
                            assert!(!is_secret(node));
                            false
                        })
                    });
                    heard = catch_unwind(discard).is_err();
                    Ok(())
                });
                assert!(heard && step.is_err(), "a step went on after a panic");
                panic!("heard")
            }
            _ => machine.claim("nothing", &mut Witness::new(()), |all, ()| {
                assert!(!all.nodes().any(|node| is_secret(&node)));
                Ok(())
            }),
        };
    }));
    shouted.is_err()
}

#[test]
fn a_program_that_catches_the_panic_of_a_node_is_stopped() {
    for at in ["compute", "rekey", "step", "inside", "tile", "claim"] {
        for threads in [1, 2] {
            let mut machine =
                Setting::new(1, 4, 1).empty_machine(Options { threads, ..Options::default() });
            machine.inject(0, |node| if node.id() == 3 { 7 } else { 0 });
            assert!(shout(&mut machine, at), "{at}: nothing was shouted");
            let found = machine.step(|_| Ok(()));
            assert_eq!(stopped(found.clone()), Err(broken(Rule::M7, 1, None, 1, 0)), "{at}");
            let text = found.expect_err("stopped").to_string();
            assert!(text.contains("the program caught a panic and went on"), "{text}");
            let end = panic_of(|| drop(machine.finish()));
            assert!(end.starts_with("a run that broke a rule has no outcome"), "{at}: {end}");
        }
    }
}

#[test]
fn no_record_leaves_a_sealed_trace_before_the_run_is_over() {
    let (sink, trace) = TraceSink::sealed();
    let other = sink.clone();
    let mesh = sparse();
    let machine = mesh.machine(Options { trace: Some(sink), ..Options::default() });
    let trace = trace.open().expect_err("the machine runs");
    let outcome = machine.finish();
    assert!(!outcome.traced_live);
    let trace = trace.open().expect_err("another machine could write to the sink");
    drop(other);
    let records = trace.open().expect("nobody writes any more");
    assert_eq!((records.len(), records.last()), (7, Some(&Record::End { steps: 0 })));
}

#[test]
fn an_outcome_says_that_its_trace_was_live() {
    let (sink, _records) = unbounded();
    let live =
        sparse().machine(Options { trace: Some(TraceSink::live(sink)), ..Options::default() });
    assert!(live.finish().traced_live);
    assert!(!sparse().machine(Options::default()).finish().traced_live);
}

/// The steps that the first machine took, or a secret in a false claim, reach a host that starts a second one.
#[test]
fn an_outcome_says_that_other_machines_ran() {
    let mesh = sparse();
    // The one that ends last was made first.
    let first = mesh.machine(Options::default());
    let second = mesh.machine(Options::default()).finish();
    let first = first.finish();
    assert!(second.other_machines >= 1 && first.other_machines >= 1);
}

/// A list that a machine shares with its tiles, and equality that answers what it is asked: a table of everything.
#[derive(Clone, Copy)]
enum Part {
    Secret(bool),
    Probe,
}

impl PartialEq for Part {
    fn eq(&self, _: &Self) -> bool {
        matches!(self, Part::Secret(true))
    }
}

#[test]
fn tiles_leave_each_other_nothing_in_the_list_of_rehearsals() {
    let mut machine = Setting::new(1, 4, 1).machine(Options::default());
    let tiles = Tiling::grid(machine.shape(), 1, 4);
    machine
        .in_parallel(&tiles, |tile, number| {
            tile.rehearsal(Part::Secret(number == 2));
            Ok(())
        })
        .expect("lawful");
    machine
        .in_parallel(&tiles, |tile, _| {
            let same = Arc::ptr_eq(&tile.rehearsal(Part::Probe), &tile.rehearsal(Part::Probe));
            assert!(!same, "a tile knows that another has a secret");
            Ok(())
        })
        .expect("lawful");
}

/// What it knows leaves it by a panic when it is dropped.
struct Loud(u64);

impl Drop for Loud {
    fn drop(&mut self) {
        std::panic::panic_any(self.0);
    }
}

#[test]
fn a_witness_says_nothing_when_it_is_dropped() {
    let mut machine = sparse().machine(Options::default());
    let mut witness = Witness::new(Loud(0));
    let count = |all: &Overview<'_>, known: &mut Loud| {
        known.0 = all.nodes().filter(|node| node.packet(0).is_some()).count() as u64;
        Ok(())
    };
    machine.claim("nothing", &mut witness, count).expect("true");
    assert!(catch_unwind(AssertUnwindSafe(|| drop(witness))).is_ok());
}

/// A word whose bits are asked for at every node, and which panics at some.
#[derive(Clone, Copy)]
struct Shy {
    hit: bool,
}

register!(Shy { hit: bool });

impl Word for Shy {
    fn to_bits(self) -> u64 {
        assert!(!self.hit);
        0
    }
    fn from_bits(_: u64) -> Self {
        Self { hit: false }
    }
}

#[test]
fn nodes_that_are_to_agree_cannot_shout_either() {
    let mut machine = sparse().machine(Options::default());
    let shy = machine.variable(1, |node, _| Shy { hit: node.id() == 5 }).expect("lawful");
    assert!(catch_unwind(AssertUnwindSafe(|| machine.agree(&shy).map(drop))).is_err());
    assert_eq!(stopped(machine.step(|_| Ok(()))), Err(broken(Rule::M7, 1, None, 1, 0)));
}

#[test]
fn text_of_what_a_node_sees_shows_nothing_of_the_nodes_before_it() {
    let texts = |secret: bool| {
        let mut machine = Setting::new(1, 4, 2).machine(Options::default());
        machine.swap_lanes(|node| (secret && node.id() == 1).then_some((0, 1))).expect("lawful");
        machine.annotate(1, |_, _| {}).expect("lawful");
        let knows =
            machine.variable(1, |node, _| format!("{:?}", node.words(9)).len()).expect("lawful");
        let step = machine.step(|step| {
            step.transmit(0..2, &[Port::East], |node, sends| {
                assert_eq!(format!("{sends:?}"), "[]");
                if node.id() == 0 {
                    sends.send(0, Port::East);
                }
            })
        });
        step.expect("lawful");
        knows.reveal(&machine.finish())
    };
    assert_eq!(texts(false), texts(true));
}

#[test]
fn a_false_claim_gives_its_numbers_in_words_alone() {
    let mut machine = sparse().machine(Options::default());
    let found = machine.claim("no secret", &mut Witness::new(()), |_, ()| {
        Err(Falsehood { node: 4, actual: 0xDEAD_BEEF, claimed: 3 })
    });
    assert_eq!(stopped(found), Err(broken(Rule::Claim("no secret"), 1, None, 0, 0)));
}

#[test]
fn a_rule_is_left_out_before_the_run_or_never_and_the_outcome_says_so() {
    let mesh = Setting::new(1, 2, 1);
    let mut machine = mesh.machine(Options::default());
    let late = panic_of(|| {
        let _ = machine.span("late", |machine| {
            let other = Setting::new(1, 2, 1).machine(Options::default());
            *machine = std::mem::replace(machine, other).without_rule(Rule::M6);
            Ok(())
        });
    });
    assert_eq!(late, "a rule is left out before the run begins");
    let part = panic_of(|| {
        let mut machine = mesh.machine(Options::default());
        let _ = machine.transposed(|turned| {
            let other = Setting::new(2, 1, 1).machine(Options::default());
            *turned = std::mem::replace(turned, other).without_rule(Rule::M6);
            Ok(())
        });
    });
    assert_eq!(part, "a rule is left out of the whole machine");
    let outcome = mesh.machine(Options::default()).without_rule(Rule::M6).finish();
    assert_eq!(outcome.unenforced, Some(Rule::M6));
    assert_eq!(mesh.machine(Options::default()).finish().unenforced, None);
}

/// Delivers everything by magic, after a rehearsal of no steps.
fn by_magic(messages: &Arc<Messages>) -> Outcome {
    let options = Options { mode: Mode::Leap, ..Options::default() };
    let shape = Shape::new(1, messages.nodes()).expect("small");
    let mut machine = Machine::new(shape, Arc::clone(messages), Some(1), options);
    machine.inject(0, |_| 0);
    let leap = machine.leap(&Rehearsal::default(), 0..1, |_| Ok(())).expect("lawful");
    let all = |mut effect: Effect<'_>| {
        for node in 0..messages.nodes() {
            if let Some(packet) = effect.take(0, node) {
                (0..effect.destinations(packet).len())
                    .for_each(|number| effect.deliver(packet, number));
            }
        }
    };
    leap.map(all).expect("it leaps");
    machine.finish()
}

#[test]
fn an_outcome_says_that_leaps_were_trusted() {
    let outcome = by_magic(&sparse().messages);
    assert!(outcome.deliveries.are_as_asked() && outcome.steps == 0);
    assert_eq!(outcome.mode, Mode::Leap);
    assert_eq!(sparse().machine(Options::default()).finish().mode, Mode::Step);
}

#[test]
fn a_leap_that_does_what_its_steps_would_not_is_found_by_comparing() {
    let mesh = sparse();
    let honest = mesh.machine(Options::default()).finish();
    let difference = honest.difference_of_leap(&by_magic(&mesh.messages));
    assert_eq!(difference.as_deref(), Some("other deliveries"));
    let idle = |mode, steps| {
        let mut machine = mesh.machine(Options { mode, ..Options::default() });
        (0..steps).try_for_each(|_| machine.step(|_| Ok(()))).expect("lawful");
        machine.finish()
    };
    let two = idle(Mode::Step, 2);
    assert_eq!(two.difference_of_leap(&idle(Mode::Leap, 2)), None);
    let difference = two.difference_of_leap(&idle(Mode::Leap, 3));
    assert_eq!(difference.as_deref(), Some("3 steps in the place of 2"));
}

#[test]
fn a_rehearsal_counts_for_one_program() {
    let idle = |machine: &mut Machine, steps: usize| -> Result<(), Violation> {
        (0..steps).try_for_each(|_| machine.step(|_| Ok(())))
    };
    let mut machine = sparse().machine(Options { mode: Mode::Leap, ..Options::default() });
    let shared = Rehearsal::default();
    machine.leap(&shared, 0..1, |machine| idle(machine, 1)).expect("lawful");
    machine.leap(&shared, 0..1, |machine| idle(machine, 1000)).expect("lawful");
    assert_eq!(machine.finish().steps, 1001);
}

#[test]
fn a_span_has_one_name() {
    for name in ["a/b", "", "(outside)"] {
        let mut machine = sparse().machine(Options::default());
        let text = panic_of(|| drop(machine.span(name, |machine| machine.step(|_| Ok(())))));
        assert_eq!(text, format!("a span has a name without \"/\", found {name:?}"));
    }
    let mut machine = sparse().machine(Options::default());
    machine.step(|_| Ok(())).expect("lawful");
    assert_eq!(machine.finish().ledger[0].path, "(outside)");
}
