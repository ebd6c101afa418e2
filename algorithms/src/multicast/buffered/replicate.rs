//! Step 1: every packet gets a copy in every tile of the last level in which it has destinations.

use super::tessellation::{Axis, Tessellation, sibling};
use super::{HOME, MOVING, WAITING};
use meshcast_engine::{Copied, End, Machine, Service, Violation};
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
}

impl<'a> Phase<'a> {
    fn of_level(tessellation: &'a Tessellation, level: u32, packets: usize) -> Vec<Self> {
        let most = |columns| {
            packets
                * tessellation.multiplicity(Axis::Rows, level)
                * tessellation.multiplicity(Axis::Columns, columns)
        };
        [(Axis::Columns, most(level)), (Axis::Rows, most(level + 1))]
            .into_iter()
            .filter(|&(axis, _)| tessellation.divides(axis, level))
            .map(|(axis, packets)| {
                let steps = steps(tessellation, level, axis, packets);
                Self { tessellation, level, axis, steps }
            })
            .collect()
    }

    fn run(&self, tile: &mut Machine, number: usize) -> Result<(), Violation> {
        let (name, lines) = match self.axis {
            Axis::Columns => ("across", Lines::Rows),
            Axis::Rows => ("down", Lines::Columns),
        };
        let halves = self.tessellation.halves(self.axis, self.level, number);
        let phase = QueuedLine { lines, keys: 1, moving: MOVING, arrived: HOME };
        tile.span(name, |tile| {
            tile.requeue(HOME, |node, queued| {
                let place = if self.axis == Axis::Columns { node.col() } else { node.row() };
                let regions = self.tessellation.split(self.axis, self.level, node.id());
                let queue = match self.tessellation.wanted(queued.destinations, &regions) {
                    [_, false] => HOME,
                    [true, true] => WAITING,
                    [false, true] => MOVING,
                };
                (queue, sibling(place, halves) as u32)
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
