//! Free local work on the packets of a node.

use crate::buffers::Slot;
use crate::geometry::Port;
use crate::machine::Machine;
use crate::node::Node;
use crate::packet::Packet;
use crate::violation::{Rule, Violation};
use std::ops::Range;
use std::sync::Arc;

impl Machine {
    /// Swaps two slots inside every node for which `lanes` names them; of several pairs, one after the other.
    ///
    /// # Errors
    /// M5 past the local work of a step, or for a slot beyond the buffer.
    pub fn swap_lanes<Pairs: IntoIterator<Item = (usize, usize)>>(
        &mut self,
        lanes: impl Fn(&Node<'_>) -> Pairs + Sync,
    ) -> Result<(), Violation> {
        if !self.local_pass()? {
            return Ok(());
        }
        for row in 0..self.shape.rows() {
            for col in 0..self.shape.cols() {
                let node = self.shape.index(row, col);
                for (a, b) in lanes(&self.node_at(row, col)) {
                    if a.max(b) >= self.buffers.lanes() {
                        let slots = a.max(b) as u64 + 1;
                        self.breach(Rule::M5, node, slots, self.buffers.lanes() as u64)?;
                        continue;
                    }
                    self.buffers.enliven(a);
                    self.buffers.enliven(b);
                    self.buffers.swap(Slot { lane: a, node }, Slot { lane: b, node });
                }
            }
        }
        Ok(())
    }

    /// Writes a new key into the header of every packet in slot `lane` for which `key` gives one.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    pub fn rekey(
        &mut self,
        lane: usize,
        key: impl Fn(&Node<'_>) -> Option<u32> + Sync,
    ) -> Result<(), Violation> {
        self.rewrite(lane, |node, packet| Some(packet.with_key(key(node)?)))
    }

    /// Strips the header of the packet in slot `lane` down to one part of its message where `part` names one: from then
    /// on its destinations are those of that part.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    ///
    /// # Panics
    /// If the messages have not been [cut into parts](crate::Messages::in_parts), or not into that many.
    pub fn narrow(
        &mut self,
        lane: usize,
        part: impl Fn(&Node<'_>) -> Option<usize> + Sync,
    ) -> Result<(), Violation> {
        let messages = Arc::clone(&self.messages);
        self.rewrite(lane, |node, packet| {
            Some(packet.with_handle(messages.part(packet.handle(), part(node)?)))
        })
    }

    /// Puts another header in the place of that of every packet in slot `lane` for which there is one.
    fn rewrite(
        &mut self,
        lane: usize,
        header: impl Fn(&Node<'_>, Packet) -> Option<Packet>,
    ) -> Result<(), Violation> {
        if !self.local_pass()? {
            return Ok(());
        }
        self.for_each_node(|machine, row, col| {
            let node = machine.node_at(row, col);
            if let Some(packet) = node.packet(lane).and_then(|packet| header(&node, packet)) {
                let node = machine.shape.index(row, col);
                machine.buffers.planes[lane][node] = packet.slot();
            }
        });
        Ok(())
    }

    pub(crate) fn for_each_node(&mut self, mut work: impl FnMut(&mut Self, usize, usize)) {
        for row in 0..self.shape.rows() {
            for col in 0..self.shape.cols() {
                work(self, row, col);
            }
        }
    }

    /// The slot a program asked for, if the node holds a packet there.
    ///
    /// A machine that does not enforce M5 reaches into the buffer of the next node instead.
    pub(crate) fn own_slot(&mut self, lane: usize, node: usize) -> Result<Option<Slot>, Violation> {
        let slot = Slot { lane, node };
        if self.buffers.packet(slot).is_some() {
            return Ok(Some(slot));
        }
        self.breach(Rule::M5, node, 1, 0)?;
        let next = Slot { lane: 0, node: (node + 1) % self.shape.nodes() };
        Ok(self.buffers.packet(next).map(|_| next))
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
        let free = lanes
            .clone()
            .map(|lane| Slot { lane, node })
            .find(|&slot| slot.lane < self.buffers.lanes() && self.buffers.packet(slot).is_none());
        if let Some(slot) = free {
            return Ok(slot);
        }
        if self.capacity.is_none() && lanes.end > self.buffers.lanes() {
            let lane = lanes.start.max(self.buffers.lanes());
            self.need_lanes(lane + 1, node)?;
            return Ok(Slot { lane, node });
        }
        let held = u64::from(self.buffers.occupancy(node));
        self.breach(Rule::M6, node, held + 1, self.buffers.lanes().min(lanes.len()) as u64)?;
        let lane = (0..self.buffers.lanes())
            .find(|&lane| self.buffers.packet(Slot { lane, node }).is_none());
        Ok(Slot { lane: lane.unwrap_or_else(|| self.grow()), node })
    }

    /// Makes sure that every buffer has `lanes` slots and that they are open: a form may need them all. `node` is the
    /// first that does.
    pub(crate) fn need_lanes(&mut self, lanes: usize, node: usize) -> Result<(), Violation> {
        self.need_slots(lanes, node)?;
        for lane in 0..lanes {
            self.buffers.open(lane);
        }
        Ok(())
    }

    /// Makes sure that every buffer has `lanes` slots. `node` is the first that needs them.
    ///
    /// Unlimited buffers grow; so do those of a machine that does not enforce M6.
    pub(crate) fn need_slots(&mut self, lanes: usize, node: usize) -> Result<(), Violation> {
        if lanes > self.buffers.lanes() {
            if self.capacity.is_some() {
                self.breach(Rule::M6, node, lanes as u64, self.buffers.lanes() as u64)?;
            }
            while self.buffers.lanes() < lanes {
                self.grow();
            }
        }
        Ok(())
    }

    /// The node behind a port.
    ///
    /// At the edge of the mesh there is none: a machine that does not enforce M5 goes on to the node whose index comes
    /// where the neighbour's would.
    #[inline]
    pub(crate) fn across(&self, port: Port, row: usize, col: usize) -> usize {
        let (shape, nodes) = (self.shape, self.shape.nodes());
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
        self.buffers.add_lane();
        self.buffers.lanes() - 1
    }
}
