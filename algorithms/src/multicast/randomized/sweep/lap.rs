//! Laps: every packet stops once in every column of its window, and leaves copies where they are wanted.

use super::bands::{Bands, Tour, value};
use super::columns::{Columns, Course, Offer, Phase, Traffic};
use super::windows::{EAST, REST, WEST, Windows, landing};
use meshcast_engine::{Machine, Node, Port, Shape, Variable, Violation, Words};
use std::ops::Range;

/// The slot of a copy on its way into the queues of the column.
const COPY: usize = 2;

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
    pub(super) shape: Shape,
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
            self.offer(machine, traffic, &round, (stop, EAST, Phase::Invite))?;
            self.offer(machine, traffic, &round, (stop, WEST, Phase::Move))?;
            self.advance(machine, traffic, stop)?;
            self.advance(machine, traffic, stop)
        })
    }

    /// A step in which the packets in slot `lane` are copied where they stop.
    fn offer(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        round: &Round<'_>,
        (stop, lane, phase): (usize, usize, Phase),
    ) -> Result<(), Violation> {
        let stops = |node: &Node<'_>| {
            node.packet(lane).is_some_and(|packet| value(packet.key()) as usize == stop)
        };
        let run = |node: &Node<'_>| self.open_run(node, lane, &round.rows(node, lane));
        self.columns.prepare(machine, traffic, phase, |node| {
            let Run { first, last, .. } = Some(node).filter(|node| stops(node)).and_then(run)?;
            Some(Course::from(node.row(), first, last))
        })?;
        machine.step(|step| {
            let is_copied =
                |node: &Node<'_>| matches!(node.own(traffic)[0].offer, Offer::Copied(_));
            step.copy_bare(lane, COPY, is_copied)?;
            self.columns.act(step, traffic, phase)
        })?;
        machine.rekey(COPY, |node| match node.own(traffic)[0].offer {
            Offer::Copied(course) => Some(course.key()),
            Offer::None | Offer::Refused => None,
        })?;
        machine.annotate(lane, |node, words| {
            if let (Offer::Copied(_), Some(run)) = (node.own(traffic)[0].offer, run(node)) {
                for i in run.listed {
                    if self.position(node, node.destinations(lane)[i]).1 == node.col() {
                        words.set(i, SERVED);
                    }
                }
            }
        })?;
        machine.rekey(lane, |node| {
            let tour = Tour::of(node.packet(lane)?.key());
            stops(node).then(|| tour.key(self.next_stop(node, lane, round, stop, 1) as u32))
        })?;
        Columns::take_in(machine, COPY)?;
        Columns::settle(machine, traffic)
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
        self.columns.prepare(machine, traffic, Phase::Move, |_| None)?;
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

    /// Steps in which only the packets of columns move: `cycles` times an invitation and two moves.
    pub(super) fn drain(
        self,
        machine: &mut Machine,
        traffic: &mut Variable<Traffic>,
        cycles: usize,
    ) -> Result<(), Violation> {
        for _ in 0..cycles {
            for phase in [Phase::Invite, Phase::Move, Phase::Move] {
                self.columns.prepare(machine, traffic, phase, |_| None)?;
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
            .map(|i| self.position(node, destinations[i]).1)
            .map(|col| self.windows.stops_until(lane, node.col(), col))
            .filter(|&stops| stops >= least && stop + stops < self.windows.stops(node.col()))
            .min()
            .map_or(NEVER, |stops| stop + stops)
    }

    /// The first run of open destinations, in the column of the node and `rows`, of the packet in slot `lane`.
    fn open_run(self, node: &Node<'_>, lane: usize, rows: &Range<usize>) -> Option<Run> {
        let (words, destinations) = (node.words(lane), node.destinations(lane));
        let mut run: Option<Run> = None;
        for i in self.listed(node, lane, rows) {
            let (row, col) = self.position(node, destinations[i]);
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
        let before = |row| destinations.partition_point(|&id| self.position(node, id).0 < row);
        before(rows.start)..before(rows.end)
    }

    /// The row and column of a destination.
    fn position(self, node: &Node<'_>, id: u32) -> (usize, usize) {
        let at = node.locate(id).expect("a destination is a node of the mesh");
        self.shape.position(at)
    }
}

fn is_open(words: Words<'_>) -> bool {
    words.iter().any(|word| word != SERVED)
}
