//! Enters `deterministic --variant sweep`, whose bands come from a stored permutation.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance, Numbering};
use super::error::AdmissionError;
use super::extent::Extent;
use super::formula::{Envelope, Formula};
use super::parameters::{Flag, Parameters};
use super::plan::Plan;
use super::rounds::{STORED_GROUPS, only_one_file};
use super::setting::Setting;
use super::sweep::{self, Found};
use crate::message_set::MessageSet;
use meshcast_algorithms::{
    Congestion, Grouping, MessageParameters, Permutation, Permutations, Sweep,
};
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "deterministic:sweep"
    }

    fn description(&self) -> &'static str {
        STORED_GROUPS
    }

    fn flags(&self) -> &'static [Flag] {
        &[Flag::Permutations]
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn provoked_by(&self) -> Grouping {
        Grouping::Bands
    }

    fn permutes_nodes(&self) -> bool {
        true
    }

    fn check_permutations(
        &self,
        set: &MessageSet,
        _: Congestion,
        _: Parameters,
        files: usize,
    ) -> Result<Numbering, AdmissionError> {
        only_one_file("--variant sweep", files)?;
        Ok(Numbering::Nodes(set.shape.nodes()))
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let seed = Permutations::seed(setting.seed, 1);
        let drawn = || Permutation::random(set.shape.nodes(), seed);
        let stored = setting.permutations.first().cloned().unwrap_or_else(drawn);
        let known_to_adversary = set.are_against(std::iter::once(&stored));
        let sweep = Sweep::stored(set.shape, &set.messages, stored);
        let stored_words = Some(sweep.stored_words());
        let plan =
            Plan::of(sweep.with_congestion(setting.congestion), |run| Arc::new(Found::from(run)));
        Plan { stored_words, known_to_adversary, ..plan }
    }

    fn footprint(&self, run: &Extent, parameters: Parameters) -> u64 {
        sweep::ALGORITHM.entry().footprint(run, parameters)
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        sweep::ALGORITHM.entry().survey_footprint(run)
    }

    fn expected_steps(&self, run: &Extent, parameters: Parameters) -> u64 {
        sweep::ALGORITHM.entry().expected_steps(run, parameters)
    }

    fn held_events(&self, run: &Extent, parameters: Parameters) -> u64 {
        sweep::ALGORITHM.entry().held_events(run, parameters)
    }

    fn formula(&self, _: Parameters) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::RootOfLoad,
            supposes: "as many phases and drains as are expected of a random permutation",
            steps: |shape, c, _| {
                Sweep::expected_stored_steps(shape, MessageParameters::uniform(shape, c))
            },
        })
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::BuffersAreConstant]
    }
}
