//! Finds the smallest box around nodes: in every dimension the shortest interval, on a torus maybe across the end of the ring.

use super::space::Space;
use std::collections::BTreeSet;

/// Coordinates from one on, so many; on a ring they go on from 0 after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    low: usize,
    length: usize,
}

impl Interval {
    /// The shortest interval around some coordinates, on a ring or an open line; of several the one that begins at the lowest.
    fn around(coordinates: &BTreeSet<usize>, ring: Option<usize>) -> Self {
        let low = coordinates.first().copied().unwrap_or(0);
        let high = coordinates.last().copied().unwrap_or(0);
        let mut shortest = Self { low, length: high - low + 1 };
        let Some(side) = ring else { return shortest };
        // Around the end: all but what is between two neighbours.
        for (before, after) in coordinates.iter().zip(coordinates.iter().skip(1)) {
            let length = side - (after - before) + 1;
            if length < shortest.length {
                shortest = Self { low: *after, length };
            }
        }
        shortest
    }

    /// How far a coordinate is behind the first of them; on an open line beyond all of them if it is before.
    fn offset(self, at: usize, ring: Option<usize>) -> usize {
        match (at.checked_sub(self.low), ring) {
            (Some(offset), _) => offset,
            (None, Some(side)) => at + side - self.low,
            (None, None) => usize::MAX,
        }
    }

    fn meets(self, other: Self, ring: Option<usize>) -> bool {
        self.offset(other.low, ring) < self.length || other.offset(self.low, ring) < other.length
    }
}

/// The smallest box around nodes.
#[derive(Clone, Debug)]
pub(super) struct Cuboid<'a> {
    space: Space<'a>,
    /// The coordinates that nodes have, by dimension.
    coordinates: Vec<BTreeSet<usize>>,
    intervals: Vec<Interval>,
}

/// A box that is larger by a node.
#[derive(Clone, Debug)]
pub(super) struct Larger(Vec<Interval>);

impl<'a> Cuboid<'a> {
    /// The smallest box around some nodes, of which there is one.
    pub(super) fn around<'b>(
        space: Space<'a>,
        first: &[usize],
        others: impl Iterator<Item = &'b [usize]>,
    ) -> Self {
        let mut coordinates: Vec<BTreeSet<usize>> =
            first.iter().map(|&at| BTreeSet::from([at])).collect();
        for node in others {
            for (taken, &at) in coordinates.iter_mut().zip(node) {
                taken.insert(at);
            }
        }
        let around = |(dimension, taken)| Interval::around(taken, space.ring(dimension));
        let intervals = coordinates.iter().enumerate().map(around).collect();
        Self { space, coordinates, intervals }
    }

    /// How many dimensions it has.
    pub(super) fn dimensions(&self) -> usize {
        self.intervals.len()
    }

    /// How far a node in the box is behind its first nodes in a dimension.
    pub(super) fn offset(&self, dimension: usize, node: &[usize]) -> usize {
        self.intervals[dimension].offset(node[dimension], self.space.ring(dimension))
    }

    pub(super) fn contains(&self, node: &[usize]) -> bool {
        (0..self.dimensions())
            .all(|dimension| self.offset(dimension, node) < self.intervals[dimension].length)
    }

    /// The smallest box around its nodes and one more.
    pub(super) fn with(&self, node: &[usize]) -> Larger {
        let intervals = self.coordinates.iter().zip(node).enumerate();
        let interval = |(dimension, (taken, &at)): (usize, (&BTreeSet<usize>, &usize))| {
            let (now, ring) = (self.intervals[dimension], self.space.ring(dimension));
            if taken.contains(&at) {
                return now;
            }
            if ring.is_some() {
                let mut taken = taken.clone();
                taken.insert(at);
                return Interval::around(&taken, ring);
            }
            let (low, high) = (now.low.min(at), at.max(now.low + now.length - 1));
            Interval { low, length: high - low + 1 }
        };
        Larger(intervals.map(interval).collect())
    }

    /// Takes a node in, so that it becomes `larger`.
    pub(super) fn take(&mut self, node: &[usize], larger: Larger) {
        for (taken, &at) in self.coordinates.iter_mut().zip(node) {
            taken.insert(at);
        }
        self.intervals = larger.0;
    }

    pub(super) fn meets(&self, other: &Larger) -> bool {
        let mut intervals = self.intervals.iter().zip(&other.0).enumerate();
        intervals.all(|(dimension, (one, other))| one.meets(*other, self.space.ring(dimension)))
    }

    /// How many nodes are in it.
    pub(super) fn nodes(&self) -> usize {
        self.intervals.iter().map(|interval| interval.length).product()
    }
}
