//! Forms that ask only nodes with something to do tell what the forms tell of which they are made.

use super::program::mix;
use super::run::positions;
use crossbeam::channel::unbounded;
use meshcast_engine::{
    AuditLevel, Copied, Dispatch, End, Keys, Machine, Messages, Node, Options, Outcome, Packet,
    Port, Service, Shape, Step, TraceSink, Variable, Violation,
};
use meshcast_tests::trace_text;
use std::ops::Range;
use std::sync::Arc;

/// The slots of packets on belts, and of copies on their way into queue [`NEW`].
const BELT: [usize; 2] = [0, 1];
const COPIES: Range<usize> = 2..4;

/// The queues of packets that are new, that go north and south, and that are served.
const NEW: usize = 0;
const WAYS: [(usize, End, Port); 2] =
    [(1, End::Least, Port::North), (2, End::Greatest, Port::South)];
const SERVED: usize = 3;

/// How a program is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forms {
    /// Of the forms that ask every node.
    Plain,
    /// Of those that do not.
    Asking,
}

/// One program, given by its choice.
#[derive(Clone, Copy)]
struct Program {
    shape: Shape,
    choice: u64,
}

/// A number for a packet at a node.
fn draw(choice: u64, node: &Node<'_>, packet: Packet) -> u64 {
    mix([choice, node.row() as u64, node.col() as u64, u64::from(packet.key())])
}

/// Half or a quarter of all keys, of which there are many.
fn due(choice: u64) -> Keys {
    let draw = mix([choice, 3]);
    let mask = 1 << (draw % 6) | 1 << (draw >> 8 & 31);
    Keys::like(mask, (draw >> 32) as u32 & mask)
}

/// The queue of a packet that has arrived or is new, by its key alone.
fn queue_of(key: u32) -> usize {
    [NEW, 1, 2, SERVED][key as usize % 4]
}

/// The queue that a packet on its way enters: that of its way, or [`NEW`].
fn landing(_: &Node<'_>, packet: Packet) -> usize {
    if packet.key() % 8 < 4 { queue_of(packet.key()) } else { NEW }
}

impl Program {
    /// The packet that a node copies, and the key of the copy.
    fn copied(self, node: &Node<'_>) -> Option<(usize, u32)> {
        let due = |&lane: &usize| node.packet(lane).is_some_and(|p| due(self.choice).are_of(p));
        let any_due = BELT.iter().any(due);
        let lane = BELT.into_iter().rfind(|&lane| node.packet(lane).is_some())?;
        let draw = draw(self.choice, node, node.packet(lane)?);
        (any_due && !node.destinations(lane).is_empty() && draw % 4 < 2)
            .then_some((lane, (draw >> 40) as u32))
    }

    /// What a node that copies writes into the header of the original, and the key that this then has.
    fn marked(self, node: &Node<'_>, lane: usize) -> (usize, u32) {
        let draw = node.packet(lane).map_or(0, |packet| draw(self.choice, node, packet));
        (draw as usize % node.destinations(lane).len().max(1), (draw >> 32) as u32)
    }

    fn service(self, node: &Node<'_>) -> Option<Service> {
        let draw = draw(self.choice, node, node.queue(SERVED).at(End::Greatest)?);
        let key = (draw >> 32) as u32;
        match draw % 6 {
            0 => Some(Service::DeliverLast),
            1 => Some(Service::Deliver((NEW, key))),
            2 if node.queue(SERVED).len() < 5 => {
                Some(Service::Copy(Copied { original: (NEW, key), copy: (NEW, key / 2) }))
            }
            _ => None,
        }
    }

    /// Whether the packet at one end of a queue leaves.
    fn leaves(self, node: &Node<'_>, (queue, end, port): (usize, End, Port)) -> bool {
        let packet = node.queue(queue).at(end);
        let draw = packet.map(|packet| draw(self.choice, node, packet));
        port.step(self.shape, node.row(), node.col()).is_some()
            && draw.is_some_and(|draw| draw % 3 < 2)
    }

    /// What a node that has packets in queues remembers of a step.
    fn note(self, node: &Node<'_>, own: &mut u64) {
        let waiting = [1, 2, SERVED].map(|queue| node.queue(queue).len() as u64);
        *own = mix([*own, waiting[0], waiting[1], waiting[2], self.choice]);
    }

