//! Holds the message set of a run, on its mesh.

use meshcast_algorithms::Permutation;
use meshcast_engine::{Messages, Shape};
use std::borrow::Borrow;
use std::sync::Arc;

/// Messages on a mesh.
#[derive(Clone, Debug)]
pub(crate) struct MessageSet {
    /// Where it comes from: the name of a file or workload.
    pub(crate) source: String,
    /// The mesh.
    pub(crate) shape: Shape,
    /// The messages.
    pub(crate) messages: Arc<Messages>,
    /// The permutations that the messages are to collide under, if an adversary has chosen them.
    pub(crate) against: Vec<Permutation>,
}

impl MessageSet {
    /// √(cn): the steps of an optimal algorithm, but for a constant factor.
    pub(crate) fn sqrt_cn(&self) -> f64 {
        (self.messages.congestion() as f64 * self.shape.nodes() as f64).sqrt()
    }

    /// The messages of one class, of a set of which nodes have several.
    pub(crate) fn class(&self, class: usize) -> Self {
        Self {
            source: self.source.clone(),
            shape: self.shape,
            messages: Arc::new(self.messages.class(class)),
            against: self.against.clone(),
        }
    }

    /// Whether an adversary who chose the messages knew no other permutations than `used`; none if there is no adversary.
    pub(crate) fn are_against<P: Borrow<Permutation>>(
        &self,
        used: impl Iterator<Item = P>,
    ) -> Option<bool> {
        if self.against.is_empty() {
            return None;
        }
        let mut others: Vec<&Permutation> = self.against.iter().collect();
        used.for_each(|used| others.retain(|against| *against != used.borrow()));
        Some(others.is_empty())
    }
}
