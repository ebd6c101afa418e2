//! Sorts the packets that wait in a queue, in slots.

use crate::sort::{KkSort, Sort};
use crate::sorted_blocks::Place;
use meshcast_engine::{Machine, Order, Shape, Violation};

/// A sort in slots.
#[derive(Clone, Debug)]
pub(super) enum SlotSort {
    /// On one node a queue does it.
    Single,
    One(Sort),
    Many(KkSort),
}

impl SlotSort {
    pub(super) fn new(block: Shape, packets: usize, order: Order) -> Self {
        match (block.nodes(), packets) {
            (1, _) => Self::Single,
            (_, 1) => Self::One(Sort::new(block, order)),
            _ => Self::Many(KkSort::new(block, packets, order)),
        }
    }

    pub(super) fn steps(&self) -> u64 {
        match self {
            Self::Single => 0,
            Self::One(sort) => sort.steps(),
            Self::Many(sort) => sort.steps(),
        }
    }

    /// The steps of [`SlotSort::new`], without planning it.
    pub(super) fn steps_on(block: Shape, packets: usize, order: Order) -> u64 {
        match (block.nodes(), packets) {
            (1, _) => 0,
            (_, 1) => Sort::steps_on(block, order),
            _ => KkSort::steps_on(block, packets, order),
        }
    }

    pub(super) fn capacity(&self) -> usize {
        match self {
            Self::Single => 0,
            Self::One(_) => Sort::CAPACITY,
            Self::Many(sort) => sort.capacity(),
        }
    }

    /// The hops of packets while they are sorted.
    pub(super) fn hops(&self, packets: &[Place]) -> u64 {
        match self {
            Self::Single => 0,
            Self::One(sort) => sort.hops(packets.iter().map(|&(_, node)| node)),
            Self::Many(sort) => sort.hops(packets.iter().copied()),
        }
    }

    /// Puts the packets of `queue`, at most `slots` a node, in order there.
    pub(super) fn run(
        &self,
        block: &mut Machine,
        queue: usize,
        slots: usize,
    ) -> Result<(), Violation> {
        if matches!(self, Self::Single) {
            return Ok(());
        }
        block.dequeue(queue, 0..slots)?;
        match self {
            Self::Single => {}
            Self::One(sort) => sort.run(block)?,
            Self::Many(sort) => sort.run(block)?,
        }
        block.enqueue(0..slots, queue)
    }
}
