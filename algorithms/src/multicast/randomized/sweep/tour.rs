//! Says which way packets go round the bands: what the top bit of their keys holds.

use super::windows::{EAST, WEST};

/// The two tours of the bands: packets that start eastbound go round the ring of bands forward, the others backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tour {
    Forward,
    Backward,
}

/// The tour of a packet is the top bit of its key.
const TOUR_BIT: u32 = 1 << 31;

impl Tour {
    pub(super) const BOTH: [Tour; 2] = [Tour::Forward, Tour::Backward];

    /// The key of a packet on this tour.
    pub(super) fn key(self, value: u32) -> u32 {
        value | if self == Tour::Backward { TOUR_BIT } else { 0 }
    }

    pub(super) fn of(key: u32) -> Self {
        if key & TOUR_BIT == 0 { Tour::Forward } else { Tour::Backward }
    }

    /// The slot of its packets when a lap begins.
    pub(super) fn lane(self) -> usize {
        match self {
            Tour::Forward => EAST,
            Tour::Backward => WEST,
        }
    }
}

/// What a packet keeps in its key beside its tour.
pub(super) fn value(key: u32) -> u32 {
    key & !TOUR_BIT
}
