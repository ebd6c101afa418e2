//! Transmits by bands: all nodes are asked first; then, if all that they send is lawful, every band moves its packets.

use super::route::{Landing, Program, Route, Sends};
use crate::geometry::{Port, Shape};
use crate::machine::{Band, Crossing, Departing, Flight, Stage};
use crate::nodes::{Lanes, Node, Nodes, Slot, are_empty, settle_in_lane};
use crate::packet::EMPTY;
use crate::violation::Violation;
use crate::workers::cut;
use std::ops::Range;

impl Stage {
    /// Transmits by bands if all that is sent is lawful; otherwise does nothing and returns false.
    pub(super) fn transmit_by_bands(
        &mut self,
        bands: &[Range<usize>],
        flight: &mut Flight,
        route: &Route<'_>,
        program: &impl Program,
        landing: &impl Landing,
    ) -> Result<bool, Violation> {
        flight.bands.resize_with(bands.len(), Band::default);
        flight.crossings.resize_with(bands.len(), Crossing::default);
        let nodes = &self.nodes;
        let asked = bands.iter().zip(&mut flight.bands).zip(&mut flight.crossings);
        let lawful = self.workers().all(asked, |((rows, band), crossing)| {
            let lawful = band.ask(nodes, rows.clone(), route, program);
            if lawful {
                band.read_crossing(nodes, rows.clone(), crossing);
            }
            lawful
        });
        if !lawful {
            return Ok(false);
        }
        self.move_bands(bands, (&mut flight.bands, &flight.crossings), route, landing);
        let mut late = Vec::new();
        for band in &mut flight.bands {
            self.count_links(band.sends.list.len());
            let entered = band.entered.iter().enumerate().filter(|&(_, &entered)| entered);
            entered.for_each(|(lane, _)| self.nodes.buffers.enliven(lane));
            late.append(&mut band.late);
        }
        for late in late.chunk_by(|(row, ..), (other, ..)| row == other) {
            for &(row, port, col, held) in late {
                flight.rows.of(row).over(port)[col] = held;
            }
            self.receive(flight, late[0].0, route, landing)?;
        }
        Ok(true)
    }

    fn move_bands(
        &mut self,
        rows: &[Range<usize>],
        (bands, crossings): (&mut [Band], &[Crossing]),
        route: &Route<'_>,
        landing: &impl Landing,
    ) {
        let (shape, lanes) = (self.nodes.shape(), self.nodes.buffers.lanes());
        let workers = self.workers();
        let (planes, counts, node) = self.nodes.parts();
        let mut parts: Vec<Vec<&mut [u64]>> = rows.iter().map(|_| Vec::new()).collect();
        for plane in planes {
            parts
                .iter_mut()
                .zip(cut(plane, shape.cols(), rows))
                .for_each(|(part, plane)| part.push(plane));
        }
        let above = |band: usize| band.checked_sub(1).map(|above| &crossings[above].down[..]);
        let below = |band: usize| crossings.get(band + 1).map(|below| &below.up[..]);
        let counts = cut(counts, shape.cols(), rows);
        let parts = parts.into_iter().zip(counts).zip(bands).zip(rows).enumerate();
        let moving = parts.map(|(i, (((planes, counts), band), rows))| {
            let (above, below) = (above(i), below(i));
            Moving { rows: rows.clone(), planes, counts, band, shape, lanes, node, above, below }
        });
        workers.run(moving, |mut band| band.transmit(route, landing));
    }
}

impl Band {
    /// Lists what the nodes of a band send; returns whether all of it is lawful.
    fn ask(
        &mut self,
        nodes: &Nodes,
        rows: Range<usize>,
        route: &Route<'_>,
        program: &impl Program,
    ) -> bool {
        let Self { sends, ends, used, .. } = self;
        sends.list.clear();
        ends.clear();
        let shape = nodes.shape();
        let mut own = Sends::none();
        for row in rows {
            let first = sends.list.len();
            if !program.ask_row(nodes, row, sends) {
                for col in 0..shape.cols() {
                    own.clear();
                    program.ask(&nodes.node_at(row, col), &mut own);
                    let node = shape.index(row, col);
                    let held = |lane| nodes.buffers.packet(Slot { lane, node });
                    for (i, &(lane, port)) in own.list().iter().enumerate() {
                        let again = own.list()[..i].iter().any(|&(other, _)| other == lane);
                        let lane = usize::from(lane);
                        if again || !route.lanes.contains(&lane) || held(lane).is_none() {
                            return false;
                        }
                        sends.push(lane, port, col);
                    }
                }
            }
            used.clear();
            used.resize(shape.cols(), 0);
            let ports = route.ports_of(shape, row);
            for &(_, port, col) in &sends.list[first..] {
                let (used, bit) = (&mut used[col as usize], 1 << port.number());
                if ports.at(col as usize) & !*used & bit == 0 {
                    return false;
                }
                *used |= bit;
            }
            ends.push(sends.list.len());
        }
        true
    }

    /// The sends of row `row` of the band.
    fn row(&self, row: usize) -> &[(u16, Port, u32)] {
        &self.sends.list[row.checked_sub(1).map_or(0, |above| self.ends[above])..self.ends[row]]
    }

