//! Says where the packets of rows stop, and what is copied and delivered there.

use super::late::Late;
use crate::multicast::randomized::sweep::course::Course;
use crate::multicast::randomized::sweep::row_laps::{Laps, Round, SERVED, mark};
use crate::multicast::randomized::sweep::windows::{EAST, WEST};
use meshcast_engine::{Effect, Packet};

/// A packet of a row that is wanted in a column: when it stops there, its row, and its slot then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) at: u32,
    pub(super) row: u16,
    lane: u8,
    /// Whether it has one open destination there, and which: its row, and its number in the header.
    is_for_one: bool,
    to: u16,
    number: u32,
    packet: Packet,
}

impl Stop {
    /// Names a stop among those of a column, in their order.
    fn key(&self) -> (u32, u16, u8) {
        (self.at, self.row, self.lane)
    }

    pub(super) fn row(self) -> usize {
        usize::from(self.row)
    }

    pub(super) fn lane(self) -> usize {
        usize::from(self.lane)
    }
}

/// The packets of all rows during a lap of the round, if it is a lap.
pub(super) struct Rows<'a, 'm> {
    pub(super) laps: Laps,
    pub(super) effect: &'a mut Effect<'m>,
    pub(super) round: Option<&'a Round>,
    /// Links that packets of columns have crossed.
    pub(super) hops: u64,
    /// By row, how many packets the column has passed on.
    pub(super) passed_on: Vec<u32>,
    pub(super) late: Late,
}

impl Rows<'_, '_> {
    /// By column, all stops of a lap in their order.
    pub(super) fn stops(&self) -> Vec<Vec<Stop>> {
        let (shape, windows) = (self.effect.shape(), self.laps.windows);
        let mut stops = vec![Vec::new(); shape.cols()];
        let Some(round) = self.round else { return stops };
        for (lane, index) in [EAST, WEST]
            .into_iter()
            .flat_map(|lane| (0..shape.nodes()).map(move |index| (lane, index)))
        {
            let (node, (row, from)) = (self.effect.node(index), shape.position(index));
            let Some(packet) = node.packet(lane) else { continue };
            let words = node.words(lane);
            for (i, to, col) in self.laps.listed(node.destinations(lane), round.of_lane(lane, row))
            {
                if words.get(i) != SERVED {
                    let at = windows.stops_until(lane, from, col);
                    stops[col].push(Stop {
                        at: at as u32,
                        row: row as u16,
                        lane: windows.lane_after(lane, (from, col), at) as u8,
                        is_for_one: true,
                        to: to as u16,
                        number: i as u32,
                        packet,
                    });
                }
            }
        }
        for stops in &mut stops {
            stops.sort_unstable_by_key(Stop::key);
            stops.dedup_by(|next, stop| {
                let is_same = next.key() == stop.key();
                stop.is_for_one &= !is_same;
                is_same
            });
        }
        stops
    }

    /// The node and slot in which the packet of a stop was when the lap began, and is as long as the machine does not move it.
    fn start(&self, col: usize, stop: Stop) -> (usize, usize) {
        let (lane, from) = self.laps.windows.start_of(stop.lane(), col, stop.at as usize);
        (self.effect.shape().index(stop.row(), from), lane)
    }

    /// The course of a copy of the packet of a stop.
    pub(super) fn course(&self, col: usize, stop: Stop) -> Option<Course> {
        if stop.is_for_one {
            let to = usize::from(stop.to);
            return Some(Course::from(stop.row(), to, to));
        }
        let (index, lane) = self.start(col, stop);
        let (node, rows) = (self.effect.node(index), self.round?.of_lane(lane, stop.row()));
        let listed = self.laps.listed(node.destinations(lane), rows);
        let run = Laps::first_run(node.words(lane), listed, col)?;
        Some(Course::from(stop.row(), run.first, run.last))
    }

    /// Copies the packet of a stop; returns the copy, and whether the packet is still wanted there.
    pub(super) fn copy(&mut self, col: usize, stop: Stop, course: Course) -> (Packet, bool) {
        let (index, lane) = self.start(col, stop);
        let copy = self.effect.copy_bare(stop.packet, course.key());
        if stop.is_for_one {
            self.late.mark(index, lane, stop.number, self.effect);
            return (copy, false);
        }
        let (laps, round, mut all_served) = (self.laps, self.round, true);
        self.effect.annotate(lane, index, |node, words| {
            if let Some(round) = round {
                let rows = round.of_lane(lane, stop.row());
                let listed = laps.listed(node.destinations(lane), rows);
                all_served = mark(words, listed, col, |_, _| {}).is_none();
            }
        });
        (copy, !all_served)
    }

    /// Delivers a packet of column `col`; returns what remains of it.
    pub(super) fn deliver(&mut self, packet: Packet, row: usize, col: usize) -> Option<Packet> {
        self.late.deliver(packet, self.effect.shape().index(row, col), self.effect);
        let course = Course::of(packet);
        if course.is_last() {
            return None;
        }
        let columns = self.laps.columns;
        let rows = self.effect.destinations(packet).iter().filter_map(|&id| {
            let (row, own) = columns.position(id);
            (own == col).then_some(row)
        });
        Some(Effect::rekeyed(packet, course.after(rows)?.key()))
    }

    /// Counts a packet that goes on though it is wanted.
    pub(super) fn pass_on(&mut self, stop: Stop) {
        self.passed_on[stop.row()] += 1;
    }
}
