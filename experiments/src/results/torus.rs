//! Holds the results of `meshcast torus`.

use super::audit_summary::PeakCount;
use super::{LedgerEntry, Timing};
use meshcast_engine::{SignedDimension, Torus};
use serde::{Serialize, Serializer};

/// The torus.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct TorusResult {
    pub(crate) radix: usize,
    pub(crate) dims: usize,
    pub(crate) nodes: usize,
    /// Channels that leave a node.
    pub(crate) degree: usize,
    pub(crate) diameter: usize,
}

impl TorusResult {
    pub(crate) fn of(torus: Torus) -> Self {
        Self {
            radix: torus.radix(),
            dims: torus.dims(),
            nodes: torus.nodes(),
            degree: torus.degree(),
            diameter: torus.diameter(),
        }
    }
}

/// A number for each direction, in their order: keys are signed dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ByDirection(pub(crate) Vec<(SignedDimension, u64)>);

impl Serialize for ByDirection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(direction, number)| (direction, number)))
    }
}

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct MeasureResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) algorithm: &'static str,
    pub(crate) torus: TorusResult,
    pub(crate) subtrees: ByDirection,
    pub(crate) delta: u64,
    pub(crate) lambda: Vec<u64>,
    pub(crate) first_hop: ByDirection,
    pub(crate) lambda_first_hop: Vec<u64>,
    pub(crate) formulas: Formulas,
}

/// What formulas say, the paper's for simple, one that was counted for diagonal and one that is proved for balanced; null where there is
/// none.
#[derive(Debug, Serialize)]
pub(crate) struct Formulas {
    pub(crate) subtrees: Option<ByDirection>,
    pub(crate) delta: Option<u64>,
    pub(crate) theorem_5: Option<Bound>,
}

/// The bound of Theorem 5 on delta.
#[derive(Debug, Serialize)]
pub(crate) struct Bound {
    pub(crate) bound: f64,
    /// Whether delta is below it, or for n = 2 not above it.
    pub(crate) holds: bool,
}

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct TableResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) order: &'static str,
    pub(crate) seed: u64,
    pub(crate) rows: Vec<Row>,
    pub(crate) timing: Timing,
}

/// An algorithm on a torus along one kind of graph.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) radix: usize,
    pub(crate) dims: usize,
    pub(crate) algorithm: &'static str,
    pub(crate) tree: &'static str,
    pub(crate) delta: u64,
    /// The paper's bound on delta of the diagonal algorithm, for odd K and n from 2 on.
    pub(crate) theorem_5: Option<f64>,
    /// The greatest of each.
    pub(crate) lambda: u64,
    pub(crate) lambda_first_hop: u64,
    pub(crate) broadcast: Cell,
    pub(crate) personalized: Cell,
    pub(crate) all_to_all: Cell,
    pub(crate) all_to_all_personalized: Cell,
}

/// A run.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cell {
    pub(crate) steps: u64,
    pub(crate) lower_bound: u64,
    pub(crate) undelivered: u64,
    pub(crate) peak: u32,
}

impl Row {
    pub(crate) fn cells(&self) -> [Cell; 4] {
        [self.broadcast, self.personalized, self.all_to_all, self.all_to_all_personalized]
    }

    pub(crate) fn node_steps(&self) -> f64 {
        let nodes = (self.radix as f64).powf(self.dims as f64);
        self.cells().iter().map(|cell| nodes * cell.steps as f64).sum()
    }
}

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct RunResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) algorithm: &'static str,
    pub(crate) communication: &'static str,
    pub(crate) tree: &'static str,
    pub(crate) order: &'static str,
    pub(crate) seed: u64,
    pub(crate) torus: TorusResult,
    pub(crate) messages: u64,
    pub(crate) steps: u64,
    pub(crate) lower_bound: u64,
    pub(crate) steps_over_lower_bound: f64,
    pub(crate) deliveries: u64,
    pub(crate) undelivered: u64,
    pub(crate) buffer: Buffer,
    pub(crate) links: Links,
    pub(crate) copies: u64,
    pub(crate) ledger: Vec<LedgerEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) audit: Option<Audit>,
    pub(crate) timing: Timing,
}

/// What waited.
#[derive(Debug, Serialize)]
pub(crate) struct Buffer {
    /// In a node.
    pub(crate) peak: u32,
    pub(crate) capacity: Option<u32>,
    pub(crate) peak_phase: String,
    /// For a channel.
    pub(crate) queue_peak: u32,
}

/// What crossed the channels.
#[derive(Debug, Serialize)]
pub(crate) struct Links {
    pub(crate) uses: u64,
    /// One channel.
    pub(crate) peak: u32,
}

/// The full audit in a few numbers.
#[derive(Debug, Serialize)]
pub(crate) struct Audit {
    /// How many nodes had each peak, by increasing peak.
    pub(crate) node_peaks: Vec<PeakCount>,
    /// What the busiest channel of each direction carried; the sign is that of the coordinate that shrinks along it.
    pub(crate) channel_peaks: ByDirection,
    /// What waited in all nodes at the end of the steps 0, 1, …
    pub(crate) waiting: Vec<u64>,
}
