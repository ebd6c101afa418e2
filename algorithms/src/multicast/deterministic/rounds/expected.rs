//! Says how many steps are expected, on meshes that machines have room for and beyond.

use super::tile_schedule::{opening, outlook};
use super::{BLOCKS, Rounds};
use crate::multicast::message_parameters::MessageParameters;
use crate::multicast::visits::{Load, Manner, Outlook, Stand, Tessellation, blocks, round_steps};
use meshcast_engine::Shape;
use meshcast_primitives::{PermutationRouting, all_reduce_steps};

impl Rounds {
    /// The steps of an adaptive run whose rounds leave what they are expected to, also on meshes for formulas alone: rounds with the
    /// first grid, until rounds with one tile are certain to be enough and take no longer than another one.
    pub fn expected_steps(shape: Shape, known: MessageParameters) -> u64 {
        let load = Load { at_node: known.congestion as f64, degree: known.degree as f64 };
        steps_until_done(&outlook(shape), opening(shape, load), known)
    }
}

/// Steps of a round with a survey of blocks.
pub(in crate::multicast::deterministic) fn surveyed_round_steps(grid: Tessellation) -> u64 {
    let shape = grid.shape();
    let (down, across) = blocks(shape);
    let scatter = if grid.tiles() > 1 { PermutationRouting::steps_on(shape, BLOCKS) } else { 0 };
    scatter + round_steps(grid, Manner::Exact) + 1 + all_reduce_steps(shape, down * across + 1)
}

/// The steps of a run all of whose rounds have `grid`, until rounds with one tile are certain to be enough and take no longer than
/// another one.
pub(in crate::multicast::deterministic) fn steps_until_done(
    outlook: &Outlook,
    grid: Tessellation,
    known: MessageParameters,
) -> u64 {
    let with_one = surveyed_round_steps(Tessellation::of_grid(grid.shape(), 1, 1));
    let mut load = Load { at_node: known.congestion as f64, degree: known.degree as f64 };
    let (with_grid, mut stand, mut all) = (surveyed_round_steps(grid), Stand::Full, 1);
    while known.packets > 0 && !outlook.is_done(load) {
        all += with_grid;
        (load, stand) = (outlook.left(grid, load, stand), stand.after(grid, load));
        let certain = load.at_node.ceil() as u64 * with_one;
        if !outlook.is_done(load) && certain <= with_grid {
            return all + certain;
        }
    }
    all
}
