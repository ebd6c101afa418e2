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

/// What was written for Slurm.
#[derive(Debug, Serialize)]
pub(crate) struct SlurmResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) plan: String,
    pub(crate) title: String,
    /// Runs of the plan.
    pub(crate) runs: usize,
    /// Processors of a task.
    pub(crate) threads: usize,
    /// What every task of the array asks for: the most that one of them needs.
    pub(crate) memory_mib: u64,
    pub(crate) minutes: u64,
    pub(crate) tasks: Vec<SlurmTask>,
    pub(crate) merge: SlurmMerge,
    /// As they were written.
    pub(crate) files: [String; 3],
    /// The command that submits them.
    pub(crate) submit: String,
}

/// A task of a job array.
#[derive(Debug, Serialize)]
pub(crate) struct SlurmTask {
    /// As `--shard` takes it.
    pub(crate) shard: String,
    pub(crate) runs: usize,
    /// What the task needs.
    pub(crate) memory_mib: u64,
    pub(crate) minutes: u64,
}

/// What the job that merges asks for.
#[derive(Debug, Serialize)]
pub(crate) struct SlurmMerge {
    pub(crate) memory_mib: u64,
    pub(crate) minutes: u64,
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
