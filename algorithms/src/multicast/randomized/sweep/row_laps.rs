//! Runs laps: every packet stops once in every column of its window, and leaves copies where they are wanted.

use super::bands::{Bands, Tour, value};
use super::columns::{Columns, Course, Phase, Traffic};
use super::windows::{EAST, REST, WEST, Windows, landing};
use meshcast_engine::{Machine, Node, Port, Variable, Violation, Words};
use std::ops::Range;

/// The slots of copies on their way into the queues of the column: of the packet in slot [`EAST`], and of that in
/// [`WEST`].
const COPIES: Range<usize> = 2..4;

/// The stop of a packet that is not wanted any more in this lap.
const NEVER: usize = 0x7fff_ffff;

/// The header word of a destination to which a copy is under way, or has been.
const SERVED: u32 = 1;

/// Destinations of a packet that one copy serves: in one column, with none that has been served between them.
struct Run {
    /// Their rows.
    first: usize,
    last: usize,
    /// Where they stand in the header, among others.
    listed: Range<usize>,
}

/// The laps of packets on one mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laps {
    pub(super) windows: Windows,
    pub(super) columns: Columns,
}

/// A round: which segments packets are for, wherever they are.
struct Round<'a> {
    bands: &'a Bands,
    /// By tour, then row.
    band_at: [Vec<usize>; 2],
}

impl Round<'_> {
    /// The rows of the segments for which the packet in slot `lane` is.
    fn rows(&self, node: &Node<'_>, lane: usize) -> Range<usize> {
        let tour = node.packet(lane).map_or(Tour::Forward, |packet| Tour::of(packet.key()));
        self.bands.rows_of(self.band_at[tour as usize][node.row()])
    }
}

impl Laps {
    /// Steps of a lap.
    pub(super) fn steps(self) -> u64 {
        4 * self.windows.left as u64
    }

    /// One lap of all packets in round `round` of a phase.
    pub(super) fn run(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        bands: &Bands,
        round: usize,
    ) -> Result<(), Violation> {
        let band_at = Tour::BOTH.map(|tour| bands.band_at(tour, round));
        let round = Round { bands, band_at };
        for tour in Tour::BOTH {
            let lane = tour.lane();
            // The tour is written first: the segments depend on it.
            machine.rekey(lane, |_| Some(tour.key(0)))?;
            machine.rekey(lane, |node| {
                Some(tour.key(self.next_stop(node, lane, &round, 0, 0) as u32))
            })?;
        }
        (0..self.windows.left).try_for_each(|stop| {
            self.offer(machine, traffic, &round, (stop, [EAST, WEST], Phase::Invite))?;
            self.offer(machine, traffic, &round, (stop, [WEST, EAST], Phase::Move))?;
            self.go_on(machine, traffic, &round, stop)?;
            self.advance(machine, traffic, stop)?;
            self.advance(machine, traffic, stop)
        })
    }