    /// Notes what crosses into the bands beside this one.
    fn read_crossing(&self, nodes: &Nodes, rows: Range<usize>, crossing: &mut Crossing) {
        let shape = nodes.shape();
        let read = |packets: &mut Vec<u64>, row: usize, across: Port| {
            packets.clear();
            packets.resize(shape.cols(), EMPTY);
            let first = shape.index(row, 0);
            for &(lane, port, col) in self.row(row - rows.start) {
                if port == across {
                    let col = col as usize;
                    packets[col] = nodes.buffers.plane(usize::from(lane))[first + col];
                }
            }
        };
        read(&mut crossing.up, rows.start, Port::North);
        read(&mut crossing.down, rows.end - 1, Port::South);
    }
}

/// A band whose packets move: its part of the machine.
struct Moving<'a> {
    rows: Range<usize>,
    planes: Vec<&'a mut [u64]>,
    /// Empty if the packets of nodes are not counted.
    counts: &'a mut [u32],
    band: &'a mut Band,
    shape: Shape,
    /// Slots a node.
    lanes: usize,
    /// Any node, for what all have in common.
    node: Node<'a>,
    above: Option<&'a [u64]>,
    below: Option<&'a [u64]>,
}

impl Moving<'_> {
    /// Row after row, as a [`Stage`] does on its own; a row receives once the row below it has departed.
    fn transmit(&mut self, route: &Route<'_>, landing: &impl Landing) {
        let (start, end) = (self.rows.start, self.rows.end);
        self.band.flight.prepare(self.shape.cols(), false);
        self.band.entered.clear();
        self.band.entered.resize(self.planes.len(), false);
        if let Some(above) = self.above {
            self.band.flight.of(start).over(Port::South).copy_from_slice(above);
        }
        for row in start..end {
            self.depart(row);
            if row > start {
                self.receive(row - 1, route, landing);
            }
        }
        if let Some(below) = self.below {
            self.band.flight.of(end - 1).over(Port::North).copy_from_slice(below);
        }
        self.receive(end - 1, route, landing);
    }

    fn depart(&mut self, row: usize) {
        let departing = Departing::from_row(row);
        let first = (row - self.rows.start) * self.shape.cols();
        // What leaves the band is known to its neighbour.
        let leaves = |port| match port {
            Port::North => row == self.rows.start,
            Port::South => row + 1 == self.rows.end,
            Port::East | Port::West => false,
        };
        let Band { sends, ends, flight, .. } = &mut *self.band;
        let above = (row - self.rows.start).checked_sub(1).map_or(0, |above| ends[above]);
        for &(lane, port, col) in &sends.list[above..ends[row - self.rows.start]] {
            let col = col as usize;
            let held = std::mem::replace(&mut self.planes[usize::from(lane)][first + col], EMPTY);
            if !leaves(port) {
                *flight.place(departing, port, col) = held;
            }
            if let Some(count) = self.counts.get_mut(first + col) {
                *count -= 1;
            }
        }
    }

    /// Port by port, until a packet finds no slot that is open: that one and the others of the row are late.
    fn receive<L: Landing>(&mut self, row: usize, route: &Route<'_>, landing: &L) {
        let first = self.shape.index(self.rows.start, 0);
        let mut late = false;
        for port in Port::ALL.into_iter().filter(|port| route.ports.contains(port)) {
            if L::IN_LOWEST && !late {
                late = !self.settle(row, port, &route.lanes);
                if !late {
                    continue;
                }
            }
            for col in 0..self.shape.cols() {
                let arriving = &mut self.band.flight.of(row).over(port)[col];
                if *arriving == EMPTY {
                    continue;
                }
                let held = std::mem::replace(arriving, EMPTY);
                late = late || {
                    let lanes = Lanes::Band(&self.planes, first);
                    let lane = landing.lane(&self.node.at(row, col, lanes), port);
                    !self.land(route.landing_lanes(lane), self.shape.index(row, col) - first, held)
                };
                if late {
                    self.band.late.push((row, port, col, held));
                }
            }
        }
    }

    /// Puts what was sent to a row over a port into the lowest empty slots of `lanes`, as far as no lane has to be opened to find one;
    /// returns whether all of it found one.
    fn settle(&mut self, row: usize, port: Port, lanes: &Range<usize>) -> bool {
        let cols = self.shape.cols();
        let first = (row - self.rows.start) * cols;
        let arriving = self.band.flight.of(row).over(port);
        let mut settled = are_empty(arriving);
        let mut lanes = lanes.start..lanes.end.min(self.lanes);
        while !settled && let Some(lane) = lanes.next() {
            let plane = self.planes.get_mut(lane);
            let Some(slots) = plane.and_then(|plane| plane.get_mut(first..first + cols)) else {
                return false;
            };
            let counts = self.counts.get_mut(first..first + cols).unwrap_or_default();
            settled = settle_in_lane(arriving, slots, counts);
            self.band.entered[lane] = true;
        }
        settled
    }

    /// Puts a packet into the lowest empty slot of `lanes`, if no lane has to be opened to find it.
    #[inline]
    fn land(&mut self, lanes: Range<usize>, place: usize, held: u64) -> bool {
        for lane in lanes.start..lanes.end.min(self.lanes) {
            let Some(slot) = self.planes.get_mut(lane).and_then(|plane| plane.get_mut(place))
            else {
                return false;
            };
            if *slot == EMPTY {
                *slot = held;
                self.band.entered[lane] = true;
                if let Some(count) = self.counts.get_mut(place) {
                    *count += 1;
                }
                return true;
            }
        }
        false
    }
}
