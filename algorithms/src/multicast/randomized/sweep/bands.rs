//! Bands: groups of rows, the segments that they are for, and their way from one to the next.

use super::windows::{EAST, WEST};
use meshcast_engine::{Machine, Port, Violation};
use std::ops::Range;

/// Slots for the packets on their way from band to band.
pub(super) const SHIFT_LANES: usize = 3;

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

/// The rows of a mesh cut into bands of rows that follow one another, their heights differing by at most one.
///
/// The rows of packets that are in one band when a phase begins are a group. Groups go round the ring 0, 2, 4, …, 5, 3, 1
/// of the bands, so none moves more than two bands at a time; in round j every group of a tour is j bands on from its
/// own. Groups keep their heights, and stand one below the other without a gap: where heights differ, the first or last
/// row of a group may lie in a neighbouring band, but its packets are for the segments of their band all the same.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    rows: usize,
    /// The bands in the order of the ring.
    ring: Vec<usize>,
}

impl Bands {
    pub(super) fn new(rows: usize, count: usize) -> Self {
        let (even, odd) = ((0..count).step_by(2), (1..count).step_by(2));
        Self { rows, ring: even.chain(odd.rev()).collect() }
    }

    /// Bands, and rounds of a phase.
    pub(super) fn count(&self) -> usize {
        self.ring.len()
    }

    /// The rows of a band.
    pub(super) fn rows_of(&self, band: usize) -> Range<usize> {
        let bound = |band| band * self.rows / self.count();
        bound(band)..bound(band + 1)
    }

    /// The groups of a tour from the top to the bottom of the mesh in one round: the group in each band.
    fn groups(&self, tour: Tour, round: usize) -> Vec<usize> {
        let count = self.count();
        let mut groups = vec![0; count];
        for (i, &group) in self.ring.iter().enumerate() {
            let hop = match tour {
                Tour::Forward => round % count,
                Tour::Backward => count - round % count,
            };
            groups[self.ring[(i + hop) % count]] = group;
        }
        groups
    }

    /// The band of the packets of a tour in every row.
    pub(super) fn band_at(&self, tour: Tour, round: usize) -> Vec<usize> {
        let groups = self.groups(tour, round).into_iter().enumerate();
        groups.flat_map(|(band, group)| self.rows_of(group).map(move |_| band)).collect()
    }

    /// The group's first row in a round.
    fn starts(&self, tour: Tour, round: usize) -> Vec<usize> {
        let mut starts = vec![0; self.count()];
        let mut row = 0;
        for group in self.groups(tour, round) {
            starts[group] = row;
            row += self.rows_of(group).len();
        }
        starts
    }

    /// The row to which the packets of a tour go from every row after a round.
    fn targets(&self, tour: Tour, round: usize) -> Vec<usize> {
        let (now, next) = (self.starts(tour, round), self.starts(tour, round + 1));
        let mut targets = vec![0; self.rows];
        for group in 0..self.count() {
            for i in 0..self.rows_of(group).len() {
                targets[now[group] + i] = next[group] + i;
            }
        }
        targets
    }

    /// Whether the packets of a tour wait before they leave a row after a round: those of an end of the ring's path that
    /// go one band only wait for those of the other tour, which go two over the same links.
    fn late(&self, tour: Tour, round: usize) -> Vec<bool> {
        let count = self.count();
        let [now, next] = [round, round + 1].map(|round| self.groups(tour, round));
        let is_late = |band: usize, group: usize| {
            let at_end = band == 0 || band + 1 == count;
            let to = next.iter().position(|&other| other == group);
            at_end
                && to.is_some_and(|to| to.abs_diff(band) == 1)
                && (count > 2 || tour == Tour::Backward)
        };
        let rows = |(band, &group): (usize, &usize)| {
            self.rows_of(group).map(|_| is_late(band, group)).collect::<Vec<bool>>()
        };
        now.iter().enumerate().flat_map(rows).collect()
    }

    /// The way of all packets from the bands of one round to those of the next; `None` if more than [`SHIFT_LANES`]
    /// packets would meet in a node, as happens for some uneven bands of one and two rows.
    fn shift(&self, round: usize) -> Option<BandShift> {
        let height = self.rows.div_ceil(self.count());
        // How long the late ones wait is a matter of a step or two where bands are uneven.
        (height..=2 * height + 2).chain((0..height).rev()).find_map(|delay| {
            let ways = Tour::BOTH.map(|tour| {
                let (targets, late) = (self.targets(tour, round), self.late(tour, round));
                let way = targets.into_iter().zip(late);
                way.map(|(target, late)| Leg { target, late }).collect()
            });
            let shift = BandShift { ways, delay, steps: 0 };
            shift.rehearse(3 * height + 3).map(|steps| BandShift { steps, ..shift })
        })
    }

    /// The shifts between the rounds of a phase.
    fn all_shifts(&self) -> Option<Vec<BandShift>> {
        (1..self.count()).map(|next| self.shift(next - 1)).collect()
    }
}

/// A phase of rounds: its bands, and the shifts between its rounds.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    pub(super) bands: Bands,
    pub(super) shifts: Vec<BandShift>,
}

impl Rounds {
    /// The least number of bands from `least` on between which packets can be shifted; bands of one row always can.
    pub(super) fn new(rows: usize, least: usize) -> Self {
        (least..=rows)
            .find_map(|count| {
                let bands = Bands::new(rows, count);
                bands.all_shifts().map(|shifts| Self { bands, shifts })
            })
            .expect("bands of one row can be shifted")
    }
}

