//! Divides the runs of a sweep into tasks that ask for no more than they may.

use super::super::error::SweepError;
use super::super::job::Job;
use super::forecast::{Need, mebibytes, minutes};
use crate::flags::MOST_TASKS;
use crate::results::sweep::SlurmTask;
use std::iter::once;

/// Minutes that a task may ask for where nothing else is said of tasks and time.
const MINUTES: u64 = 60;

/// What was said of tasks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) tasks: Option<usize>,
    /// The most that a task may ask for.
    pub(super) mebibytes: Option<u64>,
    /// The most that a task may ask for.
    pub(super) minutes: Option<u64>,
}

/// The tasks that make these jobs, each on so many threads.
pub(super) fn divided(
    jobs: &[Job],
    needs: &[Need],
    threads: usize,
    limits: Limits,
) -> Result<Vec<SlurmTask>, SweepError> {
    if let Some(tasks) = limits.tasks.filter(|&tasks| tasks > jobs.len()) {
        return Err(SweepError::ManyTasks { runs: jobs.len(), tasks });
    }
    for (job, need) in jobs.iter().zip(needs) {
        // Alone in a task, and on one of its threads.
        let (mebibytes, minutes) = (mebibytes(once(*need), 1), minutes(once(*need), 1));
        check(limits, mebibytes, minutes, || (job.to_string(), ""))?;
    }
    let most = jobs.len().min(MOST_TASKS);
    let tasks = limits.tasks.unwrap_or_else(|| fewest(needs, threads, most, limits));
    let divided: Vec<SlurmTask> =
        (0..tasks).map(|index| task(needs, threads, index, tasks)).collect();
    for task in &divided {
        let subject = || {
            let remedy = if threads > 1 {
                ": ask for fewer --threads"
            } else if tasks < most {
                ": ask for more --tasks"
            } else {
                ""
            };
            (format!("task {}", task.shard), remedy)
        };
        check(limits, task.memory_mib, task.minutes, subject)?;
    }
    Ok(divided)
}

/// The fewest tasks up to `most` that end in time; `most` if none do.
fn fewest(needs: &[Need], threads: usize, most: usize, limits: Limits) -> usize {
    let allowed = limits.minutes.unwrap_or(MINUTES);
    let ends = |tasks: &usize| {
        let mut all = (0..*tasks).map(|index| minutes(part(needs, index, *tasks), threads));
        all.all(|minutes| minutes <= allowed)
    };
    (1..most).find(ends).unwrap_or(most)
}

/// The task that makes the shard from `index`, from 0, of so many.
fn task(needs: &[Need], threads: usize, index: usize, tasks: usize) -> SlurmTask {
    SlurmTask {
        shard: format!("{}/{tasks}", index + 1),
        runs: part(needs, index, tasks).count(),
        memory_mib: mebibytes(part(needs, index, tasks), threads),
        minutes: minutes(part(needs, index, tasks), threads),
    }
}

/// Those of a shard, as `--shard` chooses them.
fn part(needs: &[Need], index: usize, tasks: usize) -> impl Iterator<Item = Need> {
    needs.iter().copied().skip(index).step_by(tasks)
}

/// Refuses what asks for more than it may. `subject` names it, and what helps.
fn check(
    limits: Limits,
    mebibytes: u64,
    minutes: u64,
    subject: impl Fn() -> (String, &'static str),
) -> Result<(), SweepError> {
    if let Some(allowed) = limits.mebibytes.filter(|&allowed| mebibytes > allowed) {
        let (subject, remedy) = subject();
        return Err(SweepError::TaskMemory { subject, needed: mebibytes, allowed, remedy });
    }
    if let Some(allowed) = limits.minutes.filter(|&allowed| minutes > allowed) {
        let (subject, remedy) = subject();
        return Err(SweepError::TaskTime { subject, needed: minutes, allowed, remedy });
    }
    Ok(())
}
