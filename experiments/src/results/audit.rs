//! Holds the results of `meshcast audit`.

use super::audit_summary::{NodeMap, OccupancyBucket, PeakCount};
use serde::Serialize;

/// The schema of what is printed.
pub(crate) const SCHEMA: &str = "meshcast.audit/1";

/// Who held how much in one run, where and when.
#[derive(Debug, Serialize)]
pub(crate) struct RunAudit {
    pub(crate) schema: &'static str,
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

/// The fullest buffers of a sweep.
#[derive(Debug, Serialize)]
pub(crate) struct SweepAudit {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    /// Runs with buffers to speak of; refused ones have none.
    pub(crate) runs: usize,
    pub(crate) algorithms: Vec<AlgorithmAudit>,
}

/// The fullest buffers of an algorithm, over all its runs.
#[derive(Debug, Serialize)]
pub(crate) struct AlgorithmAudit {
    pub(crate) algorithm: String,
    pub(crate) runs: usize,
    /// Those with a full audit; means are over them.
    pub(crate) audited: usize,
    pub(crate) peak: u64,
    /// `measured` or `bound`.
    pub(crate) peak_is: String,
    pub(crate) peak_phase: String,
    /// The first of the runs with that peak, measured if possible.
    pub(crate) run: PeakRun,
    pub(crate) primitives: Vec<Part>,
}

/// A run, to be found again.
#[derive(Debug, Serialize)]
pub(crate) struct PeakRun {
    pub(crate) key: String,
    pub(crate) source: String,
    pub(crate) nodes: u64,
    pub(crate) congestion: Option<u64>,
    pub(crate) degree: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) capacity: Option<u64>,
}

/// Some spans of the ledger together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Part {
    /// The path of a phase, or the name of a primitive.
    pub(crate) name: String,
    pub(crate) steps: u64,
    /// Most packets in one buffer.
    pub(crate) peak: u32,
    /// `measured` or `bound`.
    pub(crate) peak_is: &'static str,
    /// Packets a buffer, on average over the steps and the nodes that were in one of these spans; null without a full audit.
    pub(crate) mean: Option<f64>,
    #[serde(skip)]
    pub(crate) packet_steps: u64,
    #[serde(skip)]
    pub(crate) node_steps: u64,
}
