//! Copies every packet to each tile of the last level in which it has destinations: step 1.

use super::cuts::{Axis, Cuts, sibling};
use super::queues::{HOME, MOVING, WAITING};
use super::tessellation::Tessellation;
use meshcast_engine::{Copied, Effect, End, Machine, Node, Room, Service, Violation};
use meshcast_primitives::{Lines, QueuedLine};

/// Replicates the packets of all queues [`HOME`], at most `packets` a node.
///
/// In every tile of a level packets go over to the other half, first left and right, then up and down: copies of those
/// that have destinations on either side, and those themselves that have destinations only there. A node makes a copy
/// in every step while others are already on their way. If a node ends with at most k packets, it never holds more than
/// 2k + 2: those at rest, at most k that wait or leave, and one on its way in either direction.
pub(super) fn replicate(
    tessellation: &Tessellation,
    packets: usize,
    machine: &mut Machine,
) -> Result<(), Violation> {
    let cuts = tessellation.cuts();
    for level in 0..cuts.levels {
        let phases = phases_of(cuts, level, packets);
        let phases = phases.map(|(axis, steps)| {
            let replicated = cuts.most_packets(packets);
            Phase { tessellation, level, axis, steps, replicated }
        });
        let phases: Vec<Phase<'_>> = phases.collect();
        machine.in_parallel(&cuts.tiling(level), |tile, number| {
            phases.iter().try_for_each(|phase| phase.run(tile, number))
        })?;
    }
    Ok(())
}

/// The steps of [`replicate`].
pub(super) fn steps(cuts: &Cuts, packets: usize) -> u64 {
    (0..cuts.levels).flat_map(|level| phases_of(cuts, level, packets)).map(|phase| phase.1).sum()
}

/// The phases of a level, and the steps of each: left and right, then up and down.
fn phases_of(cuts: &Cuts, level: u32, packets: usize) -> impl Iterator<Item = (Axis, u64)> {
    let most = |columns| {
        packets * cuts.multiplicity(Axis::Rows, level) * cuts.multiplicity(Axis::Columns, columns)
    };
    [(Axis::Columns, most(level)), (Axis::Rows, most(level + 1))]
        .into_iter()
        .filter(move |&(axis, _)| cuts.divides(axis, level))
        .map(move |(axis, packets)| (axis, phase_steps(packets, cuts.longest_half(axis, level))))
}

/// Steps until all copies are made and have arrived, if a half has so many nodes and a node at most `packets` before.
///
/// All packets of a node have one target. A link waits for one step until there is a copy; from then on it is not
/// idle before the packets of the node behind it have left. As many as the half has cross to the other half; a line takes no more for any
/// other of its links, since a node less on either side is a packet less at least, and a link more
/// ([`line_steps`](meshcast_primitives::line_steps)).
fn phase_steps(packets: usize, half: usize) -> u64 {
    1 + (packets * half) as u64
}

/// Copies between the two halves of every tile of a level.
struct Phase<'a> {
    tessellation: &'a Tessellation,
    level: u32,
    axis: Axis,
    steps: u64,
    /// Most packets of a node after the replication.
    replicated: usize,
}

/// What the steps of a phase follow from.
#[derive(Debug, PartialEq)]
struct PhaseOf {
    lines: Lines,
    steps: u64,
}

impl Phase<'_> {
    fn run(&self, tile: &mut Machine, number: usize) -> Result<(), Violation> {
        let part = PhaseOf { lines: self.lines(), steps: self.steps };
        let room = Room::with_queues(0..2 * self.replicated + 2);
        let leap = tile.leap(&tile.rehearsal(part), room, |tile| self.make(tile, number))?;
        if let Some(mut effect) = leap {
            self.bring_about(&mut effect, number);
        }
        Ok(())
    }

    /// The lines along which packets go.
    fn lines(&self) -> Lines {
        match self.axis {
            Axis::Columns => Lines::Rows,
            Axis::Rows => Lines::Columns,
        }
    }

    /// The queue from which a packet of a node, which has these destinations, sets out or does not.
    fn queue(&self, node: &Node<'_>, destinations: &[u32]) -> usize {
        let regions = self.tessellation.split(self.axis, self.level, node.id());
        match self.tessellation.wanted(destinations, &regions) {
            [_, false] => HOME,
            [true, true] => WAITING,
            [false, true] => MOVING,
        }
    }

    /// What a phase brings about in tile `number`: wherever packets and copies come to be, the place to which they have gone,
    /// or would have, is in their keys.
    fn bring_about(&self, effect: &mut Effect<'_>, number: usize) {
        let (shape, lines) = (effect.shape(), self.lines());
        let halves = self.tessellation.cuts().halves(self.axis, self.level, number);
        let mut after = Vec::new();
        for at in 0..shape.nodes() {
            let (row, col) = shape.position(at);
            let target = sibling(lines.place(&effect.node(at)), halves);
            let other = match lines {
                Lines::Rows => shape.index(row, target),
                Lines::Columns => shape.index(target, col),
            };
            for packet in effect.take_queued(HOME, at) {
                let queue = self.queue(&effect.node(at), effect.destinations(packet));
                after.extend((queue != MOVING).then_some((at, packet, target as u32)));
                after.extend((queue != HOME).then_some((other, packet, target as u32)));
                effect.count_hops(if queue == HOME { 0 } else { shape.distance(at, other) as u64 });
                effect.count_copies(u64::from(queue == WAITING));
            }
        }
        for (node, packet, key) in after {
            effect.enqueue(HOME, node, packet, key);
        }
    }

    fn make(&self, tile: &mut Machine, number: usize) -> Result<(), Violation> {
        let (name, lines) = match self.axis {
            Axis::Columns => ("across", self.lines()),
            Axis::Rows => ("down", self.lines()),
        };
        let halves = self.tessellation.cuts().halves(self.axis, self.level, number);
        let phase = QueuedLine { lines, keys: 1, moving: MOVING, arrived: HOME };
        tile.span(name, |tile| {
            tile.requeue(HOME, |node, queued| {
                let key = sibling(lines.place(node), halves);
                (self.queue(node, queued.destinations()), key as u32)
            })?;
            for _ in 0..self.steps {
                tile.step(|step| {
                    phase.advance(step)?;
                    step.serve((WAITING, &[HOME, MOVING]), |node| {
                        let key = node.queue(WAITING).at(End::Greatest)?.key();
                        Some(Service::Copy(Copied { original: (HOME, key), copy: (MOVING, key) }))
                    })
                })?;
            }
            phase.end(tile)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_primitives::line_steps;

    #[test]
    fn a_phase_takes_the_steps_of_its_lines() {
        for first in 1..=12_usize {
            for second in [first - 1, first, first + 1].into_iter().filter(|&half| half > 0) {
                for packets in 1..=4 {
                    let (halves, length) = ([first, second], first + second);
                    let one_way = |own: std::ops::Range<usize>, last: fn(usize, usize) -> usize| {
                        line_steps(length, |sources, targets| {
                            let starts = own.clone().filter(|&at| last(at, length) < sources);
                            let ends = |at: usize| last(sibling(at, halves), length);
                            packets * starts.filter(|&at| ends(at) >= length - targets).count()
                        })
                    };
                    let right = one_way(0..first, |at, _| at);
                    let left = one_way(first..length, |at, length| length - 1 - at);
                    let found = phase_steps(packets, first.max(second));
                    assert_eq!(found, 1 + right.max(left), "{halves:?}, {packets} packets");
                }
            }
        }
    }
}
