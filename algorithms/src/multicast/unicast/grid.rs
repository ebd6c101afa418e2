//! Chooses the grid of tiles that groups tour.

use meshcast_engine::Shape;
use meshcast_primitives::KBroadcast;

/// A grid of tiles, and how often groups tour it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) down: usize,
    pub(super) across: usize,
    pub(super) passes: usize,
    /// Packets that go past every node instead of on another pass.
    pub(super) rest: usize,
}

impl Grid {
    /// The grid of `longest` to 4 · `longest` tiles on which tours of `packets` packets take the fewest visits and
    /// shifts, in steps.
    pub(super) fn best(shape: Shape, longest: usize, packets: usize) -> Self {
        let least = longest.max(1);
        let grids = (1..=shape.rows().min(4 * least)).flat_map(|down| {
            let across = least.div_ceil(down)..=(4 * least / down).min(shape.cols());
            across.map(move |across| Self::new(shape, (down, across), packets))
        });
        grids
            .min_by_key(|grid| grid.rough_steps(shape))
            .expect("no more packets are for one node than there are nodes")
    }

    fn new(shape: Shape, (down, across): (usize, usize), packets: usize) -> Self {
        let core = (shape.rows() / down) * (shape.cols() / across);
        Self { down, across, passes: packets.div_ceil(down * across * core), rest: 0 }
    }

    /// The same grid, but that packets which are too few for another pass go past every node, if there are several passes and such packets.
    pub(super) fn with_rest(self, shape: Shape, packets: usize) -> Option<Self> {
        let core = (shape.rows() / self.down) * (shape.cols() / self.across);
        let at_once = self.down * self.across * core;
        let (passes, rest) = (packets / at_once, packets % at_once);
        (passes > 0 && rest > 0).then_some(Self { passes, rest, ..self })
    }

    /// Whether some packets have to wait while others tour the tiles.
    pub(super) fn is_too_small(self) -> bool {
        self.passes > 1 || self.rest > 0
    }

    /// Steps of the packets that go past every node.
    pub(super) fn rest_steps(self, shape: Shape) -> u64 {
        if self.rest > 0 { KBroadcast::steps_on(shape, self.rest) } else { 0 }
    }

    /// About the steps of all visits and shifts.
    fn rough_steps(self, shape: Shape) -> usize {
        let (down, across) = (self.down, self.across);
        let (rows, cols) = (shape.rows().div_ceil(down), shape.cols().div_ceil(across));
        let leg = (if down > 1 { rows } else { 0 }).max(if across > 1 { cols } else { 0 });
        let is_line = down.min(across) == 1 && down.max(across) > 2;
        let legs = if is_line || (down * across) % 2 == 1 { 2 } else { 1 };
        let tiles = down * across;
        self.passes * (tiles * (rows + cols - 1) + (tiles - 1) * legs * leg)
    }
}
