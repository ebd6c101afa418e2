//! The steps that `auto` expects of an algorithm are near those that it takes, and the one that it chooses takes the
//! fewest, or hardly more.

use meshcast_algorithms::{Candidate, Forecast, Workload, generate};
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{run_hamiltonian, run_sweep, run_tuned, run_unicast};
use std::sync::Arc;

/// The steps of a run.
fn steps(candidate: Candidate, shape: Shape, set: &Messages) -> u64 {
    let options = Options::default;
    let outcome = match candidate {
        Candidate::Hamiltonian => run_hamiltonian(shape, Arc::new(set.clone()), options()),
        Candidate::Tuned => run_tuned(shape, set, 1, options()).map(|(outcome, _)| outcome),
        Candidate::Sweep => run_sweep(shape, set, 1, options()).map(|(outcome, _)| outcome),
        Candidate::Unicast => run_unicast(shape, set, 1, options()).map(|(outcome, _)| outcome),
    };
    outcome.expect("lawful").steps
}

/// Sets of many c and d on a side, with the degrees that were asked for.
fn sets(side: usize) -> Vec<(Workload, Option<usize>, usize)> {
    let congestions = [1, 2, 4, 7, 16, 25, 64, 128].into_iter();
    let congestions = congestions.filter(|c| 4 * c <= side * side);
    congestions
        .flat_map(|c| {
            [
                (Workload::Uniform, None, c),
                (Workload::HotBlock, Some(1), c),
                (Workload::HotBlock, Some(c.div_ceil(2)), c),
                (Workload::Sparse, Some(c.div_ceil(4)), c),
                (Workload::Cluster, None, c),
            ]
        })
        .collect()
}

#[test]
fn predictions_are_within_a_quarter_of_the_steps_and_the_choice_is_within_a_tenth_of_the_best() {
    let mut wrong = Vec::new();
    let mut chosen = Vec::new();
    for side in [5, 8, 13, 16, 24, 32] {
        let shape = Shape::new(side, side).expect("small");
        for (workload, degree, c) in sets(side) {
            // A hot block may have fewer nodes than a message would have destinations.
            let Ok(set) = generate(workload, side, degree, Some(c), 1) else { continue };
            let forecast = Forecast::new(shape, &set);
            let taken = |candidate| steps(candidate, shape, &set);
            let all =
                [Candidate::Hamiltonian, Candidate::Tuned, Candidate::Sweep, Candidate::Unicast];
            // The steps of `unicast` depend on d: the many rounds of a large one are no rival to anything.
            let rivals = all
                .into_iter()
                .filter(|&candidate| candidate != Candidate::Unicast || set.degree() <= 16);
            let counted: Vec<_> = rivals.map(|candidate| (candidate, taken(candidate))).collect();
            // With c = 2 one phase of `sweep` may be enough, or not.
            let is_clear = set.congestion() != 2;
            let uniform = workload == Workload::Uniform && side >= 16 && 16 * c <= side * side;
            let foreseen = uniform && is_clear;
            for prediction in forecast.predictions().iter().filter(|_| foreseen) {
                let Some(&(_, steps)) = counted.iter().find(|(it, _)| *it == prediction.candidate)
                else {
                    continue;
                };
                if prediction.steps * 4 > steps * 5 || prediction.steps * 4 < steps * 3 {
                    wrong.push(format!(
                        "{workload} {side} d {} c {}: {prediction:?}, {steps}",
                        set.degree(),
                        set.congestion()
                    ));
                }
            }
            let best = counted.iter().min_by_key(|(_, steps)| *steps).expect("several");
            let choice = forecast.best().candidate;
            let own = counted.iter().find(|(candidate, _)| *candidate == choice);
            let own = own.map_or_else(|| taken(choice), |(_, steps)| *steps);
            if own * 10 > best.1 * if is_clear { 11 } else { 14 } {
                wrong.push(format!(
                    "{workload} {side} d {} c {}: {choice:?} {own}, best {best:?}",
                    set.degree(),
                    set.congestion()
                ));
            }
            chosen.push(choice);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for candidate in [Candidate::Hamiltonian, Candidate::Sweep, Candidate::Unicast] {
        assert!(chosen.contains(&candidate), "{candidate:?} is never chosen");
    }
}
