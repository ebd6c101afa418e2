//! The steps that `auto` expects of an algorithm are near those that it takes, and the one that it chooses mostly takes
//! the fewest.

use meshcast_algorithms::{Candidate, Congestion, Forecast, Workload, generate};
use meshcast_engine::{Messages, Options, Shape};
use meshcast_tests::corpus::{
    below, generator, run_certified_by, run_hamiltonian, run_sweep, run_tuned, run_unicast, some_of,
};
use std::sync::Arc;

/// The steps of a run with a seed.
fn steps(candidate: Candidate, shape: Shape, set: &Messages, seed: u64) -> u64 {
    let options = Options::default;
    let outcome = match candidate {
        Candidate::Hamiltonian => run_hamiltonian(shape, Arc::new(set.clone()), options()),
        Candidate::Tuned => run_tuned(shape, set, seed, options()).map(|(outcome, _)| outcome),
        Candidate::Sweep => run_sweep(shape, set, seed, options()).map(|(outcome, _)| outcome),
        Candidate::Unicast => run_unicast(shape, set, seed, options()).map(|(outcome, _)| outcome),
        Candidate::Certified => run_certified_by(Congestion::Known, shape, set, seed, options())
            .map(|(outcome, _)| outcome),
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
                (Workload::PowerLaw, None, c),
            ]
        })
        .collect()
}

/// What algorithms take on a set, beside what is expected of them.
struct Taken {
    what: String,
    forecast: Forecast,
    steps: Vec<(Candidate, u64)>,
}

impl Taken {
    fn new(
        side: usize,
        (workload, degree, c): (Workload, Option<usize>, usize),
        seed: u64,
    ) -> Option<Self> {
        let shape = Shape::new(side, side).expect("small");
        // A hot block may have fewer nodes than a message would have destinations.
        let set = generate(workload, side, degree, Some(c), seed).ok()?;
        let forecast = Forecast::new(shape, &set);
        let all = [Candidate::Hamiltonian, Candidate::Tuned, Candidate::Sweep, Candidate::Unicast];
        // The steps of `unicast` depend on d: the many rounds of a large one are no rival to anything.
        let is_certain =
            |it: &Candidate| forecast.predictions().iter().any(|one| one.candidate == *it);
        let certain = Some(Candidate::Certified).filter(is_certain);
        let rivals = all.into_iter().chain(certain).filter(|&candidate| {
            candidate != Candidate::Unicast
                || set.degree() <= 16
                || forecast.best().candidate == candidate
        });
        let steps = rivals.map(|candidate| (candidate, steps(candidate, shape, &set, seed)));
        let what = format!(
            "{workload}, side {side}, d = {}, c = {}, seed {seed}",
            set.degree(),
            set.congestion()
        );
        Some(Self { what, steps: steps.collect(), forecast })
    }

    fn of(&self, candidate: Candidate) -> Option<u64> {
        self.steps.iter().find(|(it, _)| *it == candidate).map(|&(_, steps)| steps)
    }

    /// The steps of the choice, in percent of those of the best.
    fn percent(&self) -> u64 {
        let own = self.of(self.forecast.best().candidate).expect("it was run");
        let best = self.steps.iter().map(|&(_, steps)| steps).min().expect("several");
        own * 100 / best
    }

    /// Whether all steps are within a quarter of what was expected.
    fn check_predictions(&self) {
        for prediction in self.forecast.predictions() {
            if let Some(steps) = self.of(prediction.candidate) {
                let (low, high) = (steps * 3, steps * 5);
                let within = (low..=high).contains(&(prediction.steps * 4));
                assert!(within, "{}: {prediction:?}, {steps}", self.what);
            }
        }
    }
}

