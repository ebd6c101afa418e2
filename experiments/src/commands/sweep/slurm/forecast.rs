//! Predicts how much memory and time the runs of a task need, on the slow side: what a task asks for and does not use costs its
//! place in the queue, what it uses and did not ask for ends it.

use super::super::error::SweepError;
use super::super::job::Job;
use super::super::work::{self, node_steps};
use crate::flags::ModeName;

/// Node-steps that a thread makes in a millisecond at least: the slowest runs of docs/performance.md make 6.4 million a second.
const STEPPED_A_MILLISECOND: u64 = 5000;

/// Those that are counted in leaps: 23 million a second at the slowest.
const LEAPT_A_MILLISECOND: u64 = 20_000;

/// What every task takes beside its runs: reading the plan, opening the store, the way to a node.
const MINUTES_OF_A_TASK: u64 = 5;

/// The program and its store, beside its runs.
const MEBIBYTES_OF_A_TASK: u64 = 64;

/// Rows that are merged in a minute at least.
const ROWS_A_MINUTE: usize = 10_000;

/// Memory of a row that is merged, which may have a full audit.
const KIBIBYTES_OF_A_ROW: u64 = 64;

const MILLISECONDS_OF_A_MINUTE: u64 = 60_000;

/// What a run needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// As predicted, which is within a factor of 1.5 of the peak.
    pub(super) bytes: u64,
    /// At most.
    pub(super) milliseconds: u64,
}

impl Need {
    /// That of `job`. Reads its file, if it has one.
    pub(super) fn of(job: &Job) -> Result<Self, SweepError> {
        let (bytes, node_steps, rate) = match job {
            Job::Run(run) => {
                let size = run.source.size(run.algorithm, run.seed)?;
                let classes = run.algorithm.classes(size.per_node) as u64;
                let node_steps = node_steps(run, size.shape, size.set).saturating_mul(classes);
                (run.memory_needed_on(size), node_steps, rate(run.mode))
            }
            Job::Pram(pram) => {
                (job.memory_needed()?, work::of(job).saturating_mul(1000), rate(pram.mode))
            }
            Job::Load(_) | Job::Verify(_) => {
                (job.memory_needed()?, work::of(job).saturating_mul(1000), STEPPED_A_MILLISECOND)
            }
        };
        let milliseconds = 1 + node_steps / rate;
        Ok(Self { bytes, milliseconds })
    }
}

fn rate(mode: ModeName) -> u64 {
    match mode {
        ModeName::Leap => LEAPT_A_MILLISECOND,
        ModeName::Step | ModeName::Check => STEPPED_A_MILLISECOND,
    }
}

/// The memory that a task asks for whose runs need so much, as many at a time as it has threads.
pub(super) fn mebibytes(needs: impl Iterator<Item = Need>, threads: usize) -> u64 {
    let mut bytes: Vec<u64> = needs.map(|need| need.bytes).collect();
    bytes.sort_unstable_by(|a, b| b.cmp(a));
    let together = bytes.into_iter().take(threads).fold(0, u64::saturating_add);
    MEBIBYTES_OF_A_TASK + (together.saturating_add(together / 2)).div_ceil(1 << 20)
}

/// The time that a task asks for whose runs need so much. Threads that take the next run whenever one ends are done after the mean of
/// all and the longest run.
pub(super) fn minutes(needs: impl Iterator<Item = Need>, threads: usize) -> u64 {
    let mut longest = 0;
    let mut all: u64 = 0;
    for Need { milliseconds, .. } in needs {
        (longest, all) = (longest.max(milliseconds), all.saturating_add(milliseconds));
    }
    let mean = all.div_ceil(threads as u64);
    let last = if threads > 1 { longest } else { 0 };
    MINUTES_OF_A_TASK + mean.saturating_add(last).div_ceil(MILLISECONDS_OF_A_MINUTE)
}

/// The memory that a merge of so many rows asks for.
pub(super) fn mebibytes_of_rows(rows: usize) -> u64 {
    MEBIBYTES_OF_A_TASK + (rows as u64 * KIBIBYTES_OF_A_ROW).div_ceil(1 << 10)
}

/// The time that a merge of so many rows asks for.
pub(super) fn minutes_of_rows(rows: usize) -> u64 {
    MINUTES_OF_A_TASK + rows.div_ceil(ROWS_A_MINUTE) as u64
}
