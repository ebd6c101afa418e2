//! Cuts every tile of one level into four quadrants, the tiles of the next.

use meshcast_engine::{Shape, Tiling};
use std::ops::Range;

/// One of the two sides of the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Halves lie side by side.
    Columns,
    /// Halves lie one below the other.
    Rows,
}

/// Nested tessellations of one mesh. Level i has 2^i × 2^i tiles, fewer where a side is shorter than that.
///
/// A side of s nodes is cut into 2^i intervals at ⌊p·s/2^i⌋, so the two halves of an interval are intervals of level
/// i + 1 and differ by at most one node.
///
/// A *region* is what destinations are told apart by: the 4^levels tiles of the last level are numbered so that those
/// of any tile of any level follow one another, and so do those of its left and of its right half.
#[derive(Clone, Debug)]
pub(super) struct Tessellation {
    shape: Shape,
    levels: u32,
    /// The region of every node.
    regions: Vec<u32>,
}

impl Tessellation {
    pub(super) fn new(shape: Shape, levels: u32) -> Self {
        let mut tessellation = Self { shape, levels, regions: Vec::new() };
        let place = |node| {
            let (row, col) = shape.position(node);
            let bit = |axis, at, level| tessellation.interval(axis, level + 1, at) as u32 % 2;
            (0..levels).fold(0, |region, level| {
                let across = if tessellation.divides(Axis::Columns, level) {
                    bit(Axis::Columns, col, level)
                } else {
                    0
                };
                let down = if tessellation.divides(Axis::Rows, level) {
                    bit(Axis::Rows, row, level)
                } else {
                    0
                };
                region << 2 | across << 1 | down
            })
        };
        tessellation.regions = (0..shape.nodes()).map(place).collect();
        tessellation
    }

    pub(super) fn levels(&self) -> u32 {
        self.levels
    }

    /// The region of a node.
    pub(super) fn region(&self, node: u32) -> u32 {
        self.regions[node as usize]
    }

    /// The tiles of `level`.
    pub(super) fn tiling(&self, level: u32) -> Tiling {
        let parts = |axis| self.parts(axis, level);
        Tiling::grid(self.shape, parts(Axis::Rows), parts(Axis::Columns))
    }

    /// Whether the tiles of `level` are halved along `axis`.
    pub(super) fn divides(&self, axis: Axis, level: u32) -> bool {
        self.parts(axis, level + 1) > self.parts(axis, level)
    }

    /// Where tile `tile` of `level` is cut in two along `axis`: the nodes of a line in its first half, and in its second.
    pub(super) fn halves(&self, axis: Axis, level: u32, tile: usize) -> [usize; 2] {
        let across = self.parts(Axis::Columns, level);
        let interval = if axis == Axis::Columns { tile % across } else { tile / across };
        self.halves_of(axis, level, interval)
    }

    /// The regions of the half of a tile of `level` in which `node` lies, and those of the other half.
    pub(super) fn split(&self, axis: Axis, level: u32, node: u32) -> [Range<u32>; 2] {
        // The halves of a half have half as many regions again, columns first.
        let halvings = 2 * (self.levels - level) - if axis == Axis::Columns { 1 } else { 2 };
        let own = self.region(node) >> halvings;
        [own, own ^ 1].map(|half| half << halvings..(half + 1) << halvings)
    }

    /// The most nodes of a line that have a packet of one and the same line of `axis` in tiles of `level`, if at every
    /// level all packets are copied to their siblings: 2^level if all tiles are alike.
    pub(super) fn multiplicity(&self, axis: Axis, level: u32) -> usize {
        let mut copies = vec![1; self.side(axis)];
        for level in (0..level).filter(|&level| self.divides(axis, level)) {
            let mut next = copies.clone();
            let mut start = 0;
            for interval in 0..self.parts(axis, level) {
                let [first, second] = self.halves_of(axis, level, interval);
                for place in 0..first + second {
                    next[start + sibling(place, [first, second])] += copies[start + place];
                }
                start += first + second;
            }
            copies = next;
        }
        copies.into_iter().max().unwrap_or(1)
    }

