//! Says where a copy goes in its column: what its key holds.

use super::columns::{DOWN, HERE, UP};
use meshcast_engine::{Packet, register};
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// The key of a packet of a column: the row where it is delivered next, and the last one; whether it has come from below,
/// and so takes a place of those; whether it is to be delivered at the node where it is.
///
/// A packet that wants nodes above only goes up; one that wants nodes below only goes down; one that wants both goes up
/// to its last node at once, then down to all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    pub(super) next: usize,
    pub(super) last: usize,
    pub(super) rising: bool,
    pub(super) due: bool,
}

register!(Course { next: usize, last: usize, rising: bool, due: bool });

const ROW_BITS: u32 = 13;
const RISING_BIT: u32 = 1 << 30;
const DUE_BIT: u32 = 1 << 31;

/// Rows that a key can name: the shorter side of a mesh has no more.
pub(super) const MOST_ROWS: usize = 1 << ROW_BITS;

impl Course {
    /// The course of a copy made in `row` for destinations in rows of which `first` and `last` are the outermost.
    pub(super) fn from(row: usize, first: usize, last: usize) -> Self {
        let (next, last, rising) = if last <= row {
            (last, first, true)
        } else if first >= row {
            (first, last, false)
        } else {
            (first, last, true)
        };
        Self { next, last, rising, due: next == row }
    }

    pub(super) fn of(packet: Packet) -> Self {
        let (key, rows) = (packet.key(), (1 << ROW_BITS) - 1);
        Self {
            next: (key >> ROW_BITS & rows) as usize,
            last: (key & rows) as usize,
            rising: key & RISING_BIT != 0,
            due: key & DUE_BIT != 0,
        }
    }

    pub(super) fn key(self) -> u32 {
        let flag = |set, bit| if set { bit } else { 0 };
        flag(self.due, DUE_BIT)
            | flag(self.rising, RISING_BIT)
            | (self.next as u32) << ROW_BITS
            | self.last as u32
    }

    /// Whether the packet, in `row`, has risen and is to sink.
    pub(super) fn turns_at(self, row: usize) -> bool {
        self.rising && self.next > row
    }

    /// The queue in which the packet, which is in `row` and has nothing else to do there, waits, and the key that it has then.
    pub(super) fn sorted_at(self, row: usize) -> (usize, u32) {
        let queue = match self.next.cmp(&row) {
            Ordering::Equal => HERE,
            Ordering::Less => UP,
            Ordering::Greater if self.rising => HERE,
            Ordering::Greater => DOWN,
        };
        (queue, Self { due: self.next == row, ..self }.key())
    }

    /// The rows from the next delivery of the packet, which is in `row`, to its last; `None` if it is to rise and then to sink.
    pub(super) fn ahead(self, row: usize) -> Option<RangeInclusive<usize>> {
        let sinks = self.last > self.next || self.next > row;
        (!(self.rising && sinks)).then(|| self.next.min(self.last)..=self.next.max(self.last))
    }

    /// Whether nothing remains after the next delivery.
    pub(super) fn is_last(self) -> bool {
        self.next == self.last
    }

    /// What remains after the delivery in row `next`, with the destinations in this column in the order of their rows. It
    /// is still marked as due: the packet has just been delivered.
    pub(super) fn after(self, mut wanted: impl DoubleEndedIterator<Item = usize>) -> Option<Self> {
        let Self { next: here, last, .. } = self;
        let next = match last.cmp(&here) {
            Ordering::Equal => None,
            Ordering::Less => wanted.rfind(|&row| row < here),
            Ordering::Greater => wanted.find(|&row| row > here),
        }?;
        Some(Self { next, ..self })
    }
}
