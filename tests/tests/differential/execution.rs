//! Random programs on the machine.

use super::program::{Form, Op, mix, senders};
use meshcast_engine::{
    Circuit, Copied, Departures, Direction, End, Machine, Node, Packet, Port, QUEUES, Sends,
    Service, Shape, Step, Tiling, Variable, Violation,
};
use std::ops::Range;

/// Runs `ops` one after the other; `values` are the registers that words are made of.
pub(super) fn run_ops(
    ops: &[Op],
    machine: &mut Machine,
    values: &mut Variable<u64>,
) -> Result<(), Violation> {
    ops.iter().try_for_each(|op| run_op(op, machine, values))
}

/// The registers at the start of a run or tile: one a node, the same whichever side the mesh is seen from.
pub(super) fn registers(machine: &mut Machine) -> Variable<u64> {
    machine
        .variable(1, |node, _| {
            mix([(node.row() * node.col()) as u64, (node.row() + node.col()) as u64])
        })
        .expect("lawful")
}

fn run_op(op: &Op, machine: &mut Machine, values: &mut Variable<u64>) -> Result<(), Violation> {
    match *op {
        Op::Inside { fold, slice, directions } => {
            let fold = fold.on(machine.shape());
            machine.exchange_inside(fold, slice, |row| direction(directions, row))
        }
        Op::Step(ref forms) => {
            let shape = machine.shape();
            machine
                .step(|step| forms.iter().try_for_each(|form| run_form(form, step, shape, values)))
        }
        Op::Swap { lanes, choice } => machine
            .swap_lanes(|node| draw(choice, node, lanes.0).is_some_and(half).then_some(lanes)),
        Op::Rekey { lane, choice } => {
            machine.rekey(lane, |node| draw(choice, node, lane).filter(|&d| half(d)).map(new_key))
        }
        Op::Inject { lane, choice } => machine.inject_where(lane, |node| {
            assert!(node.has_message(), "only nodes whose message waits are asked");
            let draw = mix([choice, u64::from(node.id())]);
            half(draw).then(|| new_key(draw))
        }),
        Op::Enqueue { ref lanes, queue } => machine.enqueue(lanes.clone(), queue),
        Op::Requeue { queue, choice } => machine.requeue(queue, |node, queued| {
            let draw = draw_of(choice, node, queued.place, queued.packet);
            if half(draw) {
                ((draw >> 8) as usize % QUEUES, new_key(draw))
            } else {
                (queue, queued.packet.key())
            }
        }),
        Op::Dequeue { queue, ref lanes } => machine.dequeue(queue, lanes.clone()),
        Op::WaitRows => (0..machine.shape().rows()).try_for_each(|_| machine.step(|_| Ok(()))),
        Op::Span(name, ref body) => machine.span(name, |machine| run_ops(body, machine, values)),
        Op::Transposed(ref body) => {
            machine.transposed_with(values, |machine, values| run_ops(body, machine, values))
        }
        Op::Tiles { down, across, ref body } => {
            let shape = machine.shape();
            let tiling = Tiling::grid(shape, 1 + down % shape.rows(), 1 + across % shape.cols());
            machine.in_parallel(&tiling, |machine, _| {
                let mut values = registers(machine);
                run_ops(body, machine, &mut values)
            })
        }
    }
}

fn run_form(
    form: &Form,
    step: &mut Step<'_>,
    shape: Shape,
    values: &mut Variable<u64>,
) -> Result<(), Violation> {
    match *form {
        Form::ExchangeRows { fold, slice, directions } => {
            step.exchange_rows(fold.on(shape), slice, |row| direction(directions, row))
        }
        Form::ExchangeColumns { fold, height, parity } => {
            step.exchange_columns(fold.on(shape), height, parity)
        }
        Form::ExchangeSnake { fold, slice, height } => {
            step.exchange_snake(fold.even_on(shape), 2 * slice, height)
        }
        Form::Shift { way, lanes } => step.shift(&Circuit::new(shape), way, lanes),
        Form::Transmit { ref lanes, ref ports, choice } => {
            step.transmit(lanes.clone(), ports, |node, sends| {
                send(shape, (lanes, ports, choice), node, sends);
            })
        }
        Form::TransmitInto { ref lanes, ref ports, choice } => step.transmit_into(
            lanes.clone(),
            ports,
            |node, sends| send(shape, (lanes, ports, choice), node, sends),
            |node, _| last_free(node, lanes),
        ),
        Form::Carry { ref lanes, ref ports, choice } => {
            step.carry(lanes.clone(), ports, |node, lane, packet| {
                carry(shape, (lanes, ports, choice), node, lane, packet)
            })
        }
        Form::CarryInto { ref lanes, ref ports, choice } => step.carry_into(
            lanes.clone(),
            ports,
            |node, lane, packet| carry(shape, (lanes, ports, choice), node, lane, packet),
            |node, _| last_free(node, lanes),
        ),
        Form::Approach { lines, ref lanes, choice } => {
            // Some packets are for a place beyond the line.
            let places = lines.length(shape) + usize::from(choice.is_multiple_of(8));
            step.approach(lines, lanes.clone(), |packet| {
                mix([choice >> 3, u64::from(packet.key())]) as usize % places
            })
        }
        Form::Words { ref ports, choice } => step.words(
            values,
            ports,
            |stream, row| senders(shape, ports, choice, stream, row),
            |stream, place, value: &[u64]| mix([value[0], stream as u64, place.col as u64]),
            |stream, _, value, word| value[0] = mix([value[0], word, stream as u64]),
        ),
        Form::Copy { from, to, choice } => step.copy(from, to, |node| {
            node.packet(to).is_none() && draw(choice, node, from).is_some_and(half)
        }),
        Form::Deliver { lane, choice } => {
            step.deliver(lane, |node| draw(choice, node, lane).filter(|&d| half(d)).map(new_key))
        }
        Form::Discard { lane, choice } => {
            step.discard(lane, |node| draw(choice, node, lane).is_some_and(half))
        }
        Form::Stream { from, ref into, ref ports, choice } => step.stream(
            (from, into),
            ports,
            |node, departures| depart(shape, (from, ports, choice), node, departures),
            |node, packet| into[draw_of(choice, node, 0, packet) as usize % into.len()],
        ),
        Form::CopyQueued { from, ref into, choice } => step.serve((from, into), |node| {
            let draw = draw_queued(choice, node, from).filter(|&draw| half(draw))?;
            let queue = |draw: u64| into[draw as usize % into.len()];
            // Some copies are like their originals.
            let key = if half(draw >> 8) { new_key(draw) } else { new_key(mix([draw])) };
            Some(Service::Copy(Copied {
                original: (queue(draw >> 16), new_key(draw)),
                copy: (queue(draw >> 24), key),
            }))
        }),
        Form::DeliverQueued { from, choice } => step.serve((from, &[from]), |node| {
            let draw = draw_queued(choice, node, from).filter(|&draw| half(draw))?;
            let stays = Service::Deliver((from, new_key(draw)));
            Some(if half(draw >> 8) { stays } else { Service::DeliverLast })
        }),
    }
}