    /// All ways in which the tiles of `level` are cut in two along `axis`.
    pub(super) fn all_halves(&self, axis: Axis, level: u32) -> Vec<[usize; 2]> {
        let intervals = 0..self.parts(axis, level);
        let mut all: Vec<_> = intervals.map(|at| self.halves_of(axis, level, at)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The most packets of a node in tiles of the last level, if every node had `packets` and all were copied to all
    /// tiles.
    pub(super) fn most_packets(&self, packets: usize) -> usize {
        packets
            * self.multiplicity(Axis::Rows, self.levels)
            * self.multiplicity(Axis::Columns, self.levels)
    }

    /// The tiles of the last level.
    pub(super) fn tiles(&self) -> Tiling {
        self.tiling(self.levels)
    }

    /// The greatest measure of a tile of the last level.
    pub(super) fn greatest(&self, measure: impl Fn(Shape) -> usize) -> usize {
        self.tiles().tiles().iter().map(|tile| measure(tile.shape)).max().unwrap_or(0)
    }

    /// Nodes of the largest tile of the last level.
    pub(super) fn tile_nodes(&self) -> usize {
        self.greatest(Shape::nodes)
    }

    /// Those of some destinations, in the order of their regions, that lie in `region` or after it.
    pub(super) fn starting<'a>(&self, destinations: &'a [u32], region: u32) -> &'a [u32] {
        &destinations[destinations.partition_point(|&node| self.region(node) < region)..]
    }

    /// Those of some destinations, in the order of their regions, that lie in `regions`.
    pub(super) fn within<'a>(&self, destinations: &'a [u32], regions: Range<u32>) -> &'a [u32] {
        let starting = self.starting(destinations, regions.start);
        &starting[..leading(starting, |&node| self.region(node) < regions.end)]
    }

    /// Which of the two halves of a tile, given by their regions, have some of the destinations.
    pub(super) fn wanted(&self, destinations: &[u32], halves: &[Range<u32>; 2]) -> [bool; 2] {
        let [one, other] = halves;
        let tile = one.start.min(other.start)..one.end.max(other.end);
        let here = self.within(destinations, tile);
        // The first destination in the tile is in the first half if any is, and the last one in the second.
        let ends = [here.first(), here.last()].map(|node| node.map(|&node| self.region(node)));
        [one, other].map(|half| ends.iter().flatten().any(|region| half.contains(region)))
    }

    fn side(&self, axis: Axis) -> usize {
        match axis {
            Axis::Columns => self.shape.cols(),
            Axis::Rows => self.shape.rows(),
        }
    }

    /// Intervals of a side at `level`.
    fn parts(&self, axis: Axis, level: u32) -> usize {
        1 << level.min(self.side(axis).ilog2())
    }

    /// The interval of `level` in which a row or column lies.
    fn interval(&self, axis: Axis, level: u32, at: usize) -> usize {
        ((at + 1) * self.parts(axis, level) - 1) / self.side(axis)
    }

    fn halves_of(&self, axis: Axis, level: u32, interval: usize) -> [usize; 2] {
        let (side, parts) = (self.side(axis), self.parts(axis, level));
        let cut = |half: usize| half * side / (2 * parts);
        let [start, middle, end] = [2 * interval, 2 * interval + 1, 2 * interval + 2].map(cut);
        [middle - start, end - middle]
    }
}

/// The place in the other half that corresponds to `place`: the same one counted from the start of the half, or the
/// last if the other half is a node shorter.
pub(super) fn sibling(place: usize, [first, second]: [usize; 2]) -> usize {
    match place.checked_sub(first) {
        None => first + place.min(second - 1),
        Some(in_second) => in_second.min(first - 1),
    }
}

