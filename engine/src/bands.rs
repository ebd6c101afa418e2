//! Bands: the rows of a large machine, each band of them for one thread.
//!
//! A form that is made by bands gives the same result as on one thread: bands read the state before a part of the step,
//! or write rows of their own. What is watched node by node (a trace, a full audit, a machine without one of its rules)
//! is not cut into bands.

use crate::machine::Machine;
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
    /// Those of a run on `threads` threads.
    pub(crate) fn new(threads: usize, least: Option<usize>) -> Self {
        Self { threads, pool: OnceLock::new(), least }
    }

    /// Does `work` on every band at once and returns when all is done.
    pub(crate) fn run<T: Send>(&self, mut bands: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        let pool = self.pool.get_or_init(|| {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads - 1).build();
            pool.expect("the system starts threads")
        });
        let Some(first) = bands.next() else { return };
        pool.in_place_scope(|scope| {
            let work = &work;
            bands.for_each(|band| scope.spawn(move |_| work(band)));
            work(first);
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

impl Machine {
    /// The rows of every band, if a form that has to do with `size` nodes or words is made by bands, which pays from
    /// `least` on.
    pub(crate) fn bands(&self, size: usize, least: usize) -> Option<Vec<Range<usize>>> {
        let rows = self.shape.rows();
        let bands = self.options.threads.min(rows);
        let watched = self.recorder.is_some() || self.audit.full.is_some();
        if bands < 2 || size < self.workers.least.unwrap_or(least) || watched {
            return None;
        }
        let start = |band| band * rows / bands;
        self.unenforced
            .is_none()
            .then(|| (0..bands).map(|band| start(band)..start(band + 1)).collect())
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
