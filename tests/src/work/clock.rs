//! Tells the processor's time and the clock's.

use std::fs;
use std::time::Instant;

/// Seconds that the clock has gone on while `work` was done.
pub fn by_clock(work: impl FnOnce()) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_secs_f64()
}

/// Seconds that the processor has worked for this thread while `work` was done; those of the clock where the system does not tell.
pub fn by_processor(work: impl FnOnce()) -> f64 {
    let before = processor_seconds();
    let clock = by_clock(work);
    match (before, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => clock,
    }
}

/// Seconds that the processor has worked for this thread, as Linux tells them.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
