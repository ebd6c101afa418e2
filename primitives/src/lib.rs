//! primitives

mod sort;

pub use sort::{
    Direction, Hop, LANES, LaneSwap, LineRoute, Merge, NO_LANE, Phase, Plan, RowRoute, Sends,
};