    /// A step in which every node may copy one of the packets that stop there, preferably the one in the first of `lanes`.
    fn offer(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round<'_>,
        (stop, lanes, phase): (usize, [usize; 2], Phase),
    ) -> Result<(), Violation> {
        let run = |node: &Node<'_>, lane| self.wanted_run(node, lane, round, stop);
        self.columns.prepare(machine, traffic, phase, |node| {
            lanes.map(|lane| {
                let Run { first, last, .. } = run(node, lane)?;
                Some((lane, Course::from(node.row(), first, last)))
            })
        })?;
        let copies = |node: &Node<'_>, traffic: &Variable<Traffic>, lane| {
            node.own(traffic)[0].copies.filter(|&(copied, _)| copied == lane)
        };
        machine.step(|step| {
            for (lane, copy) in [EAST, WEST].into_iter().zip(COPIES) {
                step.copy_bare(lane, copy, |node| copies(node, traffic, lane).is_some())?;
            }
            self.columns.act(step, traffic, phase)
        })?;
        for (lane, copy) in [EAST, WEST].into_iter().zip(COPIES) {
            machine
                .rekey(copy, |node| copies(node, traffic, lane).map(|(_, course)| course.key()))?;
            machine.annotate(lane, |node, words| {
                if copies(node, traffic, lane).is_none() {
                    return;
                }
                let destinations = node.destinations(lane);
                for i in run(node, lane).into_iter().flat_map(|run| run.listed) {
                    if self.position(destinations[i]).1 == node.col() {
                        words.set(i, SERVED);
                    }
                }
            })?;
        }
        Columns::take_in(machine, COPIES)?;
        Columns::settle(machine, traffic)
    }

    /// Writes into the headers of the packets that have stopped where they stop next.
    fn go_on(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round<'_>,
        stop: usize,
    ) -> Result<(), Violation> {
        machine.compute(traffic, |node, own| {
            let is_wanted = |&lane: &usize| self.wanted_run(node, lane, round, stop).is_some();
            own[0].passed_on += [EAST, WEST].iter().filter(|&lane| is_wanted(lane)).count() as u32;
        })?;
        [EAST, WEST].into_iter().try_for_each(|lane| {
            machine.rekey(lane, |node| {
                let tour = Tour::of(node.packet(lane)?.key());
                stops(node, lane, stop)
                    .then(|| tour.key(self.next_stop(node, lane, round, stop, 1) as u32))
            })
        })
    }

    /// A step in which the packets of rows advance on their belts after stop `stop`.
    fn advance(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        stop: usize,
    ) -> Result<(), Violation> {
        let moves = |col| stop < self.windows.stops(col);
        self.windows.turn(machine, moves)?;
        self.columns.prepare(machine, traffic, Phase::Move, |_| [None, None])?;
        machine.step(|step| {
            step.transmit_into(
                EAST..WEST + 1,
                &[Port::East, Port::West],
                |node, sends| {
                    if moves(node.col()) {
                        for (lane, port) in self.windows.departures(node).into_iter().flatten() {
                            sends.send(lane, port);
                        }
                    }
                },
                |_, port| landing(port),
            )?;
            self.columns.act(step, traffic, Phase::Move)
        })?;
        Columns::settle(machine, traffic)
    }

    /// The steps of [`Laps::drain`].
    pub(super) fn drain_steps(cycles: usize) -> u64 {
        3 * cycles as u64
    }

    /// Steps in which only the packets of columns move: `cycles` times an invitation and two moves.
    pub(super) fn drain(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        cycles: usize,
    ) -> Result<(), Violation> {
        for _ in 0..cycles {
            for phase in [Phase::Invite, Phase::Move, Phase::Move] {
                self.columns.prepare(machine, traffic, phase, |_| [None, None])?;
                machine.step(|step| self.columns.act(step, traffic, phase))?;
                Columns::settle(machine, traffic)?;
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
    fn next_stop(
        self,
        node: &Node<'_>,
        lane: usize,
        round: &Round<'_>,
        stop: usize,
        least: usize,
    ) -> usize {
        let (words, destinations) = (node.words(lane), node.destinations(lane));
        self.listed(node, lane, &round.rows(node, lane))
            .filter(|&i| words.get(i) != SERVED)
            .map(|i| self.position(destinations[i]).1)
            .map(|col| self.windows.stops_until(lane, node.col(), col))
            .filter(|&stops| stops >= least && stop + stops < self.windows.stops(node.col()))
            .min()
            .map_or(NEVER, |stops| stop + stops)
    }

    /// The first run of open destinations, in the segment of its node, of the packet in slot `lane` if it makes stop
    /// `stop` now.
    fn wanted_run(
        self,
        node: &Node<'_>,
        lane: usize,
        round: &Round<'_>,
        stop: usize,
    ) -> Option<Run> {
        if !stops(node, lane, stop) {
            return None;
        }
        let (words, destinations) = (node.words(lane), node.destinations(lane));
        let mut run: Option<Run> = None;
        for i in self.listed(node, lane, &round.rows(node, lane)) {
            let (row, col) = self.position(destinations[i]);
            if col != node.col() {
                continue;
            }
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

    /// Where the header of the packet in slot `lane` lists its destinations in `rows`: they are in the order of rows.
    fn listed(self, node: &Node<'_>, lane: usize, rows: &Range<usize>) -> Range<usize> {
        let destinations = node.destinations(lane);
        let before = |row| destinations.partition_point(|&id| self.columns.is_above(id, row));
        before(rows.start)..before(rows.end)
    }

    /// The row and column of a node of the mesh.
    fn position(self, id: u32) -> (usize, usize) {
        self.columns.position(id)
    }
}

/// Whether the packet in slot `lane` makes stop `stop` at this node.
fn stops(node: &Node<'_>, lane: usize, stop: usize) -> bool {
    node.packet(lane).is_some_and(|packet| value(packet.key()) as usize == stop)
}

fn is_open(words: Words<'_>) -> bool {
    words.iter().any(|word| word != SERVED)
}
