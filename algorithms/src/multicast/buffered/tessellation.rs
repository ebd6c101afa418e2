//! Tells the destinations in the tiles of one level from those in the tiles of another.

use super::cuts::{Axis, Cuts};
use meshcast_engine::Tiling;
use std::ops::Range;

/// Nested tessellations of one mesh, and the region of every node.
///
/// A *region* is what destinations are told apart by: the 4^levels tiles of the last level are numbered so that those
/// of any tile of any level follow one another, and so do those of its left and of its right half.
#[derive(Clone, Debug)]
pub(super) struct Tessellation {
    cuts: Cuts,
    /// The region of every node.
    regions: Vec<u32>,
}

impl Tessellation {
    pub(super) fn new(cuts: Cuts) -> Self {
        let place = |node| {
            let (row, col) = cuts.shape.position(node);
            let bit = |axis, at, level| cuts.interval(axis, level + 1, at) as u32 % 2;
            (0..cuts.levels).fold(0, |region, level| {
                let across = if cuts.divides(Axis::Columns, level) {
                    bit(Axis::Columns, col, level)
                } else {
                    0
                };
                let down =
                    if cuts.divides(Axis::Rows, level) { bit(Axis::Rows, row, level) } else { 0 };
                region << 2 | across << 1 | down
            })
        };
        Self { cuts, regions: (0..cuts.shape.nodes()).map(place).collect() }
    }

    /// Where its tiles are cut.
    pub(super) fn cuts(&self) -> &Cuts {
        &self.cuts
    }

    /// The tiles of the last level.
    pub(super) fn tiles(&self) -> Tiling {
        self.cuts.tiling(self.cuts.levels)
    }

    /// The region of a node.
    pub(super) fn region(&self, node: u32) -> u32 {
        self.regions[node as usize]
    }

    /// The regions of the half of a tile of `level` in which `node` lies, and those of the other half.
    pub(super) fn split(&self, axis: Axis, level: u32, node: u32) -> [Range<u32>; 2] {
        // The halves of a half have half as many regions again, columns first.
        let halvings = 2 * (self.cuts.levels - level) - if axis == Axis::Columns { 1 } else { 2 };
        let own = self.region(node) >> halvings;
        [own, own ^ 1].map(|half| half << halvings..(half + 1) << halvings)
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
    use super::super::cuts::sibling;
    use super::*;
    use meshcast_engine::Shape;

    fn tessellations() -> impl Iterator<Item = Tessellation> {
        (1..=9).flat_map(|rows| {
            (1..=9).flat_map(move |cols| {
                let shape = Shape::new(rows, cols).expect("small");
                (0..=3).map(move |levels| Tessellation::new(Cuts { shape, levels }))
            })
        })
    }

    #[test]
    fn regions_are_the_tiles_of_the_last_level() {
        for tessellation in tessellations() {
            let tiling = tessellation.tiles();
            let mut regions = Vec::new();
            for tile in tiling.tiles() {
                let nodes = (0..tile.shape.nodes()).map(|node| {
                    let (row, col) = tile.shape.position(node);
                    tessellation.cuts.shape.index(tile.first_row + row, tile.first_col + col) as u32
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
            for level in 0..tessellation.cuts.levels {
                for axis in [Axis::Columns, Axis::Rows] {
                    if !tessellation.cuts.divides(axis, level) {
                        continue;
                    }
                    let tiling = tessellation.cuts.tiling(level);
                    for (number, tile) in tiling.tiles().iter().enumerate() {
                        let [first, second] = tessellation.cuts.halves(axis, level, number);
                        let length = match axis {
                            Axis::Columns => tile.shape.cols(),
                            Axis::Rows => tile.shape.rows(),
                        };
                        assert_eq!(first + second, length);
                        for node in 0..tile.shape.nodes() {
                            let (row, col) = tile.shape.position(node);
                            let id = |row, col| {
                                let (row, col) = (tile.first_row + row, tile.first_col + col);
                                tessellation.cuts.shape.index(row, col) as u32
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
}
