//! Shows how far a sweep is. Only the bar depends on what is estimated here.

use super::job::{Job, RunJob};
use super::source::Source;
use crate::catalogue::Extent;
use crate::console::progress::{BAR, styled};
use crate::memory::{Records, SetSize};
use indicatif::ProgressBar;
use meshcast_algorithms::Workload;
use meshcast_engine::Shape;

/// A bar on standard error.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar for `jobs`, if it is to be shown.
    pub(super) fn new<'j>(jobs: impl Iterator<Item = &'j Job>, shown: bool) -> Self {
        if !shown {
            return Self(ProgressBar::hidden());
        }
        Self(styled(ProgressBar::new(jobs.map(work).sum()), BAR))
    }

    /// A run is over.
    pub(super) fn advance(&self, job: &Job) {
        // Estimates take time.
        if !self.0.is_hidden() {
            self.0.inc(work(job));
        }
    }

    /// All are.
    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// Node-steps or what takes about as long, in thousands.
pub(super) fn work(job: &Job) -> u64 {
    1 + match job {
        Job::Run(job) => work_of_middling_files(job) / 1000,
        Job::Load(job) => job.work() / 10,
        Job::Pram(job) => job.work() / 1000,
        Job::Verify(job) => job.effort.min((job.inputs * job.degree) as u64 * 1000) / 100,
    }
}

fn work_of_middling_files(job: &RunJob) -> u64 {
    // A matrix of middling size.
    const SIDE: usize = 32;
    const CONGESTION: usize = 16;
    let (workload, side, congestion, degree) = match job.source {
        Source::Workload { workload, side, congestion, degree } => {
            (workload, side, congestion, degree)
        }
        Source::File { .. } => (Workload::Uniform, SIDE, Some(CONGESTION), None),
    };
    // Sides out of range are refused when the run begins.
    let Ok(shape) = Shape::new(side, side) else { return 0 };
    node_steps(job, shape, SetSize::predicted(workload, shape, degree, congestion))
}

/// Node-steps of a run on a mesh for a set of this size.
pub(super) fn node_steps(job: &RunJob, shape: Shape, size: SetSize) -> u64 {
    let records = Records { known: job.knowledge, ..Records::default() };
    let steps = job.algorithm.expected_steps(&Extent::new(shape, size, records));
    steps.saturating_mul(shape.nodes() as u64)
}
