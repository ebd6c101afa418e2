//! Runs jobs on threads, as many at a time as memory has room for.

use super::error::SweepError;
use super::job::Job;
use crate::store::{Row, Store};
use meshcast_algorithms::jobs::as_they_come;
use std::sync::{Condvar, Mutex, PoisonError};

/// A job with the bytes that it needs.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) job: Job,
    pub(super) bytes: u64,
}

/// How many runs came to what.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) done: usize,
    pub(super) refused: usize,
    pub(super) failed: usize,
}

impl Tally {
    fn count(&mut self, row: &Row) {
        if row.has_failed() {
            self.failed += 1;
        } else if row.is_refused() {
            self.refused += 1;
        } else {
            self.done += 1;
        }
    }
}

/// Executes every run on one of so many threads and stores each row as it comes; `is_over` is told each job. `memory` is in bytes.
pub(super) fn work(
    tasks: &[Task],
    threads: usize,
    memory: u64,
    store: &Store,
    is_over: impl Fn(&Job),
) -> Result<Tally, SweepError> {
    let memory = Memory::new(memory);
    let make = |task: &Task| memory.with(task.bytes, || task.job.make());
    let mut tally = Tally::default();
    as_they_come(threads, tasks, make, |place, row| {
        store.add(&row)?;
        tally.count(&row);
        is_over(&tasks[place].job);
        Ok(())
    })?;
    Ok(tally)
}

/// Memory that runs share.
struct Memory {
    bytes: u64,
    used: Mutex<u64>,
    freed: Condvar,
}

impl Memory {
    fn new(bytes: u64) -> Self {
        Self { bytes, used: Mutex::new(0), freed: Condvar::new() }
    }

    /// Does `work` once there is room for it; what needs more than there is is done alone.
    fn with<T>(&self, bytes: u64, work: impl FnOnce() -> T) -> T {
        let bytes = bytes.min(self.bytes);
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |used: &mut u64| *used + bytes > self.bytes;
        let used = self.freed.wait_while(used, full);
        *used.unwrap_or_else(PoisonError::into_inner) += bytes;
        let result = work();
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) -= bytes;
        self.freed.notify_all();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    #[test]
    fn no_more_runs_at_once_than_memory_has_room_for() {
        let memory = Memory::new(10);
        let (used, most) = (AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for bytes in [3, 4, 6, 10, 2, 25, 5, 3] {
                let (memory, used, most) = (&memory, &used, &most);
                scope.spawn(move || {
                    memory.with(bytes, || {
                        let now = used.fetch_add(bytes.min(10), Ordering::SeqCst) + bytes.min(10);
                        most.fetch_max(now, Ordering::SeqCst);
                        thread::yield_now();
                        used.fetch_sub(bytes.min(10), Ordering::SeqCst);
                    });
                });
            }
        });
        assert_eq!(most.load(Ordering::SeqCst), 10);
    }
}
