//! Puts packets that are in flight into slots: all that find one at once, the others rule by rule.

use super::route::{Landing, Route};
use crate::geometry::Port;
use crate::machine::{Arrivals, Flight, Stage};
use crate::packet::EMPTY;
use crate::violation::Violation;

impl Stage {
    /// Puts what is in flight to `row` into the slots of its nodes.
    pub(super) fn receive(
        &mut self,
        flight: &mut Flight,
        row: usize,
        route: &Route<'_>,
        landing: &impl Landing,
    ) -> Result<(), Violation> {
        let arrivals = flight.rows.of(row);
        let plainly = self.is_identified() || !self.enforces_all();
        if plainly || !self.receive_lawful(arrivals, row, route, landing) {
            self.receive_plainly(arrivals, row, route, landing)?;
        }
        Ok(())
    }

    /// Port by port, in the order of their numbers, all packets that find a slot; returns whether all did. The others wait.
    fn receive_lawful<L: Landing>(
        &mut self,
        arrivals: &mut Arrivals,
        row: usize,
        route: &Route<'_>,
        landing: &L,
    ) -> bool {
        let first = self.nodes.shape().index(row, 0);
        let mut all_landed = true;
        for port in Port::ALL.into_iter().filter(|port| route.ports.contains(port)) {
            let arriving = arrivals.over(port);
            if L::IN_LOWEST {
                all_landed &= self.nodes.buffers.settle(arriving, first, &route.lanes);
                continue;
            }
            for (col, held) in arriving.iter_mut().enumerate() {
                if *held == EMPTY {
                    continue;
                }
                let lanes = route.landing_lanes(landing.lane(&self.nodes.node_at(row, col), port));
                if self.nodes.buffers.land(lanes, first + col, *held) {
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
        landing: &impl Landing,
    ) -> Result<(), Violation> {
        let shape = self.nodes.shape();
        for col in 0..shape.cols() {
            let node = shape.index(row, col);
            for port in Port::ALL {
                let Some(held) = arrivals.take(port, col) else { continue };
                let lanes = route.landing_lanes(landing.lane(&self.nodes.node_at(row, col), port));
                let slot = self.free_slot(lanes, node)?;
                self.nodes.buffers.put(slot, held);
            }
        }
        Ok(())
    }
}
