//! Audits all runs of a sweep.

use super::saved::SavedSpan;
use super::span_groups::{Parts, primitive};
use crate::results::audit::{AlgorithmAudit, PeakRun, SCHEMA, SweepAudit};
use crate::results::audit_summary::AuditSummary;
use crate::results::{COMMIT, VERSION};
use crate::store::RunRow;
use std::collections::BTreeMap;

impl SweepAudit {
    pub(super) fn of(rows: &[RunRow]) -> Self {
        let mut by_algorithm: BTreeMap<&str, Vec<&RunRow>> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.peak.is_some()) {
            by_algorithm.entry(&row.algorithm).or_default().push(row);
        }
        let runs = by_algorithm.values().map(Vec::len).sum();
        let algorithms = by_algorithm.values().filter_map(|rows| AlgorithmAudit::of(rows));
        let algorithms = algorithms.collect();
        Self { schema: SCHEMA, version: VERSION, commit: COMMIT, runs, algorithms }
    }
}

impl AlgorithmAudit {
    fn of(rows: &[&RunRow]) -> Option<Self> {
        let is_bound = |row: &RunRow| row.peak_is.as_deref() == Some("bound");
        // The first of the greatest.
        let fullest = rows.iter().rev().max_by_key(|row| (row.peak, !is_bound(row)))?;
        let mut parts = Parts::default();
        let mut audited = 0;
        for row in rows {
            let ledger: Option<Vec<SavedSpan>> = read(row.ledger.as_deref());
            let audit: Option<AuditSummary> = read(row.audit.as_deref());
            audited += usize::from(audit.is_some());
            let sums = audit.map_or_else(Vec::new, |audit| audit.spans);
            parts.add(&ledger.unwrap_or_default(), &sums, primitive);
        }
        Some(Self {
            algorithm: fullest.algorithm.clone(),
            runs: rows.len(),
            audited,
            peak: fullest.peak?,
            peak_is: fullest.peak_is.clone().unwrap_or_default(),
            peak_phase: fullest.peak_phase.clone().unwrap_or_default(),
            run: PeakRun {
                key: fullest.key.clone(),
                source: fullest.source.clone(),
                nodes: fullest.nodes,
                congestion: fullest.congestion,
                degree: fullest.degree,
                seed: fullest.seed,
                capacity: fullest.capacity,
            },
            primitives: parts.by_steps(),
        })
    }
}

fn read<T: serde::de::DeserializeOwned>(text: Option<&str>) -> Option<T> {
    text.and_then(|text| serde_json::from_str(text).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(algorithm: &str, key: &str, peak: Option<u64>, is: &str) -> RunRow {
        RunRow {
            algorithm: algorithm.to_owned(),
            key: key.to_owned(),
            peak,
            peak_is: peak.map(|_| is.to_owned()),
            peak_phase: peak.map(|peak| format!("phase of {peak}")),
            ledger: peak.map(|peak| {
                format!("[{{\"path\":\"a/sort\",\"calls\":1,\"steps\":2,\"peak\":{peak}}}]")
            }),
            ..RunRow::default()
        }
    }

    #[test]
    fn the_fullest_run_of_an_algorithm_is_the_first_that_was_measured() {
        let rows = [
            row("b", "0", Some(9), "bound"),
            row("a", "1", Some(3), "measured"),
            row("a", "2", Some(5), "bound"),
            row("a", "3", Some(5), "measured"),
            row("a", "4", Some(5), "measured"),
            row("a", "5", None, ""),
        ];
        let audit = SweepAudit::of(&rows);
        let found: Vec<(&str, usize, u64, &str, &str)> = audit
            .algorithms
            .iter()
            .map(|of| {
                (of.algorithm.as_str(), of.runs, of.peak, of.peak_is.as_str(), of.run.key.as_str())
            })
            .collect();
        assert_eq!(found, [("a", 4, 5, "measured", "3"), ("b", 1, 9, "bound", "0")]);
        assert_eq!(audit.runs, 5);
        let sort = &audit.algorithms[0].primitives[0];
        assert_eq!((sort.name.as_str(), sort.steps, sort.peak, sort.mean), ("a/sort", 8, 5, None));
    }

    #[test]
    fn a_store_without_runs_has_an_audit_too() {
        assert!(SweepAudit::of(&[]).algorithms.is_empty());
    }
}
