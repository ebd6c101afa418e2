//! Runs independent jobs on several threads, with results that do not depend on the threads.

#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "jobs run on the host, beside each other: no program of a machine uses them"
)]

use crossbeam::channel::bounded;
use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does `work` for every job, and returns the results in the order of the jobs.
///
/// ```
/// use meshcast_algorithms::jobs::in_order;
/// let halves = in_order(4, [2, 4, 7, 8, 9], |job| if job % 2 == 0 { Ok(job / 2) } else { Err(job) });
/// assert_eq!(halves, Err(7));
/// ```
///
/// # Errors
/// That of the first job, in their order, that fails. Jobs after it that have not begun are dropped.
pub fn in_order<J: Send, T: Send, E: Send>(
    threads: usize,
    jobs: impl IntoIterator<Item = J>,
    work: impl Fn(J) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let mut results = Vec::new();
    as_they_come(threads, jobs, work, |place, result| {
        results.push((place, result));
        Ok(())
    })?;
    results.sort_unstable_by_key(|&(place, _)| place);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Does `work` for every job, and hands each result, with the number of its job, to `take` on the calling thread as soon as it is there.
///
/// Jobs begin in their order. Once something fails, the jobs that have not begun are dropped, though one or another may begin
/// meanwhile; those that have begun are finished and taken. A panic of a job is one of the caller.
///
/// # Errors
/// That of the first job, in their order, that fails or whose result cannot be taken.
pub fn as_they_come<J: Send, T: Send, E: Send>(
    threads: usize,
    jobs: impl IntoIterator<Item = J>,
    work: impl Fn(J) -> Result<T, E> + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let mut jobs = jobs.into_iter().enumerate();
    if threads < 2 {
        return jobs.try_for_each(|(place, job)| take(place, work(job)?));
    }
    let begun = |(_, job)| Mutex::new(Progress::Waits(job));
    let all: Vec<Mutex<Progress<J, Result<T, E>>>> = jobs.map(begun).collect();
    let of = |place: usize| all[place].lock().unwrap_or_else(PoisonError::into_inner);
    let work = |place: usize| {
        let Progress::Waits(job) = replace(&mut *of(place), Progress::Goes) else { return false };
        let result = work(job);
        let succeeds = result.is_ok();
        *of(place) = Progress::Ends(result);
        succeeds
    };
    let mut first_failure = None;
    let mut take = |place: usize| {
        let Progress::Ends(result) = replace(&mut *of(place), Progress::Goes) else { return false };
        let Err(error) = result.and_then(|result| take(place, result)) else { return true };
        if first_failure.as_ref().is_none_or(|&(first, _)| place < first) {
            first_failure = Some((place, error));
        }
        false
    };
    run(threads, all.len(), &work, &mut take);
    first_failure.map_or(Ok(()), |(_, error)| Err(error))
}

/// How far a job is.
enum Progress<J, R> {
    Waits(J),
    /// It has begun, or its result has been taken.
    Goes,
    Ends(R),
}

/// Does `work` for the numbers below `count`, on several threads, and tells `take` on this one of each that is done, until one of them
/// returns that it has failed. Knows numbers only: threads and a channel would otherwise be compiled for each kind of job.
fn run(
    threads: usize,
    count: usize,
    work: &(dyn Fn(usize) -> bool + Sync),
    take: &mut dyn FnMut(usize) -> bool,
) {
    let next = AtomicUsize::new(0);
    // Jobs begin in their order: all before one that fails have begun.
    let drop_rest = || next.store(count, Ordering::Relaxed);
    let (finished, results) = bounded(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (next, drop_rest, finished) = (&next, &drop_rest, finished.clone());
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        break;
                    }
                    let result = catch_unwind(AssertUnwindSafe(|| work(place)));
                    if !matches!(result, Ok(true)) {
                        drop_rest();
                    }
                    // Nobody listens once the caller panics.
                    if finished.send((place, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(finished);
        for (place, result) in results {
            if let Err(panic) = result {
                resume_unwind(panic);
            }
            if !take(place) {
                drop_rest();
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam::channel::unbounded;
    use std::convert::Infallible;
    use std::time::Duration;

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        for threads in [1, 2, 5] {
            // Long enough that every thread gets some.
            let Ok(squares) = in_order(threads, 0..200u64, |job| {
                thread::sleep(Duration::from_micros(50));
                Ok::<_, Infallible>(job * job)
            });
            assert_eq!(squares, (0..200).map(|job| job * job).collect::<Vec<_>>());
        }
    }

    /// Job 5 fails at once, job 3 after a while, and job 40 as well. Also the number of jobs that have begun.
    fn with_failures(threads: usize) -> (Result<Vec<usize>, usize>, usize) {
        let (begin, begun) = unbounded();
        let result = in_order(threads, 0..1000, |job| {
            begin.send(()).unwrap();
            match job {
                3 => {
                    thread::sleep(Duration::from_millis(50));
                    Err(job)
                }
                5 | 40 => Err(job),
                _ => {
                    thread::sleep(Duration::from_micros(300));
                    Ok(job)
                }
            }
        });
        (result, begun.len())
    }

    #[test]
    fn the_failure_is_that_of_the_first_job_whatever_the_threads() {
        for threads in 1..=8 {
            let (result, begun) = with_failures(threads);
            assert_eq!(result, Err(3), "{threads} threads");
            assert!(begun < 900, "{threads} threads went on with {begun} jobs");
        }
    }

    #[test]
    fn what_has_begun_is_taken_when_a_result_cannot_be() {
        for threads in [1, 2, 5] {
            let (begin, begun) = unbounded();
            let mut taken = Vec::new();
            let work = |job| {
                begin.send(job).unwrap();
                thread::sleep(Duration::from_micros(300));
                Ok(job)
            };
            let result = as_they_come(threads, 0..1000, work, |place, job: usize| {
                assert_eq!(place, job);
                taken.push(job);
                if job == 7 { Err("full") } else { Ok(()) }
            });
            assert_eq!(result, Err("full"));
            let mut begun: Vec<usize> = begun.try_iter().collect();
            begun.sort_unstable();
            taken.sort_unstable();
            assert_eq!(taken, begun, "{threads} threads");
            // While the jobs that have not begun are dropped, some of them may begin.
            assert!(taken.iter().copied().take(8).eq(0..8), "{threads} threads: {taken:?}");
            assert!(taken.len() < 1000, "{threads} threads went on");
        }
    }

    #[test]
    fn a_panic_of_a_job_is_one_of_the_caller_and_ends_the_others() {
        for threads in [1, 2, 5] {
            let (begin, begun) = unbounded();
            let run = || {
                in_order(threads, 0..1_000, |job| {
                    begin.send(()).unwrap();
                    thread::sleep(Duration::from_micros(300));
                    if job == 3 { panic!("job {job}") } else { Ok::<_, Infallible>(()) }
                })
            };
            let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
            assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("job 3"));
            assert!(begun.len() < 900, "{threads} threads went on with {} jobs", begun.len());
        }
    }
}