/// Where a packet goes in a shift.
#[derive(Clone, Copy, Debug)]
struct Leg {
    target: usize,
    late: bool,
}

const LATE_BIT: u32 = 1 << 30;

impl Leg {
    fn value(self) -> u32 {
        self.target as u32 | if self.late { LATE_BIT } else { 0 }
    }

    fn of(value: u32) -> Self {
        Self { target: (value & !LATE_BIT) as usize, late: value & LATE_BIT != 0 }
    }
}

/// One move of all groups, each to its next band.
#[derive(Clone, Debug)]
pub(super) struct BandShift {
    /// By tour, then row.
    ways: [Vec<Leg>; 2],
    /// Steps that the late ones wait.
    delay: usize,
    /// All columns do the same, so the steps are known beforehand.
    steps: usize,
}

impl BandShift {
    /// Which of the packets in one node goes over a port in step `now`: the one with the farthest to go.
    fn next_over(
        &self,
        (port, row, now): (Port, usize, usize),
        packets: impl Iterator<Item = (usize, Leg)>,
    ) -> Option<usize> {
        let ready = packets.filter(|&(_, leg)| !leg.late || now >= self.delay);
        match port {
            Port::South => {
                ready.filter(|(_, leg)| leg.target > row).max_by_key(|(_, leg)| leg.target)
            }
            _ => ready.filter(|(_, leg)| leg.target < row).min_by_key(|(_, leg)| leg.target),
        }
        .map(|(packet, _)| packet)
    }

    /// Moves the packets of one column, and returns the steps, if they are no more than `most` and no more than
    /// [`SHIFT_LANES`] packets meet in a node.
    fn rehearse(&self, most: usize) -> Option<usize> {
        let rows = self.ways[0].len();
        let mut column: Vec<Vec<Leg>> =
            (0..rows).map(|row| vec![self.ways[0][row], self.ways[1][row]]).collect();
        for now in 0..=most {
            let arrived =
                |(row, here): (usize, &Vec<Leg>)| here.iter().all(|leg| leg.target == row);
            if column.iter().enumerate().all(arrived) {
                return Some(now);
            }
            let mut after: Vec<Vec<Leg>> = vec![Vec::with_capacity(SHIFT_LANES); rows];
            for (row, here) in column.iter().enumerate() {
                let over =
                    |port| self.next_over((port, row, now), here.iter().copied().enumerate());
                let (south, north) = (over(Port::South), over(Port::North));
                for (packet, &leg) in here.iter().enumerate() {
                    let at = match Some(packet) {
                        packet if packet == south => row + 1,
                        packet if packet == north => row - 1,
                        _ => row,
                    };
                    after[at].push(leg);
                }
            }
            column = after;
            if column.iter().any(|here| here.len() > SHIFT_LANES) {
                return None;
            }
        }
        None
    }

    pub(super) fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        for tour in Tour::BOTH {
            let way = &self.ways[tour as usize];
            machine.rekey(tour.lane(), |node| Some(tour.key(way[node.row()].value())))?;
        }
        let lanes = 0..SHIFT_LANES;
        for now in 0..self.steps {
            machine.step(|step| {
                step.transmit(lanes.clone(), &[Port::South, Port::North], |node, sends| {
                    for port in [Port::South, Port::North] {
                        let held = lanes.clone().filter_map(|lane| {
                            Some((lane, Leg::of(value(node.packet(lane)?.key()))))
                        });
                        if let Some(lane) = self.next_over((port, node.row(), now), held) {
                            sends.send(lane, port);
                        }
                    }
                })
            })?;
        }
        // Every packet takes the slot of its tour again.
        for tour in Tour::BOTH {
            machine.swap_lanes(|node| {
                let is_of = |lane: &usize| {
                    node.packet(*lane).is_some_and(|packet| Tour::of(packet.key()) == tour)
                };
                let lane = lanes.clone().find(is_of)?;
                (lane != tour.lane()).then_some((lane, tour.lane()))
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_once_in_every_band() {
        for (rows, count) in [(1, 1), (5, 1), (4, 2), (7, 3), (9, 4), (23, 7), (40, 11), (8, 8)] {
            let bands = Bands::new(rows, count);
            for tour in Tour::BOTH {
                let mut seen = vec![vec![0; count]; count];
                for round in 0..count {
                    for (band, group) in bands.groups(tour, round).into_iter().enumerate() {
                        seen[group][band] += 1;
                    }
                }
                assert!(seen.iter().flatten().all(|&times| times == 1), "{rows} rows, {count}");
            }
        }
    }

    #[test]
    fn shifts_take_about_two_bands() {
        for rows in 1..=70 {
            for least in 1..=rows {
                let Rounds { bands, shifts } = Rounds::new(rows, least);
                let (count, height) = (bands.count(), rows.div_ceil(bands.count()));
                assert!(count == least || height < 3, "{rows} rows: {count} bands for {least}");
                let most = if rows % count == 0 { 2 * height } else { 2 * height + 3 };
                let steps = shifts.iter().map(|shift| shift.steps).max().unwrap_or(0);
                assert!(steps <= most, "{rows} rows, {count} bands: {steps} steps");
            }
        }
    }
}
