//! Holds schedules to what they must have, and to figures of `docs/certified.md`.

use super::*;

fn schedule(side: usize, congestion: usize) -> CertifiedSchedule {
    let shape = Shape::unbounded(side, side).expect("a mesh for formulas");
    CertifiedSchedule::new(shape, congestion, -20)
}

/// Steps over √(cn), in hundredths.
fn constant(side: usize, congestion: usize) -> u64 {
    let root = ((congestion * side * side) as f64).sqrt();
    (schedule(side, congestion).steps() as f64 / root * 100.0).round() as u64
}

#[test]
fn guaranteed_steps_are_those_of_the_page() {
    let found = [(64, 4), (64, 16), (64, 64), (128, 16), (128, 64), (256, 16), (256, 64)]
        .map(|(side, congestion)| constant(side, congestion));
    assert_eq!(found, [2463, 2719, 2503, 2413, 2464, 2365, 2288]);
}

#[test]
fn every_schedule_ends_with_nothing_and_passes_on_what_it_leaves() {
    for side in [1, 2, 3, 7, 16, 23, 31, 60, 97] {
        for congestion in [1, 2, 5, 16, 40, side * side] {
            let schedule = schedule(side, congestion);
            let phases = &schedule.phases;
            assert_eq!(phases.last().map(|phase| phase.left), Some(0), "{schedule:?}");
            assert!(phases.iter().all(|phase| phase.alive > 0), "{schedule:?}");
            let of_all = (congestion * phases[0].block).min(side * side) as u64;
            assert_eq!(phases[0].alive, of_all, "{schedule:?}");
            assert!(
                phases.windows(2).all(|pair| pair[1].alive >= pair[0].left.min(1)),
                "{schedule:?}"
            );
        }
    }
}

#[test]
fn less_risk_costs_more_and_the_last_phases_are_certain() {
    let shape = Shape::new(64, 64).expect("small");
    let steps =
        [-1, -20, -100, -900].map(|failure| CertifiedSchedule::new(shape, 16, failure).steps());
    assert!(steps.is_sorted(), "{steps:?}");
    let never = CertifiedSchedule::new(shape, 1, -900);
    assert!(never.phases.iter().all(|phase| !phase.may_fail), "{never:?}");
}