    fn step(
        self,
        machine: &mut Machine,
        notes: &mut Variable<u64>,
        forms: Forms,
    ) -> Result<(), Violation> {
        match forms {
            Forms::Plain => self.step_plainly(machine, notes)?,
            Forms::Asking => machine.step(|step| self.ask(step, notes))?,
        }
        machine.requeue(NEW, |node, queued| {
            let key = draw(self.choice, node, queued.packet) as u32;
            (queue_of(key), key)
        })?;
        let windows = [0..self.shape.cols() / 2, self.shape.cols() / 2..self.shape.cols()];
        match forms {
            Forms::Plain => Self::advance_plainly(machine, &windows)?,
            Forms::Asking => machine.step(|step| step.advance(&windows, (BELT[0], BELT[1])))?,
        }
        self.rekey(machine, notes, forms)
    }

    fn ask(self, step: &mut Step<'_>, notes: &mut Variable<u64>) -> Result<(), Violation> {
        step.branch(
            notes,
            (&BELT, NEW),
            (due(self.choice), |packet| packet.key() as usize),
            |node, own| {
                let copied = self.copied(node)?;
                own[0] ^= u64::from(copied.1);
                Some(copied)
            },
            |node, lane, words| {
                let (i, key) = self.marked(node, lane);
                words.set(i, key);
                Some(key)
            },
        )?;
        let program = |node: &Node<'_>, own: &mut [u64], dispatch: &mut Dispatch| {
            self.note(node, &mut own[0]);
            if let Some(service) = self.service(node)
                && dispatch.copy_unit_is_free()
            {
                dispatch.serve(SERVED, service);
            }
            for way in WAYS {
                if self.leaves(node, way) {
                    dispatch.send(way.0, way.1, way.2);
                }
            }
        };
        let ports = [Port::North, Port::South];
        step.dispatch(notes, (&[1, 2, SERVED], &[NEW, 1, 2]), &ports, program, landing)
    }

    fn step_plainly(
        self,
        machine: &mut Machine,
        notes: &mut Variable<u64>,
    ) -> Result<(), Violation> {
        let copies = machine.variable(1, |node, _| self.copied(node))?;
        machine.compute(notes, |node, own| {
            own[0] ^= node.own(&copies)[0].map_or(0, |(_, key)| u64::from(key));
            if [1, 2, SERVED].iter().any(|&queue| !node.queue(queue).is_empty()) {
                self.note(node, &mut own[0]);
            }
        })?;
        let copied = |node: &Node<'_>, lane| {
            node.own(&copies)[0].filter(|&(copied, _)| copied == lane).map(|(_, key)| key)
        };
        machine.step(|step| {
            for (lane, copy) in BELT.into_iter().zip(COPIES) {
                step.copy_bare(lane, copy, |node| copied(node, lane).is_some())?;
            }
            step.serve((SERVED, &[NEW]), |node| {
                let unit_is_free = node.own(&copies)[0].is_none();
                unit_is_free.then(|| self.service(node)).flatten()
            })?;
            WAYS.into_iter().try_for_each(|(queue, end, port)| {
                step.stream(
                    (queue, &[queue, NEW]),
                    &[port],
                    |node, departures| {
                        if self.leaves(node, (queue, end, port)) {
                            departures.send(end, port);
                        }
                    },
                    landing,
                )
            })
        })?;
        for (lane, copy) in BELT.into_iter().zip(COPIES) {
            machine.rekey(copy, |node| copied(node, lane))?;
            machine.annotate(lane, |node, words| {
                if copied(node, lane).is_some() {
                    let (i, key) = self.marked(node, lane);
                    words.set(i, key);
                }
            })?;
            machine.rekey(lane, |node| copied(node, lane).map(|_| self.marked(node, lane).1))?;
        }
        machine.enqueue(COPIES, NEW)
    }

    fn advance_plainly(
        machine: &mut Machine,
        windows: &[Range<usize>; 2],
    ) -> Result<(), Violation> {
        let window = |node: &Node<'_>| {
            let found = windows.iter().find(|window| window.contains(&node.col()));
            found.cloned().expect("windows are all columns")
        };
        let is_first = |node: &Node<'_>| node.col() == window(node).start;
        let is_last = |node: &Node<'_>| node.col() + 1 == window(node).end;
        machine
            .swap_lanes(|node| (is_first(node) || is_last(node)).then_some((BELT[0], BELT[1])))?;
        machine.step(|step| {
            step.transmit_into(
                0..2,
                &[Port::East, Port::West],
                |node, sends| {
                    // At the ends the packets have changed over.
                    let (east, west) = match (is_first(node), is_last(node)) {
                        (true, true) => return,
                        (true, false) => (Some(BELT[1]), None),
                        (false, true) => (None, Some(BELT[0])),
                        (false, false) => (Some(BELT[0]), Some(BELT[1])),
                    };
                    for (lane, port) in [(east, Port::East), (west, Port::West)] {
                        if let Some(lane) = lane.filter(|&lane| node.packet(lane).is_some()) {
                            sends.send(lane, port);
                        }
                    }
                },
                |_, port| if port == Port::East { BELT[0] } else { BELT[1] },
            )
        })
    }

    fn rekey(
        self,
        machine: &mut Machine,
        notes: &mut Variable<u64>,
        forms: Forms,
    ) -> Result<(), Violation> {
        let due = due(self.choice + 1);
        BELT.into_iter().try_for_each(|lane| {
            let key = |node: &Node<'_>| {
                let draw = draw(self.choice, node, node.packet(lane).filter(|&p| due.are_of(p))?);
                draw.is_multiple_of(2).then_some((draw >> 32) as u32)
            };
            if forms == Forms::Asking {
                return machine.rekey_due(lane, notes, due, |node, own| {
                    own[0] = mix([own[0], 1]);
                    key(node)
                });
            }
            machine.compute(notes, |node, own| {
                if node.packet(lane).is_some_and(|packet| due.are_of(packet)) {
                    own[0] = mix([own[0], 1]);
                }
            })?;
            machine.rekey(lane, key)
        })
    }
}

