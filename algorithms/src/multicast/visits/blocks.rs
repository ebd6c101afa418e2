//! Takes the copies in the blocks of a tile around these: the second half of a visit.

use meshcast_engine::{Machine, Tiling, Violation};
use meshcast_primitives::{ByShape, Circulation, Migration};

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

    /// Steps of a tour.
    pub(in crate::multicast) fn tour_steps(&self) -> u64 {
        self.circulations.iter().map(Circulation::steps).max().unwrap_or(0)
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
