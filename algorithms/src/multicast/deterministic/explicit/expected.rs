//! Says how many steps are expected, on meshes that machines have room for and beyond.

use super::{Explicit, ExplicitPlan};
use meshcast_engine::Shape;

impl Explicit {
    /// The steps of a run whose rounds leave what they are expected to, also on meshes for formulas alone: rounds with the tiles of the
    /// field, until rounds with one tile are certain to be enough and take no longer than another one.
    #[expect(clippy::missing_panics_doc, reason = "there is a plan for every congestion")]
    pub fn expected_steps(shape: Shape, congestion: usize) -> u64 {
        let congestion = congestion.min(shape.nodes()) as u64;
        ExplicitPlan::new(shape, congestion, None).expect("of any field").expected_steps()
    }
}
