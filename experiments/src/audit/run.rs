//! The audit of one run.

use super::SCHEMA;
use super::parts::{Part, Parts, phases, primitive};
use super::saved::SavedRun;
use crate::audit_summary::{NodeMap, OccupancyBucket, PeakCount, histogram};
use crate::catalogue::label;
use crate::results::{COMMIT, VERSION};
use serde::Serialize;

/// Who held how much in one run, where and when.
#[derive(Debug, Serialize)]
pub(crate) struct RunAudit {
    schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) algorithm: String,
    pub(crate) source: String,
    pub(crate) seed: u64,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) steps: u64,
    pub(crate) peak: u32,
    pub(crate) capacity: Option<usize>,
    /// The first span of the ledger with that peak.
    pub(crate) peak_phase: String,
    /// Packets a buffer, on average over all nodes and steps.
    pub(crate) mean: f64,
    /// Every path of the ledger and what is inside it, in the order of the program.
    pub(crate) phases: Vec<Part>,
    /// Every primitive with its part, as `sort/rows`, whatever it is inside of; those with the most steps first.
    pub(crate) primitives: Vec<Part>,
    /// How many nodes had each peak.
    pub(crate) node_peaks: Vec<PeakCount>,
    pub(crate) occupancy: Vec<OccupancyBucket>,
    /// What a heat map is made of.
    pub(crate) map: NodeMap,
}

impl RunAudit {
    pub(super) fn of(run: SavedRun) -> Self {
        let (mut by_phase, mut by_primitive) = (Parts::default(), Parts::default());
        by_phase.add(&run.ledger, &run.audit.spans, phases);
        by_primitive.add(&run.ledger, &run.audit.spans, primitive);
        let histogram = histogram(&run.audit.occupancy);
        let packets = histogram.iter().zip(0u64..).map(|(&times, held)| times * held);
        let (packets, times) = (packets.sum::<u64>(), histogram.iter().sum::<u64>());
        Self {
            schema: SCHEMA,
            version: VERSION,
            commit: COMMIT,
            algorithm: label(&run.algorithm, run.variant.as_deref()),
            source: run.messages.source,
            seed: run.seed,
            rows: run.machine.rows,
            cols: run.machine.cols,
            steps: run.steps,
            peak: run.buffer.peak,
            capacity: run.buffer.capacity,
            peak_phase: run.buffer.peak_phase,
            mean: packets as f64 / times.max(1) as f64,
            phases: by_phase.into_tree(),
            primitives: by_primitive.by_steps(),
            node_peaks: run.audit.node_peaks,
            occupancy: run.audit.occupancy,
            map: run.audit.map,
        }
    }
}
