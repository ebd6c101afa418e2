//! Cuts the rows into bands, and moves packets from the segments of one band to those of the next.

use super::windows::{EAST, WEST, Windows};
use meshcast_engine::{Effect, Machine, Port, Rehearsal, Shape, Tiling, Violation};
use std::cmp::Reverse;
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

    /// The bands, cut by the windows, as tiles.
    pub(super) fn tiling(&self, shape: Shape, windows: Windows) -> Tiling {
        let rows: Vec<usize> = (1..self.count()).map(|band| self.rows_of(band).start).collect();
        let cols = (windows.left < windows.cols).then_some(windows.left);
        Tiling::cut(shape, &rows, cols.as_slice())
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
        let targets = Tour::BOTH.map(|tour| self.targets(tour, round));
        let late = Tour::BOTH.map(|tour| self.late(tour, round));
        let planned = |delay| timetable(&targets, &late, delay, 3 * height + 3);
        let ways = targets.iter().flat_map(|targets| targets.iter().enumerate());
        let soonest = ways.map(|(from, &to)| to.abs_diff(from)).max().unwrap_or(0);
        // The late ones wait for a band to pass; where bands are uneven, a step or two more or less.
        let mut best: Option<BandShift> = None;
        for shift in (height.saturating_sub(1)..=height + 4).filter_map(planned) {
            if best.as_ref().is_none_or(|best| shift.steps < best.steps) {
                best = Some(shift);
            }
            if best.as_ref().is_some_and(|best| best.steps == soonest) {
                break;
            }
        }
        best.or_else(|| (0..=2 * height + 2).find_map(planned))
    }

    /// The shifts between the rounds of a phase.
    fn all_shifts(&self) -> Option<Vec<BandShift>> {
        (1..self.count()).map(|next| self.shift(next - 1)).collect()
    }
}

/// A phase of rounds: its bands, and the shifts between its rounds.
#[derive(Clone, Debug)]
pub(in crate::multicast::randomized) struct BandRounds {
    pub(super) bands: Bands,
    pub(in crate::multicast::randomized) shifts: Vec<BandShift>,
}

impl BandRounds {
    /// The least number of bands from `least` on between which packets can be shifted; bands of one row always can.
    pub(in crate::multicast::randomized) fn new(rows: usize, least: usize) -> Self {
        (least..=rows)
            .find_map(|count| {
                let bands = Bands::new(rows, count);
                bands.all_shifts().map(|shifts| Self { bands, shifts })
            })
            .expect("bands of one row can be shifted")
    }
}

/// One move of all groups, each to its next band, by a timetable.
#[derive(Clone, Debug)]
pub(in crate::multicast::randomized) struct BandShift {
    /// By tour, then row.
    ways: [Vec<Way>; 2],
    pub(super) steps: usize,
    rehearsal: Rehearsal,
}

/// The way of the packets of one tour from one row: straight on but for the steps in which they wait.
#[derive(Clone, Debug)]
struct Way {
    from: usize,
    to: usize,
    /// Increasing.
    waits: Vec<usize>,
}

impl Way {
    /// The port over which a packet leaves in step `now`.
    fn port(&self, now: usize) -> Option<Port> {
        let waits = self.waits.partition_point(|&step| step < now);
        let is_under_way = now - waits < self.from.abs_diff(self.to);
        let moves = is_under_way && self.waits.get(waits) != Some(&now);
        moves.then_some(if self.to > self.from { Port::South } else { Port::North })
    }
}

/// The timetable of a shift in which those that are late leave after step `delay` and, of the packets in a node with one
/// way to go, the one with the farthest moves; `None` if it takes more than `most` steps or more slots than there are.
///
/// Packets keep to it whether the others are there or not: holes bring nobody forward.
fn timetable(
    targets: &[Vec<usize>; 2],
    late: &[Vec<bool>; 2],
    delay: usize,
    most: usize,
) -> Option<BandShift> {
    let rows = targets[0].len();
    let mut ways = Tour::BOTH.map(|tour| {
        let way = |(from, &to)| Way { from, to, waits: Vec::new() };
        targets[tour as usize].iter().enumerate().map(way).collect::<Vec<Way>>()
    });
    // The packets in every row: tour and first row.
    let mut column: Vec<Vec<(usize, usize)>> =
        (0..rows).map(|row| vec![(0, row), (1, row)]).collect();
    let mut after: Vec<Vec<(usize, usize)>> = vec![Vec::new(); rows];
    for now in 0..=most {
        after.iter_mut().for_each(Vec::clear);
        let mut arrived = true;
        for (row, here) in column.iter().enumerate() {
            let target = |&(tour, from): &(usize, usize)| targets[tour][from];
            let ready = || here.iter().filter(|&&(tour, from)| !late[tour][from] || now >= delay);
            let south = ready()
                .filter(|packet| target(packet) > row)
                .min_by_key(|packet| Reverse(target(packet)));
            let north =
                ready().filter(|packet| target(packet) < row).min_by_key(|packet| target(packet));
            for packet in here {
                let at = if Some(packet) == south {
                    row + 1
                } else if Some(packet) == north {
                    row - 1
                } else {
                    if target(packet) != row {
                        ways[packet.0][packet.1].waits.push(now);
                    }
                    row
                };
                arrived &= target(packet) == row;
                after[at].push(*packet);
            }
        }
        if arrived {
            return Some(BandShift { ways, steps: now, rehearsal: Rehearsal::default() });
        }
        if after.iter().any(|here| here.len() > SHIFT_LANES) {
            return None;
        }
        std::mem::swap(&mut column, &mut after);
    }
    None
}