/// What is seen of a run of `steps` programs.
fn run(shape: Shape, seed: u64, forms: Forms, watched: bool) -> (String, Vec<u64>, Outcome) {
    let nodes = shape.nodes() as u32;
    let lists =
        (0..nodes).map(|source| (source, (0..nodes).filter(|i| i % 3 == source % 3).collect()));
    let messages = Arc::new(Messages::new(shape.nodes(), lists).expect("small"));
    let (sink, records) = unbounded();
    let options = Options {
        trace: watched.then(|| TraceSink::live(sink)),
        audit: if watched { AuditLevel::Full } else { AuditLevel::Peak },
        payload_words: usize::from(watched),
        ..Options::default()
    };
    let mut machine = Machine::new(shape, Arc::clone(&messages), Some(64), options);
    machine
        .inject_where(0, |node| {
            mix([seed, u64::from(node.id())]).is_multiple_of(2).then_some(node.id())
        })
        .expect("room");
    machine.step(|_| Ok(())).expect("lawful");
    machine.inject_where(1, |node| Some(node.id() * 5)).expect("room");
    machine.rewrite_payload(0, |node, words| words[..].fill(u64::from(node.id()))).expect("lawful");
    let mut notes = machine.variable(1, |_, _| 0).expect("one register");
    for i in 0..24 {
        let program = Program { shape, choice: mix([seed, i]) };
        program
            .step(&mut machine, &mut notes, forms)
            .unwrap_or_else(|violation| panic!("{shape:?} {seed} {forms:?}: {violation}"));
    }
    for queue in 0..4 {
        machine.dequeue(queue, 2..64).expect("room");
    }
    let outcome = machine.finish();
    (trace_text(records.try_iter(), &messages), notes.reveal(&outcome), outcome)
}

#[test]
fn forms_that_ask_few_nodes_tell_what_those_tell_that_ask_all() {
    let mut copies = 0;
    for (rows, cols) in [(1, 1), (1, 6), (5, 1), (4, 7), (9, 8), (3, 70)] {
        let shape = Shape::new(rows, cols).expect("small");
        for seed in 0..12 {
            for watched in [false, true] {
                let what = format!("{shape:?} {seed} {watched}");
                let (trace, notes, plain) = run(shape, seed, Forms::Plain, watched);
                let (found_trace, found_notes, asking) = run(shape, seed, Forms::Asking, watched);
                assert!(trace == found_trace, "{what}: {trace}\n{found_trace}");
                assert_eq!(notes, found_notes, "{what}");
                let all = |outcome: &Outcome| {
                    let slots = positions(shape)
                        .flat_map(|(row, col)| (0..64).map(move |lane| (lane, row, col)));
                    let packets: Vec<_> = slots
                        .map(|(lane, row, col)| {
                            (
                                outcome.packet(lane, row, col),
                                outcome.payload(lane, row, col).map(<[u64]>::to_vec),
                            )
                        })
                        .collect();
                    (
                        outcome.steps,
                        outcome.ledger.clone(),
                        outcome.link_uses,
                        outcome.copies,
                        packets,
                        outcome.deliveries.sorted(),
                    )
                };
                assert_eq!(all(&plain), all(&asking), "{what}");
                assert_eq!(plain.audit, asking.audit, "{what}");
                copies += plain.copies;
            }
        }
    }
    assert!(copies > 1000, "only {copies} copies");
}
