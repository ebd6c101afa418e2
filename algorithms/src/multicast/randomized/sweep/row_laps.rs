//! Runs laps: every packet stops once in every column of its window, and leaves copies where they are wanted.

use super::bands::{Bands, Tour, value};
use super::columns::{Columns, NEW, Phase, Traffic};
use super::course::Course;
use super::plain::Plain;
use super::windows::{EAST, REST, WEST, Windows};
use meshcast_engine::{HeaderWords, Machine, Node, Packet, Variable, Violation, Words};
use std::ops::Range;

/// The stop of a packet that is not wanted any more in this lap.
const NEVER: usize = 0x7fff_ffff;

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

    /// The rows of the segments for which the packet in slot `lane` is.
    fn rows(&self, node: &Node<'_>, lane: usize) -> &Range<usize> {
        let tour = node.packet(lane).map_or(Tour::Forward, |packet| Tour::of(packet.key()));
        &self.rows[tour as usize][node.row()]
    }

    /// The rows for which a packet in row `row` is that begins the lap in slot `lane`.
    pub(super) fn of_lane(&self, lane: usize, row: usize) -> &Range<usize> {
        let tour = usize::from(Tour::Backward.lane() == lane);
        &self.rows[tour][row]
    }
}

impl Laps {
    /// Steps of a lap.
    pub(super) fn steps(self) -> u64 {
        4 * self.windows.left as u64
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
            machine.rekey(lane, |node| {
                Some(tour.key(self.next_stop(node, lane, round, 0, 0) as u32))
            })?;
        }
        (0..self.windows.left).try_for_each(|stop| self.cycle(machine, traffic, round, stop))
    }

    /// A stop of all packets, and the two moves to the next.
    fn cycle(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
        stop: usize,
    ) -> Result<(), Violation> {
        if self.plainly {
            return Plain(self).cycle(machine, traffic, round, stop);
        }
        self.columns.prepare_invitations(machine, traffic)?;
        self.offer(machine, traffic, round, (stop, [EAST, WEST], Phase::Invite))?;
        self.offer(machine, traffic, round, (stop, [WEST, EAST], Phase::Move))?;
        self.go_on(machine, traffic, round, stop)?;
        self.advance(machine, traffic, stop)?;
        self.advance(machine, traffic, stop)
    }

    /// A step in which every node may copy one of the packets that stop there, preferably the one in the first of `lanes`.
    fn offer(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
        (stop, lanes, phase): (usize, [usize; 2], Phase),
    ) -> Result<(), Violation> {
        let wanted = |node: &Node<'_>, lane| {
            let Run { first, last, .. } = self.wanted_run(node, lane, round, stop)?;
            Some((lane, Course::from(node.row(), first, last)))
        };
        machine.step(|step| {
            step.branch(
                traffic,
                (&lanes, NEW),
                |packet| is_at(packet, stop),
                |node, own| {
                    let wanted = lanes.into_iter().filter_map(|lane| wanted(node, lane));
                    self.columns.copied(node, &mut own[0], phase, wanted)
                },
                |node, own, words| {
                    let (lane, _) = own[0].copies?;
                    let tour = Tour::of(node.packet(lane)?.key());
                    self.mark(node, lane, round, stop, words).map(|next| tour.key(next as u32))
                },
            )?;
            self.columns.dispatch(step, traffic, phase)
        })?;
        Columns::sort_in(machine)
    }

    /// Writes into the headers of the packets that have stopped where they stop next.
    fn go_on(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round,
        stop: usize,
    ) -> Result<(), Violation> {
        [EAST, WEST].into_iter().try_for_each(|lane| {
            machine.rekey_due(
                lane,
                traffic,
                |packet| is_at(packet, stop),
                |node, own| {
                    let is_wanted = self.wanted_run(node, lane, round, stop).is_some();
                    own[0].passed_on += u32::from(is_wanted);
                    let tour = Tour::of(node.packet(lane)?.key());
                    Some(tour.key(self.next_stop(node, lane, round, stop, 1) as u32))
                },
            )
        })
    }

    /// A step in which the packets of rows advance on their belts after stop `stop`.
    fn advance(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        stop: usize,
    ) -> Result<(), Violation> {
        let windows = self.windows.moving(stop);
        machine.step(|step| {
            step.advance(&windows, (EAST, WEST))?;
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
        for _ in 0..cycles {
            for phase in [Phase::Invite, Phase::Move, Phase::Move] {
                if self.plainly {
                    Plain(self).drain(machine, traffic, phase)?;
                    continue;
                }
                if phase == Phase::Invite {
                    self.columns.prepare_invitations(machine, traffic)?;
                }
                machine.step(|step| self.columns.dispatch(step, traffic, phase))?;
                Columns::sort_in(machine)?;
            }
        }
        Ok(())
    }

    /// Lets packets without open destinations leave the network.
    pub(super) fn retire(machine: &mut Machine) -> Result<(), Violation> {
        machine.step(|step| {
            [EAST, WEST, REST]
                .into_iter()
                .try_for_each(|lane| step.discard(lane, |node| !is_open(node.words(lane))))
        })
    }

    /// Whether a packet of a row at this node has open destinations.
    pub(super) fn any_open(node: &Node<'_>) -> bool {
        [EAST, WEST, REST].into_iter().any(|lane| is_open(node.words(lane)))
    }

    /// The next stop at which the packet in slot `lane`, which is at `stop`, is wanted, at least `least` stops on.
    pub(super) fn next_stop(
        self,
        node: &Node<'_>,
        lane: usize,
        round: &Round,
        stop: usize,
        least: usize,
    ) -> usize {
        let words = node.words(lane);
        self.listed(node.destinations(lane), round.rows(node, lane))
            .filter(|&(i, ..)| words.get(i) != SERVED)
            .map(|(_, _, col)| self.windows.stops_until(lane, node.col(), col))
            .filter(|&stops| stops >= least && stop + stops < self.windows.stops(node.col()))
            .min()
            .map_or(NEVER, |stops| stop + stops)
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
        if !stops(node, lane, stop) {
            return None;
        }
        let listed = self.listed(node.destinations(lane), round.rows(node, lane));
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

    /// Marks the destinations of the copy that is made of the packet in slot `lane`. Returns the next stop of the packet, unless it is
    /// for others where it is.
    fn mark(
        self,
        node: &Node<'_>,
        lane: usize,
        round: &Round,
        stop: usize,
        words: &mut HeaderWords<'_>,
    ) -> Option<usize> {
        let listed = self.listed(node.destinations(lane), round.rows(node, lane));
        let mut next = NEVER;
        let all_served = mark(words, listed, node.col(), |col| {
            let stops = self.windows.stops_until(lane, node.col(), col);
            let is_ahead = stop + stops < self.windows.stops(node.col());
            next = if is_ahead { next.min(stop + stops) } else { next };
        });
        all_served.then_some(next)
    }

    /// Those of a packet's destinations that are in `rows`: where the header lists them, which it does in the order of rows, and
    /// their rows and columns.
    pub(super) fn listed<'a>(
        self,
        destinations: &'a [u32],
        rows: &Range<usize>,
    ) -> impl Iterator<Item = (usize, usize, usize)> + use<'a> {
        let (columns, end) = (self.columns, rows.end);
        let first = destinations.partition_point(|&id| columns.is_above(id, rows.start));
        let positions = destinations[first..].iter().map(move |&id| columns.position(id));
        let listed = (first..).zip(positions).map(|(i, (row, col))| (i, row, col));
        listed.take_while(move |&(_, row, _)| row < end)
    }
}

