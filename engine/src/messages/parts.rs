//! Records which headers a set has beside those of whole messages.

use crate::geometry::MAX_NODES;
use std::sync::Arc;

/// The most headers of a set: what fits the number in a packet.
pub(super) const MOST: usize = 4 * MAX_NODES;

/// What has headers beside whole messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Beside {
    #[default]
    Nothing,
    Parts(Arc<Parts>),
    /// So many replicas of every message.
    Replicas(usize),
}

/// How messages are cut into parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// The number of the first part of every message, then the number of all parts.
    pub(super) first: Vec<u32>,
    /// The message of every part.
    pub(super) messages: Vec<u32>,
    /// Where the destinations of every part begin in the list of all deliveries, then its end.
    pub(super) offsets: Vec<usize>,
}
