//! Moves the packets of all groups from the segments of one band to those of the next, by a timetable.

use super::tour::Tour;
use meshcast_engine::{Effect, Machine, Port, Rehearsal, RowMove, Violation};
use std::cmp::Reverse;

/// Slots for the packets on their way from band to band.
pub(super) const SHIFT_LANES: usize = 3;

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
pub(super) fn timetable(
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
        let mut places = Places::new(&self.ways);
        for now in 0..self.steps {
            let moves = places.step(now);
            machine
                .step(|step| step.move_rows(lanes.clone(), &[Port::South, Port::North], moves))?;
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

/// Where the packets of every row stand during a shift, by the timetable: in which row, and there in which slot.
struct Places<'a> {
    ways: &'a [Vec<Way>; 2],
    /// By tour, then the row from which they come: row and slot.
    at: [Vec<(usize, usize)>; 2],
    /// By row, a bit for every slot that is taken.
    taken: Vec<u8>,
    /// What rows do in a step.
    moves: Vec<RowMove>,
}

impl<'a> Places<'a> {
    fn new(ways: &'a [Vec<Way>; 2]) -> Self {
        let rows = ways[0].len();
        let at = Tour::BOTH.map(|tour| (0..rows).map(|row| (row, tour.lane())).collect());
        let taken = Tour::BOTH.iter().fold(0, |taken, tour| taken | 1 << tour.lane());
        Self { ways, at, taken: vec![taken; rows], moves: Vec::new() }
    }

    /// What rows do in step `now`. Who arrives takes the lowest slot that is free once all have left.
    fn step(&mut self, now: usize) -> &[RowMove] {
        self.moves.clear();
        let leaving = |tour: Tour, from: usize| self.ways[tour as usize][from].port(now);
        let rows = self.taken.len();
        let packets =
            || Tour::BOTH.into_iter().flat_map(|tour| (0..rows).map(move |from| (tour, from)));
        for (tour, from) in packets().filter(|&(tour, from)| leaving(tour, from).is_some()) {
            let (row, lane) = self.at[tour as usize][from];
            self.taken[row] &= !(1 << lane);
        }
        for (tour, from) in packets() {
            let Some(port) = leaving(tour, from) else { continue };
            let (row, lane) = self.at[tour as usize][from];
            let to = if port == Port::South { row + 1 } else { row - 1 };
            let into = self.taken[to].trailing_ones() as usize;
            self.taken[to] |= 1 << into;
            self.at[tour as usize][from] = (to, into);
            self.moves.push(RowMove { row, lane, port, into });
        }
        self.moves.sort_unstable_by_key(|sent| (sent.row, sent.lane));
        &self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multicast::randomized::sweep::BandRounds;
    use crate::multicast::randomized::sweep::windows::{EAST, WEST};
    use meshcast_engine::{Messages, Options, Shape};
    use std::sync::Arc;

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
