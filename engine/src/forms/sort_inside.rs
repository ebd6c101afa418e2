//! Sorts elements that are lists of packets, inside their nodes.

use super::fold::{Direction, Fold, paired};
use super::order::order;
use super::slices::Slices;
use crate::machine::Stage;
use crate::nodes::{Buffers, Slot};
use crate::packet::Held;
use crate::violation::Violation;
use std::ops::Range;

impl Stage {
    /// Sorts the two lists of every node that lie in one slice as one, and every other list on its own.
    pub(super) fn sort_lists(
        &mut self,
        fold: Fold,
        slices: Slices,
        direction: impl Fn(usize) -> Direction,
    ) -> Result<(), Violation> {
        self.need_fold(fold)?;
        let buffers = &mut self.nodes.buffers;
        if !fold.lanes().any(|lane| buffers.is_live(lane)) {
            return Ok(());
        }
        // A hole and a packet may change places, so any of the lanes may come to hold packets.
        fold.lanes().for_each(|lane| buffers.enliven(lane));
        let mut joined = std::mem::take(&mut self.scratch.plane);
        joined.clear();
        joined.extend(paired(fold, slices, false));
        if fold.transposed {
            self.sort_transposed(fold, &joined, direction);
        } else {
            self.sort_rows(fold, &joined, direction);
        }
        self.scratch.plane = joined;
        Ok(())
    }

    /// Row by row, the nodes of which `joined` says the same at once.
    fn sort_rows(&mut self, fold: Fold, joined: &[u64], direction: impl Fn(usize) -> Direction) {
        let shape = self.nodes.shape();
        for row in 0..shape.rows() {
            let direction = direction(row);
            let mut x = 0;
            for run in joined.chunk_by(|a, b| a == b) {
                let first = fold.node(shape, row, x);
                let direction = (run[0] != 0).then_some(direction);
                self.sort_node_lists(fold, x, first..first + run.len(), direction);
                x += 2 * run.len();
            }
            // An odd width ends in a list that shares its node with no other.
            if fold.width % 2 == 1 {
                let last = fold.node(shape, row, x);
                self.sort_node_lists(fold, x, last..last + 1, None);
            }
        }
    }

    /// Two element columns at a time, those of the nodes of a row of the mesh: the rows of the array that have one direction at once.
    fn sort_transposed(
        &mut self,
        fold: Fold,
        joined: &[u64],
        direction: impl Fn(usize) -> Direction,
    ) {
        let shape = self.nodes.shape();
        let directions: Vec<Direction> = (0..shape.cols()).map(direction).collect();
        for x in (0..fold.width).step_by(2) {
            let are_joined = joined.get(x / 2).is_some_and(|&joined| joined != 0);
            let mut first = fold.node(shape, 0, x);
            for run in directions.chunk_by(|a, b| !are_joined || a == b) {
                let direction = are_joined.then_some(run[0]);
                self.sort_node_lists(fold, x, first..first + run.len(), direction);
                first += run.len();
            }
        }
    }

    /// Sorts the lists of element columns `x` and `x` + 1 in every one of the nodes as one that begins in the left list or in the right
    /// one, or each on its own.
    fn sort_node_lists(
        &mut self,
        fold: Fold,
        x: usize,
        nodes: Range<usize>,
        joined: Option<Direction>,
    ) {
        let Fold { depth, lane, width, .. } = fold;
        match joined {
            Some(Direction::Ascending) => self.sort_list(nodes, |place| lane + place, 2 * depth),
            Some(Direction::Descending) => {
                self.sort_list(nodes, |place| lane + (place + depth) % (2 * depth), 2 * depth);
            }
            None => {
                self.sort_list(nodes.clone(), |place| lane + place, depth);
                if x + 1 < width {
                    self.sort_list(nodes, |place| lane + depth + place, depth);
                }
            }
        }
    }

    /// Sorts the packets in lanes `lane(0)` to `lane(count - 1)`, in this order, of every one of the nodes.
    fn sort_list(&mut self, nodes: Range<usize>, lane: impl Fn(usize) -> usize, count: usize) {
        if self.is_watched() {
            nodes.for_each(|node| sort_plainly(&mut self.nodes.buffers, node, &lane, count));
        } else {
            for_each_comparator(count, |low, high| {
                let [low, high] = self.nodes.buffers.planes([lane(low), lane(high)]);
                order(&mut low[nodes.clone()], &mut high[nodes.clone()]);
            });
        }
    }
}

/// The reference: takes the packets of one node out and puts them back in order.
fn sort_plainly(buffers: &mut Buffers, node: usize, lane: impl Fn(usize) -> usize, count: usize) {
    let slot = |place| Slot { lane: lane(place), node };
    let mut list: Vec<Held> = (0..count).filter_map(|place| buffers.take(slot(place))).collect();
    list.sort_by_key(|held| held.packet);
    for (place, held) in list.into_iter().enumerate() {
        buffers.put(slot(place), held);
    }
}

/// The comparators of a network that sorts `count` items, in order: Batcher's merge exchange (D. E. Knuth, "The Art of
/// Computer Programming" 3, 1998, §5.2.2, algorithm M). It is the same for all nodes, so that each comparator runs
/// along memory.
fn for_each_comparator(count: usize, mut visit: impl FnMut(usize, usize)) {
    let widest = count.next_power_of_two() / 2;
    let mut bit = widest;
    while bit > 0 {
        let (mut span, mut residue, mut distance) = (widest, 0, bit);
        loop {
            for low in (0..count.saturating_sub(distance)).filter(|low| low & bit == residue) {
                visit(low, low + distance);
            }
            if span == bit {
                break;
            }
            (distance, residue, span) = (span - bit, bit, span / 2);
        }
        bit /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::for_each_comparator;

    /// By the 0–1 principle.
    #[test]
    fn the_network_sorts_all_zeros_and_ones() {
        for count in 1..=16 {
            for bits in 0..1_u32 << count {
                let mut list: Vec<u32> = (0..count).map(|place| bits >> place & 1).collect();
                for_each_comparator(count, |low, high| {
                    if list[low] > list[high] {
                        list.swap(low, high);
                    }
                });
                assert!(list.is_sorted(), "{count} items, {bits:b}");
            }
        }
    }

    #[test]
    fn the_network_sorts_many_items() {
        for count in [17, 100, 513, 1000] {
            let mut list: Vec<usize> = (0..count).map(|place| place * 7919 % 1009).collect();
            for_each_comparator(count, |low, high| {
                if list[low] > list[high] {
                    list.swap(low, high);
                }
            });
            assert!(list.is_sorted(), "{count} items");
        }
    }
}
