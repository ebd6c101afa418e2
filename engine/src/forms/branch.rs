//! Copies packets from slots into a queue: how packets on a main way leave copies for a side way.

use crate::machine::{Footprint, Stage, Step};
use crate::nodes::{HeaderWords, Node, Nodes, Slot, Variable, lane_bit, queue_bit};
use crate::packet::{Held, Keys, Packet};
use crate::register::{Register, keep};
use crate::violation::Violation;

/// A slot whose packet is copied, its node, and the key of the copy.
type Branch = (usize, usize, u32);

impl Step<'_> {
    /// Copies the packet in one of the slots `from` of a node, without its header words, into queue `into`. Nodes with a packet in
    /// one of these slots that has one of the keys `due` are asked: `program` names the slot and the key of the copy, from what the
    /// node holds and computes with its registers. The packet stays in its slot; `mark`, which gets that slot, rewrites the words in its
    /// header and may give it another key; it sees the node before the copy is made. The copy acts from the next step on. For a packet
    /// that is due, `place` says where in its header the node looks first: the machine fetches this for many nodes at once, which changes
    /// nothing but time, wherever that is.
    ///
    /// It is [`Step::copy_bare`], followed after the step by [`Machine::rekey`](crate::Machine::rekey),
    /// [`Machine::annotate`](crate::Machine::annotate) and [`Machine::enqueue`](crate::Machine::enqueue), but that the
    /// nodes with nothing to do are not asked.
    ///
    /// # Errors
    /// M1, M5 where words are written that cannot be, as in [`Machine::annotate`](crate::Machine::annotate); M2 where the node
    /// already copies or delivers in this step; M3 if another form uses one of the lanes, or an earlier one lets packets of the queue act;
    /// M5 for an empty slot, or where the registers have taken in words in this step; M6 at the end of the step.
    ///
    /// # Panics
    /// If a slot outside `from` is named, or the registers are of another machine.
    pub fn branch<T: Register>(
        &mut self,
        registers: &mut Variable<T>,
        (from, into): (&[usize], usize),
        (due, place): (Keys, impl Fn(Packet) -> usize + Sync),
        program: impl Fn(&Node<'_>, &mut [T]) -> Option<(usize, u32)> + Sync,
        mark: impl Fn(&Node<'_>, usize, &mut HeaderWords<'_>) -> Option<u32> + Sync,
    ) -> Result<(), Violation> {
        self.stage.check_own(registers);
        let Some(mut stage) = self.claim(&Footprint {
            name: "branch",
            acting: from.iter().fold(0, |bits, &lane| bits | lane_bit(lane)),
            queues_entered: queue_bit(into),
            copies: true,
            keeps_counts: true,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let stage = &mut *stage;
        stage.check_unfilled(registers)?;
        let mut branches: Vec<Branch> = std::mem::take(&mut stage.scratch.branches);
        let mut written = Vec::new();
        let kernels = stage.kernels();
        let chosen = |nodes: &Nodes, word| {
            from.iter().fold(0, |chosen, &lane| {
                let due = nodes.buffers.due((lane, word), kernels, due);
                nodes.fetch_headers((lane, word), due, &place);
                chosen | due
            })
        };
        stage.at_each_of(chosen, |stage, row, col| {
            let node = stage.nodes.shape().index(row, col);
            let own = registers.at_mut(node);
            let copied = program(&stage.nodes.node_at(row, col), own);
            keep(own);
            if let Some((lane, key)) = copied {
                assert!(from.contains(&lane), "the form does not name slot {lane}");
                branches.push((lane, node, key));
                // At once, while the header that the program has read is near.
                written.extend(stage.mark((row, col), lane, &mark));
            }
            Ok(())
        })?;
        branches.sort_by_key(|&(lane, ..)| lane);
        stage.branch_all(&branches, into)?;
        stage.nodes.unsettled.change_queues(queue_bit(into));
        stage.check_annotated(&written)?;
        branches.clear();
        stage.scratch.branches = branches;
        Ok(())
    }
}

impl Stage {
    fn branch_all(&mut self, branches: &[Branch], into: usize) -> Result<(), Violation> {
        for &(lane, node, key) in branches {
            let Some((_, held)) = self.own_packet(lane, node)? else { continue };
            self.use_copy_unit(node)?;
            let packet = held.packet.bare().with_key(key);
            let identity = self.log_copy(node, held, packet);
            self.nodes.buffers.beside.queues.insert(into, node, Held { packet, identity });
        }
        Ok(())
    }

    /// Lets a node rewrite the words and the key of the packet that it copies; returns the packet if it has written words.
    fn mark(
        &mut self,
        (row, col): (usize, usize),
        lane: usize,
        mark: &impl Fn(&Node<'_>, usize, &mut HeaderWords<'_>) -> Option<u32>,
    ) -> Option<(usize, Packet)> {
        let slot = Slot { lane, node: self.nodes.shape().index(row, col) };
        let packet = self.nodes.buffers.packet(slot)?;
        let mut words = self.nodes.header_words(packet);
        let key = mark(&self.nodes.node_at(row, col), lane, &mut words);
        let is_written = words.is_written();
        if let Some(key) = key {
            self.nodes.buffers.rewrite(slot, packet.with_key(key));
        }
        is_written.then_some((slot.node, packet))
    }
}
