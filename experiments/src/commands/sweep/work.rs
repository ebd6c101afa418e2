//! Estimates how much work runs are. Only the bar and what tasks of Slurm ask for depend on it.

use super::job::{Job, RunJob};
use super::source::Source;
use crate::catalogue::Extent;
use crate::memory::{Records, SetSize};
use meshcast_algorithms::Workload;
use meshcast_engine::Shape;

/// Node-steps or what takes about as long, in thousands.
pub(super) fn of(job: &Job) -> u64 {
    1 + match job {
        Job::Run(job) => with_middling_files(job) / 1000,
        Job::Load(job) => job.work() / 10,
        Job::Pram(job) => job.work() / 1000,
        Job::Verify(job) => job.effort.min((job.inputs * job.degree) as u64 * 1000) / 100,
    }
}

fn with_middling_files(job: &RunJob) -> u64 {
    // A matrix of middling size.
    const SIDE: usize = 32;
    const CONGESTION: usize = 16;
    let side = job.source.side().unwrap_or(SIDE);
    // Sides out of range are refused when the run begins.
    let Ok(shape) = Shape::new(side, side) else { return 0 };
    let size = match job.source {
        Source::Workload { workload, congestion, degree, .. } => {
            SetSize::predicted(workload, shape, degree, congestion)
        }
        Source::Experts { experts, top, .. } => SetSize::of_experts(shape, (experts, top)),
        Source::File { .. } => SetSize::predicted(Workload::Uniform, shape, None, Some(CONGESTION)),
    };
    node_steps(job, shape, size)
}

/// Node-steps of a run on a mesh for a set of this size.
pub(super) fn node_steps(job: &RunJob, shape: Shape, size: SetSize) -> u64 {
    let records = Records { known: job.knowledge, ..Records::default() };
    let steps = job.algorithm.expected_steps(&Extent::new(shape, size, records));
    steps.saturating_mul(shape.nodes() as u64)
}
