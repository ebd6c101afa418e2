//! Lets nodes move packets into queues, out of them and between them.

use crate::machine::Machine;
use crate::nodes::{End, Node, QUEUES, Slot, queue_bit};
use crate::packet::{Held, Packet};
use crate::violation::Violation;
use std::fmt;
use std::ops::Range;

/// One packet of a queue, as a program sees it.
#[derive(Clone, Copy)]
pub struct Queued<'a> {
    /// Packets before it in the queue.
    pub place: usize,
    /// The packet.
    pub packet: Packet,
    held: Held,
    node: Node<'a>,
}

impl fmt::Debug for Queued<'_> {
    /// Leaves out the messages: those of all nodes are behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queued")
            .field("place", &self.place)
            .field("packet", &self.packet)
            .finish_non_exhaustive()
    }
}

impl<'a> Queued<'a> {
    /// The source of its message.
    pub fn source(&self) -> u32 {
        let messages = self.node.messages();
        messages.source(messages.message_of(self.held.packet.handle()) as usize)
    }

    /// Its destinations.
    pub fn destinations(&self) -> &'a [u32] {
        self.node.messages().listed(self.held.packet.handle())
    }

    /// What it carries beside its key.
    pub fn payload(&self) -> &'a [u64] {
        self.node.payload_of(self.held)
    }
}

impl Machine {
    /// Every node moves the packets in slots `lanes` into its queue `queue`.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    pub fn enqueue(&mut self, lanes: Range<usize>, queue: usize) -> Result<(), Violation> {
        let Some(mut stage) = self.local_pass("enqueue")? else { return Ok(()) };
        let stage = &mut *stage;
        let mut held = Vec::new();
        for node in 0..stage.nodes.shape().nodes() {
            held.clear();
            let buffers = &mut stage.nodes.buffers;
            held.extend(lanes.clone().filter_map(|lane| buffers.take(Slot { lane, node })));
            buffers.beside.queues.append(queue, node, &held);
        }
        Ok(())
    }

    /// Every node moves the packets of its queue `queue` into slots `lanes`, least first.
    ///
    /// # Errors
    /// M5 past the local work of a step; M6 where packets find no slot.
    pub fn dequeue(&mut self, queue: usize, lanes: Range<usize>) -> Result<(), Violation> {
        let Some(mut stage) = self.local_pass("dequeue")? else { return Ok(()) };
        let stage = &mut *stage;
        for node in 0..stage.nodes.shape().nodes() {
            while let Some(held) = stage.nodes.buffers.beside.queues.remove(queue, node, End::Least)
            {
                let slot = stage.free_slot(lanes.clone(), node)?;
                stage.nodes.buffers.put(slot, held);
            }
        }
        Ok(())
    }

    /// Every node gives each packet of its queue `from` the queue and the key that `key` says. It has taken all of them
    /// out of the queue before it asks.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    ///
    /// # Panics
    /// If there is no queue of that number.
    pub fn requeue(
        &mut self,
        from: usize,
        key: impl Fn(&Node<'_>, Queued<'_>) -> (usize, u32) + Sync,
    ) -> Result<(), Violation> {
        self.requeue_where(from, |_| true, key)
    }

    /// [`Machine::requeue`] at the nodes for which `asked` holds.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    ///
    /// # Panics
    /// If there is no queue of that number.
    pub fn requeue_where(
        &mut self,
        from: usize,
        asked: impl Fn(&Node<'_>) -> bool + Sync,
        key: impl Fn(&Node<'_>, Queued<'_>) -> (usize, u32) + Sync,
    ) -> Result<(), Violation> {
        self.rewrite_queued("requeue", from, asked, |node, queued| {
            let (queue, key) = key(node, queued);
            (queue, queued.packet.with_key(key))
        })
    }

    /// Every node for which `asked` holds gives each packet of its queue `from` the queue and the header that `header` says.
    fn rewrite_queued(
        &mut self,
        name: &'static str,
        from: usize,
        asked: impl Fn(&Node<'_>) -> bool,
        header: impl Fn(&Node<'_>, Queued<'_>) -> (usize, Packet),
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.local_pass(name)? else { return Ok(()) };
        let stage = &mut *stage;
        let mut all = Vec::new();
        let mut sorted: [Vec<Held>; QUEUES] = Default::default();
        let rewritten = |node: Node<'_>, place, held: Held| {
            let queued = Queued { place, packet: held.packet, held, node };
            let (queue, packet) = header(&node, queued);
            (queue, Held { packet, ..held })
        };
        stage.at_each_waiting(queue_bit(from), |stage, row, col| {
            if !asked(&stage.nodes.node_at(row, col)) {
                return Ok(());
            }
            let node = stage.nodes.shape().index(row, col);
            stage.nodes.buffers.beside.queues.drain(from, node, &mut all);
            let place = stage.nodes.node_at(row, col);
            if let [held] = all[..] {
                let (queue, held) = rewritten(place, 0, held);
                stage.nodes.buffers.beside.queues.insert(queue, node, held);
                all.clear();
                return Ok(());
            }
            for (i, held) in all.drain(..).enumerate() {
                let (queue, held) = rewritten(place, i, held);
                sorted[queue].push(held);
            }
            for (queue, packets) in sorted.iter_mut().enumerate() {
                stage.nodes.buffers.beside.queues.append(queue, node, packets);
                packets.clear();
            }
            Ok(())
        })
    }

    /// Strips the header of every packet of queue `queue` for which `part` names one down to that part of its message,
    /// as [`Machine::narrow`] does in a slot.
    ///
    /// # Errors
    /// M5 past the local work of a step.
    ///
    /// # Panics
    /// As [`Machine::narrow`].
    pub fn narrow_queued(
        &mut self,
        queue: usize,
        part: impl Fn(&Node<'_>, Queued<'_>) -> Option<usize> + Sync,
    ) -> Result<(), Violation> {
        self.nodes_mut().headers_change();
        self.nodes().check_headers_change();
        self.rewrite_queued(
            "narrow_queued",
            queue,
            |_| true,
            |node, queued| {
                let packet = queued.packet;
                let part =
                    part(node, queued).map(|part| node.messages().part(packet.handle(), part));
                (queue, packet.with_handle(part.unwrap_or(packet.handle())))
            },
        )
    }
}
