//! Notes what the forms of a step have done so far: part of the state after the step, not of the one before.

use std::sync::atomic::{AtomicUsize, Ordering};

/// No node.
const NOWHERE: usize = usize::MAX;

/// What a step has brought into buffers so far, and which nodes have used their copy units in it.
pub(crate) struct Unsettled {
    /// Lanes that packets have entered, a bit each.
    lanes: u64,
    /// Queues that packets have entered or left, a bit each.
    queues: u8,
    /// The number of the step that is being made; 0 between steps.
    step: u64,
    /// The first node whose program looked into one of them, or into registers that took in words; [`NOWHERE`] if none did.
    seen_at: AtomicUsize,
    /// Nodes that have copied or delivered in this step, a bit each.
    copied: Vec<u64>,
}

impl Default for Unsettled {
    /// Between steps.
    fn default() -> Self {
        let seen_at = AtomicUsize::new(NOWHERE);
        Self { lanes: 0, queues: 0, step: 0, seen_at, copied: Vec::new() }
    }
}

impl Unsettled {
    /// Begins step `step`.
    pub(crate) fn begin(&mut self, step: u64) {
        self.step = step;
    }

    /// Says which lanes packets have entered by earlier forms, and which queues they have entered or left.
    pub(crate) fn set(&mut self, lanes: u64, queues: u8) {
        (self.lanes, self.queues) = (lanes, queues);
    }

    /// Packets have entered or left these queues.
    pub(crate) fn change_queues(&mut self, queues: u8) {
        self.queues |= queues;
    }

    /// Ends the step; returns the first node that has looked ahead in it.
    pub(crate) fn end(&mut self) -> Option<usize> {
        (self.lanes, self.queues, self.step) = (0, 0, 0);
        let seen_at = std::mem::replace(self.seen_at.get_mut(), NOWHERE);
        (seen_at != NOWHERE).then_some(seen_at)
    }

    /// The number of the step that is being made.
    pub(crate) fn step(&self) -> u64 {
        self.step
    }

    /// Whether step `step` is being made.
    #[inline]
    pub(super) fn is_now(&self, step: u64) -> bool {
        step == self.step && step > 0
    }

    #[inline]
    pub(super) fn has_entered(&self, lane: usize) -> bool {
        self.lanes & lane_bit(lane) != 0
    }

    pub(super) fn has_changed(&self, queue: usize) -> bool {
        self.queues >> queue & 1 != 0
    }

    pub(super) fn has_any_changed(&self) -> bool {
        self.queues != 0
    }

    /// The program of `node` has seen a part of the state after the step.
    pub(super) fn note_seen(&self, node: usize) {
        self.seen_at.fetch_min(node, Ordering::Relaxed);
    }

    /// Readies the copy units of `nodes` nodes.
    pub(crate) fn ready_copy_units(&mut self, nodes: usize) {
        self.copied.clear();
        self.copied.resize(nodes.div_ceil(64), 0);
    }

    /// Whether `node` has neither copied nor delivered in this step.
    #[inline]
    pub(crate) fn copy_unit_is_free(&self, node: usize) -> bool {
        self.copied[node / 64] >> (node % 64) & 1 == 0
    }

    /// Uses the copy unit of `node`; returns whether it was free.
    #[inline]
    pub(crate) fn use_copy_unit(&mut self, node: usize) -> bool {
        let (units, bit) = (&mut self.copied[node / 64], 1 << (node % 64));
        let was_free = *units & bit == 0;
        *units |= bit;
        was_free
    }
}

/// Lanes that the forms of a step are told apart by; those behind them count as one lane.
pub const LANES_APART: usize = 63;

/// The bit of a lane in a set of lanes; lanes from [`LANES_APART`] on share the last one.
#[inline]
pub(crate) fn lane_bit(lane: usize) -> u64 {
    1 << lane.min(LANES_APART)
}
