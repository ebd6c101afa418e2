//! Counts the hops of the copies that a t-migration makes, one master after the other.

use super::Migration;
use crate::leap_effects::Journey;
use crate::spread::spread_hops;
use meshcast_engine::Order;

/// The hops of the copies so far, and where those were after the broadcast that have still to be routed.
#[derive(Debug, Default)]
pub(super) struct CopyHops {
    in_parts: u64,
    routed: Vec<Journey>,
}

/// A master that copies are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Master {
    pub(super) node: usize,
    /// Its part, its rank there, and the node along the snake at which its segment begins.
    pub(super) part: usize,
    pub(super) rank: u32,
    pub(super) segment: u32,
}

impl CopyHops {
    /// Counts the copies of a master that go to `targets`, in this order.
    pub(super) fn add(
        &mut self,
        migration: &Migration,
        master: Master,
        targets: impl Iterator<Item = usize>,
    ) {
        let shape = migration.selection.shape();
        let part = migration.selection.parts().tiles()[master.part];
        let mut end = master.segment;
        for to in targets {
            let at = Order::Snake.position(part.shape, end as usize);
            if end == master.segment {
                let (row, col) = shape.position(master.node);
                let from = (row - part.first_row, col - part.first_col);
                self.in_parts += spread_hops(part.shape, from, at, master.rank);
            }
            let from = shape.index(part.first_row + at.0, part.first_col + at.1);
            self.routed.push(Journey { from, to });
            end += 1;
        }
        if end > master.segment + 1 {
            let broadcast = migration.broadcasts.of(part.shape);
            self.in_parts += broadcast.hops(master.segment..end);
        }
    }

    /// All hops.
    pub(super) fn sum(&self, migration: &Migration) -> u64 {
        self.in_parts + migration.routing.hops(&self.routed)
    }
}