/// [`slice::partition_point`], fast where few of many do: it looks at twice as many until one does not.
fn leading<T>(list: &[T], holds: impl Fn(&T) -> bool) -> usize {
    let mut reach = 1;
    while list.get(reach - 1).is_some_and(&holds) {
        reach *= 2;
    }
    let known = reach / 2;
    known + list[known..reach.min(list.len())].partition_point(holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tessellations() -> impl Iterator<Item = Tessellation> {
        (1..=9).flat_map(|rows| {
            (1..=9).flat_map(move |cols| {
                let shape = Shape::new(rows, cols).expect("small");
                (0..=3).map(move |levels| Tessellation::new(shape, levels))
            })
        })
    }

    #[test]
    fn regions_are_the_tiles_of_the_last_level() {
        for tessellation in tessellations() {
            let tiling = tessellation.tiling(tessellation.levels());
            let mut regions = Vec::new();
            for tile in tiling.tiles() {
                let nodes = (0..tile.shape.nodes()).map(|node| {
                    let (row, col) = tile.shape.position(node);
                    tessellation.shape.index(tile.first_row + row, tile.first_col + col) as u32
                });
                let mut of_tile: Vec<u32> = nodes.map(|node| tessellation.region(node)).collect();
                of_tile.dedup();
                assert_eq!(of_tile.len(), 1, "{tile:?}");
                regions.append(&mut of_tile);
            }
            regions.sort_unstable();
            regions.dedup();
            assert_eq!(regions.len(), tiling.tiles().len());
        }
    }

    #[test]
    fn the_two_halves_of_a_tile_are_its_regions() {
        for tessellation in tessellations() {
            for level in 0..tessellation.levels() {
                for axis in [Axis::Columns, Axis::Rows] {
                    if !tessellation.divides(axis, level) {
                        continue;
                    }
                    let tiling = tessellation.tiling(level);
                    for (number, tile) in tiling.tiles().iter().enumerate() {
                        let [first, second] = tessellation.halves(axis, level, number);
                        let length = match axis {
                            Axis::Columns => tile.shape.cols(),
                            Axis::Rows => tile.shape.rows(),
                        };
                        assert_eq!(first + second, length);
                        for node in 0..tile.shape.nodes() {
                            let (row, col) = tile.shape.position(node);
                            let id = |row, col| {
                                let (row, col) = (tile.first_row + row, tile.first_col + col);
                                tessellation.shape.index(row, col) as u32
                            };
                            let (to_row, to_col) = match axis {
                                Axis::Columns => (row, sibling(col, [first, second])),
                                Axis::Rows => (sibling(row, [first, second]), col),
                            };
                            let [own, other] = tessellation.split(axis, level, id(row, col));
                            assert!(own.contains(&tessellation.region(id(row, col))));
                            assert!(other.contains(&tessellation.region(id(to_row, to_col))));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_leading_ones_are_counted() {
        for length in 0..20 {
            let list: Vec<usize> = (0..length).collect();
            for count in 0..=length {
                assert_eq!(leading(&list, |&at| at < count), count);
            }
        }
    }

    #[test]
    fn siblings_have_the_same_place_in_their_halves() {
        for first in 1..=5_usize {
            for second in [first - 1, first, first + 1].into_iter().filter(|&second| second > 0) {
                for place in 0..first + second {
                    let (own, other) = if place < first { (0, first) } else { (first, 0) };
                    let last = if other == 0 { first - 1 } else { second - 1 };
                    let expected = other + (place - own).min(last);
                    assert_eq!(sibling(place, [first, second]), expected, "{first} and {second}");
                }
            }
        }
    }

    #[test]
    fn equal_tiles_hold_a_packet_of_every_sibling() {
        let tessellation = Tessellation::new(Shape::new(8, 16).expect("small"), 3);
        for level in 0..=3 {
            assert_eq!(tessellation.multiplicity(Axis::Rows, level), 1 << level);
            assert_eq!(tessellation.multiplicity(Axis::Columns, level), 1 << level);
        }
        // Three columns: the first half has one node, and holds what both nodes of the second half have, beside its own.
        let uneven = Tessellation::new(Shape::new(1, 3).expect("small"), 1);
        assert_eq!(uneven.multiplicity(Axis::Columns, 1), 3);
    }
}