/// Where few messages have most destinations, `tuned` may take a phase more than is expected, and `sweep` a drain.
#[test]
fn the_choice_takes_at_most_a_tenth_more_than_the_best_but_for_few_power_laws() {
    let (mut chosen, mut power_laws, mut worse) = (Vec::new(), 0, 0);
    for (side, seeds) in [(5, 3), (8, 3), (9, 3), (13, 3), (16, 2), (19, 1), (24, 1), (32, 1)] {
        for (seed, set) in
            (1..=seeds).flat_map(|seed| sets(side).into_iter().map(move |set| (seed, set)))
        {
            let Some(taken) = Taken::new(side, set, seed) else { continue };
            let (percent, is_power_law) = (taken.percent(), set.0 == Workload::PowerLaw);
            let most = if is_power_law { 210 } else { 110 };
            assert!(percent <= most, "{}: {percent} %, {:?}", taken.what, taken.steps);
            power_laws += u32::from(is_power_law);
            worse += u32::from(percent > 110);
            chosen.push(taken.forecast.best().candidate);
        }
    }
    assert!(worse * 10 <= power_laws, "{worse} of {power_laws}");
    for candidate in [Candidate::Hamiltonian, Candidate::Sweep, Candidate::Unicast] {
        assert!(chosen.contains(&candidate), "{candidate:?} is never chosen");
    }
}

/// Sets on which the choice took 114, 113, 107 and 190 percent of the fewest steps, before a second survey of sweeps was expected and their
/// ends followed what is under way.
#[test]
fn sets_on_which_the_choice_was_slow_are_served_in_the_fewest_steps() {
    for (side, workload, c, seed) in [
        (21, Workload::Uniform, 18, 3),
        (15, Workload::Uniform, 7, 5),
        (27, Workload::Uniform, 28, 5),
        (38, Workload::PowerLaw, 1, 19),
    ] {
        let taken = Taken::new(side, (workload, None, c), seed).expect("in range");
        assert_eq!(taken.percent(), 100, "{}", taken.what);
    }
}

/// On even sides, where a phase of `sweep` serves both windows alike.
#[test]
fn predictions_for_uniform_sets_are_within_a_quarter() {
    for (side, seeds) in [(16, 3), (24, 1), (32, 1)] {
        for c in [1, 4, 7, 16, 25, 64].into_iter().filter(|c| 16 * c <= side * side) {
            for seed in 1..=seeds {
                let taken = Taken::new(side, (Workload::Uniform, None, c), seed);
                taken.expect("in range").check_predictions();
            }
        }
    }
}

/// As many messages as a block has nodes, and fewer, all for the nodes of one part of the mesh: one phase of `certified` serves them, and
/// often `tuned` takes them past every node in fewer steps.
#[test]
fn what_is_forecast_of_few_messages_for_certain_is_what_certified_takes() {
    let (mut certain, mut tuned) = (0, 0);
    for number in 0..300 {
        let random = &mut generator(number);
        let (rows, cols) = (2 + below(random, 30), 2 + below(random, 30));
        let (shape, nodes) = (Shape::new(rows, cols).expect("small"), rows * cols);
        let senders = 1 + below(random, 2 * nodes.isqrt() + 2);
        let part = nodes / (1 + below(random, 6));
        let messages = some_of(nodes, senders.min(nodes), number).into_iter().map(|sender| {
            let count = 1 + below(random, part);
            (sender, some_of(part, count, u64::from(sender) ^ number))
        });
        let set = Messages::new(nodes, messages.collect::<Vec<_>>()).expect("distinct nodes");
        let forecast = Forecast::new(shape, &set);
        let predictions = forecast.predictions().iter();
        let found = predictions.filter(|one| one.candidate == Candidate::Certified);
        for prediction in found {
            let taken = steps(Candidate::Certified, shape, &set, number);
            assert_eq!(prediction.steps, taken, "{shape:?}, {senders} senders");
            certain += 1;
        }
        let best = forecast.best();
        if best.candidate == Candidate::Tuned {
            let taken = steps(Candidate::Tuned, shape, &set, number);
            assert_eq!(best.steps, taken, "{shape:?}, {senders} senders");
            tuned += 1;
        }
    }
    assert!(certain > 80, "one phase is certain for {certain} of 300 sets");
    assert!(tuned > 80, "tuned is chosen for {tuned} of 300 sets");
}

/// 32 messages for all nodes: they go past every node.
#[test]
fn broadcasts_of_a_few_nodes_are_left_to_tuned() {
    let shape = Shape::new(26, 26).expect("small");
    let set = generate(Workload::Broadcast, 26, None, Some(32), 1).expect("in range");
    let best = Forecast::new(shape, &set).best();
    assert_eq!(best.candidate, Candidate::Tuned);
    assert_eq!(steps(best.candidate, shape, &set, 1), best.steps);
    assert!(best.steps < 200, "certified takes 404, not {}", best.steps);
}
