//! Keeps packets that are between two nodes while a transmission sweeps over the rows.

use crate::geometry::Port;
use crate::packet::{EMPTY, Held, Packet};

/// What a transmission sends and has in flight. Nothing of it means anything between steps.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    pub(crate) rows: Rows,
    pub(crate) sends: RowSends,
    /// Packets that share a link with another, or have none: only a machine that does not enforce M1 or M5 has them.
    pub(crate) excess: Vec<(usize, Held)>,
    /// Those of bands.
    pub(crate) bands: Vec<Band>,
    pub(crate) crossings: Vec<Crossing>,
}

/// The row that receives next, the row that departs and the row below it, a slot for every column and port of departure.
/// The three take turns.
#[derive(Debug, Default)]
pub(crate) struct Rows([Arrivals; 3]);

/// What arrives at one row.
#[derive(Debug, Default)]
pub(crate) struct Arrivals {
    slots: [Vec<u64>; 4],
    /// Of a machine with identities.
    identities: [Vec<u32>; 4],
}

impl Rows {
    /// Where a packet sent by the node in column `col` of a departing row over `port` waits; the port must exist.
    #[inline]
    pub(crate) fn place(&mut self, row: Departing, port: Port, col: usize) -> &mut u64 {
        const OFFSETS: [usize; 4] = [1, usize::MAX, 0, 0];
        let port = port.number();
        &mut self.0[row.0[port]].slots[port][col.wrapping_add(OFFSETS[port])]
    }

    pub(crate) fn prepare(&mut self, cols: usize, identified: bool) {
        for arrivals in &mut self.0 {
            for port in 0..4 {
                arrivals.slots[port].resize(cols, EMPTY);
                arrivals.identities[port].resize(if identified { cols } else { 0 }, 0);
            }
        }
    }

    /// What arrives at row `row`.
    #[inline]
    pub(crate) fn of(&mut self, row: usize) -> &mut Arrivals {
        &mut self.0[row % 3]
    }
}

/// Where in the [`Flight`] the packets of a departing row wait, by port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Departing([usize; 4]);

impl Departing {
    pub(crate) fn from_row(row: usize) -> Self {
        Self([row % 3, row % 3, (row + 1) % 3, (row + 2) % 3])
    }
}

impl Arrivals {
    /// What has been sent over `port`, by column.
    #[inline]
    pub(crate) fn over(&mut self, port: Port) -> &mut [u64] {
        &mut self.slots[port.number()]
    }

    pub(crate) fn put(&mut self, port: Port, col: usize, held: Held) {
        self.slots[port.number()][col] = held.packet.slot();
        if let Some(identity) = self.identities[port.number()].get_mut(col) {
            *identity = held.identity;
        }
    }

    /// Takes what has been sent over `port` to column `col`.
    pub(crate) fn take(&mut self, port: Port, col: usize) -> Option<Held> {
        let slot = std::mem::replace(&mut self.slots[port.number()][col], EMPTY);
        let identity = self.identities[port.number()].get(col).copied().unwrap_or(0);
        Some(Held { packet: Packet::in_slot(slot)?, identity })
    }
}

/// What the nodes of one row send.
#[derive(Debug, Default)]
pub(crate) struct RowSends {
    /// Lanes of packets, and the ports and columns where they leave.
    pub(crate) list: Vec<(u16, Port, u32)>,
    /// For either way along a line and every column, how far the packet that is farthest from its place has to go, and its lane.
    pub(crate) farthest: [Vec<(u32, u32)>; 2],
}

impl RowSends {
    /// The packet in slot `lane` of the node in column `col` leaves over `port`.
    #[inline]
    pub(crate) fn push(&mut self, lane: usize, port: Port, col: usize) {
        self.list.push((lane_number(lane), port, col as u32));
    }
}

/// The number of a lane in a list of sends.
#[inline]
pub(crate) fn lane_number(lane: usize) -> u16 {
    u16::try_from(lane).expect("a lane is at most 65 535")
}

/// What a band of rows sends, and what it has in flight.
#[derive(Debug, Default)]
pub(crate) struct Band {
    pub(crate) sends: RowSends,
    /// Where the sends of every row end.
    pub(crate) ends: Vec<usize>,
    /// Ports that the nodes of a row use, by column.
    pub(crate) used: Vec<u8>,
    pub(crate) flight: Rows,
    /// Packets that have not landed, with their rows, ports and columns.
    pub(crate) late: Vec<(usize, Port, usize, u64)>,
    /// The lanes that packets have entered.
    pub(crate) entered: Vec<bool>,
}

/// The packets that a band sends to the bands beside it, by column.
#[derive(Debug, Default)]
pub(crate) struct Crossing {
    pub(crate) up: Vec<u64>,
    pub(crate) down: Vec<u64>,
}
