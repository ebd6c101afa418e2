//! Packs where a packet of a route starts and ends: of long rows there are many.

use super::lanes::{Hop, LANES};

/// Where a packet starts and ends, in the room that long routes have for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) from: Place,
    pub(super) to: Place,
}

/// A lane of a node of a route: of two the one in the later node, or the higher of one node, is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(u32);

impl Place {
    /// Numbers of places for every node, more than it has lanes.
    const A_NODE: usize = 8;

    /// A lane of a node, both counted from 0.
    pub(super) fn new(node: usize, lane: usize) -> Self {
        Self(u32::try_from(node * Self::A_NODE + lane).expect("a line has fewer than 2^29 nodes"))
    }

    pub(super) fn node(self) -> usize {
        self.0 as usize / Self::A_NODE
    }

    pub(super) fn lane(self) -> usize {
        self.0 as usize % Self::A_NODE
    }
}

impl Way {
    /// The way of a packet, its nodes counted from `first`.
    pub(super) fn of(hop: Hop, first: usize) -> Self {
        let place = |(node, lane): (usize, usize)| {
            assert!(lane < LANES, "a node has no lane {lane}");
            Place::new(node - first, lane)
        };
        Self { from: place(hop.from), to: place(hop.to) }
    }
}
