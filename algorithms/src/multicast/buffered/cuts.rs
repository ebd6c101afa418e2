//! Says where tiles are cut into the tiles of the next level, and how many packets meet in a node: all that follows from the sides.

use meshcast_engine::{Shape, Tiling};
use std::collections::BTreeMap;
use std::iter::{once, repeat_n};

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Cuts {
    pub(super) shape: Shape,
    pub(super) levels: u32,
}

/// Lines next to each other, and from how many lines each holds the packets.
type Run = (usize, usize);

impl Cuts {
    /// Those with as many tiles as the power of 4 next to a congestion: the greatest up to twice as many.
    pub(super) fn for_congestion(shape: Shape, congestion: usize) -> Self {
        Self { shape, levels: (2 * congestion).max(1).ilog2() / 2 }
    }

    /// The tiles of `level`.
    pub(super) fn tiling(&self, level: u32) -> Tiling {
        let parts = |axis| self.parts(axis, level);
        Tiling::grid(self.shape, parts(Axis::Rows), parts(Axis::Columns))
    }

    /// The shapes of the tiles of the last level, each once.
    pub(super) fn tile_shapes(&self) -> impl Iterator<Item = Shape> {
        let parts = |axis| self.parts(axis, self.levels);
        Tiling::shapes_in_grid(self.shape, parts(Axis::Rows), parts(Axis::Columns))
    }

    /// Tiles of the last level.
    pub(super) fn tiles(&self) -> usize {
        self.parts(Axis::Rows, self.levels) * self.parts(Axis::Columns, self.levels)
    }

    /// The greatest measure of a tile of the last level.
    pub(super) fn greatest(&self, measure: impl Fn(Shape) -> usize) -> usize {
        self.tile_shapes().map(measure).max().unwrap_or(0)
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

    /// The nodes of the longest half of a line of a tile of `level`.
    pub(super) fn longest_half(&self, axis: Axis, level: u32) -> usize {
        self.side(axis).div_ceil(2 * self.parts(axis, level))
    }

    /// How many lines of `axis` hold the packets of how many, their own among them, in tiles of `level`, if at every level all packets are
    /// copied to their siblings: in equal tiles all those of 2^level.
    pub(super) fn copies(&self, axis: Axis, level: u32) -> BTreeMap<usize, usize> {
        let mut intervals = vec![vec![(self.side(axis), 1)]];
        for level in (0..level).filter(|&level| self.divides(axis, level)) {
            let halved = intervals.iter().enumerate();
            intervals = halved
                .flat_map(|(at, runs)| joined(runs, self.halves_of(axis, level, at)))
                .collect();
        }
        let mut lines = BTreeMap::new();
        for (length, copies) in intervals.into_iter().flatten() {
            *lines.entry(copies).or_default() += length;
        }
        lines
    }

    /// The most lines of which a line holds the packets: 2^level if all tiles are alike.
    pub(super) fn multiplicity(&self, axis: Axis, level: u32) -> usize {
        self.copies(axis, level).last_key_value().map_or(1, |(&copies, _)| copies)
    }

    /// The most packets of a node in tiles of the last level, if every node had `packets` and all were copied to all
    /// tiles.
    pub(super) fn most_packets(&self, packets: usize) -> usize {
        packets
            * self.multiplicity(Axis::Rows, self.levels)
            * self.multiplicity(Axis::Columns, self.levels)
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
    pub(super) fn interval(&self, axis: Axis, level: u32, at: usize) -> usize {
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

/// The halves of an interval once each holds the packets of the other, too: those of a last place without a
/// [sibling](sibling) are in the last place of the shorter half.
fn joined(runs: &[Run], [first, second]: [usize; 2]) -> [Vec<Run>; 2] {
    let both = first.min(second);
    let places = || runs.iter().copied();
    let (own, other) = (part(places(), 0, both), part(places(), first, both));
    let shorter = added(own, other);
    if first == second {
        return [shorter.clone(), shorter];
    }
    let last = if first > second { first - 1 } else { first + second - 1 };
    let left = part(places(), last, 1)[0].1;
    let longer: Vec<Run> = shorter.iter().copied().chain(once((1, left))).collect();
    let (before, end) = (part(shorter.iter().copied(), 0, both - 1), part(shorter, both - 1, 1));
    let shorter = before.into_iter().chain(once((1, end[0].1 + left))).collect();
    if first > second { [longer, shorter] } else { [shorter, longer] }
}

/// The `length` places of runs from a place on.
fn part(runs: impl IntoIterator<Item = Run>, from: usize, length: usize) -> Vec<Run> {
    let (mut skipped, mut left, mut found) = (from, length, Vec::new());
    for (run, copies) in runs {
        let before = skipped.min(run);
        skipped -= before;
        let taken = left.min(run - before);
        left -= taken;
        found.extend(repeat_n((taken, copies), usize::from(taken > 0)));
    }
    found
}

/// The sums of two lists of runs with as many places.
fn added(one: Vec<Run>, other: Vec<Run>) -> Vec<Run> {
    let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
    let mut sums = Vec::new();
    while let (Some(a), Some(b)) = (one.peek_mut(), other.peek_mut()) {
        let length = a.0.min(b.0);
        sums.push((length, a.1 + b.1));
        (a.0, b.0) = (a.0 - length, b.0 - length);
        one.next_if(|run| run.0 == 0);
        other.next_if(|run| run.0 == 0);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let cuts = Cuts { shape: Shape::new(8, 16).expect("small"), levels: 3 };
        for level in 0..=3 {
            assert_eq!(cuts.multiplicity(Axis::Rows, level), 1 << level);
            assert_eq!(cuts.multiplicity(Axis::Columns, level), 1 << level);
        }
        // Three columns: the first half has one node, and holds what both nodes of the second half have, beside its own.
        let uneven = Cuts { shape: Shape::new(1, 3).expect("small"), levels: 1 };
        assert_eq!(uneven.multiplicity(Axis::Columns, 1), 3);
    }

    /// Line by line: the copies of every line go to its sibling.
    #[test]
    fn lines_hold_the_packets_of_their_siblings() {
        for side in 1..=70 {
            let cuts = Cuts { shape: Shape::new(1, side).expect("small"), levels: 6 };
            let mut copies = vec![1; side];
            for level in 0..=6 {
                let mut expected = BTreeMap::new();
                for &line in &copies {
                    *expected.entry(line).or_default() += 1;
                }
                assert_eq!(cuts.copies(Axis::Columns, level), expected, "{side} columns");
                if !cuts.divides(Axis::Columns, level) {
                    continue;
                }
                let (mut next, mut start) = (copies.clone(), 0);
                let mut longest = 0;
                for interval in 0..cuts.parts(Axis::Columns, level) {
                    let halves = cuts.halves_of(Axis::Columns, level, interval);
                    let length = halves[0] + halves[1];
                    for place in 0..length {
                        next[start + sibling(place, halves)] += copies[start + place];
                    }
                    start += length;
                    longest = longest.max(halves[0]).max(halves[1]);
                }
                assert_eq!(cuts.longest_half(Axis::Columns, level), longest);
                copies = next;
            }
        }
    }
}
