//! Prints certified schedules.
use super::*;
#[test]
fn table() {
    for log in [10, 12, 14, 16, 20, 24] {
        for c in [1, 4, 16, 64, 256] {
            let shape = Shape::unbounded(1 << (log / 2), 1 << (log / 2)).unwrap();
            if 16 * c > shape.nodes() {
                continue;
            }
            let start = std::time::Instant::now();
            let s = CertifiedSchedule::new(shape, c, -20);
            let q = ((c * shape.nodes()) as f64).sqrt();
            eprintln!(
                "2^{log} c={c}: {:.2} q {:?} {:?}",
                s.steps() as f64 / q,
                s.phases
                    .iter()
                    .map(|p| (p.down * p.across, p.block, p.alive, p.left, p.steps))
                    .collect::<Vec<_>>(),
                start.elapsed()
            );
        }
    }
}
