//! Names a node by its coordinates, or by its number in a graph.

use std::fmt;
use std::ops::Deref;

/// The coordinates of a node, x₁ first, or the number of a node of a graph; in the order of coordinates, the first one first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeName(Vec<usize>);

impl NodeName {
    /// The name with these coordinates.
    pub fn new(coordinates: Vec<usize>) -> Self {
        Self(coordinates)
    }
}

impl Deref for NodeName {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.0
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, coordinate) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(out, "{comma}{coordinate}")?;
        }
        Ok(())
    }
}
