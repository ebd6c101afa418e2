//! Lets packets of columns run on alone after a phase, until a survey finds none.

use super::SweepRun;
use super::bands::Bands;
use super::columns::{Columns, DOWN, HERE, Traffic, UP};
use super::left::Left;
use super::row_laps::Laps;
use super::survey::cycles_meanwhile;
use meshcast_engine::{Falsehood, Machine, Shape, Variable, Violation, Witness};
use meshcast_primitives::reduce_steps;

/// The cycles of the drain before the next survey, after phases of so many `bands` each, and `before` other drains since.
///
/// A packet gets on by two rows a cycle where none is in its way, so the first drain is as long as the farthest takes that
/// goes one way in a segment. One that rises and then sinks may take twice as long, one that is delivered to many nodes longer. Drains that
/// double need few surveys.
///
/// Phases but the first leave little: the survey comes at once, and if it does not know how long that takes, once more, before drains.
pub(super) fn drain_cycles(shape: Shape, bands: &[usize], before: usize) -> usize {
    let rows = shape.rows().div_ceil(bands.last().copied().unwrap_or(1));
    let at_once = if bands.len() == 1 { 0 } else { AT_ONCE };
    match before.checked_sub(at_once) {
        None => 0,
        Some(before) => (rows / 2 + 1) << before.saturating_sub(1).min(MOST_DOUBLINGS),
    }
}

/// Surveys with nothing before them after a phase that is not the first.
const AT_ONCE: usize = 2;

/// From here on drains stay as long as they are: far longer than any that is needed.
const MOST_DOUBLINGS: usize = 26;

/// The steps of the drains of a run, and of its surveys.
pub(super) fn drain_steps(shape: Shape, run: &SweepRun) -> u64 {
    let surveyed = run.drains.iter().map(|&cycles| Laps::drain_steps(cycles) + reduce_steps(shape));
    surveyed.sum::<u64>() + Laps::drain_steps(run.last_drain)
}

/// The cycles of a last drain where one packet is under way, in a segment of so many rows.
pub(super) fn usual_last_drain(shape: Shape, rows: usize) -> usize {
    let cycles = Left::of_copy(rows).drain_cycles().unwrap_or(0);
    cycles.saturating_sub(cycles_meanwhile(shape))
}

/// Lets the packets of columns arrive. If any destination is open then, returns the most times in one column that a
/// packet was passed over.
///
/// A survey says how long the packets take at most that are still under way: that is waited for, unless the next drain, with
/// a survey and a usual last drain, takes fewer steps.
pub(super) fn drain(
    laps: Laps,
    machine: &mut Machine,
    traffic: &mut Variable<Traffic>,
    run: &mut SweepRun,
) -> Result<Option<u32>, Violation> {
    let shape = machine.shape();
    // Copies of an earlier phase may be for segments of other bands: then whole columns bound all of them.
    let bands = Bands::new(shape.rows(), if let [bands] = run.bands[..] { bands } else { 1 });
    let usual = usual_last_drain(shape, shape.rows().div_ceil(bands.count()));
    for before in 0.. {
        let cycles = drain_cycles(shape, &run.bands, before);
        run_on(laps, machine, traffic, cycles)?;
        let left = laps.survey(machine, traffic, &bands)?;
        run.leftovers.push(left.passed_on.unwrap_or(0));
        run.drains.push(cycles);
        if left.passed_on.is_some() {
            return Ok(left.passed_on);
        }
        let most = left.drain_cycles();
        let most = most.map(|most| most.saturating_sub(cycles_meanwhile(shape)));
        let next = drain_cycles(shape, &run.bands, before + 1) + usual;
        let others = Laps::drain_steps(next) + reduce_steps(shape);
        if let Some(most) = most.filter(|&most| Laps::drain_steps(most) <= others) {
            run.last_drain = most;
            run_on(laps, machine, traffic, most)?;
            claim_drained(machine)?;
            break;
        }
    }
    Ok(None)
}

/// Lets the packets of columns move alone for so many cycles.
fn run_on(
    laps: Laps,
    machine: &mut Machine,
    traffic: &mut Variable<Traffic>,
    cycles: usize,
) -> Result<(), Violation> {
    if cycles == 0 {
        return Ok(());
    }
    machine.span("drain", |machine| laps.drain(machine, traffic, cycles))
}

/// Claims that the columns have no packets.
fn claim_drained(machine: &mut Machine) -> Result<(), Violation> {
    machine.claim(DRAINED, &mut Witness::new(()), |all, ()| {
        match all.nodes().find(Columns::any_at) {
            Some(node) => {
                let actual = [UP, DOWN, HERE].map(|queue| node.queue(queue).len() as u64);
                Err(Falsehood { node: node.index(), actual: actual.iter().sum(), claimed: 0 })
            }
            None => Ok(()),
        }
    })
}

/// What is claimed after the last drain.
const DRAINED: &str = "no packet is under way after the cycles of a drain that are enough";

#[cfg(test)]
mod tests {
    use super::super::columns::NEW;
    use super::super::course::Course;
    use super::super::places::places_of_a_node;
    use super::super::windows::Windows;
    use super::*;
    use crate::draws::Draws;
    use meshcast_engine::{Messages, Mode, Options};
    use std::ops::Range;
    use std::sync::Arc;

    /// Copies of some nodes of a column, each for some nodes above or below in one segment, which the node is in or next to.
    struct Crowd {
        rows: usize,
        bands: Bands,
        /// By row, how many copies there are, up to six, and their destinations; none where there are none.
        copies: Vec<(u32, Vec<u32>)>,
    }

