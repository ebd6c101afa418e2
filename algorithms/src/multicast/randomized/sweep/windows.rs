//! Cuts every row into two windows, in each of which packets go round on a belt.

use meshcast_engine::{Advancing, StaggeredBelt};
use std::ops::Range;

/// The slots of the packets on a belt that go east and west, and of one that turns at the east end.
pub(in crate::multicast::randomized) const EAST: usize = 0;
pub(in crate::multicast::randomized) const WEST: usize = 1;
pub(super) const TURNING: usize = 5;

/// The slots of packets of the second window in a column that is in both.
pub(super) const SECOND_EAST: usize = 3;
pub(super) const SECOND_WEST: usize = 4;

/// The belts of all windows.
pub(super) const BELT: StaggeredBelt =
    StaggeredBelt { east: EAST, west: WEST, turning: TURNING, beside: [SECOND_EAST, SECOND_WEST] };

/// The two windows of every row: the first ⌈cols/2⌉ columns and the last. Where the columns are odd in number, the one in the *middle* is
/// in both; packets stop there for those of its nodes that are among their destinations on the belt of the first window only. A single
/// column has no second window.
///
/// A window of w columns has a *belt* of 2w positions: column x eastbound is position x, column x westbound position
/// 2w − 1 − x. All packets of a belt advance two positions a cycle, turning at the ends of the window without crossing a
/// link; those on their way west do so a step later, so that one waits in a slot of its own where it turns at the east end. Positions
/// x and 2w − 1 − x differ in parity, so of the w positions that a packet is on after 0, 2, 4, …
/// advances, each column has one: in 2w advances every packet stops in every column once.
///
/// A row has a packet for either window from each of its nodes. Where the columns are odd in number, 2w − 1, so many packets have all
/// positions of a belt but one. That of the first window leaves the one eastbound in the middle empty between laps, that of the second
/// the one westbound there. So all nodes have two packets of rows then, one a slot; in laps those in the middle have four at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    pub(super) cols: usize,
    /// Columns of a window.
    pub(super) width: usize,
}

/// Packets of rows that advance in a step: which, and the columns of their windows.
#[derive(Debug)]
pub(super) struct Moves {
    pub(super) advancing: Advancing,
    pub(super) windows: Vec<Range<usize>>,
}

impl Windows {
    pub(super) fn new(cols: usize) -> Self {
        Self { cols, width: cols.div_ceil(2) }
    }

    /// The column that is in both windows, if any is.
    pub(super) fn middle(self) -> Option<usize> {
        (self.cols > 1 && !self.cols.is_multiple_of(2)).then_some(self.width - 1)
    }

    /// Whether packets for a column are on the belt of the first window.
    pub(super) fn is_left(self, col: usize) -> bool {
        col < self.width
    }

    /// The first column of the window on whose belt packets for a column are.
    pub(super) fn first_for(self, col: usize) -> usize {
        if self.is_left(col) { 0 } else { self.second() }
    }

    /// The first column of the second window.
    pub(super) fn second(self) -> usize {
        self.cols - self.width
    }

    /// The position in slot `lane` of column `col` on the belt of the window that begins in column `first`.
    fn position(self, first: usize, col: usize, lane: usize) -> usize {
        let place = col - first;
        if lane == EAST { place } else { 2 * self.width - 1 - place }
    }

    /// Stops from now until the packet in slot `lane` at column `from` stops in column `to`, where it has destinations.
    pub(super) fn stops_until(self, lane: usize, from: usize, to: usize) -> usize {
        let (first, around) = (self.first_for(to), 2 * self.width);
        let at = self.position(first, from, lane);
        let ahead = |lane| {
            let ahead = self.position(first, to, lane) + around - at;
            if ahead < around { ahead } else { ahead - around }
        };
        let (east, west) = (ahead(EAST), ahead(WEST));
        if east % 2 == 0 { east / 2 } else { west / 2 }
    }

    /// The slot in which the packet in slot `lane` at column `from`, which has destinations in column `to`, is after so many stops.
    pub(super) fn lane_after(self, lane: usize, (from, to): (usize, usize), stops: usize) -> usize {
        let at = self.position(self.first_for(to), from, lane) + 2 * stops;
        if at % (2 * self.width) < self.width { EAST } else { WEST }
    }

    /// The slot and column where the packet was so many stops ago, fewer than a lap has, that is in slot `lane` at column `to`, where it
    /// has destinations.
    pub(super) fn start_of(self, lane: usize, to: usize, stops: usize) -> (usize, usize) {
        let (width, first) = (self.width, self.first_for(to));
        let at = (self.position(first, to, lane) + 2 * (width - stops)) % (2 * width);
        if at < width { (EAST, first + at) } else { (WEST, first + 2 * width - 1 - at) }
    }

    /// The moves in a cycle of a lap: of packets on their way west to stop `stop`, or, after the last stop, to where they began; of
    /// those on their way east, or of all, after that stop.
    /// Where a window is a column wide, packets are always where they stop.
    pub(super) fn moves(self, advancing: Advancing, stop: usize) -> Moves {
        let is_move = advancing != Advancing::Westbound || stop > 0;
        let windows = if self.width > 1 && is_move { self.ranges() } else { Vec::new() };
        Moves { advancing, windows }
    }

    /// The slots of packets on their way east and west in a column where a window begins.
    pub(super) fn at_first(self, col: usize) -> Option<[usize; 2]> {
        let is_second = col == self.second();
        (is_second || col == 0)
            .then(|| if self.middle() == Some(col) { BELT.beside } else { [EAST, WEST] })
    }

    /// Whether a window ends with a column.
    pub(super) fn is_last(self, col: usize) -> bool {
        col + 1 == self.width || col + 1 == self.cols
    }

    /// The columns of both windows.
    fn ranges(self) -> Vec<Range<usize>> {
        vec![0..self.width, self.second()..self.cols]
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
            let width = windows.width;
            for (first, from) in windows.ranges().into_iter().flat_map(|window| {
                let first = window.start;
                window.map(move |from| (first, from))
            }) {
                for lane in [EAST, WEST] {
                    let (mut place, mut east) = (from - first, lane == EAST);
                    for stop in 0..width {
                        let (to, here) = (first + place, if east { EAST } else { WEST });
                        // Nobody is for the middle on the belt of the second window.
                        if windows.first_for(to) == first {
                            assert_eq!(windows.stops_until(lane, from, to), stop);
                            assert_eq!(windows.lane_after(lane, (from, to), stop), here);
                            assert_eq!(windows.start_of(here, to, stop), (lane, from));
                        }
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
