//! Runs jobs on several threads, with results in order.

use crate::commands::worm::error::WormError;
use crossbeam::channel::bounded;
use indicatif::ProgressBar;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `work` for every job on so many threads; results are in the order of the jobs. The bar is told what each was `worth`.
///
/// # Errors
/// That of the first job that cannot be done, whatever the threads; jobs after it that have not begun are left.
pub(super) fn in_order<J: Sync, T: Send>(
    jobs: &[J],
    (threads, bar): (usize, &ProgressBar),
    worth: impl Fn(&J) -> u64,
    work: impl Fn(&J) -> Result<T, WormError> + Sync,
) -> Result<Vec<T>, WormError> {
    let next = AtomicUsize::new(0);
    // Jobs are begun in order: whatever comes before one that fails has begun, and is finished.
    let end = AtomicUsize::new(jobs.len());
    let (finished, results) = bounded(threads);
    let mut done: Vec<Option<T>> = Vec::with_capacity(jobs.len());
    done.resize_with(jobs.len(), || None);
    let mut first_failure = None;
    thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            let (finished, next, end, work) = (finished.clone(), &next, &end, &work);
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= end.load(Ordering::Relaxed) {
                        break;
                    }
                    let result = work(&jobs[place]);
                    if result.is_err() {
                        end.fetch_min(place, Ordering::Relaxed);
                    }
                    // The other end is open until all threads are done.
                    let _ = finished.send((place, result));
                }
            });
        }
        drop(finished);
        for (place, result) in results {
            bar.inc(worth(&jobs[place]));
            match result {
                Ok(result) => done[place] = Some(result),
                Err(failure) => match &first_failure {
                    Some((earlier, _)) if *earlier < place => {}
                    _ => first_failure = Some((place, failure)),
                },
            }
        }
    });
    match first_failure {
        Some((_, failure)) => Err(failure),
        None => Ok(done.into_iter().flatten().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Job 5 fails at once, job 3 after a while, and job 40 as well.
    fn with_failures(threads: usize) -> (Result<Vec<usize>, WormError>, usize) {
        let jobs: Vec<usize> = (0..1000).collect();
        let begun = AtomicUsize::new(0);
        let bar = ProgressBar::hidden();
        let result = in_order(
            &jobs,
            (threads, &bar),
            |_| 1,
            |&job| {
                begun.fetch_add(1, Ordering::Relaxed);
                let most = match job {
                    3 => {
                        thread::sleep(Duration::from_millis(50));
                        3
                    }
                    5 | 40 => job,
                    _ => return Ok(job),
                };
                Err(WormError::SetSize { most, network: String::new(), found: 0 })
            },
        );
        (result, begun.into_inner())
    }

    #[test]
    fn the_failure_is_that_of_the_first_job_whatever_the_threads() {
        for threads in 1..=8 {
            let (result, begun) = with_failures(threads);
            let failure = result.expect_err("three jobs fail");
            assert!(matches!(failure, WormError::SetSize { most: 3, .. }), "{threads}: {failure}");
            assert!(begun < 40 + 8, "{threads} threads went on with {begun} jobs");
        }
    }

    #[test]
    fn results_are_in_order_and_the_bar_is_full_in_the_end() {
        let jobs: Vec<u64> = (0..200).rev().collect();
        let bar = ProgressBar::hidden();
        let doubled = in_order(&jobs, (3, &bar), |&job| job, |&job| Ok(2 * job));
        let expected: Vec<u64> = jobs.iter().map(|job| 2 * job).collect();
        assert_eq!(doubled.expect("no job fails"), expected);
        assert_eq!(bar.position(), 200 * 199 / 2);
    }
}
