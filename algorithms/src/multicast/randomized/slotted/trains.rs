//! Runs trains up and down the segments of bands, and packets along rows past all of them.

use super::super::sweep::{BandRounds, EAST, WEST};
use meshcast_engine::{Machine, Node, Packet, Port, Shape, Step, Violation};

/// Packets that a train takes.
pub(super) const SEATS: usize = UP.len();

/// The slot of a copy that has just been made, and from the second step of a cycle to the third that of the first packet of a train that
/// reverses at the top.
const COPY: usize = 2;
/// The slot of the other one, from the third step of a cycle to the first of the next.
const REVERSING: usize = 3;
/// The seats of a train on its way up.
const UP: [usize; 2] = [4, 5];
/// Its seats on its way down.
const DOWN: [usize; 2] = [6, 7];

/// The stop of a packet that is not wanted any more in this lap.
const NEVER: u32 = u32::MAX;

/// The header word of a destination to which a copy is under way, or has been.
const SERVED: u32 = 1;

/// Steps of a cycle.
const CYCLE: u64 = 3;

/// Steps of a lap on a mesh as it is seen.
pub(super) fn lap_steps(seen: Shape) -> u64 {
    CYCLE * seen.cols() as u64
}

/// Steps until the last trains have arrived: up and down bands of so many rows.
pub(super) fn drain_steps(height: usize) -> u64 {
    CYCLE * drain_cycles(height) as u64
}

fn drain_cycles(height: usize) -> usize {
    2 * height - 1
}

/// Trains in the segments of equal bands, and the belts along rows from which packets board them.
///
/// A row has a belt of 2w positions for w columns: column x eastbound is position x, westbound 2w − 1 − x. Packets stand on the even
/// positions when they stop, one at each node, and advance by two positions from stop to stop: so each stops in each column once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trains {
    /// The mesh as it is seen.
    pub(super) seen: Shape,
    /// Rows of a band.
    pub(super) height: usize,
    /// Rows of a band of the first phase, for all of which a packet has been served in a column, or for none.
    pub(super) piece: usize,
}

impl Trains {
    /// Lets every packet pass all segments, and what has boarded arrive.
    pub(super) fn run(self, machine: &mut Machine) -> Result<(), Violation> {
        let bands = self.seen.rows() / self.height;
        let BandRounds { shifts, .. } = BandRounds::new(self.seen.rows(), bands);
        assert_eq!(shifts.len() + 1, bands, "bands of equal height are as many as asked for");
        Self::alternate(machine)?;
        machine.span("lap", |machine| self.lap(machine))?;
        for shift in &shifts {
            machine.span("band shift", |machine| shift.run(machine))?;
            machine.span("lap", |machine| self.lap(machine))?;
        }
        machine.span("last trains", |machine| self.drain(machine))?;
        Self::alternate(machine)
    }

    /// Puts the packets of odd columns on the westbound half of the belt, or back.
    fn alternate(machine: &mut Machine) -> Result<(), Violation> {
        machine.swap_lanes(|node| is_odd(node).then_some((EAST, WEST)))
    }

    /// Lets every packet pass all segments of the band that it is in.
    fn lap(self, machine: &mut Machine) -> Result<(), Violation> {
        for lane in [EAST, WEST] {
            machine.rekey(lane, |node| Some(self.next_stop(node, lane, 0, 0)))?;
        }
        (0..self.seen.cols() as u32).try_for_each(|stop| {
            self.board(machine, stop)?;
            self.ride(machine, true)
        })
    }

    /// Lets the trains that are still under way arrive.
    fn drain(self, machine: &mut Machine) -> Result<(), Violation> {
        (0..drain_cycles(self.height)).try_for_each(|_| {
            machine.step(sink)?;
            machine.swap_lanes(second_at_top)?;
            self.ride(machine, false)
        })
    }

    /// The first step of a cycle: packets that are wanted where they stop are copied into trains on their way up.
    fn board(self, machine: &mut Machine, stop: u32) -> Result<(), Violation> {
        let is_due = |packet: Option<Packet>| packet.is_some_and(|packet| packet.key() == stop);
        machine.swap_lanes(|node| {
            (is_odd(node) && is_due(node.packet(WEST))).then_some((EAST, WEST))
        })?;
        machine.step(|step| {
            let boards = |node: &Node<'_>| is_due(node.packet(EAST)) && seat(node).is_some();
            step.copy_bare(EAST, COPY, boards)?;
            sink(step)
        })?;
        machine.rekey(COPY, |node| Some(self.pieces(node)))?;
        machine.annotate(EAST, |node, words| {
            if node.packet(COPY).is_some() {
                self.wanted(node, EAST).for_each(|(number, _)| words.set(number, SERVED));
            }
        })?;
        machine.rekey(EAST, |node| {
            is_due(node.packet(EAST)).then(|| self.next_stop(node, EAST, stop, 1))
        })?;
        machine.swap_lanes(|node| {
            let boarded = node.packet(COPY).and_then(|_| Some((COPY, seat(node)?)));
            let back = (is_odd(node) && node.packet(EAST).is_some()).then_some((EAST, WEST));
            [boarded, back, second_at_top(node)].into_iter().flatten()
        })
    }

