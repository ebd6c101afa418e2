//! How far a sweep is, and how long it will take. Only the bar depends on what is estimated here.

use super::job::{Job, RunJob, Source};
use crate::algorithm::Algorithm;
use crate::progress::{BAR, styled};
use indicatif::ProgressBar;
use meshcast_algorithms::DEFAULT_CONGESTION;

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
        self.0.inc(work(job));
    }

    /// All are.
    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// Node-steps or what takes about as long, in thousands.
fn work(job: &Job) -> u64 {
    1 + match job {
        Job::Run(job) => node_steps(job) / 1000,
        Job::Verify(job) => job.effort.min((job.inputs * job.degree) as u64 * 1000) / 100,
    }
}

fn node_steps(job: &RunJob) -> u64 {
    let (nodes, congestion) = match job.source {
        Source::Workload { side, congestion, .. } => {
            (side * side, congestion.unwrap_or(DEFAULT_CONGESTION))
        }
        // A matrix of middling size.
        Source::File { .. } => (1 << 10, 1 << 4),
    };
    let root = (nodes * congestion).isqrt();
    let rounds = match job.algorithm {
        Algorithm::Hamiltonian => nodes / root.max(1),
        Algorithm::GreedyUnicast | Algorithm::GreedyTree => 2,
        Algorithm::Sweep | Algorithm::StoredSweep => 8,
        Algorithm::Buffered => 15,
        Algorithm::Tuned | Algorithm::Rounds { .. } | Algorithm::Auto => 30,
        Algorithm::Unicast => 6 * congestion,
        Algorithm::Paper { .. } => 110,
        Algorithm::DeterministicPaper { .. } => 3000,
    };
    (nodes * root * (1 + rounds)) as u64
}
