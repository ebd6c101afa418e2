//! Phases of a route with many packets a node: every packet moves along its row, or its column, to a node of that line.
//!
//! Packets wait in a queue in the order of their targets; each way, the one with the farthest to go leaves first. Let
//! every node of a line of m start with at most k packets and be the target of at most q. Count nodes from 0 and steps
//! from 1, and look at the packets with target z or beyond: no other packet delays them on the way there. Of those that
//! start at node x or before, N(x, z) ≤ min(k·(x+1), q·(m−z)), and the last one on the link from z − 1 to z crosses it
//! in step max over x < z of N(x, z) + (z − 1 − x) at the latest: the link has been busy since some packet was there
//! that was never delayed since node x. With X = x + 1 sources and Y = m − z targets that is the greatest min(k·X, q·Y)
//! + (m − X − Y) over X + Y ≤ m.
//!
//! Every step a node sends on at least one of the packets that wait to go a way, if there are any: beside those of its
//! own that have not left and those that have arrived it holds at most one packet for either way.

use crate::lines::Lines;
use meshcast_engine::{End, Machine, Packet, Step, Violation};

/// Steps after which all packets of a line of `length` nodes have arrived, if at most `crossing(X, Y)` of them start at
/// its first X nodes and are for its last Y nodes, and likewise from the other end.
///
/// The greatest crossing(X, Y) + (length − X − Y) over X + Y ≤ length where it is not 0.
pub fn line_steps(length: usize, crossing: impl Fn(usize, usize) -> usize) -> u64 {
    let steps = |sources: usize, targets: usize| match crossing(sources, targets) {
        0 => 0,
        packets => packets + length - sources - targets,
    };
    let ends = (1..length).flat_map(|sources| (1..=length - sources).map(move |y| (sources, y)));
    ends.map(|(sources, targets)| steps(sources, targets)).max().unwrap_or(0) as u64
}

/// [`line_steps`] of any packets, at most `per_source` from a node and `per_target` for a node.
pub fn full_line_steps(length: usize, per_source: usize, per_target: usize) -> u64 {
    line_steps(length, |sources, targets| (per_source * sources).min(per_target * targets))
}

/// A phase in which the packets of queue `moving` go along their lines; where a packet arrives it enters queue `arrived`.
#[derive(Clone, Copy, Debug)]
pub struct QueuedLine {
    /// Along which lines.
    pub lines: Lines,
    /// Keys a node of a line: the target of a packet is its key divided by that.
    pub keys: u32,
    /// The queue of the packets that are under way.
    pub moving: usize,
    /// The queue of those that have arrived.
    pub arrived: usize,
}

impl QueuedLine {
    /// Every node tells its packets that are where they belong from those that have to move: local work.
    ///
    /// # Errors
    /// A broken machine rule.
    pub fn begin(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.requeue(self.moving, |node, queued| {
            let there = self.target(queued.packet) == self.lines.place(node);
            (if there { self.arrived } else { self.moving }, queued.packet.key())
        })
    }

    /// What the phase does in one step.
    ///
    /// # Errors
    /// A broken machine rule.
    pub fn advance(&self, step: &mut Step<'_>) -> Result<(), Violation> {
        let ports = self.lines.ports();
        step.stream(
            (self.moving, &[self.moving, self.arrived]),
            &ports,
            |node, departures| {
                let (here, queue) = (self.lines.place(node), node.queue(self.moving));
                let target = |end| queue.at(end).map(|packet| self.target(packet));
                if target(End::Greatest).is_some_and(|target| target > here) {
                    departures.send(End::Greatest, ports[0]);
                }
                if target(End::Least).is_some_and(|target| target < here) {
                    departures.send(End::Least, ports[1]);
                }
            },
            |node, packet| {
                let there = self.target(packet) == self.lines.place(node);
                if there { self.arrived } else { self.moving }
            },
        )
    }

    /// The place on its line that a packet is for.
    fn target(&self, packet: Packet) -> usize {
        (packet.key() / self.keys) as usize
    }

    /// The whole phase, in `steps` steps.
    ///
    /// # Errors
    /// A broken machine rule.
    ///
    /// # Panics
    /// As [`QueuedLine::end`].
    pub fn run(&self, machine: &mut Machine, steps: u64) -> Result<(), Violation> {
        machine.span(self.lines.name(), |machine| {
            self.begin(machine)?;
            (0..steps).try_for_each(|_| machine.step(|step| self.advance(step)))?;
            self.end(machine)
        })
    }

    /// Every node makes sure that no packet is under way there any more: local work.
    ///
    /// # Errors
    /// A broken machine rule.
    ///
    /// # Panics
    /// If a packet has not arrived: more compete for a link than the steps were made for.
    pub fn end(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.requeue(self.moving, |node, queued| {
            let place = self.lines.place(node);
            panic!(
                "at place {place} a packet for place {} has not arrived",
                self.target(queued.packet)
            )
        })
    }
}
