//! Holds schedules to what they must have, and to figures of `docs/certified.md`.

use super::schedule::ln_of_ties;
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
    assert_eq!(found, [2463, 2719, 2503, 2413, 2463, 2362, 2288]);
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
fn less_risk_costs_more_and_one_phase_with_one_tile_is_certain() {
    let shape = Shape::new(64, 64).expect("small");
    let steps =
        [-1, -20, -100, -900].map(|failure| CertifiedSchedule::new(shape, 16, failure).steps());
    assert!(steps.is_sorted(), "{steps:?}");
    let never = CertifiedSchedule::new(shape, 1, -900);
    assert!(never.phases.iter().all(|phase| !phase.may_fail), "{never:?}");
}

/// A schedule for more messages would do for fewer: none is missed that much cheaper ones show.
#[test]
fn more_congestion_takes_no_fewer_steps_on_even_meshes() {
    for side in [32, 60, 64] {
        let steps: Vec<u64> = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]
            .map(|congestion| schedule(side, congestion).steps())
            .into();
        assert!(steps.is_sorted(), "side {side}: {steps:?}");
    }
}

#[test]
fn ties_count_as_the_page_says() {
    let factor = |rows, cols| ln_of_ties(Shape::unbounded(rows, cols).expect("in range"));
    assert!((factor(64, 64) - 524_288.0 / 8_589_934_592.0).abs() < 1e-12);
    assert!((factor(4096, 4096) - 16.0).abs() < 1e-9);
    // Longer keys beyond any machine's mesh.
    assert!(factor(1 << 20, 1 << 20) < 1e-3);
}
