//! Audits one run.

use super::saved::SavedRun;
use super::span_groups::{Parts, phases, primitive};
use crate::catalogue::label;
use crate::results::audit::{RunAudit, SCHEMA};
use crate::results::audit_summary::histogram;
use crate::results::{COMMIT, VERSION};

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
