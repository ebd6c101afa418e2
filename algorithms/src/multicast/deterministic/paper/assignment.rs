//! Assigns every replica to a group, by the entry of the permutation at its node.

use super::phase_steps::BLOCKS;
use crate::multicast::randomized::DoubleTessellation;
use crate::permutation::Permutation;
use meshcast_engine::{Machine, Order, Shape, Violation};
use meshcast_primitives::{Migration, PermutationRouting};

/// The groups of the replicas of one class: what every node computes from the two entries that it stores.
///
/// Entry k of the permutation π lies at the node of rank k along the snake, and so does entry k of its inverse.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    routing: PermutationRouting,
    /// Of every node, row-major, where the replica of its entry stands in the tile of its group.
    places: Vec<Option<u32>>,
    /// Of every node the node of the entry whose replica stands there.
    origins: Vec<Option<u32>>,
}

/// Replicas of a group, at most: of `entries` replicas in all, on so many tiles.
pub(super) fn largest_group(entries: usize, tiles: usize) -> usize {
    entries.div_ceil(tiles)
}

/// Where the value v = π(k) puts a replica: the group ⌊t·v/(r·m)⌋, and the rank in it, all values of a group being
/// consecutive numbers.
fn group_and_rank(value: usize, entries: usize, tiles: usize) -> (usize, usize) {
    let group = (value as u64 * tiles as u64 / entries as u64) as usize;
    let first = (group as u64 * entries as u64).div_ceil(tiles as u64) as usize;
    (group, value - first)
}

impl Assignment {
    pub(super) fn new(shape: Shape, tiles: &DoubleTessellation, permutation: &Permutation) -> Self {
        let (mut places, mut origins) = (vec![None; shape.nodes()], vec![None; shape.nodes()]);
        let entries = permutation.len();
        for (entry, &value) in permutation.entries().iter().enumerate() {
            let (row, col) = Order::Snake.position(shape, entry);
            let origin = shape.index(row, col);
            let (group, rank) = group_and_rank(value as usize, entries, tiles.tiles());
            let place = tiles.node_of(group, rank);
            places[origin] = Some(place);
            origins[place as usize] = Some(origin as u32);
        }
        Self { routing: PermutationRouting::new(shape, BLOCKS), places, origins }
    }

    /// Steps 2 and 3: takes the replicas of lane 0 to the tiles of their groups, lane [`Migration::MASTER`].
    pub(super) fn form(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.span("group", |machine| {
            machine.rekey(0, |node| self.places[node.index()])?;
            self.routing.run(machine)?;
            machine.swap_lanes(|_| [(0, Migration::MASTER)])
        })
    }

    /// Step 5: takes them back.
    pub(super) fn disband(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.span("disband", |machine| {
            machine.swap_lanes(|_| [(0, Migration::MASTER)])?;
            machine.rekey(0, |node| self.origins[node.index()])?;
            self.routing.run(machine)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fill_one_group_after_the_other() {
        for (entries, tiles) in [(1, 1), (7, 3), (64, 16), (100, 9), (5, 8)] {
            let mut sizes = vec![0; tiles];
            for value in 0..entries {
                let (group, rank) = group_and_rank(value, entries, tiles);
                assert_eq!(group, tiles * value / entries);
                assert_eq!(rank, sizes[group], "{entries} on {tiles}");
                sizes[group] += 1;
            }
            assert_eq!(sizes.iter().max(), Some(&largest_group(entries, tiles)));
        }
    }
}
