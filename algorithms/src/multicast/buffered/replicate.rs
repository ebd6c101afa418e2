//! Copies every packet to each tile of the last level in which it has destinations: step 1.

use super::queues::{HOME, MOVING, WAITING};
use super::tessellation::{Axis, Tessellation, sibling};
use meshcast_engine::{Copied, Effect, End, Machine, Node, Room, Service, Violation};
use meshcast_primitives::{Lines, QueuedLine, line_steps};

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
    for level in 0..tessellation.levels() {
        let phases = Phase::of_level(tessellation, level, packets);
        machine.in_parallel(&tessellation.tiling(level), |tile, number| {
            phases.iter().try_for_each(|phase| phase.run(tile, number))
        })?;
    }
    Ok(())
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

impl<'a> Phase<'a> {
    fn of_level(tessellation: &'a Tessellation, level: u32, packets: usize) -> Vec<Self> {
        let most = |columns| {
            packets
                * tessellation.multiplicity(Axis::Rows, level)
                * tessellation.multiplicity(Axis::Columns, columns)
        };
        let replicated = tessellation.most_packets(packets);
        [(Axis::Columns, most(level)), (Axis::Rows, most(level + 1))]
            .into_iter()
            .filter(|&(axis, _)| tessellation.divides(axis, level))
            .map(|(axis, packets)| {
                let steps = steps(tessellation, level, axis, packets);
                Self { tessellation, level, axis, steps, replicated }
            })
            .collect()
    }

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
        let halves = self.tessellation.halves(self.axis, self.level, number);
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
        let halves = self.tessellation.halves(self.axis, self.level, number);
        let phase = QueuedLine { lines, keys: 1, moving: MOVING, arrived: HOME };
        tile.span(name, |tile| {
            tile.requeue(HOME, |node, queued| {
                let key = sibling(lines.place(node), halves);
                (self.queue(node, queued.destinations), key as u32)
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

/// Steps until all copies are made and have arrived, in any tile, if a node has at most `packets` before.
///
/// All packets of a node have one target. A link waits for one step until there is a copy; from then on it is not
/// idle before the packets of the node behind it have left.
fn steps(tessellation: &Tessellation, level: u32, axis: Axis, packets: usize) -> u64 {
    let halves = tessellation.all_halves(axis, level);
    let moves = halves.into_iter().flat_map(|halves| {
        let length = halves[0] + halves[1];
        // From the left end and, mirrored, from the right one: the targets of the nodes of the half in order.
        let right = (0..halves[0]).map(move |place| sibling(place, halves));
        let left =
            (0..halves[1]).map(move |place| length - 1 - sibling(length - 1 - place, halves));
        [right.collect::<Vec<_>>(), left.collect()].map(|targets| (length, targets))
    });
    let steps = moves.map(|(length, targets)| {
        1 + line_steps(length, |sources, last| {
            let nearer = targets.partition_point(|&target| target < length - last);
            packets * sources.min(targets.len()).saturating_sub(nearer)
        })
    });
    steps.max().unwrap_or(0)
}
