//! Counts the hops of packets in the fixed routes of a plan, where holes use no link.
//!
//! A route comes first, last, or between merges. Before each but the first all blocks are sorted, so that where their packets
//! are follows from how many they are.

use super::halves::Halves;
use super::{Direction, Merge, Plan, RowRoute};
use meshcast_engine::Order;
use std::ops::Range;

/// An element of a plan: its row and column.
pub(super) type Element = (usize, usize);

/// The packets in every block of a grid, each as its number. The last block of a row may be narrower.
struct Blocks {
    height: usize,
    width: usize,
    columns: usize,
    /// Row by row.
    packets: Vec<usize>,
    across: usize,
}

impl Plan {
    /// The hops that packets make in all routes, each given by the element in which it starts; an element has room for `depth`.
    pub(super) fn route_hops(&self, depth: usize, packets: impl Iterator<Item = Element>) -> u64 {
        let Some((first, route)) = self.routes().next() else { return 0 };
        let fold = (first == 0 && self.merge_after(first).is_none()).then_some(route);
        let (mut hops, mut blocks) = (0, Blocks::new(self.size(), self.first_size()));
        for (row, x) in packets {
            blocks.take_in((row, x), 1);
            hops += fold.map_or(0, |fold| fold.of_row(row).distance(x..x + 1));
        }
        hops + self.hops_in(usize::from(fold.is_some())..self.phases().len(), depth, &mut blocks)
    }

    /// Those where lists are halved after so many phases of a wide plan.
    pub(super) fn halved_hops(
        &self,
        halves: Halves,
        before: usize,
        packets: impl Iterator<Item = Element>,
    ) -> u64 {
        if self.routes().next().is_none() {
            return 0;
        }
        let is_first = before == 0;
        let size = if is_first { halves.block } else { self.first_size() };
        let mut blocks = Blocks::new(self.size(), size);
        packets.for_each(|packet| blocks.take_in(packet, 1));
        let hops = self.hops_in(0..before, halves.depth, &mut blocks);
        let blocks = blocks.merged(self.size(), halves.block);
        let of_half = |half: usize| {
            let mut share = blocks.half(self.size(), halves, half);
            self.hops_in(before..self.phases().len(), halves.depths()[half], &mut share)
        };
        hops + of_half(0) + of_half(1)
    }

    /// The hops in the routes in some places, before which packets are in `blocks`; these are merged on the way.
    fn hops_in(&self, places: Range<usize>, depth: usize, blocks: &mut Blocks) -> u64 {
        let (mut hops, all) = (0, self.size());
        for (place, route) in self.routes().filter(|(place, _)| places.contains(place)) {
            let (size, direction) = match (self.merge_after(place), self.order()) {
                (Some(merge), _) if merge.from_snake => (size_before(merge), Direction::Alternate),
                (Some(merge), _) => {
                    (size_before(merge), Direction::Blocks { height: merge.block_height })
                }
                (None, Order::Snake) => (all, Direction::Alternate),
                (None, Order::RowMajor | Order::ColumnMajor) => (all, Direction::Ascending),
            };
            *blocks = blocks.merged(all, size);
            hops += blocks.hops(all.0, depth, route, direction);
        }
        hops
    }

    /// Its rows and element columns.
    fn size(&self) -> (usize, usize) {
        (self.shape().rows(), self.columns())
    }

    /// Those of the blocks that are sorted first.
    fn first_size(&self) -> (usize, usize) {
        self.merges().first().map_or(self.size(), |(_, merge)| size_before(merge))
    }

    /// The merge that the route in some place among the phases is for.
    fn merge_after(&self, place: usize) -> Option<&Merge> {
        let merge = self.merges().iter().find(|&&(columns, _)| columns == place + 1);
        merge.map(|(_, merge)| merge).filter(|merge| merge.permutes())
    }
}

/// The rows and columns of the blocks that are merged.
fn size_before(merge: &Merge) -> (usize, usize) {
    (merge.block_height, merge.block_width)
}

impl Blocks {
    fn new((rows, columns): (usize, usize), (height, width): (usize, usize)) -> Self {
        let across = columns.div_ceil(width);
        Self { height, width, columns, packets: vec![0; rows.div_ceil(height) * across], across }
    }

    /// Takes in packets of an element.
    fn take_in(&mut self, (row, x): Element, packets: usize) {
        self.packets[row / self.height * self.across + x / self.width] += packets;
    }

