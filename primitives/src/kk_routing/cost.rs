//! Says what a routing takes.

use super::phases::Phases;

/// Which lines packets go along first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// All go along rows first.
    One,
    /// One half goes along rows first, the other half along columns first.
    Two,
}

/// What a routing takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KkCost {
    /// Steps of a run.
    pub steps: u64,
    /// Steps of a run with deliveries.
    pub delivery_steps: u64,
    /// Packets that a buffer must hold.
    pub capacity: usize,
    /// Steps of the last phase.
    pub(super) last_steps: u64,
}

impl KkCost {
    /// That of phases along lines after what the slowest block takes.
    pub(super) fn of(phases: &Phases, block_steps: u64, per_target: usize, ways: Ways) -> Self {
        let &Phases { deal, first, last: last_steps, capacity, .. } = phases;
        let steps = block_steps + deal + first + last_steps;
        // What suffices to deliver the packets that have not been delivered when the last one arrives: a node that has had
        // nothing to deliver for once gets two packets a way in a step at most from then on.
        let all = per_target as u64;
        let arriving = match ways {
            Ways::One => 2,
            Ways::Two => 4,
        };
        let drain = all.saturating_sub(last_steps).max(all - all.div_ceil(arriving) + 1);
        Self { steps, delivery_steps: steps + drain, capacity, last_steps }
    }
}
