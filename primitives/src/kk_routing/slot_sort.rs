//! Sorts the packets that wait in a queue, in slots.

use crate::sort::{Crossed, LANES, ListSort, Sort, Stretch};
use crate::sorted_blocks::Place;
use meshcast_engine::{Machine, Order, Shape, Violation};

/// A sort in slots.
#[derive(Clone, Debug)]
pub(super) enum SlotSort {
    /// On one node a queue does it.
    Single,
    One(Sort),
    Many(ListSort),
}

impl SlotSort {
    pub(super) fn new(block: Shape, packets: usize, order: Order) -> Self {
        match (block.nodes(), packets) {
            (1, _) => Self::Single,
            (_, 1) => Self::One(Sort::new(block, order)),
            _ => Self::Many(ListSort::new(block, packets, order)),
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
            _ => ListSort::steps_on(block, packets, order),
        }
    }

    /// Its steps by the lines of the block along which they use links; the order is row- or column-major.
    pub(super) fn stretches(&self) -> Vec<Stretch> {
        match self {
            Self::Single => Vec::new(),
            Self::One(sort) => sort.stretches(),
            Self::Many(sort) => sort.stretches(),
        }
    }

    /// Those of [`SlotSort::new`], without planning it.
    pub(super) fn stretches_on(block: Shape, packets: usize, order: Order) -> Vec<Stretch> {
        match (block.nodes(), packets) {
            (1, _) => Vec::new(),
            (_, 1) => Sort::stretches_on(block, order),
            _ => ListSort::stretches_on(block, packets, order),
        }
    }

    /// The sort of packets in lanes from `lane` on, for a block that makes another sort at the same time; none on one node.
    pub(super) fn crossed(&self, lane: usize) -> Option<Crossed<'_>> {
        match self {
            Self::Single => None,
            Self::One(sort) => Some(sort.crossed(lane)),
            Self::Many(sort) => Some(sort.crossed(lane)),
        }
    }

    /// Lanes of a sort of so many packets a node, in transit or at rest.
    pub(super) fn most_lanes(packets: usize) -> usize {
        match packets {
            1 => Sort::CAPACITY,
            _ => 2 * (packets.div_ceil(2) - 1) + LANES,
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