    /// The first element of every block, and its packets.
    fn each(&self) -> impl Iterator<Item = (Element, usize)> {
        self.packets.iter().enumerate().map(|(block, &packets)| {
            let first = (block / self.across * self.height, block % self.across * self.width);
            (first, packets)
        })
    }

    /// The packets in larger blocks, of which each is made of some of these.
    fn merged(&self, all: (usize, usize), size: (usize, usize)) -> Self {
        let mut merged = Self::new(all, size);
        self.each().for_each(|(element, packets)| merged.take_in(element, packets));
        merged
    }

    /// The packets that a half gets of sorted blocks.
    fn half(&self, all: (usize, usize), halves: Halves, half: usize) -> Self {
        let mut share = Self::new(all, (self.height, self.width));
        for ((row, x), packets) in self.each() {
            let even = halves.of_even_items(row, x);
            share.take_in((row, x), halves.share(half, even, packets));
        }
        share
    }

    /// The hops of all packets in a route on a mesh of `rows` rows, if every block is sorted, its rows in `direction`.
    fn hops(&self, rows: usize, depth: usize, route: &RowRoute, direction: Direction) -> u64 {
        let mut hops = 0;
        for row in 0..rows {
            let (first, line) = (row / self.height * self.across, route.of_row(row));
            for (i, packets) in self.packets[first..first + self.across].iter().enumerate() {
                let (start, end) = (i * self.width, self.columns.min((i + 1) * self.width));
                let a_row = (end - start) * depth;
                let here = packets.saturating_sub(row % self.height * a_row).min(a_row);
                let (full, rest) = (here / depth, here % depth);
                // The first elements of the row are full, and the next one may not be.
                let elements = |some: Range<usize>| {
                    if direction.is_reversed(row) {
                        line.distance(end - some.end..end - some.start)
                    } else {
                        line.distance(start + some.start..start + some.end)
                    }
                };
                hops += depth as u64 * elements(0..full);
                if rest > 0 {
                    hops += rest as u64 * elements(full..full + 1);
                }
            }
        }
        hops
    }
}

#[cfg(test)]
mod tests {
    use crate::{KkSort, Sort};
    use meshcast_engine::{
        Machine, Messages, Mode, Node, Options, Order, Outcome, Shape, Violation,
    };
    use std::sync::Arc;

    /// The outcome of a sort of up to `k` packets a node, some in every `nth` node.
    fn sorted(
        (shape, k, nth): (Shape, usize, usize),
        capacity: usize,
        mode: Mode,
        sort: impl FnOnce(&mut Machine) -> Result<(), Violation>,
    ) -> Outcome {
        let set = Messages::new(
            shape.nodes(),
            (0..shape.nodes() as u32).step_by(nth).map(|at| (at, vec![])),
        );
        let set = Arc::new(set.expect("small"));
        let options = Options { mode, ..Options::default() };
        let mut machine = Machine::new(shape, set, Some(capacity), options);
        machine.inject(0, |node| node.id().wrapping_mul(2_654_435_761));
        for lane in 1..k {
            let holds = |node: &Node<'_>| node.packet(0).is_some() && node.row() % (lane + 1) == 0;
            machine.step(|step| step.copy(0, lane, holds)).expect("lawful");
        }
        sort(&mut machine).expect("lawful");
        machine.finish()
    }

    #[test]
    fn leaps_count_the_hops_of_sorts_with_merges_and_holes() {
        let mut merges = 0;
        for (rows, cols) in
            [(16, 16), (32, 32), (27, 36), (33, 18), (25, 45), (7, 64), (17, 27), (47, 47)]
        {
            let shape = Shape::new(rows, cols).expect("small");
            for order in [Order::Snake, Order::RowMajor, Order::ColumnMajor] {
                let (sort, kk) = (Sort::new(shape, order), KkSort::new(shape, 5, order));
                // A fold and what undoes it are two.
                merges += sort.plan().routes().count() - 2 + kk.plan().routes().count();
                for nth in [1, 2, 7, 97] {
                    let [stepped, leapt] = [Mode::Step, Mode::Leap].map(|mode| {
                        let packets = (shape, 1, nth);
                        let one =
                            sorted(packets, Sort::CAPACITY, mode, |machine| sort.run(machine));
                        let packets = (shape, 5, nth);
                        let many = sorted(packets, kk.capacity(), mode, |machine| kk.run(machine));
                        [one, many].map(|outcome| outcome.link_uses)
                    });
                    assert_eq!(stepped, leapt, "{rows} x {cols}, {order:?}, every {nth}th node");
                }
            }
        }
        assert!(merges > 20, "only {merges} merges have routes");
    }
}
