//! Takes the copies in the blocks of a tile around these: the second half of a visit.

use meshcast_engine::{Machine, Shape, Tiling, Violation};
use meshcast_primitives::{ByShape, Circulation, Migration};

/// Steps of a tour of the blocks of such a grid on `tile`.
pub(in crate::multicast) fn tour_steps(tile: Shape, (down, across): (usize, usize)) -> u64 {
    let blocks = Tiling::shapes_in_grid(tile, down, across);
    blocks.map(Circulation::steps_on).max().unwrap_or(0)
}

/// The blocks of a tile.
#[derive(Clone, Debug)]
pub(in crate::multicast) struct Blocks {
    tiling: Tiling,
    circulations: ByShape<Circulation>,
}

impl Blocks {
    pub(in crate::multicast) fn new(tiling: Tiling) -> Self {
        Self { circulations: ByShape::new(&tiling, Circulation::new), tiling }
    }

    /// Copies that a copy makes on its tour of a block.
    pub(in crate::multicast) fn copies_on_tour(&self, block: usize) -> u64 {
        self.circulations.of(self.tiling.tiles()[block].shape).copies()
    }

    /// Hops that a copy makes with its own on its tour of a block.
    pub(in crate::multicast) fn hops_on_tour(&self, block: usize) -> u64 {
        self.circulations.of(self.tiling.tiles()[block].shape).hops()
    }

    /// Lets all copies tour their blocks, and delivers them where the last migration meant them to be.
    pub(in crate::multicast) fn tour(&self, tile: &mut Machine) -> Result<(), Violation> {
        tile.in_parallel(&self.tiling, |block, _| {
            self.circulations.of(block.shape()).run_where(block, Migration::wanted)
        })
    }
}
