//! Packets between two nodes, and how they land.

use super::banded::{Band, Crossing};
use super::transmit::{Route, RowSends};
use crate::geometry::Port;
use crate::machine::Machine;
use crate::node::Node;
use crate::packet::{EMPTY, Held, Packet};
use crate::violation::Violation;

/// Packets between two nodes while a transmission sweeps over the rows: for the row that receives next, the row that
/// departs and the row below it, a slot for every column and port of departure.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    pub(super) rows: Rows,
    pub(super) sends: RowSends,
    /// Packets that share a link with another, or have none: only a machine that does not enforce M1 or M5 has them.
    pub(super) excess: Vec<(usize, Held)>,
    /// Those of bands.
    pub(super) bands: Vec<Band>,
    pub(super) crossings: Vec<Crossing>,
}

/// Three rows that take turns.
#[derive(Debug, Default)]
pub(super) struct Rows([Arrivals; 3]);

#[derive(Debug, Default)]
pub(super) struct Arrivals {
    slots: [Vec<u64>; 4],
    /// Of a traced machine.
    identities: [Vec<u32>; 4],
}

impl Rows {
    /// Where a packet sent by the node in column `col` of a departing row over `port` waits; the port must exist.
    #[inline]
    pub(super) fn place(&mut self, row: Departing, port: Port, col: usize) -> &mut u64 {
        const OFFSETS: [usize; 4] = [1, usize::MAX, 0, 0];
        let port = port.number();
        &mut self.0[row.0[port]].slots[port][col.wrapping_add(OFFSETS[port])]
    }

    pub(super) fn prepare(&mut self, cols: usize, traced: bool) {
        for arrivals in &mut self.0 {
            for port in 0..4 {
                arrivals.slots[port].resize(cols, EMPTY);
                arrivals.identities[port].resize(if traced { cols } else { 0 }, 0);
            }
        }
    }

    /// What arrives at row `row`.
    pub(super) fn of(&mut self, row: usize) -> &mut Arrivals {
        &mut self.0[row % 3]
    }

    /// What has been sent over `port` to row `row`, by column.
    #[inline]
    pub(super) fn arrivals(&mut self, row: usize, port: Port) -> &mut [u64] {
        &mut self.0[row % 3].slots[port.number()]
    }
}

/// Where in the [`Flight`] the packets of a departing row wait, by port.
#[derive(Clone, Copy, Debug)]
pub(super) struct Departing([usize; 4]);

impl Departing {
    pub(super) fn from_row(row: usize) -> Self {
        Self([row % 3, row % 3, (row + 1) % 3, (row + 2) % 3])
    }
}

impl Arrivals {
    pub(super) fn put(&mut self, port: Port, col: usize, held: Held) {
        self.slots[port.number()][col] = held.packet.slot();
        if let Some(identity) = self.identities[port.number()].get_mut(col) {
            *identity = held.identity;
        }
    }
}

impl Machine {
    /// Puts what is in flight to `row` into the slots of its nodes.
    pub(super) fn receive(
        &mut self,
        flight: &mut Flight,
        row: usize,
        route: &Route<'_>,
        landing: &impl Fn(&Node<'_>, Port) -> Option<usize>,
    ) -> Result<(), Violation> {
        let arrivals = flight.rows.of(row);
        let plainly = self.recorder.is_some() || self.unenforced.is_some();
        if plainly || !self.receive_lawful(arrivals, row, route, landing) {
            self.receive_plainly(arrivals, row, route, landing)?;
        }
        Ok(())
    }

    /// Port by port, in the order of their numbers, all packets that find a slot; returns whether all did. The others wait.
    fn receive_lawful(
        &mut self,
        arrivals: &mut Arrivals,
        row: usize,
        route: &Route<'_>,
        landing: &impl Fn(&Node<'_>, Port) -> Option<usize>,
    ) -> bool {
        let first = self.shape.index(row, 0);
        let mut all_landed = true;
        for port in Port::ALL.into_iter().filter(|port| route.ports.contains(port)) {
            for (col, held) in arrivals.slots[port.number()].iter_mut().enumerate() {
                if *held == EMPTY {
                    continue;
                }
                let lanes = route.landing_lanes(landing(&self.node_at(row, col), port));
                if self.buffers.land(lanes, first + col, *held) {
                    *held = EMPTY;
                } else {
                    all_landed = false;
                }
            }
        }
        all_landed
    }

    /// The reference: node by node, with everything a trace wants to know.
    #[cold]
    fn receive_plainly(
        &mut self,
        arrivals: &mut Arrivals,
        row: usize,
        route: &Route<'_>,
        landing: &impl Fn(&Node<'_>, Port) -> Option<usize>,
    ) -> Result<(), Violation> {
        for col in 0..self.shape.cols() {
            let node = self.shape.index(row, col);
            for port in Port::ALL {
                let held = std::mem::replace(&mut arrivals.slots[port.number()][col], EMPTY);
                let Some(packet) = Packet::in_slot(held) else { continue };
                let lanes = route.landing_lanes(landing(&self.node_at(row, col), port));
                let slot = self.free_slot(lanes, node)?;
                let identities = &arrivals.identities[port.number()];
                let identity = identities.get(col).copied().unwrap_or(0);
                self.buffers.put(slot, Held { packet, identity });
            }
        }
        Ok(())
    }
}
