//! Copies and delivers packets that wait in one queue: what a node's copy unit does, packet by packet.

use crate::machine::{Footprint, Stage, Step};
use crate::nodes::{End, Node, queue_bit, queue_bits};
use crate::packet::Held;
use crate::service::{Copied, Service};
use crate::violation::Violation;

impl Step<'_> {
    /// Every node with packets in queue `from` copies or delivers the greatest of them where `wanted` says what becomes of it. What
    /// stays enters one of the queues `into` and acts from the next step on.
    ///
    /// # Errors
    /// M2 where the node already copies or delivers in this step; M3 where an earlier form of this step lets packets
    /// of the queue act, or enter it; M6 at the end of the step.
    ///
    /// # Panics
    /// If a packet is to enter a queue outside `into`.
    pub fn serve(
        &mut self,
        (from, into): (usize, &[usize]),
        wanted: impl Fn(&Node<'_>) -> Option<Service> + Sync,
    ) -> Result<(), Violation> {
        let Some(mut stage) = self.claim(&Footprint {
            name: "serve",
            queues_acting: queue_bit(from),
            queues_entered: queue_bits(into),
            copies: true,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let stage = &mut *stage;
        stage.at_each_waiting(queue_bit(from), |stage, row, col| {
            let Some(service) = wanted(&stage.nodes.node_at(row, col)) else { return Ok(()) };
            let node = stage.nodes.shape().index(row, col);
            let held = stage.nodes.buffers.beside.queues.remove(from, node, End::Greatest);
            let held = held.expect("a packet waits in the queue");
            stage.use_copy_unit(node)?;
            for (queue, held) in stage.served(node, held, service).into_iter().flatten() {
                assert!(
                    into.contains(&queue),
                    "a packet enters a queue that the form did not name"
                );
                stage.nodes.buffers.beside.queues.insert(queue, node, held);
            }
            Ok(())
        })
    }
}

impl Stage {
    /// Copies or delivers a packet that has left its queue; returns what stays at the node, each with the queue that it enters.
    pub(super) fn served(
        &mut self,
        node: usize,
        held: Held,
        service: Service,
    ) -> [Option<(usize, Held)>; 2] {
        let stays = |(queue, key): (usize, u32), identity| {
            Some((queue, Held { packet: held.packet.with_key(key), identity }))
        };
        match service {
            Service::Copy(Copied { original, copy }) => {
                let identity = self.log_copy(node, held, held.packet);
                [stays(original, held.identity), stays(copy, identity)]
            }
            Service::Deliver(onward) => {
                self.log_delivery(node, held);
                [stays(onward, held.identity), None]
            }
            Service::DeliverLast => {
                self.log_delivery(node, held);
                self.log_drop(node, held);
                [None; 2]
            }
        }
    }
}