/// A number for the packet in slot `lane`, if there is one.
fn draw(choice: u64, node: &Node<'_>, lane: usize) -> Option<u64> {
    node.packet(lane).map(|packet| draw_of(choice, node, lane, packet))
}

/// A number for the greatest packet of queue `queue`, if there is one.
fn draw_queued(choice: u64, node: &Node<'_>, queue: usize) -> Option<u64> {
    let waiting = node.queue(queue);
    waiting.at(End::Greatest).map(|packet| draw_of(choice, node, waiting.len(), packet))
}

fn draw_of(choice: u64, node: &Node<'_>, place: usize, packet: Packet) -> u64 {
    let (row, col) = (node.row() as u64, node.col() as u64);
    mix([choice, row, col, place as u64, u64::from(packet.key())])
}

fn half(draw: u64) -> bool {
    draw.is_multiple_of(2)
}

fn new_key(draw: u64) -> u32 {
    (draw >> 32) as u32
}

fn direction(directions: u64, row: usize) -> Direction {
    if half(directions >> (row % 64)) { Direction::Ascending } else { Direction::Descending }
}

/// Sends some of the node's packets of `lanes`, each over a port of its own.
fn send(
    shape: Shape,
    (lanes, ports, choice): (&Range<usize>, &[Port], u64),
    node: &Node<'_>,
    sends: &mut Sends,
) {
    let mut idle = ports.to_vec();
    idle.retain(|port| port.step(shape, node.row(), node.col()).is_some());
    for lane in lanes.clone() {
        let Some(draw) = draw(choice, node, lane) else { continue };
        if draw % 100 < 10 + choice % 60 && !idle.is_empty() {
            sends.send(lane, idle.swap_remove((draw >> 8) as usize % idle.len()));
        }
    }
}

/// The port over which a packet leaves: another one for every lane, but now and then any port at all.
fn carry(
    shape: Shape,
    (lanes, ports, choice): (&Range<usize>, &[Port], u64),
    node: &Node<'_>,
    lane: usize,
    packet: Packet,
) -> Option<Port> {
    let draw = draw_of(choice, node, lane, packet);
    if draw % 100 >= 10 + choice % 60 {
        return None;
    }
    let port = *ports.get(lane - lanes.start)?;
    let exists = port.step(shape, node.row(), node.col()).is_some();
    if choice.is_multiple_of(4) && (draw >> 8).is_multiple_of(16) {
        return Some(Port::ALL[(draw >> 16) as usize % 4]);
    }
    exists.then_some(port)
}

/// Sends some of the packets of the node's queue `from`, from either end, each over a port of its own.
fn depart(
    shape: Shape,
    (from, ports, choice): (usize, &[Port], u64),
    node: &Node<'_>,
    departures: &mut Departures,
) {
    let Some(draw) = draw_queued(choice, node, from) else { return };
    let mut idle = ports.to_vec();
    idle.retain(|port| port.step(shape, node.row(), node.col()).is_some());
    let most = idle.len().min(node.queue(from).len());
    for i in 0..draw as usize % (most + 1) {
        let end = if half(draw >> (16 + i)) { End::Least } else { End::Greatest };
        departures.send(end, idle.swap_remove((draw >> 8) as usize % idle.len()));
    }
}

/// The last empty slot of `lanes`, or the first one if all are taken.
fn last_free(node: &Node<'_>, lanes: &Range<usize>) -> usize {
    lanes.clone().rev().find(|&lane| node.packet(lane).is_none()).unwrap_or(lanes.start)
}
