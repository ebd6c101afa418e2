//! Copies and delivers packets that wait in one queue: what a node's copy unit does, packet by packet.

use super::queued::{queue_bit, queue_bits};
use crate::machine::{Footprint, Step};
use crate::nodes::{End, Node};
use crate::packet::Held;
use crate::violation::{Fault, Rule, Violation};

/// What becomes of a packet and its copy: the queue that each enters, and the key that it then has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The packet that was copied.
    pub original: (usize, u32),
    /// Its copy.
    pub copy: (usize, u32),
}

/// What a node's copy unit does with the packet at the head of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// It is copied.
    Copy(Copied),
    /// Its message is put into the node's output queue, and the packet enters a queue with a new key.
    Deliver((usize, u32)),
    /// Its message is put into the node's output queue, and the packet leaves the network.
    DeliverLast,
}

impl Step<'_> {
    /// Every node copies or delivers the greatest packet of queue `from` where `wanted` says what becomes of it. What
    /// stays enters one of the queues `into` and acts from the next step on.
    ///
    /// # Errors
    /// M2 where the node already copies or delivers in this step; M3 where an earlier form of this step lets packets
    /// of the queue act, or enter it; M5 for an empty queue; M6 at the end of the step.
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
        stage.at_each_node(|stage, row, col| {
            let Some(service) = wanted(&stage.nodes.node_at(row, col)) else { return Ok(()) };
            let node = stage.nodes.shape().index(row, col);
            let Some(held) = stage.nodes.buffers.beside.queues.remove(from, node, End::Greatest)
            else {
                return stage.breach(Rule::M5, node, 1, 0, Fault::Queue(from));
            };
            stage.use_copy_unit(node)?;
            // Queue, key and identity of what stays.
            let stays: [Option<(usize, u32, u32)>; 2] = match service {
                Service::Copy(Copied { original, copy }) => {
                    let identity = stage.log_copy(node, held.identity);
                    [
                        Some((original.0, original.1, held.identity)),
                        Some((copy.0, copy.1, identity)),
                    ]
                }
                Service::Deliver((queue, key)) => {
                    stage.log_delivery(node, held);
                    [Some((queue, key, held.identity)), None]
                }
                Service::DeliverLast => {
                    stage.log_delivery(node, held);
                    stage.log_drop(node, held.identity);
                    [None; 2]
                }
            };
            for (queue, key, identity) in stays.into_iter().flatten() {
                assert!(
                    into.contains(&queue),
                    "a packet enters a queue that the form did not name"
                );
                let held = Held { packet: held.packet.with_key(key), identity };
                stage.nodes.buffers.beside.queues.insert(queue, node, held);
            }
            Ok(())
        })
    }
}
