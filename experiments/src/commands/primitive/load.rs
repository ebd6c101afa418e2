//! Gives nodes several packets each to start with.

use super::case::Case;
use meshcast_engine::{Copied, End, Machine, Service, Violation};

/// The queue of packets that are still to be copied.
const WAITING: usize = 1;

/// Steps of [`load`].
pub(super) fn load_steps(case: &Case) -> u64 {
    case.packets as u64 - 1
}

/// Puts a packet of every node with each of its keys `keys`, of which it has at most `case.packets`, into queue `queue`:
/// copies of its message, one a step.
pub(super) fn load(
    case: &Case,
    keys: &[Vec<u32>],
    queue: usize,
    machine: &mut Machine,
) -> Result<(), Violation> {
    machine.span("load", |machine| {
        // A packet waits with the number of keys that others are still to be made for.
        machine.inject(0, |node| keys[node.index()].len() as u32 - 1);
        machine.enqueue(0..1, WAITING)?;
        let place = |left: u32, keys: &[u32]| match left {
            0 => (queue, keys[0]),
            _ => (WAITING, left),
        };
        machine.requeue(WAITING, |node, queued| place(queued.packet.key(), &keys[node.index()]))?;
        for _ in 1..case.packets {
            machine.step(|step| {
                step.serve((WAITING, &[WAITING, queue]), |node| {
                    let (left, keys) =
                        (node.queue(WAITING).at(End::Greatest)?.key(), &keys[node.index()]);
                    let copy = (queue, keys[left as usize]);
                    Some(Service::Copy(Copied { original: place(left - 1, keys), copy }))
                })
            })?;
        }
        Ok(())
    })
}
