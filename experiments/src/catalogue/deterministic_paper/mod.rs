//! Enters `deterministic --variant paper`, which is Theorem 4 step by step.

mod findings;

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance, Numbering};
use super::error::AdmissionError;
use super::extent::{Extent, WORD};
use super::formula::{Envelope, Formula};
use super::growth::Growth;
use super::hamiltonian;
use super::parameters::{Flag, Parameters};
use super::plan::Plan;
use super::rounds::{STORED_GROUPS, only_one_file};
use super::setting::Setting;
use crate::message_set::MessageSet;
use findings::Found;
use meshcast_algorithms::{
    Congestion, DeterministicPaper, MessageParameters, Permutation, Permutations, Replication,
};
use meshcast_engine::{Messages, Shape};
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "deterministic:paper"
    }

    fn description(&self) -> &'static str {
        STORED_GROUPS
    }

    fn flags(&self) -> &'static [Flag] {
        &[Flag::Instances, Flag::Alpha, Flag::Marking, Flag::Permutations]
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn repeats_deliveries(&self) -> bool {
        true
    }

    fn skipped_on(&self, set: &MessageSet, parameters: Parameters) -> Option<String> {
        /// Nodes up to which a run takes seconds.
        const MOST_NODES: usize = 1024;
        let Parameters { instances, .. } = parameters;
        let known = Congestion::Known;
        // Without replicas it is no other than `hamiltonian`.
        let replicates =
            || DeterministicPaper::entries(set.shape, &set.messages, instances, known) > 0;
        (set.shape.nodes() > MOST_NODES && replicates()).then(|| {
            format!(
                "slow, on more than {MOST_NODES} nodes only if named, as in --algorithms {},auto",
                self.label()
            )
        })
    }

    /// Marks depend on the congestion alone, and tiles are too large for some only where there are few, for little congestion.
    fn check_mesh(
        &self,
        shape: Shape,
        congestion: usize,
        known: Congestion,
        parameters: Parameters,
    ) -> Result<(), AdmissionError> {
        const FEW: usize = 64;
        let few = congestion.min(FEW).min(shape.nodes());
        let lists = (0..few as u32).map(|from| (from, vec![0]));
        check_marks(shape, &Messages::new(shape.nodes(), lists)?, known, parameters)
    }

    fn check_messages(
        &self,
        shape: Shape,
        messages: &Messages,
        known: Congestion,
        parameters: Parameters,
    ) -> Result<(), AdmissionError> {
        check_marks(shape, messages, known, parameters)?;
        let most = DeterministicPaper::most_instances(shape, messages, known);
        let default = || DeterministicPaper::default_instances(shape, messages, known);
        let found = parameters.instances.unwrap_or_else(default);
        match most.filter(|&most| found > most) {
            Some(most) => Err(AdmissionError::ManyReplicas { most, found }),
            None => Ok(()),
        }
    }

    fn check_permutations(
        &self,
        set: &MessageSet,
        known: Congestion,
        parameters: Parameters,
        files: usize,
    ) -> Result<Numbering, AdmissionError> {
        only_one_file("--variant paper", files)?;
        let Parameters { instances, .. } = parameters;
        let entries = DeterministicPaper::entries(set.shape, &set.messages, instances, known);
        Ok(Numbering::Replicas((entries > 0).then_some(entries)))
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, parameters: Parameters) -> Plan {
        // A second or so.
        const EFFORT: u64 = 1 << 28;
        let (shape, messages, known) = (set.shape, &set.messages, setting.congestion);
        let Parameters { instances, alpha, marking, .. } = parameters;
        let (marks, is_drawn) = (marking.marks(), setting.permutations.is_empty());
        let replication = Replication { instances, alpha, is_drawn, marks, effort: EFFORT };
        let entries = DeterministicPaper::entries(shape, messages, instances, known);
        let drawn = Permutation::random(entries, Permutations::seed(setting.seed, 1));
        let stored = setting.permutations.first().filter(|_| entries > 0).unwrap_or(&drawn);
        let paper = DeterministicPaper::new(shape, messages, &replication, stored, known);
        let stored_words = Some(paper.stored_words());
        let known_to_adversary = set.are_against(std::iter::once(stored));
        let plan = Plan::of(paper, |run| Arc::new(Found::from(run)));
        Plan { stored_words, known_to_adversary, ..plan }
    }

    /// Words for every replica, and the counts of blocks, in three registers of 4 bytes; there are about √(cn) blocks, and up to four
    /// times as many where tiles are uneven.
    fn footprint(&self, run: &Extent, parameters: Parameters) -> u64 {
        const A_NODE: u64 = 300;
        const COUNTS: u64 = 12;
        let (nodes, congestion) = (run.nodes(), run.congestion());
        if run.is_toured() {
            return hamiltonian::ALGORITHM.entry().footprint(run, parameters);
        }
        let is_even = nodes.is_power_of_two() && congestion.is_power_of_two();
        let blocks = run.root_cn() * if is_even { 1 } else { 4 };
        let words = WORD * (1 + replicas(run, parameters)) * run.size.deliveries;
        words + nodes * (A_NODE + COUNTS * blocks)
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        run.counts_of_blocks(run.counted_blocks())
    }

    fn expected_steps(&self, run: &Extent, parameters: Parameters) -> u64 {
        if run.is_toured() {
            return hamiltonian::ALGORITHM.entry().expected_steps(run, parameters);
        }
        run.root_cn().saturating_mul(500 * replicas(run, parameters))
    }

    fn held_events(&self, run: &Extent, parameters: Parameters) -> u64 {
        if run.is_toured() {
            return hamiltonian::ALGORITHM.entry().held_events(run, parameters);
        }
        54 * run.quarter() * replicas(run, parameters)
    }

    fn growth(&self) -> Growth {
        Growth::Unknown
    }

    fn formula(&self, _: Parameters) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::RootOfLoadLogSquared,
            supposes: "α = 4 if not given, phases as by Lemma 4",
            steps: |shape, c, parameters| {
                let Parameters { instances, alpha, marking, .. } = parameters;
                let known = MessageParameters::uniform(shape, c);
                let replication = (instances, alpha, marking.marks());
                DeterministicPaper::expected_steps(shape, known, replication)
            },
        })
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::StepsAreLogSquared, Claim::BuffersAreConstant, Claim::Lemma4]
    }
}

/// Refuses marks that the tiles are too large for.
fn check_marks(
    shape: Shape,
    messages: &Messages,
    known: Congestion,
    parameters: Parameters,
) -> Result<(), AdmissionError> {
    let marks = parameters.marking.marks();
    if DeterministicPaper::can_mark(shape, messages, marks, known) {
        Ok(())
    } else {
        Err(AdmissionError::LargeTiles)
    }
}

/// The replicas of a packet, or no fewer: by default there are at most ⌊log₂ n⌋.
fn replicas(run: &Extent, parameters: Parameters) -> u64 {
    parameters.instances.map_or(run.nodes().max(2).ilog2().into(), |given| given as u64)
}
