//! Runs laps: every packet stops once in every column of its window, and leaves copies where they are wanted.

use super::bands::Bands;
use super::columns::{Columns, NEW, Phase, Traffic};
use super::course::Course;
use super::halts::{Halt, Halts};
use super::plain::Plain;
use super::tour::Tour;
use super::windows::{BELT, EAST, Moves, SECOND_EAST, WEST, Windows};
use meshcast_engine::{
    Advancing, HeaderWords, Machine, Node, Packet, Shape, Step, Variable, Violation, Words,
};
use std::ops::Range;

/// The header word of a destination to which a copy is under way, or has been.
pub(super) const SERVED: u32 = 1;

/// Destinations of a packet that one copy serves: in one column, with none that has been served between them.
pub(super) struct Run {
    /// Their rows.
    pub(super) first: usize,
    pub(super) last: usize,
    /// Where they stand in the header, among others.
    pub(super) listed: Range<usize>,
}

/// When the destinations between two that had been served before are served.
#[derive(Clone, Copy)]
enum Served {
    Later,
    Now,
    Before,
}

/// The laps of packets on one mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laps {
    pub(super) windows: Windows,
    pub(super) columns: Columns,
    pub(super) halts: Halts,
    /// Whether every node is asked by every form.
    pub(super) plainly: bool,
}

/// A round: which segments packets are for, wherever they are.
#[derive(Debug)]
pub(super) struct Round {
    /// By tour, then row, the rows of the segments.
    rows: [Vec<Range<usize>>; 2],
}

impl Round {
    pub(super) fn new(bands: &Bands, round: usize) -> Self {
        let rows = |tour| {
            let bands_at = bands.band_at(tour, round).into_iter();
            bands_at.map(|band| bands.rows_of(band)).collect()
        };
        Self { rows: Tour::BOTH.map(rows) }
    }

    /// The rows of the segments for which a packet is that is in row `row`.
    fn rows(&self, packet: Packet, row: usize) -> &Range<usize> {
        &self.rows[Tour::of(packet.key()) as usize][row]
    }

    /// The rows for which a packet in row `row` is that begins the lap in slot `lane`.
    pub(super) fn of_lane(&self, lane: usize, row: usize) -> &Range<usize> {
        let tour = usize::from(Tour::Backward.lane() == lane);
        &self.rows[tour][row]
    }
}

impl Laps {
    /// The laps on a mesh whose rows may be columns of that on which the messages are.
    pub(super) fn new(shape: Shape, transposed: bool, plainly: bool) -> Self {
        let windows = Windows::new(shape.cols());
        let columns = Columns { shape, transposed };
        Self { windows, columns, halts: Halts::new(windows), plainly }
    }

    /// Steps of a lap.
    pub(super) fn steps(self) -> u64 {
        3 * self.windows.width as u64 + 1
    }

    /// One lap of all packets in a round, step by step.
    pub(super) fn lap(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
    ) -> Result<(), Violation> {
        for tour in Tour::BOTH {
            let lane = tour.lane();
            // The tour is written first: the segments depend on it.
            machine.rekey(lane, |_| Some(tour.key(0)))?;
            machine.rekey(lane, |node| self.next_key(node, lane, round, (0, 0)))?;
        }
        self.exchange_in_the_middle(machine)?;
        let moves = |advancing, stop| self.windows.moves(advancing, stop);
        for stop in 0..self.windows.width {
            let arriving = moves(Advancing::Westbound, stop);
            self.offer(machine, traffic, round, (stop, EAST, Phase::Invite), &arriving)?;
            let leaving = moves(Advancing::Eastbound, stop);
            self.offer(machine, traffic, round, (stop, WEST, Phase::Move), &leaving)?;
            self.advance(machine, traffic, &moves(Advancing::All, stop))?;
        }
        self.advance(machine, traffic, &moves(Advancing::Westbound, self.windows.width))?;
        self.exchange_in_the_middle(machine)
    }

    /// Puts the packet that begins and ends laps of the second window in the middle where it does not meet those of the first, or back.
    fn exchange_in_the_middle(self, machine: &mut Machine) -> Result<(), Violation> {
        let Some(middle) = self.windows.middle() else { return Ok(()) };
        machine.swap_lanes(|node| (node.col() == middle).then_some((EAST, SECOND_EAST)))
    }

