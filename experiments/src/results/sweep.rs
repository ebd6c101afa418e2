//! Holds the results of `meshcast sweep` and `meshcast merge`.

use crate::store::Repair;
use serde::Serialize;

/// What a sweep did.
#[derive(Debug, Serialize)]
pub(crate) struct SweepResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) plan: String,
    pub(crate) title: String,
    /// Runs of the plan, or of the shard of it.
    pub(crate) runs: usize,
    /// Those that had a row before, and how many of these had failed.
    pub(crate) found: usize,
    pub(crate) found_failed: usize,
    /// Those made now, by what became of them.
    pub(crate) done: usize,
    pub(crate) refused: usize,
    pub(crate) failed: usize,
    /// What was mended before, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) repair: Option<Repair>,
}

/// What a store has once others were added.
#[derive(Debug, Serialize)]
pub(crate) struct MergeResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) folder: String,
    pub(crate) runs: usize,
    pub(crate) expanders: usize,
    /// Rows of open loops of multicasts.
    pub(crate) loads: usize,
    /// Rows of PRAM programs.
    pub(crate) prams: usize,
}