/// Marks the first run of open destinations in column `to` among those that are listed, and calls `elsewhere` for the columns
/// of others. Returns whether none is open in column `to` then.
pub(super) fn mark(
    words: &mut HeaderWords<'_>,
    listed: impl Iterator<Item = (usize, usize, usize)>,
    to: usize,
    mut elsewhere: impl FnMut(usize),
) -> bool {
    let mut run = Served::Later;
    for (i, _, col) in listed {
        let is_open = words.get(i) != SERVED;
        match (col == to, is_open, run) {
            (true, true, Served::Later | Served::Now) => {
                words.set(i, SERVED);
                run = Served::Now;
            }
            (true, false, Served::Now) => run = Served::Before,
            (true, true, Served::Before) => return false,
            (false, true, _) => elsewhere(col),
            _ => {}
        }
    }
    true
}

/// Whether the packet in slot `lane` makes stop `stop` at this node.
pub(super) fn stops(node: &Node<'_>, lane: usize, stop: usize) -> bool {
    node.packet(lane).is_some_and(|packet| is_at(packet, stop))
}

/// Whether a packet makes stop `stop` where it is.
fn is_at(packet: Packet, stop: usize) -> bool {
    value(packet.key()) as usize == stop
}

fn is_open(words: Words<'_>) -> bool {
    words.iter().any(|word| word != SERVED)
}
