//! Adds up the steps of an access from those of its parts.

use super::SharedMemory;
use super::operator::Operator;
use super::placement::Placement;
use super::tour::Tour;
use crate::{KkRouting, PermutationRouting, Sort, Ways, scan_steps, scan_with_total_steps};
use meshcast_engine::{Order, Shape};

/// Steps of the parts of an access that have plans.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) shape: Shape,
    pub(super) sort: u64,
    pub(super) go: u64,
    pub(super) tour: u64,
    pub(super) back: u64,
    pub(super) home: u64,
}

impl Cost {
    /// By the formulas of the parts, on a shape of any size with so many blocks a side in the routings.
    pub(super) fn on(shape: Shape, (tile_side, per_node): (usize, usize), blocks: usize) -> Self {
        // Tiles are the same whatever the number of places.
        let placement = Placement::new(shape, 1, tile_side);
        let routing = |per_source: usize, per_target: usize| {
            if per_source.max(per_target) > SharedMemory::PER_NODE {
                return KkRouting::steps_on(shape, per_source, per_target, blocks);
            }
            let cost = KkRouting::cost_on(shape, per_source, per_target, blocks, Ways::One);
            cost.expect("one way is always possible").steps
        };
        Self {
            shape,
            sort: Sort::steps_on(shape, Order::Snake),
            go: routing(1, per_node),
            tour: Tour::steps_on(placement, per_node),
            back: routing(per_node, 1),
            home: PermutationRouting::steps_on(shape, blocks),
        }
    }

    /// Of a read in one round.
    pub(super) fn read(&self) -> u64 {
        let spread = scan_steps(self.shape, Order::Snake, 2);
        self.ranked(0) + self.go + self.tour + self.back + spread + self.home
    }

    /// Of a write in one round.
    pub(super) fn write(&self, operator: Option<Operator>) -> u64 {
        self.ranked(operator.map_or(0, Operator::words)) + self.go + self.tour
    }

    /// Of copying, sorting, ranking, with so many values beside, and discarding.
    fn ranked(&self, values: usize) -> u64 {
        3 + self.sort + scan_with_total_steps(self.shape, 1 + values)
    }
}
