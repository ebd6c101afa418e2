//! Writes the buffers over time as a small table.

use crate::results::audit_summary::OccupancyBucket;
use std::fmt::Write as _;

/// Rows of the table, at most.
pub(super) const ROWS: usize = 16;

/// Characters of the longest bar.
const BAR: u32 = 24;

/// Mean and greatest buffer by time.
pub(super) fn table(buckets: &[OccupancyBucket]) -> String {
    let fullest = buckets.iter().map(|bucket| bucket.mean).fold(0.0, f64::max);
    let mut text = format!("  {:<22}{:>12}{:>9}\n", "packets a buffer", "mean", "most");
    for bucket in buckets {
        let steps = match (bucket.first_step, bucket.last_step) {
            (first, last) if first == last => format!("step {first}"),
            (first, last) => format!("steps {first} to {last}"),
        };
        let share = if fullest > 0.0 { bucket.mean / fullest } else { 0.0 };
        let bar: String = (1..=BAR)
            .filter(|&mark| f64::from(mark) - 0.5 <= share * f64::from(BAR))
            .map(|_| '#')
            .collect();
        // Writing to memory cannot fail.
        let _ = write!(text, "  {steps:<22}{:>12.3}{:>9}", bucket.mean, bucket.max);
        let _ = writeln!(text, "{}{bar}", if bar.is_empty() { "" } else { "  " });
    }
    text
}
