//! Copies packets inside their nodes, delivers their messages and lets them leave the network.

use crate::machine::{Footprint, Step};
use crate::nodes::{Node, Slot, lane_bit};
use crate::packet::{Held, Packet};
use crate::violation::Violation;

impl Step<'_> {
    /// Copies the packet in slot `from` into the empty slot `to` of the same node, where `wanted` says so. The copy
    /// acts from the next step on. It inherits the header, [words](Node::words) included.
    ///
    /// # Errors
    /// M2 where the node already copies or delivers in this step; M3 if another form uses one of the lanes; M5 where slot `from` is
    /// empty; M6 where slot `to` is taken or beyond the capacity.
    pub fn copy(
        &mut self,
        from: usize,
        to: usize,
        wanted: impl Fn(&Node<'_>) -> bool + Sync,
    ) -> Result<(), Violation> {
        self.copy_as("copy", (from, to), wanted, |packet| packet)
    }

    /// [`Step::copy`] of a packet without its header words: those of the copy, and of all copies of it, are 0 and stay so.
    /// So the words of the original can [change](crate::Machine::annotate) while the copy is about.
    ///
    /// # Errors
    /// Those of [`Step::copy`].
    pub fn copy_bare(
        &mut self,
        from: usize,
        to: usize,
        wanted: impl Fn(&Node<'_>) -> bool + Sync,
    ) -> Result<(), Violation> {
        self.copy_as("copy_bare", (from, to), wanted, Packet::bare)
    }

    fn copy_as(
        &mut self,
        name: &'static str,
        (from, to): (usize, usize),
        wanted: impl Fn(&Node<'_>) -> bool,
        copied: impl Fn(Packet) -> Packet,
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.claim(&Footprint {
            name,
            acting: lane_bit(from),
            entered: lane_bit(to),
            copies: true,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let stage = &mut *stage;
        stage.at_each_node(|stage, row, col| {
            if !wanted(&stage.nodes.node_at(row, col)) {
                return Ok(());
            }
            let node = stage.nodes.shape().index(row, col);
            let Some((_, held)) = stage.own_packet(from, node)? else { return Ok(()) };
            stage.use_copy_unit(node)?;
            let to = stage.free_slot(to..to + 1, node)?;
            let packet = copied(held.packet);
            let identity = stage.log_copy(node, held, packet);
            stage.nodes.buffers.put(to, Held { packet, identity });
            Ok(())
        })
    }

    /// Puts the message of the packet in slot `lane` into the node's output queue where `wanted` returns a key, which
    /// the packet, still in its slot, then carries.
    ///
    /// # Errors
    /// M2 where the node already copies or delivers in this step; M3 if another form uses the lane; M5 where the slot is
    /// empty.
    pub fn deliver(
        &mut self,
        lane: usize,
        wanted: impl Fn(&Node<'_>) -> Option<u32> + Sync,
    ) -> Result<(), Violation> {
        let footprint = Footprint {
            name: "deliver",
            acting: lane_bit(lane),
            copies: true,
            ..Footprint::default()
        };
        let Some(mut stage) = self.claim(&footprint)? else { return Ok(()) };
        let stage = &mut *stage;
        stage.at_each_node(|stage, row, col| {
            let Some(key) = wanted(&stage.nodes.node_at(row, col)) else { return Ok(()) };
            let node = stage.nodes.shape().index(row, col);
            let Some((slot, held)) = stage.own_packet(lane, node)? else { return Ok(()) };
            stage.use_copy_unit(node)?;
            stage.nodes.buffers.rewrite(slot, held.packet.with_key(key));
            stage.log_delivery(node, held);
            Ok(())
        })
    }

    /// Lets the packets in slot `lane` for which `done` holds leave the network: free, at the end of this step. They may have been copied
    /// or delivered in it.
    ///
    /// # Errors
    /// M3 if packets enter the lane in this step: they may leave from the next step on. M3 for any other form after it.
    pub fn discard(
        &mut self,
        lane: usize,
        done: impl Fn(&Node<'_>) -> bool + Sync,
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.claim_exit(lane)? else { return Ok(()) };
        let stage = &mut *stage;
        stage.at_each_node(|stage, row, col| {
            let slot = Slot { lane, node: stage.nodes.shape().index(row, col) };
            if stage.nodes.buffers.packet(slot).is_some()
                && done(&stage.nodes.node_at(row, col))
                && let Some(held) = stage.nodes.buffers.take(slot)
            {
                stage.log_drop(slot.node, held);
            }
            Ok(())
        })
    }
}
