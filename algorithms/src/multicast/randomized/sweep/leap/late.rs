//! Puts off what touches memory all over, and does it in the order of that memory.
//!
//! Columns deliver packets of all messages, and mark words in headers at all nodes. Nothing that a lap or a drain does depends on
//! either before its end: a delivery is a bit of its own, and a mark is of a destination that only its own column looks at.

use crate::multicast::randomized::sweep::row_laps::SERVED;
use meshcast_engine::{Effect, Packet};

/// Deliveries, or marks, that are done together: 16 or 12 MB of them.
const MANY: usize = 1 << 20;

/// What is put off.
#[derive(Debug, Default)]
pub(super) struct Late {
    /// Packets, which compare by their messages where their keys are equal, and the nodes where they are delivered.
    deliveries: Vec<(Packet, u32)>,
    /// Nodes, the slots of their packets, and the numbers of destinations that are served.
    marks: Vec<(u32, u8, u32)>,
}

impl Late {
    /// Delivers the message of a packet at a node, sooner or later.
    pub(super) fn deliver(&mut self, packet: Packet, node: usize, effect: &mut Effect<'_>) {
        self.deliveries.push((Effect::rekeyed(packet, 0), node as u32));
        if self.deliveries.len() == MANY {
            self.deliver_all(effect);
        }
    }

    /// Marks a destination of the packet in a slot of a node as served, sooner or later.
    pub(super) fn mark(&mut self, node: usize, lane: usize, number: u32, effect: &mut Effect<'_>) {
        self.marks.push((node as u32, lane as u8, number));
        if self.marks.len() == MANY {
            self.mark_all(effect);
        }
    }

    /// Does what is left.
    pub(super) fn finish(&mut self, effect: &mut Effect<'_>) {
        self.deliver_all(effect);
        self.mark_all(effect);
    }

    fn deliver_all(&mut self, effect: &mut Effect<'_>) {
        self.deliveries.sort_unstable();
        for (packet, node) in self.deliveries.drain(..) {
            effect.deliver_at(packet, node as usize);
        }
    }

    fn mark_all(&mut self, effect: &mut Effect<'_>) {
        self.marks.sort_unstable();
        for (node, lane, number) in self.marks.drain(..) {
            effect.annotate(usize::from(lane), node as usize, |_, words| {
                words.set(number as usize, SERVED);
            });
        }
    }
}
