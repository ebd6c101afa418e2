//! What the results about tori have in common.

use meshcast_engine::{SignedDimension, Torus};
use serde::{Serialize, Serializer};

/// The torus.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TorusResult {
    pub(crate) radix: usize,
    pub(crate) dims: usize,
    pub(crate) nodes: usize,
    /// Channels that leave a node.
    pub(crate) degree: usize,
    pub(crate) diameter: usize,
}

impl TorusResult {
    pub(crate) fn of(torus: Torus) -> Self {
        Self {
            radix: torus.radix(),
            dims: torus.dims(),
            nodes: torus.nodes(),
            degree: torus.degree(),
            diameter: torus.diameter(),
        }
    }
}

/// A number for each direction, in their order: keys are signed dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByDirection(pub(crate) Vec<(SignedDimension, u64)>);

impl Serialize for ByDirection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(direction, number)| (direction, number)))
    }
}
