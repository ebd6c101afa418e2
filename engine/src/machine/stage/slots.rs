//! Finds slots for packets and nodes behind ports, also where a rule is broken that the machine does not enforce.

use super::Stage;
use crate::geometry::Port;
use crate::nodes::Slot;
use crate::packet::Held;
use crate::violation::{Fault, Rule, Violation};
use std::ops::Range;

impl Stage {
    /// The slot a program asked for and the packet that the node holds there, if it holds one.
    ///
    /// A machine that does not enforce M5 reaches into the buffer of the next node instead.
    pub(crate) fn own_packet(
        &mut self,
        lane: usize,
        node: usize,
    ) -> Result<Option<(Slot, Held)>, Violation> {
        let held = |stage: &Self, slot| stage.nodes.buffers.held(slot).map(|held| (slot, held));
        let own = held(self, Slot { lane, node });
        if own.is_some() {
            return Ok(own);
        }
        self.breach(Rule::M5, node, 1, 0, Fault::Slot(lane))?;
        let next = Slot { lane: 0, node: (node + 1) % self.nodes.shape().nodes() };
        Ok(held(self, next))
    }

    /// The lowest empty slot of `node` among `lanes`: where an arriving packet goes.
    ///
    /// Unlimited buffers grow, but never out of `lanes`: another form of the step may use the lanes beside them. A
    /// machine that does not enforce M6 takes any slot.
    pub(crate) fn free_slot(
        &mut self,
        lanes: Range<usize>,
        node: usize,
    ) -> Result<Slot, Violation> {
        let free = lanes.clone().map(|lane| Slot { lane, node }).find(|&slot| {
            slot.lane < self.nodes.buffers.lanes() && self.nodes.buffers.packet(slot).is_none()
        });
        if let Some(slot) = free {
            return Ok(slot);
        }
        if self.setup.capacity.is_none() && lanes.end > self.nodes.buffers.lanes() {
            let lane = lanes.start.max(self.nodes.buffers.lanes());
            self.need_lanes(lane + 1)?;
            return Ok(Slot { lane, node });
        }
        let packets = u64::from(self.nodes.buffers.occupancy(node));
        let count = self.nodes.buffers.lanes().min(lanes.end).saturating_sub(lanes.start);
        let fault = match count {
            0 => Fault::NoSuchSlot,
            _ => Fault::NoRoom { first: lanes.start, count, packets },
        };
        let (needed, there_are) = match count {
            0 => (lanes.start + 1, self.nodes.buffers.lanes()),
            _ => (count + 1, count),
        };
        self.breach(Rule::M6, node, needed as u64, there_are as u64, fault)?;
        let lane = (0..self.nodes.buffers.lanes())
            .find(|&lane| self.nodes.buffers.packet(Slot { lane, node }).is_none());
        Ok(Slot { lane: lane.unwrap_or_else(|| self.grow()), node })
    }

    /// Makes sure that every buffer has `lanes` slots and that they are open: a form may need them all.
    pub(crate) fn need_lanes(&mut self, lanes: usize) -> Result<(), Violation> {
        self.need_slots(lanes)?;
        for lane in 0..lanes {
            self.nodes.buffers.open(lane);
        }
        Ok(())
    }

    /// Makes sure that every buffer has `lanes` slots.
    ///
    /// Unlimited buffers grow; so do those of a machine that does not enforce M6.
    pub(crate) fn need_slots(&mut self, lanes: usize) -> Result<(), Violation> {
        if lanes > self.nodes.buffers.lanes() {
            if self.setup.capacity.is_some() {
                let there_are = self.nodes.buffers.lanes() as u64;
                self.breach(Rule::M6, None, lanes as u64, there_are, Fault::NoSuchSlot)?;
            }
            while self.nodes.buffers.lanes() < lanes {
                self.grow();
            }
        }
        Ok(())
    }

    /// Whether local work at `node` reaches `slots` slots: unlimited buffers grow, in others there are none beyond the last.
    #[inline]
    pub(crate) fn reaches(&mut self, node: usize, slots: usize) -> Result<bool, Violation> {
        let there_are = self.nodes.buffers.lanes();
        if slots > there_are && self.setup.capacity.is_some() {
            self.breach(Rule::M5, node, slots as u64, there_are as u64, Fault::NoSuchSlot)?;
            return Ok(false);
        }
        self.need_slots(slots).map(|()| true)
    }

    /// The node behind a port.
    ///
    /// At the edge of the mesh there is none: a machine that does not enforce M5 goes on to the node whose index comes
    /// where the neighbour's would.
    #[inline]
    pub(crate) fn across(&self, port: Port, row: usize, col: usize) -> usize {
        let (shape, nodes) = (self.nodes.shape(), self.nodes.shape().nodes());
        let (node, cols) = (shape.index(row, col), shape.cols());
        match port.step(shape, row, col) {
            Some((row, col)) => shape.index(row, col),
            None => match port {
                Port::East => (node + 1) % nodes,
                Port::West => (node + nodes - 1) % nodes,
                Port::South => (node + cols) % nodes,
                Port::North => (node + nodes - cols) % nodes,
            },
        }
    }

    fn grow(&mut self) -> usize {
        self.nodes.buffers.add_lane();
        self.nodes.buffers.lanes() - 1
    }
}
