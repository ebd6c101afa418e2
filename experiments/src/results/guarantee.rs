//! Holds the results of `meshcast guarantee`.

use serde::Serialize;

/// The result of `meshcast guarantee`, with what is to be gone through.
#[derive(Debug, Serialize)]
pub(crate) struct GuaranteeResult<P> {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) algorithm: &'static str,
    pub(crate) nodes: u64,
    /// Rows and columns of the mesh.
    pub(crate) mesh: (u64, u64),
    pub(crate) congestion: u64,
    /// log₂ of a bound on the chance of more steps.
    pub(crate) failure_log2: i32,
    pub(crate) steps: u64,
    pub(crate) steps_over_sqrt_cn: f64,
    #[serde(flatten)]
    pub(crate) course: P,
}

/// The phases of `randomized:certified`.
#[derive(Debug, Serialize)]
pub(crate) struct TilesCourse {
    pub(crate) phases: Vec<PhaseResult>,
}

/// A phase, or several in a row with one tile.
#[derive(Debug, Serialize)]
pub(crate) struct PhaseResult {
    /// Rows and columns of the grid of tiles.
    pub(crate) tiles: (u64, u64),
    /// Nodes of the largest block.
    pub(crate) block: u64,
    /// How many phases.
    pub(crate) times: u64,
    /// Most packets that want any block before the first.
    pub(crate) alive: u64,
    /// Most packets that want any block after the last.
    pub(crate) left: u64,
    /// Whether no chance is involved.
    pub(crate) certain: bool,
    /// Steps of all of them.
    pub(crate) steps: u64,
}

/// The phases of `randomized:slotted`, and what follows them.
#[derive(Debug, Serialize)]
pub(crate) struct TrainsCourse {
    /// Whether bands are of columns.
    pub(crate) turned: bool,
    /// Phases of trains.
    pub(crate) phases: Vec<BandsResult>,
    /// Visits of the whole mesh after them.
    pub(crate) visits: u64,
    /// Steps of one of these.
    pub(crate) visit_steps: u64,
}

/// A phase of trains.
#[derive(Debug, Serialize)]
pub(crate) struct BandsResult {
    pub(crate) bands: u64,
    /// Nodes of a segment.
    pub(crate) segment: u64,
    /// Most packets that want any segment before.
    pub(crate) alive: u64,
    /// Most packets that want any segment after.
    pub(crate) left: u64,
    /// Whether no chance is involved.
    pub(crate) certain: bool,
    /// Whether a survey ends it.
    pub(crate) surveys: bool,
    pub(crate) steps: u64,
}
