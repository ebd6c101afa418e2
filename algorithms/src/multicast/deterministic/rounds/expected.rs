//! Says how many steps are expected, on meshes that machines have room for and beyond.

use super::tile_schedule::{opening, outlook};
use super::{BLOCKS, Rounds};
use crate::multicast::message_parameters::MessageParameters;
use crate::multicast::visits::{
    Load, Manner, Outlook, Stand, Tessellation, blocks, broadcast_steps, round_steps,
};
use meshcast_engine::Shape;
use meshcast_primitives::{PermutationRouting, census_steps};

impl Rounds {
    /// The steps of an adaptive run whose rounds leave what they are expected to, also on meshes for formulas alone: rounds with the
    /// first grid, until rounds with one tile are certain to be enough and take no longer than another one.
    pub fn expected_steps(shape: Shape, known: MessageParameters) -> u64 {
        let load = Load::of(known.congestion as f64, known.degree as f64);
        let (costs, grid) = (RoundCosts::new(shape), opening(shape, load));
        costs.until_done(grid, costs.of(grid), known, End::Any)
    }
}

/// How a run may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::multicast::deterministic) enum End {
    /// With rounds of one tile.
    OneTile,
    /// With these, or with all packets past every node.
    Any,
}

/// What rounds on one mesh cost, each with a survey of blocks.
pub(in crate::multicast::deterministic) struct RoundCosts {
    outlook: Outlook,
    scatter: u64,
    survey: u64,
    with_one: u64,
}

impl RoundCosts {
    pub(in crate::multicast::deterministic) fn new(shape: Shape) -> Self {
        let (down, across) = blocks(shape);
        let costs = Self {
            outlook: outlook(shape),
            scatter: PermutationRouting::steps_on(shape, BLOCKS),
            survey: census_steps(shape, down * across + 1),
            with_one: 0,
        };
        let with_one = costs.of(Tessellation::of_grid(shape, 1, 1));
        Self { with_one, ..costs }
    }

    /// Steps of a round with one tile.
    pub(in crate::multicast::deterministic) fn with_one(&self) -> u64 {
        self.with_one
    }

    /// Steps of a round.
    pub(in crate::multicast::deterministic) fn of(&self, grid: Tessellation) -> u64 {
        let scatter = if grid.tiles() > 1 { self.scatter } else { 0 };
        scatter + round_steps(grid, Manner::Exact) + self.survey
    }

    /// The steps of a run all of whose rounds have `grid`, of so many steps each, until an end is certain to be enough and takes no longer
    /// than another one.
    pub(in crate::multicast::deterministic) fn until_done(
        &self,
        grid: Tessellation,
        with_grid: u64,
        known: MessageParameters,
        end: End,
    ) -> u64 {
        let mut load = Load::of(known.congestion as f64, known.degree as f64);
        let (mut stand, mut packets, mut all) = (Stand::Full, known.packets as f64, 1);
        while packets > 0.0 && !self.outlook.is_done(load) {
            all += with_grid;
            let left = self.outlook.left(grid, load, stand);
            packets = Outlook::packets_left(packets, load, left);
            (load, stand) = (left, stand.after(grid, load));
            let with_one_tile = load.at_node().ceil() as u64 * self.with_one;
            let certain = match end {
                End::OneTile => with_one_tile,
                End::Any => {
                    with_one_tile.min(broadcast_steps(grid.shape(), packets.ceil() as usize))
                }
            };
            if !self.outlook.is_done(load) && certain <= with_grid {
                return all + certain;
            }
        }
        all
    }
}
