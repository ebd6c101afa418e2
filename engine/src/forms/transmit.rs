//! Lets every node send what it chooses over its ports: the general step of routing.

use super::route::{Landing, Lowest, Program, Route, Sends};
use crate::geometry::Port;
use crate::machine::{Flight, Footprint, Stage, Step};
use crate::nodes::{Node, lane_bit};
use crate::violation::Violation;
use crate::workers::least;
use std::ops::Range;

/// Lanes that are sooner counted over again after a step than packet by packet in it.
const FEW_LANES: usize = 8;

/// What a transmission touches.
pub(super) fn transmits<'a>(
    name: &'static str,
    lanes: &Range<usize>,
    ports: &'a [Port],
) -> Footprint<'a> {
    let all = lanes.clone().fold(0, |bits, lane| bits | lane_bit(lane));
    Footprint {
        name,
        acting: all,
        entered: all,
        ports,
        ports_per_node: ports.len() as u64,
        // A recount looks at every slot.
        keeps_counts: lanes.len() > FEW_LANES,
        ..Footprint::default()
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
        self.transmission(lanes, ports, &program, &Lowest)
    }

    /// [`Step::transmit`] where the receiver says which slot an arrival takes: `landing` gets the port over which the
    /// packet was sent, [`Port::East`] for one from the west neighbour, and is asked only where one arrives.
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
        self.transmission(lanes, ports, &program, &landing)
    }

    pub(super) fn transmission<P: Program>(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        program: &P,
        landing: &impl Landing,
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.claim(&transmits(P::NAME, &lanes, ports))? else {
            return Ok(());
        };
        let stage = &mut *stage;
        let mut flight = std::mem::take(&mut stage.scratch.flight);
        flight.rows.prepare(stage.nodes.shape().cols(), stage.is_identified());
        let route = Route { lanes, ports };
        let result = stage.transmit(&mut flight, &route, program, landing);
        stage.scratch.flight = flight;
        result
    }
}

impl Stage {
    /// Rows depart from the top; a row receives once the row below it has departed.
    fn transmit(
        &mut self,
        flight: &mut Flight,
        route: &Route<'_>,
        program: &impl Program,
        landing: &impl Landing,
    ) -> Result<(), Violation> {
        let shape = self.nodes.shape();
        if let Some(bands) = self.bands(shape.nodes(), least::TRANSMISSION)
            && self.transmit_by_bands(&bands, flight, route, program, landing)?
        {
            return Ok(());
        }
        let plainly = self.is_watched();
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
            self.nodes.buffers.put(slot, held);
        }
        Ok(())
    }
}
