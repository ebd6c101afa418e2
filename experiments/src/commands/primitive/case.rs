//! Describes what a primitive is run on, and what comes of it.

use meshcast_engine::{Messages, Order, Outcome, Shape};
use std::sync::Arc;
use std::time::Duration;

/// A segment starts at a node whose number this divides.
pub(super) const SEGMENT: u32 = 8;

/// What a primitive is run on.
pub(super) struct Case {
    pub(super) shape: Shape,
    pub(super) order: Order,
    /// Scans in the pipeline.
    pub(super) waves: usize,
    /// Packets a node.
    pub(super) packets: usize,
    /// Blocks a side of a permutation or (k,k)-routing.
    pub(super) blocks: usize,
    /// Rows and columns of the grid of tiles.
    pub(super) grid: (usize, usize),
    /// The number of every packet of every node, row-major.
    pub(super) numbers: Vec<u32>,
    pub(super) messages: Arc<Messages>,
}

/// A primitive that was run and checked.
pub(super) struct Finished {
    pub(super) outcome: Outcome,
    pub(super) elapsed: Duration,
    /// The steps of its documented formula.
    pub(super) formula_steps: u64,
    /// Whether the host computed the same.
    pub(super) correct: bool,
}

/// Whether node `node` holds the packet with this key and message, or none, and nothing else.
pub(super) fn holds(
    shape: Shape,
    outcome: &Outcome,
    node: usize,
    expected: Option<(u32, u32)>,
) -> bool {
    let (row, col) = (node / shape.cols(), node % shape.cols());
    let found = outcome.packet(0, row, col).map(|packet| (packet.key(), packet.message()));
    found == expected && outcome.packets_left(row, col) == u32::from(expected.is_some())
}
