//! Step forms, a round of them being about four million node-steps on meshes of any side.

use super::{Work, machine_for, square};
use meshcast_engine::{
    Circuit, Direction, Fold, Lines, Machine, Options, Port, StreamLanes, Violation, Way,
};

/// Rounds of lawful `step`s, which get their numbers.
fn steps(
    side: usize,
    machine: Machine,
    mut step: impl FnMut(&mut Machine, usize) -> Result<(), Violation> + 'static,
) -> Work {
    let steps = ((1 << 22) / (side * side)).max(2);
    Work::new(machine, move |machine| (0..steps).try_for_each(|i| step(machine, i)))
}

/// A packet of pseudo-random key in lane 0 of every node.
fn machine(side: usize, capacity: usize, options: Options) -> Machine {
    machine_for(side, capacity, |message| message.wrapping_mul(2_654_435_761), options)
}

/// Two packets in every node; a fold onto the left half uses one half of them.
fn folded(side: usize, options: Options) -> Machine {
    let mut machine = machine(side, 2, options);
    machine.step(|step| step.copy(0, 1, |_| true)).expect("two packets fit two slots");
    machine
}

/// Odd–even transposition of rows in slices: the free exchange inside nodes and the one between them.
pub fn exchange_rows(side: usize, slice: usize, options: Options) -> Work {
    let fold = Fold::of_width(side);
    steps(side, folded(side, options), move |machine, _| {
        machine.exchange_inside(fold, slice, |_| Direction::Ascending)?;
        machine.step(|step| step.exchange_rows(fold, slice, |_| Direction::Ascending))
    })
}

/// Odd–even transposition of columns, two packets a node.
pub fn exchange_columns(side: usize, options: Options) -> Work {
    let fold = Fold::of_width(side);
    steps(side, folded(side, options), move |machine, i| {
        machine.step(|step| step.exchange_columns(fold, side, [i, i + 1]))
    })
}

/// Odd–even transposition along the snake: rows, and the turns between them.
pub fn exchange_snake(side: usize, options: Options) -> Work {
    let fold = Fold::of_width(side);
    steps(side, folded(side, options), move |machine, _| {
        machine.exchange_inside(fold, side, |_| Direction::Ascending)?;
        machine.step(|step| step.exchange_snake(fold, side, side))
    })
}

/// A packet a node, each one station on in every step.
pub fn shift(side: usize, options: Options) -> Work {
    let circuit = Circuit::new(square(side));
    let lanes = StreamLanes { home: 0, relay: 1 };
    steps(side, machine(side, 2, options), move |machine, _| {
        machine.step(|step| step.shift(&circuit, Way::Forward, lanes))
    })
}

/// A port to run along in step i, east and west in turn, and the column that it leads out of.
fn to_and_fro(side: usize, i: usize) -> (Port, usize) {
    if i.is_multiple_of(2) { (Port::East, side - 1) } else { (Port::West, 0) }
}

/// Every packet runs east and west in turn: all nodes send in all steps but those at the edge.
pub fn transmit(side: usize, options: Options) -> Work {
    steps(side, machine(side, 4, options), move |machine, i| {
        let (port, edge) = to_and_fro(side, i);
        machine.step(|step| {
            step.transmit(0..4, &[Port::East, Port::West], |node, sends| {
                if node.col() != edge && node.packet(0).is_some() {
                    sends.send(0, port);
                }
            })
        })
    })
}

/// The same by a rule for single packets.
pub fn carry(side: usize, options: Options) -> Work {
    steps(side, machine(side, 4, options), move |machine, i| {
        let (port, edge) = to_and_fro(side, i);
        machine.step(|step| {
            step.carry(0..4, &[Port::East, Port::West], |node, lane, _| {
                (lane == 0 && node.col() != edge).then_some(port)
            })
        })
    })
}

/// Packets of neighbours in a row change places in every step.
pub fn approach(side: usize, options: Options) -> Work {
    let key = move |message| message % side as u32;
    let machine = machine_for(side, 4, key, options);
    steps(side, machine, move |machine, i| {
        let apart = usize::from(i.is_multiple_of(2));
        machine
            .step(|step| step.approach(Lines::Rows, 0..4, |packet| packet.key() as usize ^ apart))
    })
}

/// Every node sends a word to the east.
///
/// # Panics
/// If the machine has no room for a register.
pub fn words(side: usize, options: Options) -> Work {
    let mut machine = machine(side, 1, options);
    let mut values = machine.variable(1, |node, _| node.id()).expect("one register a node");
    steps(side, machine, move |machine, _| {
        machine.step(|step| {
            step.words(
                &mut values,
                &[Port::East],
                |_, _| 0..side - 1,
                |_, _, value: &[u32]| value[0],
                |_, _, value, word| value[0] = value[0].wrapping_add(word),
            )
        })
    })
}

/// A copy at every node; the copies leave in the next step, which counts too.
pub fn copy_and_discard(side: usize, options: Options) -> Work {
    steps(side, machine(side, 2, options), |machine, i| {
        machine.step(|step| match i % 2 {
            0 => step.copy(0, 1, |node| node.packet(1).is_none()),
            _ => step.discard(1, |_| true),
        })
    })
}

/// Every packet is looked at, and almost none delivered.
pub fn deliver(side: usize, options: Options) -> Work {
    steps(side, machine(side, 2, options), |machine, i| {
        machine.step(|step| {
            step.deliver(0, |node| {
                node.packet(0).filter(|packet| packet.key() == i as u32).map(|_| 0)
            })
        })
    })
}