    /// A step in which the packets of one lane stop and every node may copy its one, while others advance. Those that are wanted still
    /// learn where they stop next.
    fn offer(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
        (stop, lane, phase): (usize, usize, Phase),
        others: &Moves,
    ) -> Result<(), Violation> {
        if self.plainly {
            return Plain(self).offer(machine, traffic, round, (stop, lane, phase), others);
        }
        if phase == Phase::Invite {
            Columns::prepare_invitations(machine, traffic)?;
        }
        let due = self.halts.at(stop);
        let wanted = |node: &Node<'_>| {
            let packet = node.packet(lane).filter(|&packet| due.are_of(packet))?;
            let (destinations, rows) = (node.destinations(lane), round.rows(packet, node.row()));
            let first = self.place_in((destinations, self.halts.place(packet)), rows.start);
            let listed = self.listed_from((destinations, first), rows.end);
            let Run { first, last, .. } = Self::first_run(node.words(lane), listed, node.col())?;
            Some(Course::from(node.row(), first, last))
        };
        machine.step(|step| {
            step.branch(
                traffic,
                (&[lane], NEW),
                (due, |packet| self.halts.place(packet)),
                |node, own| {
                    let copied = Columns::copied(node, &mut own[0], phase, wanted(node)?);
                    copied.map(|key| (lane, key))
                },
                |node, lane, words| self.mark(node, lane, round, stop, words),
            )?;
            step.advance_staggered(&others.windows, BELT, others.advancing)?;
            self.columns.dispatch(step, traffic, phase)
        })?;
        Columns::sort_in(machine)?;
        machine.rekey_due(lane, traffic, due, |node, own| {
            own[0].passed_on += 1;
            self.next_key(node, lane, round, (stop, 1))
        })
    }

    /// A step in which packets of rows advance on their belts.
    fn advance(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        moves: &Moves,
    ) -> Result<(), Violation> {
        if self.plainly {
            return Plain(self).advance(machine, traffic, moves);
        }
        machine.step(|step| {
            step.advance_staggered(&moves.windows, BELT, moves.advancing)?;
            self.columns.dispatch(step, traffic, Phase::Move)
        })?;
        Columns::sort_in(machine)
    }

    /// The steps of [`Laps::drain`].
    pub(super) fn drain_steps(cycles: usize) -> u64 {
        3 * cycles as u64
    }

    /// Steps in which only the packets of columns move: `cycles` times an invitation and two moves.
    pub(super) fn drain_each(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        cycles: usize,
    ) -> Result<(), Violation> {
        self.drain_beside(machine, traffic, cycles, &mut |_| Ok(()))
    }

    /// The same, with what else every step does.
    pub(super) fn drain_beside(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        cycles: usize,
        beside: &mut impl FnMut(&mut Step<'_>) -> Result<(), Violation>,
    ) -> Result<(), Violation> {
        for _ in 0..cycles {
            for phase in [Phase::Invite, Phase::Move, Phase::Move] {
                if self.plainly {
                    Plain(self).drain(machine, traffic, phase, &mut *beside)?;
                    continue;
                }
                if phase == Phase::Invite {
                    Columns::prepare_invitations(machine, traffic)?;
                }
                machine.step(|step| {
                    self.columns.dispatch(step, traffic, phase)?;
                    beside(step)
                })?;
                Columns::sort_in(machine)?;
            }
        }
        Ok(())
    }

    /// Lets packets without open destinations leave the network.
    pub(super) fn retire(machine: &mut Machine) -> Result<(), Violation> {
        machine.step(|step| {
            [EAST, WEST]
                .into_iter()
                .try_for_each(|lane| step.discard(lane, |node| !is_open(node.words(lane))))
        })
    }

    /// Whether a packet of a row at this node has open destinations.
    pub(super) fn any_open(node: &Node<'_>) -> bool {
        [EAST, WEST].into_iter().any(|lane| is_open(node.words(lane)))
    }

    /// The key by which the packet in slot `lane`, which is at `stop`, is wanted next, at least `least` stops on.
    pub(super) fn next_key(
        self,
        node: &Node<'_>,
        lane: usize,
        round: &Round,
        (stop, least): (usize, usize),
    ) -> Option<u32> {
        let (packet, words) = (node.packet(lane)?, node.words(lane));
        let listed = self.listed(node.destinations(lane), round.rows(packet, node.row()));
        let open = listed.filter(|&(i, ..)| words.get(i) != SERVED);
        let halts = open.filter_map(|(place, _, col)| {
            let stops = self.windows.stops_until(lane, node.col(), col);
            self.halt(stop, stops, place).filter(|_| stops >= least)
        });
        Some(Tour::of(packet.key()).key(self.halts.value(halts.min())))
    }

    /// The halt so many `stops` after `stop` for the destination at `place`, if that is in the lap.
    fn halt(self, stop: usize, stops: usize, place: usize) -> Option<Halt> {
        let stop = stop + stops;
        (stop < self.windows.width).then_some(Halt { stop, place })
    }

    /// The first run of open destinations, in the segment of its node, of the packet in slot `lane` if it makes stop
    /// `stop` now.
    pub(super) fn wanted_run(
        self,
        node: &Node<'_>,
        lane: usize,
        round: &Round,
        stop: usize,
    ) -> Option<Run> {
        let packet = node.packet(lane).filter(|&packet| self.halts.at(stop).are_of(packet))?;
        let listed = self.listed(node.destinations(lane), round.rows(packet, node.row()));
        Self::first_run(node.words(lane), listed, node.col())
    }

    /// The first run of open destinations in column `to` among those that are listed.
    pub(super) fn first_run(
        words: Words<'_>,
        listed: impl Iterator<Item = (usize, usize, usize)>,
        to: usize,
    ) -> Option<Run> {
        let mut run: Option<Run> = None;
        for (i, row, _) in listed.filter(|&(_, _, col)| col == to) {
            match (&mut run, words.get(i) == SERVED) {
                (None, true) => {}
                (None, false) => run = Some(Run { first: row, last: row, listed: i..i + 1 }),
                (Some(_), true) => break,
                (Some(run), false) => {
                    run.last = row;
                    run.listed.end = i + 1;
                }
            }
        }
        run
    }

    /// Marks the destinations of the copy that is made of the packet in slot `lane`. Returns the key by which it is wanted next: where it
    /// is, if it is for others there.
    fn mark(
        self,
        node: &Node<'_>,
        lane: usize,
        round: &Round,
        stop: usize,
        words: &mut HeaderWords<'_>,
    ) -> Option<u32> {
        let (packet, destinations) = (node.packet(lane)?, node.destinations(lane));
        let rows = round.rows(packet, node.row());
        let first = self.first_listed((destinations, self.halts.place(packet)), rows.start);
        let listed = self.listed_from((destinations, first), rows.end);
        let mut next: Option<Halt> = None;
        let here = mark(words, listed, node.col(), |place, col| {
            let stops = self.windows.stops_until(lane, node.col(), col);
            let halt = self.halt(stop, stops, place);
            if next.is_none_or(|next| halt.is_some_and(|halt| halt < next)) {
                next = halt;
            }
        });
        let next = here.map(|place| Halt { stop, place }).or(next);
        Some(Tour::of(packet.key()).key(self.halts.value(next)))
    }
}

/// Marks the first run of open destinations in column `to` among those that are listed, and calls `elsewhere` for the places and columns
/// of other open ones. Returns the place of the first that is open in column `to` then.
pub(super) fn mark(
    words: &mut HeaderWords<'_>,
    listed: impl Iterator<Item = (usize, usize, usize)>,
    to: usize,
    mut elsewhere: impl FnMut(usize, usize),
) -> Option<usize> {
    let (mut run, mut left) = (Served::Later, None);
    for (i, _, col) in listed {
        let is_open = words.get(i) != SERVED;
        match (col == to, is_open, run) {
            (true, true, Served::Later | Served::Now) => {
                words.set(i, SERVED);
                run = Served::Now;
            }
            (true, false, Served::Now) => run = Served::Before,
            (true, true, Served::Before) => left = left.or(Some(i)),
            (false, true, _) => elsewhere(i, col),
            _ => {}
        }
    }
    left
}

fn is_open(words: Words<'_>) -> bool {
    words.iter().any(|word| word != SERVED)
}
