//! Every node sends what it chooses over its ports: the general step of routing.

use super::flight::Flight;
use crate::bands::least;
use crate::geometry::{Port, Shape};
use crate::machine::Machine;
use crate::node::Node;
use crate::step::{Footprint, Step, lane_bit};
use crate::violation::Violation;
use std::ops::Range;

/// Lanes that are sooner counted over again after a step than packet by packet in it.
const FEW_LANES: usize = 8;

/// What one node sends in one step, as its program says it.
#[derive(Clone, Copy, Debug)]
pub struct Sends {
    list: [(u16, Port); Sends::MOST],
    count: u8,
}

impl Sends {
    /// Sends a program may ask of one node; a lawful one needs at most four.
    const MOST: usize = 8;

    pub(super) fn none() -> Self {
        Self { list: [(0, Port::East); Self::MOST], count: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Lanes and ports, in the order in which the program asked.
    pub(super) fn list(&self) -> &[(u16, Port)] {
        &self.list[..usize::from(self.count)]
    }

    /// The packet in slot `lane` leaves over `port`.
    ///
    /// # Panics
    /// Beyond eight sends of one node, or a lane past 65 535.
    pub fn send(&mut self, lane: usize, port: Port) {
        self.list[usize::from(self.count)] = (lane_number(lane), port);
        self.count += 1;
    }
}

impl Step<'_> {
    /// Every node sends packets of `lanes` over `ports`, at most one a port, as `program` decides from what the node
    /// holds. Departures empty their slots first; arrivals then take the lowest empty slot of `lanes`, from the west
    /// neighbour first, then from the east, the north and the south.
    ///
    /// # Errors
    /// M1 for a second packet on a port, or if another form of this step uses one of the ports; M3 for a packet sent
    /// twice; M5 for an empty slot, a slot outside `lanes`, a port outside `ports` or at the edge of the mesh; M6 where
    /// an arrival finds no slot.
    pub fn transmit(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        program: impl Fn(&Node<'_>, &mut Sends) + Sync,
    ) -> Result<(), Violation> {
        self.transmission(lanes, ports, &program, |_, _| None)
    }

    /// [`Step::transmit`] where the receiver says which slot an arrival takes: `landing` gets the port over which the
    /// packet was sent, and is asked only where one arrives.
    ///
    /// # Errors
    /// Those of [`Step::transmit`]; M6 where the slot is taken.
    pub fn transmit_into(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        program: impl Fn(&Node<'_>, &mut Sends) + Sync,
        landing: impl Fn(&Node<'_>, Port) -> usize + Sync,
    ) -> Result<(), Violation> {
        self.transmission(lanes, ports, &program, |node, port| Some(landing(node, port)))
    }

    pub(super) fn transmission(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        program: &impl Program,
        landing: impl Fn(&Node<'_>, Port) -> Option<usize> + Sync,
    ) -> Result<(), Violation> {
        let all = lanes.clone().fold(0, |bits, lane| bits | lane_bit(lane));
        let Some(machine) = self.claim(&Footprint {
            acting: all,
            entered: all,
            ports,
            ports_per_node: ports.len() as u64,
            keeps_counts: lanes.len() > FEW_LANES,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let mut flight = std::mem::take(&mut machine.flight);
        flight.rows.prepare(machine.shape.cols(), machine.recorder.is_some());
        let route = Route { lanes, ports };
        let result = machine.transmit(&mut flight, &route, program, &landing);
        machine.flight = flight;
        result
    }
}

/// What the nodes of a transmission send.
pub(super) trait Program: Sync {
    /// What one node sends.
    fn ask(&self, node: &Node<'_>, sends: &mut Sends);

    /// Lists what all nodes of a row send, none of it from an empty slot; false if only [`Program::ask`] can tell.
    fn ask_row(&self, _machine: &Machine, _row: usize, _sends: &mut RowSends) -> bool {
        false
    }
}

impl<T: Fn(&Node<'_>, &mut Sends) + Sync> Program for T {
    #[inline]
    fn ask(&self, node: &Node<'_>, sends: &mut Sends) {
        self(node, sends);
    }
}

/// What the nodes of one row send.
#[derive(Debug, Default)]
pub(super) struct RowSends {
    /// Lanes of packets, and the ports and columns where they leave.
    pub(super) list: Vec<(u16, Port, u32)>,
    /// For either way along a line and every column, how far the packet that is farthest from its place has to go, and its lane.
    pub(super) farthest: [Vec<(u32, u32)>; 2],
}

impl RowSends {
    /// The packet in slot `lane` of the node in column `col` leaves over `port`.
    #[inline]
    pub(super) fn push(&mut self, lane: usize, port: Port, col: usize) {
        self.list.push((lane_number(lane), port, col as u32));
    }
}

fn lane_number(lane: usize) -> u16 {
    u16::try_from(lane).expect("a lane is at most 65 535")
}

/// The slots and links that a transmission may use.
pub(super) struct Route<'a> {
    pub(super) lanes: Range<usize>,
    pub(super) ports: &'a [Port],
}

impl Route<'_> {
    /// The lanes that an arrival may take if its receiver has named `lane`, or none.
    #[inline]
    pub(super) fn landing_lanes(&self, lane: Option<usize>) -> Range<usize> {
        lane.map_or_else(|| self.lanes.clone(), |lane| lane..lane + 1)
    }

    pub(super) fn ports_of(&self, shape: Shape, row: usize) -> RowPorts {
        let bit = |port: Port| 1 << port.number();
        let mut inner = self.ports.iter().fold(0, |bits, &port| bits | bit(port));
        if row == 0 {
            inner &= !bit(Port::North);
        }
        if row + 1 == shape.rows() {
            inner &= !bit(Port::South);
        }
        RowPorts { inner, last_col: shape.cols() - 1 }
    }
}

/// The ports over which the nodes of one row may send, a bit each.
#[derive(Clone, Copy)]
pub(super) struct RowPorts {
    /// Those of a node with neighbours on both sides.
    inner: u8,
    last_col: usize,
}

impl RowPorts {
    #[inline]
    pub(super) fn at(self, col: usize) -> u8 {
        let west = u8::from(col == 0) << Port::West.number();
        let east = u8::from(col == self.last_col) << Port::East.number();
        self.inner & !(west | east)
    }
}

impl Machine {
    /// Rows depart from the top; a row receives once the row below it has departed.
    fn transmit(
        &mut self,
        flight: &mut Flight,
        route: &Route<'_>,
        program: &impl Program,
        landing: &(impl Fn(&Node<'_>, Port) -> Option<usize> + Sync),
    ) -> Result<(), Violation> {
        let shape = self.shape;
        if let Some(bands) = self.bands(shape.nodes(), least::TRANSMISSION)
            && self.transmit_by_bands(&bands, flight, route, program, landing)?
        {
            return Ok(());
        }
        let plainly = self.recorder.is_some() || self.audit.full.is_some();
        let mut sends = std::mem::take(&mut flight.sends);
        for row in 0..shape.rows() {
            if plainly || !self.depart_row(flight, row, route, (program, &mut sends)) {
                self.depart_each(flight, row, route, program)?;
            }
            if row > 0 {
                self.receive(flight, row - 1, route, landing)?;
            }
        }
        self.receive(flight, shape.rows() - 1, route, landing)?;
        flight.sends = sends;
        for (node, held) in flight.excess.drain(..) {
            let slot = self.free_slot(route.lanes.clone(), node)?;
            self.buffers.put(slot, held);
        }
        Ok(())
    }
}