    impl Crowd {
        fn drawn(draws: &mut Draws, (rows, bands): (usize, usize), one_in: u32) -> Self {
            let bands = Bands::new(rows, bands);
            let segments = bands.segments_by_row();
            let copies = (0..rows).map(|row| {
                let near = (row + draws.below(3) as usize).saturating_sub(1).min(rows - 1);
                let Range { start, end } = segments[near].clone();
                let half =
                    if draws.below(2) == 0 { start..end.min(row + 1) } else { start.max(row)..end };
                let Range { start, end } = if half.is_empty() { start..end } else { half };
                let is_there = draws.below(one_in) == 0;
                let count = if is_there { [1, 1, 1, 2, 3, 6][draws.below(6) as usize] } else { 0 };
                let take = 1 + draws.below(3);
                let mut list: Vec<u32> =
                    (0..take).map(|_| start as u32 + draws.below((end - start) as u32)).collect();
                list.sort_unstable();
                list.dedup();
                (count, list)
            });
            let copies = copies.collect();
            Self { rows, bands, copies }
        }

        /// Whether a copy has its segment in other rows than its own.
        fn has_outsiders(&self) -> bool {
            let segments = self.bands.segments_by_row();
            let mut copies = self.copies.iter().enumerate().filter(|(_, (count, _))| *count > 0);
            copies.any(|(row, (_, list))| !segments[list[0] as usize].contains(&row))
        }

        /// The cycles that are said to be enough after a survey, and whether all copies are delivered after so many fewer.
        fn arrives(&self, fewer: usize, plainly: bool) -> Option<(usize, bool)> {
            let shape = Shape::new(self.rows, 1).expect("small");
            let lists = self.copies.iter().enumerate().filter(|(_, (count, _))| *count > 0);
            let lists = lists.map(|(row, (_, list))| (row as u32, list.clone()));
            let set = Arc::new(Messages::new(self.rows, lists).expect("small"));
            let options = Options { mode: Mode::Step, ..Options::default() };
            let mut machine =
                Machine::new(shape, set, Some(places_of_a_node(Windows::new(1))), options);
            let first_and_last =
                |list: &[u32]| Some((*list.first()? as usize, *list.last()? as usize));
            machine.inject(0, |node| {
                let ends = first_and_last(node.destinations(0));
                ends.map_or(0, |(first, last)| Course::from(node.row(), first, last).key())
            });
            for lane in 1..6 {
                let has = |node: &meshcast_engine::Node<'_>| {
                    self.copies[node.row()].0 > lane as u32 && node.packet(0).is_some()
                };
                machine.step(|step| step.copy(0, lane, has)).expect("lawful");
            }
            let mut traffic = machine.variable(1, |_, _| Traffic::default()).expect("room");
            machine.enqueue(0..6, NEW).expect("room");
            Columns::sort_in(&mut machine).expect("lawful");
            let laps = Laps::new(shape, false, plainly);
            let left = laps.survey(&mut machine, &mut traffic, &self.bands).expect("lawful");
            let enough = left.drain_cycles()?;
            laps.drain(&mut machine, &mut traffic, enough.checked_sub(fewer)?).expect("lawful");
            Some((enough, claim_drained(&mut machine).is_ok()))
        }
    }

    /// In columns of any crowds the cycles are enough, and in some a cycle less is not, whether copies are in their segments or not.
    #[test]
    fn copies_arrive_in_the_cycles_that_are_said_to_be_enough() {
        let (mut tried, mut tight) = (0, [0, 0]);
        for rows in 2..=40 {
            for number in 0..24 {
                let draws = &mut Draws::of_phase(rows as u64, number);
                let bands = [1, 2, 3, 7][draws.below(4) as usize].min(rows);
                let crowd = Crowd::drawn(draws, (rows, bands), 1 + number as u32 % 6);
                let Some((_, arrives)) = crowd.arrives(0, number % 2 == 0) else { continue };
                assert!(arrives, "{rows} rows, {number}: {:?}", crowd.copies);
                tried += 1;
                let too_few = crowd.arrives(1, false).is_some_and(|(_, arrives)| !arrives);
                tight[usize::from(crowd.has_outsiders())] += usize::from(too_few);
            }
        }
        assert!(tried > 400 && !tight.contains(&0), "of {tried} columns {tight:?} need all cycles");
    }

    /// One copy in a column of twelve rows, where it is and its destinations: what is enough follows from the rows to the end of its
    /// segment, not of the column, whether it is in its segment or next to it.
    #[test]
    fn copies_are_waited_for_until_the_end_of_their_segment() {
        // The rows to the end, and two for the copy and for each of its deliveries.
        for (bands, row, list, late) in [
            (1, 4, vec![7], 7 + 4),
            (3, 4, vec![7], 3 + 4),
            (3, 4, vec![5, 7], 3 + 6),
            (3, 3, vec![5], 4 + 4),
            (3, 7, vec![4], 3 + 4),
            (3, 8, vec![6], 4 + 4),
            (12, 5, vec![6], 1 + 4),
        ] {
            let mut copies = vec![(0, Vec::new()); 12];
            copies[row] = (1, list);
            let crowd = Crowd { rows: 12, bands: Bands::new(12, bands), copies };
            for plainly in [false, true] {
                let expected = Some((late / 2 - 1, true));
                assert_eq!(crowd.arrives(0, plainly), expected, "{bands} bands, row {row}");
            }
        }
    }
}
