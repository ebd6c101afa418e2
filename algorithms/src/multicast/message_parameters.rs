//! Holds what all nodes know of a message set, which plans and forecasts start from.

use super::inject::injected;
use meshcast_engine::{Messages, Shape};
use std::sync::Arc;

/// The parameters of a message set that all nodes know.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessageParameters {
    /// Messages with destinations.
    pub(super) packets: usize,
    pub(super) degree: usize,
    pub(super) congestion: usize,
}

impl MessageParameters {
    /// The parameters of `messages`.
    pub(super) fn of(messages: &Messages) -> Self {
        let (degree, congestion) = (messages.degree(), messages.congestion());
        Self { packets: injected(messages), degree, congestion }
    }

    /// The header of a plan without messages.
    pub(super) fn no_messages(shape: Shape) -> Arc<Messages> {
        Arc::new(Messages::new(shape.nodes(), []).expect("a mesh has no more nodes than a set"))
    }
}
