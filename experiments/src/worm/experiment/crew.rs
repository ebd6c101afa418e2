//! Jobs on several threads.

use crate::failure::Failure;
use crossbeam::channel::unbounded;
use std::panic::resume_unwind;
use std::thread;

/// Does `work` for every job on so many threads; results are in the order of the jobs.
pub(super) fn in_order<J: Sync, T: Send>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let (queue, todo) = unbounded();
    for job in jobs.iter().enumerate() {
        // The other end is in this function.
        let _ = queue.send(job);
    }
    drop(queue);
    let mut results = Vec::with_capacity(jobs.len());
    thread::scope(|scope| {
        let one = || {
            todo.iter()
                .map(|(place, job)| Ok((place, work(job)?)))
                .collect::<Result<Vec<_>, Failure>>()
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        for worker in workers {
            results.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic))?);
        }
        Ok::<_, Failure>(())
    })?;
    results.sort_unstable_by_key(|&(place, _)| place);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
