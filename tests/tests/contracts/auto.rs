//! `auto` without a known congestion: a survey, and then all that the chosen algorithm would have done alone.

use super::delivered::{check_delivered, each_side_up_to_40, mixed_sets, workloads};
use meshcast_algorithms::{AutoRun, Congestion};
use meshcast_engine::{Messages, Options, Outcome, Shape};
use meshcast_tests::corpus::{
    run_auto_by, run_certified_by, run_hamiltonian, run_sweep_by, run_tuned_by, run_unicast_by,
    shapes,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Routes `set` in both ways, and returns the name of the algorithm that was chosen.
fn check(shape: Shape, set: &Messages) -> &'static str {
    let [one, other] = [Congestion::Doubled, Congestion::Counted].map(|way| {
        let what = format!("auto {way:?} {shape:?} {set:?}");
        let (outcome, run) = run_auto_by(way, shape, set, 3, Options::default())
            .unwrap_or_else(|violation| panic!("{what}: {violation}"));
        check_delivered(set, &outcome, &what);
        let (chosen, alone) = alone(way, shape, set, &run);
        let survey = 2 * (shape.rows() / 2) + 2 * (shape.cols() / 2);
        // Messages without destinations leave, which `hamiltonian` alone does not ask for.
        let strip = u64::from(chosen == "hamiltonian");
        assert_eq!(outcome.steps, alone.steps + survey as u64 + strip, "{what}");
        assert_eq!(outcome.capacity, alone.capacity, "{what}");
        chosen
    });
    assert_eq!(one, other, "the choice follows from the average");
    one
}

/// The algorithm of `run`, chosen beforehand: its name and its run, which finds out the same.
fn alone(way: Congestion, shape: Shape, set: &Messages, run: &AutoRun) -> (&'static str, Outcome) {
    let options = Options::default();
    match run {
        AutoRun::Hamiltonian => {
            let outcome = run_hamiltonian(shape, Arc::new(set.clone()), options);
            ("hamiltonian", outcome.expect("lawful"))
        }
        AutoRun::Tuned(found) => {
            let (outcome, run) = run_tuned_by(way, shape, set, 3, options).expect("lawful");
            assert_eq!(*found, run);
            ("tuned", outcome)
        }
        AutoRun::Sweep(found) => {
            let (outcome, run) = run_sweep_by(way, shape, set, 3, options).expect("lawful");
            assert_eq!(*found, run);
            ("sweep", outcome)
        }
        AutoRun::Unicast(found) => {
            let (outcome, run) = run_unicast_by(way, shape, set, 3, options).expect("lawful");
            assert_eq!(*found, run);
            ("unicast", outcome)
        }
        AutoRun::Certified(found) => {
            let (outcome, run) = run_certified_by(way, shape, set, 3, options).expect("lawful");
            assert_eq!(*found, run);
            ("certified", outcome)
        }
    }
}

#[test]
fn everything_is_delivered() {
    for shape in shapes(11) {
        for (set, _) in mixed_sets(shape.nodes()) {
            check(shape, &set);
        }
    }
}

#[test]
fn everything_is_delivered_on_every_side_up_to_40() {
    for (shape, set, _) in each_side_up_to_40(12).step_by(2) {
        check(shape, &set);
    }
}

#[test]
fn every_workload_is_delivered() {
    let sets = workloads(&[(6, 3), (12, 8), (16, 16), (21, 5), (24, 40)]);
    let chosen: BTreeSet<&str> = sets.map(|(shape, set)| check(shape, &set)).collect();
    assert_eq!(chosen, ["hamiltonian", "sweep", "tuned", "unicast"].into());
}
