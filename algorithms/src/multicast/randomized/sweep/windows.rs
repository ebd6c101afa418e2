//! Cuts every row into two windows, in each of which packets go round on a belt.

use meshcast_engine::{Advancing, StaggeredBelt};
use std::ops::Range;

/// The slots of the packets on a belt that go east and west, of one that turns at the east end, and of a packet for which the belt has no
/// place.
pub(in crate::multicast::randomized) const EAST: usize = 0;
pub(in crate::multicast::randomized) const WEST: usize = 1;
pub(super) const TURNING: usize = 5;
pub(super) const REST: usize = 4;

/// The belts of all windows.
pub(super) const BELT: StaggeredBelt = StaggeredBelt { east: EAST, west: WEST, turning: TURNING };

/// The two windows of every row: the first ⌈cols/2⌉ columns and the others.
///
/// A window of w columns has a *belt* of 2w positions: column x eastbound is position x, column x westbound position
/// 2w − 1 − x. All packets of a belt advance two positions a cycle, turning at the ends of the window without crossing a
/// link; those on their way west do so a step later, so that one waits in a slot of its own where it turns at the east end. Positions
/// x and 2w − 1 − x differ in parity, so of the w positions that a packet is on after 0, 2, 4, …
/// advances, each column has one: in 2w advances every packet stops in every column once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    pub(super) cols: usize,
    /// Columns of the first window.
    pub(super) left: usize,
}

/// Packets of rows that advance in a step: which, and the columns of their windows.
#[derive(Debug)]
pub(super) struct Moves {
    pub(super) advancing: Advancing,
    pub(super) windows: Vec<Range<usize>>,
}

impl Windows {
    pub(super) fn new(cols: usize) -> Self {
        Self { cols, left: cols.div_ceil(2) }
    }

    /// The column of the second window in which a packet of `row` may rest: where the window is a column narrower than the
    /// first, its belt lacks two places. Rows take turns, for the sake of the columns.
    pub(super) fn rest(self, row: usize) -> Option<usize> {
        let right = self.cols - self.left;
        (right < self.left && right > 0).then(|| self.left + row % right)
    }

    /// Whether packets may rest: in any row, or in none.
    pub(super) fn any_rests(self) -> bool {
        self.rest(0).is_some()
    }

    /// Whether a column is in the first window.
    pub(super) fn is_left(self, col: usize) -> bool {
        col < self.left
    }

    fn width(self, col: usize) -> usize {
        if self.is_left(col) { self.left } else { self.cols - self.left }
    }

    /// The place of a column in its window.
    fn place(self, col: usize) -> usize {
        if self.is_left(col) { col } else { col - self.left }
    }

    fn position(self, col: usize, lane: usize) -> usize {
        if lane == EAST { self.place(col) } else { 2 * self.width(col) - 1 - self.place(col) }
    }

    /// Stops from now until the packet in slot `lane` at column `from` stops in column `to` of the same window.
    pub(super) fn stops_until(self, lane: usize, from: usize, to: usize) -> usize {
        let (at, around) = (self.position(from, lane), 2 * self.width(from));
        let ahead = |lane| {
            let ahead = self.position(to, lane) + around - at;
            if ahead < around { ahead } else { ahead - around }
        };
        let (east, west) = (ahead(EAST), ahead(WEST));
        if east % 2 == 0 { east / 2 } else { west / 2 }
    }

    /// The slot in which the packet in slot `lane` at column `from` is after so many stops.
    pub(super) fn lane_after(self, lane: usize, from: usize, stops: usize) -> usize {
        let width = self.width(from);
        let at = (self.position(from, lane) + 2 * stops) % (2 * width);
        if at < width { EAST } else { WEST }
    }

    /// The slot and column where the packet was so many stops ago, fewer than a lap has, that is in slot `lane` at column `to`.
    pub(super) fn start_of(self, lane: usize, to: usize, stops: usize) -> (usize, usize) {
        let (width, first) = (self.width(to), to - self.place(to));
        let at = (self.position(to, lane) + 2 * (width - stops)) % (2 * width);
        if at < width { (EAST, first + at) } else { (WEST, first + 2 * width - 1 - at) }
    }

    /// Stops of a packet in a lap around the belt of the window of column `col`.
    pub(super) fn stops(self, col: usize) -> usize {
        self.width(col)
    }

    /// The moves in a cycle of a lap: of packets on their way west to stop `stop`, or, after the last stop, to where they began; of
    /// those on their way east, or of all, after that stop.
    /// Where a window is a column wide, packets are always where they stop.
    pub(super) fn moves(self, advancing: Advancing, stop: usize) -> Moves {
        let move_in = |width| match advancing {
            Advancing::Westbound => (1..=width).contains(&stop),
            Advancing::Eastbound | Advancing::All => stop < width,
        };
        let mut windows = vec![0..self.left, self.left..self.cols];
        windows.retain(|window| window.len() > 1 && move_in(window.len()));
        Moves { advancing, windows }
    }

    /// Whether a column is the first of its window, and whether it is the last.
    pub(super) fn ends(self, col: usize) -> (bool, bool) {
        (self.place(col) == 0, self.place(col) + 1 == self.width(col))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks a belt step by step.
    #[test]
    fn in_a_lap_a_packet_stops_once_in_every_column() {
        for cols in 1..=9 {
            let windows = Windows::new(cols);
            for from in 0..cols {
                for lane in [EAST, WEST] {
                    let (width, first) = (windows.width(from), from - windows.place(from));
                    let (mut place, mut east) = (from - first, lane == EAST);
                    for stop in 0..windows.stops(from) {
                        assert_eq!(windows.stops_until(lane, from, first + place), stop);
                        let here = if east { EAST } else { WEST };
                        assert_eq!(windows.lane_after(lane, from, stop), here);
                        assert_eq!(windows.start_of(here, first + place, stop), (lane, from));
                        for _ in 0..2 {
                            match (east, place) {
                                (true, place) if place + 1 == width => east = false,
                                (false, 0) => east = true,
                                (true, _) => place += 1,
                                (false, _) => place -= 1,
                            }
                        }
                    }
                    assert_eq!((place, east), (from - first, lane == EAST));
                }
            }
        }
    }
}
