//! Says how many steps are expected, on meshes that machines have room for and beyond.

use super::tile_schedule::{opening, outlook};
use super::{BLOCKS, Rounds};
use crate::multicast::message_parameters::MessageParameters;
use crate::multicast::visits::{Load, Manner, Stand, Tessellation, blocks, round_steps};
use meshcast_engine::Shape;
use meshcast_primitives::{PermutationRouting, all_reduce_steps};

impl Rounds {
    /// The steps of an adaptive run whose rounds leave what they are expected to, also on meshes for formulas alone: rounds with the
    /// first grid, until rounds with one tile are certain to be enough and take no longer than another one.
    pub fn expected_steps(shape: Shape, known: MessageParameters) -> u64 {
        let (down, across) = blocks(shape);
        let survey = all_reduce_steps(shape, down * across + 1);
        let routing = PermutationRouting::steps_on(shape, BLOCKS);
        let steps = |grid: Tessellation| {
            let scatter = if grid.tiles() > 1 { routing } else { 0 };
            scatter + round_steps(grid, Manner::Exact) + 1 + survey
        };
        let (outlook, with_one) = (outlook(shape), steps(Tessellation::of_grid(shape, 1, 1)));
        let mut load = Load { at_node: known.congestion as f64, degree: known.degree as f64 };
        let grid = opening(shape, load);
        let (with_grid, mut stand, mut all) = (steps(grid), Stand::Full, 1);
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
}