    /// The other steps of a cycle: trains move and deliver, and packets of rows advance, if they do.
    fn ride(self, machine: &mut Machine, advances: bool) -> Result<(), Violation> {
        let belt = 0..self.seen.cols();
        let is_top = |node: &Node<'_>| self.place(node) == 0;
        let is_bottom = |node: &Node<'_>| self.place(node) + 1 == self.height;
        let reverses = |node: &Node<'_>, seat: usize, to: usize| {
            (is_top(node) && node.packet(seat).is_some()).then_some((seat, to))
        };
        machine.swap_lanes(|node| reverses(node, UP[0], COPY))?;
        machine.step(|step| {
            step.deliver(DOWN[0], |node| self.delivered(node, DOWN[0]))?;
            step.transmit(UP[0]..UP[0] + 1, &[Port::North], |node, sends| {
                if node.packet(UP[0]).is_some() {
                    sends.send(UP[0], Port::North);
                }
            })?;
            if advances {
                step.advance(std::slice::from_ref(&belt), (EAST, WEST))?;
            }
            step.discard(DOWN[0], is_bottom)
        })?;
        machine.swap_lanes(|node| reverses(node, UP[1], REVERSING))?;
        machine.step(|step| {
            step.deliver(DOWN[1], |node| self.delivered(node, DOWN[1]))?;
            step.transmit_into(
                UP[1]..DOWN[0] + 1,
                &[Port::North, Port::South],
                |node, sends| {
                    for (lane, port) in [(UP[1], Port::North), (DOWN[0], Port::South)] {
                        if node.packet(lane).is_some() {
                            sends.send(lane, port);
                        }
                    }
                },
                |_, port| if port == Port::North { UP[1] } else { DOWN[0] },
            )?;
            if advances {
                step.advance(std::slice::from_ref(&belt), (EAST, WEST))?;
            }
            step.discard(DOWN[1], is_bottom)
        })?;
        machine.swap_lanes(|node| reverses(node, COPY, DOWN[0]))
    }

    /// The row of a node in its band.
    fn place(self, node: &Node<'_>) -> usize {
        node.row() % self.height
    }

    /// The key with which a packet in slot `lane` is delivered at a node, if it is.
    fn delivered(self, node: &Node<'_>, lane: usize) -> Option<u32> {
        let pieces = node.packet(lane)?.key();
        let is_for = |node: &Node<'_>| node.destinations(lane).binary_search(&node.id()).is_ok();
        (pieces & self.bit(self.place(node)) != 0 && is_for(node)).then_some(pieces)
    }

    /// The bit of the piece of a band in which a row of it is.
    fn bit(self, place: usize) -> u32 {
        1 << (place / self.piece)
    }

    /// The numbers and the rows in the band of the open destinations that the packet in slot `lane` has in the segment of a node.
    fn wanted<'a>(
        self,
        node: &Node<'a>,
        lane: usize,
    ) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let (words, col, band) = (node.words(lane), node.col(), node.row() / self.height);
        node.destinations_here(lane).filter_map(move |(number, at)| {
            let (row, to) = self.seen.position(at);
            let is_wanted = to == col && row / self.height == band && words.get(number) != SERVED;
            is_wanted.then_some((number, row % self.height))
        })
    }

    /// The pieces of the segment of a node that its packet wants: the key of its copy.
    fn pieces(self, node: &Node<'_>) -> u32 {
        self.wanted(node, EAST).fold(0, |pieces, (_, place)| pieces | self.bit(place))
    }

    /// The next stop at which the packet in slot `lane`, which is at `stop`, is wanted, at least `least` stops on.
    fn next_stop(self, node: &Node<'_>, lane: usize, stop: u32, least: u32) -> u32 {
        let cols = self.seen.cols();
        let even = |col: usize| if col.is_multiple_of(2) { col } else { 2 * cols - 1 - col };
        let (words, band, at) = (node.words(lane), node.row() / self.height, even(node.col()));
        let stops = node.destinations_here(lane).filter_map(|(number, to)| {
            let (row, to) = self.seen.position(to);
            let is_wanted = row / self.height == band && words.get(number) != SERVED;
            let ahead = ((even(to) + 2 * cols - at) % (2 * cols) / 2) as u32;
            let is_ahead = ahead >= least && ((stop + ahead) as usize) < cols;
            (is_wanted && is_ahead).then_some(stop + ahead)
        });
        stops.min().unwrap_or(NEVER)
    }
}

/// Whether a node is in an odd column.
fn is_odd(node: &Node<'_>) -> bool {
    !node.col().is_multiple_of(2)
}

/// A free seat of the train that is at a node on its way up.
fn seat(node: &Node<'_>) -> Option<usize> {
    UP.into_iter().find(|&seat| node.packet(seat).is_none())
}

/// The second packets of trains go down a row, in the first step of a cycle.
fn sink(step: &mut Step<'_>) -> Result<(), Violation> {
    step.transmit(DOWN[1]..DOWN[1] + 1, &[Port::South], |node, sends| {
        if node.packet(DOWN[1]).is_some() {
            sends.send(DOWN[1], Port::South);
        }
    })
}

/// The second packet of a train at the top takes its seat on the way down once that is free.
fn second_at_top(node: &Node<'_>) -> Option<(usize, usize)> {
    node.packet(REVERSING).map(|_| (REVERSING, DOWN[1]))
}
