//! Lets nodes swap their packets between slots, and give them other keys or parts of their headers.

use crate::machine::Machine;
use crate::nodes::{Node, Slot, Variable};
use crate::packet::{Keys, Packet};
use crate::register::{Register, keep};
use crate::violation::Violation;

impl Machine {
    /// Swaps two slots inside every node for which `lanes` names them; of several pairs, one after the other. Unlimited buffers get
    /// the slots that they lack.
    ///
    /// # Errors
    /// M5 past the local work of a step, or for a slot beyond the buffer.
    pub fn swap_lanes<Pairs: IntoIterator<Item = (usize, usize)>>(
        &mut self,
        lanes: impl Fn(&Node<'_>) -> Pairs + Sync,
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.local_pass("swap_lanes")? else { return Ok(()) };
        let stage = &mut *stage;
        stage.at_each_node(|stage, row, col| {
            let node = stage.nodes.shape().index(row, col);
            for (a, b) in lanes(&stage.nodes.node_at(row, col)) {
                if !stage.reaches(node, a.max(b) + 1)? {
                    continue;
                }
                let buffers = &mut stage.nodes.buffers;
                buffers.enliven(a);
                buffers.enliven(b);
                buffers.swap(Slot { lane: a, node }, Slot { lane: b, node });
            }
            Ok(())
        })
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
        self.rewrite("rekey", lane, |node, packet| Some(packet.with_key(key(node)?)))
    }

    /// [`Machine::rekey`] of the packets with one of the keys `due`, by nodes that compute with their registers in doing so.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    ///
    /// # Panics
    /// If the registers are of another machine.
    pub fn rekey_due<T: Register>(
        &mut self,
        lane: usize,
        registers: &mut Variable<T>,
        due: Keys,
        key: impl Fn(&Node<'_>, &mut [T]) -> Option<u32> + Sync,
    ) -> Result<(), Violation> {
        self.check_own(registers);
        let Some(mut stage) = self.local_pass("rekey_due")? else { return Ok(()) };
        let stage = &mut *stage;
        stage.at_each_due(&[lane], due, |stage, row, col| {
            let slot = Slot { lane, node: stage.nodes.shape().index(row, col) };
            let own = registers.at_mut(slot.node);
            let key = key(&stage.nodes.node_at(row, col), own);
            keep(own);
            if let Some((packet, key)) = stage.nodes.buffers.packet(slot).zip(key) {
                stage.nodes.buffers.rewrite(slot, packet.with_key(key));
            }
            Ok(())
        })
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
        self.nodes_mut().headers_change();
        self.nodes().check_headers_change();
        self.rewrite("narrow", lane, |node, packet| {
            Some(packet.with_handle(node.messages().part(packet.handle(), part(node)?)))
        })
    }

    /// Puts another header in the place of that of every packet in slot `lane` for which there is one.
    fn rewrite(
        &mut self,
        name: &'static str,
        lane: usize,
        header: impl Fn(&Node<'_>, Packet) -> Option<Packet>,
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.local_pass(name)? else { return Ok(()) };
        let stage = &mut *stage;
        stage.at_each_node(|stage, row, col| {
            let node = stage.nodes.node_at(row, col);
            if let Some(packet) = node.packet(lane).and_then(|packet| header(&node, packet)) {
                let node = stage.nodes.shape().index(row, col);
                stage.nodes.buffers.rewrite(Slot { lane, node }, packet);
            }
            Ok(())
        })
    }
}
