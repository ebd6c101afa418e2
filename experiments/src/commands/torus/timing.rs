//! Times the runs of a torus, which have one thread.

use crate::results::Timing;
use std::time::Duration;

/// How long it took to step nodes so many times in all; a torus is stepped by one thread.
pub(super) fn timing(node_steps: f64, elapsed: Duration) -> Timing {
    // A clock too coarse to see the run must not divide by zero.
    let seconds = elapsed.max(Duration::from_nanos(1)).as_secs_f64();
    Timing { seconds, node_steps_per_second: node_steps / seconds, threads: 1 }
}
