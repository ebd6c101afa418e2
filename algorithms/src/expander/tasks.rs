//! Runs independent tasks on several threads.

use crossbeam::channel::unbounded;
use std::thread;

/// What `work` makes of every task, in the order of the tasks, whatever the threads.
pub(super) fn in_order<T: Send, R: Send>(
    threads: usize,
    tasks: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let (give, take) = unbounded();
    for task in tasks.into_iter().enumerate() {
        // The receiver lives as long as this function.
        let _ = give.send(task);
    }
    drop(give);
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let worker = || take.iter().map(|(place, task)| (place, work(task))).collect::<Vec<_>>();
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let mut results = worker();
        for worker in workers {
            // A panic of a worker is one of the caller.
            results.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    });
    results.sort_unstable_by_key(|&(place, _)| place);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_tasks() {
        for threads in [1, 2, 5] {
            // Long enough that every thread gets some.
            let work = |task: u64| {
                thread::sleep(std::time::Duration::from_micros(50));
                task * task
            };
            let squares: Vec<u64> = (0..200).map(|task| task * task).collect();
            assert_eq!(in_order(threads, 0..200, work), squares);
        }
    }
}
