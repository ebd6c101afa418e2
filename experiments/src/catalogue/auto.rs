//! Enters `auto`, which runs the algorithm with the fewest expected steps of those with closed forms.

use super::algorithm::Algorithm;
use super::choice::Choice;
use super::entry::{Entry, Ignorance};
use super::extent::Extent;
use super::findings::Findings;
use super::formula::{Envelope, Formula};
use super::hamiltonian::{self, Nothing};
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use super::{certified, sweep, tuned, unicast};
use crate::message_set::MessageSet;
use meshcast_algorithms::{Auto, AutoRun, Candidate, Forecast};
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "auto"
    }

    fn description(&self) -> &'static str {
        "Of hamiltonian, randomized (tuned, sweep or, for few messages, certified) and unicast the one with the fewest expected \
         steps for this n, c and d"
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn enters_crossovers(&self) -> bool {
        false
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let Setting { seed, congestion, .. } = setting;
        let auto = Auto::with_congestion(set.shape, &set.messages, seed, congestion);
        let (best, next) = (auto.forecast().best(), auto.forecast().runner_up());
        let choice = Choice {
            knowledge: of(best.candidate).knowledge(congestion),
            label: of(best.candidate).label(),
            predicted_steps: best.steps,
            runner_up: of(next.candidate).label(),
            runner_up_steps: next.steps,
        };
        let plan = Plan::of(auto, |run| -> Arc<dyn Findings> {
            match run {
                AutoRun::Hamiltonian => Arc::new(Nothing {}),
                AutoRun::Tuned(run) => Arc::new(tuned::Found::from(run)),
                AutoRun::Sweep(run) => Arc::new(sweep::Found::from(run)),
                AutoRun::Unicast(run) => Arc::new(unicast::Found::from(run)),
                AutoRun::Certified(run) => Arc::new(certified::Found::from(run)),
            }
        });
        Plan { choice: Some(choice), ..plan }
    }

    fn footprint(&self, run: &Extent, parameters: Parameters) -> u64 {
        let footprint = |algorithm: &Algorithm| algorithm.entry().footprint(run, parameters);
        candidates(run).iter().map(footprint).max().unwrap_or(0)
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        let footprint = |algorithm: &Algorithm| algorithm.entry().survey_footprint(run);
        candidates(run).iter().map(footprint).max().unwrap_or(0)
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        run.forecast().first().map_or(0, |best| best.steps)
    }

    fn formula(&self, _: Parameters) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::RootOfLoad,
            supposes: "what its candidates suppose",
            steps: |shape, c, _| Forecast::of_sets(shape, shape.nodes(), c, c).best().steps,
        })
    }

    fn held_events(&self, run: &Extent, parameters: Parameters) -> u64 {
        let held = |algorithm: &Algorithm| algorithm.entry().held_events(run, parameters);
        candidates(run).iter().map(held).max().unwrap_or(0)
    }
}

/// What is chosen, and what is forecast to be at most a quarter slower.
pub(super) fn candidates(run: &Extent) -> Vec<Algorithm> {
    let forecast = run.forecast();
    let fewest = forecast.first().map_or(0, |best| best.steps);
    let near = forecast.iter().filter(|prediction| 4 * prediction.steps <= 5 * fewest);
    near.map(|prediction| of(prediction.candidate)).collect()
}

/// A candidate in the catalogue.
pub(super) fn of(candidate: Candidate) -> Algorithm {
    match candidate {
        Candidate::Hamiltonian => hamiltonian::ALGORITHM,
        Candidate::Tuned => tuned::ALGORITHM,
        Candidate::Sweep => sweep::ALGORITHM,
        Candidate::Unicast => unicast::ALGORITHM,
        Candidate::Certified => certified::ALGORITHM,
    }
}
