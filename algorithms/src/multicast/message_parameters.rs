//! Holds what all nodes know of a message set, which plans and forecasts start from.

use super::inject::injected;
use meshcast_engine::{Messages, Shape};
use std::sync::Arc;

/// The parameters of a message set that all nodes know, from which it follows how many steps are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageParameters {
    /// Messages with destinations.
    pub packets: usize,
    /// The most destinations of a message, d.
    pub degree: usize,
    /// The most messages for a node, c.
    pub congestion: usize,
}

impl MessageParameters {
    /// The parameters of `messages`.
    pub(super) fn of(messages: &Messages) -> Self {
        let (degree, congestion) = (messages.degree(), messages.congestion());
        Self { packets: injected(messages), degree, congestion }
    }

    /// Of a set in which every node of `shape` has a message for `congestion` nodes, and gets as many.
    pub fn uniform(shape: Shape, congestion: usize) -> Self {
        Self { packets: shape.nodes(), degree: congestion, congestion }
    }

    /// The messages of a plan of which only the steps are wanted.
    pub(super) fn no_messages() -> Arc<Messages> {
        Arc::new(Messages::new(1, []).expect("a node may have no message"))
    }
}