impl BandShift {
    /// Moves the packets in the slots of both tours.
    pub(in crate::multicast::randomized) fn run(
        &self,
        machine: &mut Machine,
    ) -> Result<(), Violation> {
        let leap = machine.leap(&self.rehearsal, 0..SHIFT_LANES, |machine| self.shift(machine))?;
        if let Some(mut effect) = leap {
            self.move_all(&mut effect);
        }
        Ok(())
    }

    /// What a shift brings about: in the key of every packet is the row from which it comes.
    fn move_all(&self, effect: &mut Effect<'_>) {
        let shape = effect.shape();
        for tour in Tour::BOTH {
            let nodes = 0..shape.nodes();
            let held: Vec<_> = nodes
                .filter_map(|node| Some((shape.position(node), effect.take(tour.lane(), node)?)))
                .collect();
            for ((row, col), packet) in held {
                let to = self.ways[tour as usize][row].to;
                effect.put(tour.lane(), shape.index(to, col), packet, tour.key(row as u32));
                effect.count_hops(to.abs_diff(row) as u64);
            }
        }
    }

    fn shift(&self, machine: &mut Machine) -> Result<(), Violation> {
        for tour in Tour::BOTH {
            machine.rekey(tour.lane(), |node| Some(tour.key(node.row() as u32)))?;
        }
        let lanes = 0..SHIFT_LANES;
        for now in 0..self.steps {
            let port = |ways: &Vec<Way>| ways.iter().map(|way| way.port(now)).collect();
            let ports: [Vec<Option<Port>>; 2] = self.ways.each_ref().map(port);
            machine.step(|step| {
                step.transmit(lanes.clone(), &[Port::South, Port::North], |node, sends| {
                    for lane in lanes.clone() {
                        let Some(packet) = node.packet(lane) else { continue };
                        let from = value(packet.key()) as usize;
                        if let Some(port) = ports[Tour::of(packet.key()) as usize][from] {
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
    use meshcast_engine::{Messages, Options, Shape};
    use std::sync::Arc;

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
        for rows in 1..=50 {
            for least in 1..=rows {
                let BandRounds { bands, shifts } = BandRounds::new(rows, least);
                let (count, height) = (bands.count(), rows.div_ceil(bands.count()));
                assert!(count == least || height < 3, "{rows} rows: {count} bands for {least}");
                let most = if rows % count == 0 { 2 * height } else { 2 * height + 4 };
                let steps = shifts.iter().map(|shift| shift.steps).max().unwrap_or(0);
                assert!(steps <= most, "{rows} rows, {count} bands: {steps} steps");
            }
        }
    }

    /// Holes move nobody: the machine enforces the slots, and that no two packets want one link.
    #[test]
    fn shifts_with_holes_keep_to_the_timetable() {
        for (rows, nth) in (1..=24).flat_map(|rows| [1, 2, 3, 5].map(|nth| (rows, nth))) {
            for least in 1..=rows {
                let BandRounds { shifts, .. } = BandRounds::new(rows, least);
                let shape = Shape::new(rows, 1).expect("small");
                let set = Arc::new(Messages::one_each(rows).expect("small"));
                let mut machine = Machine::new(shape, set, Some(SHIFT_LANES), Options::default());
                machine.inject(EAST, |_| 0);
                let shifted = machine
                    .step(|step| step.copy(EAST, WEST, |node| node.row() % nth == 0))
                    .and_then(|()| shifts.iter().try_for_each(|shift| shift.run(&mut machine)));
                shifted.unwrap_or_else(|violation| panic!("{rows} rows, {least}: {violation}"));
                let outcome = machine.finish();
                assert!((0..rows).all(|row| outcome.packet(EAST, row, 0).is_some()));
            }
        }
    }
}
