//! Fixes how a machine runs: its options, which rules hold, and what it shares with the other machines of its run.

use super::rehearsal::Rehearsals;
use crate::geometry::Shape;
use crate::options::Options;
use crate::violation::Rule;
use crate::workers::Workers;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Machines that the process has made: no result depends on it, and every outcome says it.
static MACHINES: AtomicU64 = AtomicU64::new(0);

/// What a machine and its tiles have in common. They share it, so that nobody can change it once the run is under way.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) options: Options,
    /// Packets that a buffer may hold; `None` if unlimited.
    pub(super) capacity: Option<usize>,
    /// The rule that is not enforced: for testing checkers of traces.
    pub(super) unenforced: Option<Rule>,
    /// Whether output queues keep the values that messages carry.
    pub(super) keeps_values: bool,
    /// The threads that make steps by bands.
    pub(super) workers: Arc<Workers>,
    pub(super) rehearsals: Arc<Rehearsals>,
}

impl Setup {
    pub(super) fn new(shape: Shape, capacity: Option<usize>, options: Options) -> Self {
        let rehearsals = Arc::default();
        let workers = Arc::new(workers(shape, &options, None));
        MACHINES.fetch_add(1, Ordering::Relaxed);
        Self { options, capacity, unenforced: None, keeps_values: false, workers, rehearsals }
    }

    /// The same, but that all steps are made by bands.
    pub(super) fn always_in_bands(self, shape: Shape) -> Self {
        Self { workers: Arc::new(workers(shape, &self.options, Some(0))), ..self }
    }

    /// Whether rule M6 holds: buffers have a capacity, and it is enforced.
    pub(super) fn limits_buffers(&self) -> bool {
        self.capacity.is_some() && self.unenforced != Some(Rule::M6)
    }
}

/// Machines that the process has made so far.
pub(super) fn machines() -> u64 {
    MACHINES.load(Ordering::Relaxed)
}

fn workers(shape: Shape, options: &Options, least: Option<usize>) -> Workers {
    Workers::new(options.threads, shape.rows().max(shape.cols()), least)
}
