//! Cuts the rows of a large machine into bands, and works on each band with a thread of its own.
//!
//! A form that is made by bands gives the same result as on one thread: bands read the state before a part of the step,
//! or write rows of their own. What is watched node by node (a trace, a full audit, a machine without one of its rules)
//! is not cut into bands.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes, or words of a step, from which on a form is made by bands: where a second thread gains more than the 15 µs that it
/// takes to wake it. Exchanges, copies, deliveries and changes of keys gain nothing up to 1024 × 1024 nodes.
pub(crate) mod least {
    /// Nodes of a transmission.
    pub(crate) const TRANSMISSION: usize = 1 << 14;
    /// Words of a step.
    pub(crate) const WORDS: usize = 1 << 13;
    /// Nodes of a shift.
    pub(crate) const SHIFT: usize = 1 << 20;
    /// Nodes whose registers are computed.
    pub(crate) const REGISTERS: usize = 1 << 18;
}

/// What is done on one band.
type Task<'t> = Box<dyn FnOnce() + Send + 't>;

/// The threads beside the one that runs the program: they start when a form is first made by bands. Shared by all
/// machines of a run.
#[derive(Debug)]
pub(crate) struct Workers {
    threads: usize,
    pool: OnceLock<ThreadPool>,
    /// What takes the place of the sizes in [`least`].
    least: Option<usize>,
}

impl Workers {
    /// Those of a run on `threads` threads, on a mesh that can be cut into `rows` bands.
    pub(crate) fn new(threads: usize, rows: usize, least: Option<usize>) -> Self {
        Self { threads: threads.min(rows), pool: OnceLock::new(), least }
    }

    /// The bands of `rows` rows, if `threads` threads may make a form that has to do with `size` nodes or words by bands,
    /// which pays from `least` on.
    pub(crate) fn bands(
        &self,
        (threads, rows): (usize, usize),
        size: usize,
        least: usize,
    ) -> Option<Vec<Range<usize>>> {
        let least = self.least.unwrap_or(least);
        // A band is worth a thread if it has half of what pays for two.
        let worth = (2 * size).checked_div(least).unwrap_or(usize::MAX);
        let bands = threads.min(rows).min(worth);
        let start = |band| band * rows / bands;
        (bands >= 2).then(|| (0..bands).map(|band| start(band)..start(band + 1)).collect())
    }

    /// Does `work` on every band at once and returns when all is done.
    pub(crate) fn run<T: Send>(&self, bands: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        let work = &work;
        self.run_all(&mut bands.map(|band| Box::new(move || work(band)) as Task<'_>));
    }

    /// Does every task at once. Not generic: each form of each program would have a pool's code of its own.
    fn run_all(&self, tasks: &mut dyn Iterator<Item = Task<'_>>) {
        let Some(first) = tasks.next() else { return };
        let pool = self.pool.get_or_init(|| {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads - 1).build();
            pool.expect("the system starts threads")
        });
        pool.in_place_scope(|scope| {
            tasks.for_each(|task| scope.spawn(move |_| task()));
            first();
        });
    }

    /// [`Workers::run`]; returns whether `work` holds for all bands.
    pub(crate) fn all<T: Send>(
        &self,
        bands: impl Iterator<Item = T>,
        work: impl Fn(T) -> bool + Sync,
    ) -> bool {
        let all = AtomicBool::new(true);
        self.run(bands, |band| {
            if !work(band) {
                all.store(false, Ordering::Relaxed);
            }
        });
        all.into_inner()
    }
}

/// Cuts what has `width` places a row into bands.
pub(crate) fn cut<'a, T>(
    rows: &'a mut [T],
    width: usize,
    bands: &'a [Range<usize>],
) -> impl Iterator<Item = &'a mut [T]> {
    let mut rest = rows;
    bands.iter().map(move |band| {
        let places = (band.len() * width).min(rest.len());
        let (own, others) = std::mem::take(&mut rest).split_at_mut(places);
        rest = others;
        own
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Mutex, mpsc};
    use std::time::Duration;

    fn bands(rows: usize, threads: usize, size: usize, least: usize) -> Option<Vec<Range<usize>>> {
        Workers::new(threads, rows, None).bands((threads, rows), size, least)
    }

    #[test]
    fn bands_are_all_rows_in_order_and_no_smaller_than_pays() {
        assert_eq!(bands(5, 2, 20, 20), Some(vec![0..2, 2..5]));
        assert_eq!(bands(5, 3, 20, 13), Some(vec![0..1, 1..3, 3..5]));
        // Four threads, but only three bands pay.
        assert_eq!(bands(8, 4, 30, 20), Some(vec![0..2, 2..5, 5..8]));
        assert_eq!(bands(3, 64, 1000, 1), Some(vec![0..1, 1..2, 2..3]));
    }

    #[test]
    fn what_is_small_is_not_cut() {
        assert_eq!(bands(5, 2, 19, 20), None);
        assert_eq!(bands(5, 1, 20, 20), None);
        assert_eq!(bands(1, 2, 20, 20), None);
        assert!(Workers::new(2, 5, Some(0)).bands((2, 5), 0, 1 << 20).is_some());
    }

    #[test]
    fn bands_are_worked_on_at_the_same_time() {
        let (to_first, from_second) = mpsc::channel();
        let from_second = Mutex::new(from_second);
        // The first band waits for the second.
        Workers::new(2, 5, None).run([0, 1].into_iter(), |band| match band {
            0 => from_second.lock().unwrap().recv_timeout(Duration::from_mins(1)).unwrap(),
            _ => to_first.send(()).unwrap(),
        });
    }

    #[test]
    fn places_are_cut_where_bands_are() {
        let mut places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        let bands = [0..1, 1..3, 3..5];
        let parts: Vec<Vec<i32>> = cut(&mut places, 2, &bands).map(|part| part.to_vec()).collect();
        assert_eq!(parts, [vec![0, 1], vec![2, 3, 4, 5], vec![6, 7, 8, 9]]);
        // A lane that no packet has entered takes no memory.
        assert!(cut(&mut Vec::<u8>::new(), 2, &bands).all(|part| part.is_empty()));
    }
}
