//! `deterministic --variant paper`: Theorem 4, step by step.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance, Numbering};
use super::error::AdmissionError;
use super::extent::{Extent, WORD};
use super::findings::{Findings, one_after_another, visits};
use super::formula::{Envelope, Formula};
use super::growth::Growth;
use super::hamiltonian;
use super::parameters::{Flag, Parameters};
use super::plan::Plan;
use super::rounds::{STORED_GROUPS, only_one_file};
use super::setting::Setting;
use crate::message_set::MessageSet;
use crate::readable::{grouped, significant};
use meshcast_algorithms::{
    AlphaIs, Congestion, DeterministicPaper, DeterministicPaperPhase, DeterministicPaperRun,
    MessageParameters, Permutation, Permutations, Replication,
};
use meshcast_engine::{Messages, Shape};
use serde::Serialize;
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
        let default = || DeterministicPaper::default_instances(shape);
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

    fn formula(&self) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::RootOfLoadLogSquared,
            supposes: "as many phases as by Lemma 4",
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

/// The replicas of a packet.
fn replicas(run: &Extent, parameters: Parameters) -> u64 {
    let default = || u64::from(run.nodes().next_power_of_two().ilog2().max(1));
    parameters.instances.map_or_else(default, |instances| instances as u64)
}

#[derive(Debug, Serialize)]
struct Found {
    /// Replicas of a packet, and migrations of an iteration.
    instances: usize,
    alpha: usize,
    /// Whether α was given, is certified, is enough for almost all permutations, or the default since nothing is certain.
    alpha_is: &'static str,
    /// Whether λ constrains nothing, since there are more replicas of a packet than tiles.
    vacuous: bool,
    classes: usize,
    /// The most phases of a class. The next lists have an entry for each.
    phases: usize,
    /// Of all classes together.
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// The most packets alive for a block after a phase, and how many there can be; null if nothing is certain.
    alive: Vec<u32>,
    alive_at_most: Vec<Option<u32>>,
    /// Lemma 4 as the paper has it: c/(r·bⁱ⁻¹) packets after phase i.
    lemma_4: Vec<f64>,
    /// Whether the bound is 0 since every group is served whole, whatever the expansion.
    groups_served_whole: Vec<bool>,
    /// The first phase of a class in which more were alive than there can be.
    #[serde(skip)]
    broken_bound: Option<DeterministicPaperPhase>,
    /// Migrations of a visit.
    migrations: Vec<usize>,
    /// Rows and columns of the grid of tiles, and of the largest block, for the congestion or for every guess.
    tiles: Vec<(usize, usize)>,
    blocks: Vec<(usize, usize)>,
    /// Whether c ≥ log₂⁴ n, as the theorem supposes.
    in_range: bool,
    /// Whether the packets toured the whole mesh instead.
    fallback: bool,
    /// Guesses at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<DeterministicPaperRun> for Found {
    fn from(run: DeterministicPaperRun) -> Self {
        let of = |phase: usize| run.phases.iter().filter(move |found| found.phase == phase);
        let numbers = || 0..run.most_phases();
        let used = run.phases.iter().map(|phase| phase.guess + 1).max().unwrap_or(0);
        let used = &run.guesses[..used];
        let bound = |phase| {
            let bounds = of(phase).map(|found| found.bound).collect::<Option<Vec<u32>>>();
            bounds.and_then(|bounds| bounds.into_iter().max())
        };
        let most = |of_classes: &mut dyn Iterator<Item = f64>| of_classes.fold(0.0, f64::max);
        Self {
            instances: run.instances,
            alpha: run.alpha,
            alpha_is: match run.alpha_is {
                AlphaIs::Given => "given",
                AlphaIs::Certified => "certified",
                AlphaIs::Likely => "union-bound",
                AlphaIs::Default => "default",
            },
            vacuous: run.vacuous,
            classes: run.classes(),
            phases: run.most_phases(),
            leftovers: numbers().map(|phase| of(phase).map(|found| found.left).sum()).collect(),
            leftovers_are: "deliveries",
            alive: numbers().filter_map(|phase| of(phase).map(|found| found.alive).max()).collect(),
            alive_at_most: numbers().map(bound).collect(),
            lemma_4: numbers()
                .map(|phase| most(&mut of(phase).map(|found| found.lemma_4)))
                .collect(),
            groups_served_whole: numbers()
                .map(|phase| of(phase).all(|found| found.serves_all))
                .collect(),
            broken_bound: run.broken_bound().copied(),
            migrations: numbers()
                .filter_map(|phase| of(phase).map(|found| found.migrations).max())
                .collect(),
            tiles: used.iter().map(|guess| guess.tiles).collect(),
            blocks: used.iter().map(|guess| guess.block).collect(),
            in_range: run.in_range,
            fallback: run.fallback,
            guesses: if run.knows_congestion {
                Vec::new()
            } else {
                used.iter().map(|guess| guess.congestion).collect()
            },
        }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        let &Self { instances, alpha, classes, phases, fallback, ref tiles, .. } = self;
        if fallback && phases == 0 {
            return "c > n/16: hamiltonian in its place".to_owned();
        }
        let classes = match classes {
            1 => "1 class".to_owned(),
            _ => format!("{} classes", grouped(classes as u64)),
        };
        let whole = if fallback { ", a guess above n/16: hamiltonian for the rest" } else { "" };
        let visits = visits(tiles, phases);
        format!("r = {instances}, alpha = {alpha}, {classes} of up to {visits}{whole}")
    }

    fn phases(&self) -> Option<usize> {
        Some(self.phases)
    }

    fn leftovers(&self) -> Option<(&[u32], &'static str)> {
        Some((&self.leftovers, self.leftovers_are))
    }

    fn guesses(&self) -> &[usize] {
        &self.guesses
    }

    fn idle_flags(&self, _: usize) -> &'static [&'static str] {
        if self.phases == 0 {
            &["--instances", "--alpha", "--marking", "--permutations"]
        } else {
            &[]
        }
    }

    fn complaint(&self) -> Option<String> {
        let &DeterministicPaperPhase { class, phase, alive, bound, .. } =
            self.broken_bound.as_ref()?;
        let most = bound?;
        let after = format!("phase {} of class {}", phase + 1, class + 1);
        let bound = format!("at most {most} packets alive for a block after {after}");
        Some(format!("expected {bound}, found {alive}"))
    }

    /// What replicas are certain of, and came to.
    fn lines(&self) -> Vec<(&'static str, String)> {
        if self.phases == 0 {
            return Vec::new();
        }
        let source = match self.alpha_is {
            "given" => "as given",
            "certified" => "the least with which Lemma 4 is certain",
            "union-bound" => "the least for all but 2^-20 of permutations",
            _ => "by default, since nothing is certain",
        };
        let mut lines = vec![("alpha", source.to_owned())];
        let vacuous = || ("expansion", "none: r > c, lambda constrains nothing".to_owned());
        lines.extend(self.vacuous.then(vacuous));
        let alive = one_after_another(self.alive.iter().map(|&alive| alive.into()));
        let bounds = self.alive_at_most.iter().zip(&self.groups_served_whole);
        let bounds = bounds.map(|bound| match bound {
            (_, true) => "0 since every group is served whole".to_owned(),
            (Some(most), false) => format!("{} by Lemma 4", grouped((*most).into())),
            (None, false) => "nothing is certain".to_owned(),
        });
        let bounds = bounds.collect::<Vec<_>>().join(", then ");
        lines.push(("alive", format!("{alive} packets for a block at most; {bounds}")));
        let written: Vec<String> = self.lemma_4.iter().map(|&most| significant(most)).collect();
        let written = written.join(", then ");
        lines.push(("lemma 4", format!("c/(r b^(i-1)) = {written} after phase i")));
        if !self.in_range {
            lines.push(("range", "c < log^4 n: outside that of Theorem 4".to_owned()));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_algorithms::DeterministicPaperGuess;

    #[test]
    fn a_bound_that_one_class_breaks_is_not_hidden_by_another() {
        let phase = |class, alive, bound| {
            let (guess, begins, phase, left) = (0, true, 0, 9);
            let (migrations, serves_all) = (4, false);
            DeterministicPaperPhase {
                class,
                guess,
                begins,
                phase,
                migrations,
                serves_all,
                left,
                alive,
                bound,
                lemma_4: 4.0 / 3.0,
            }
        };
        let guess = DeterministicPaperGuess { congestion: 4, tiles: (2, 2), block: (2, 4) };
        let complaint = |phases: Vec<DeterministicPaperPhase>| {
            let run = DeterministicPaperRun {
                fallback: false,
                instances: 3,
                alpha: 4,
                alpha_is: AlphaIs::Certified,
                vacuous: false,
                in_range: false,
                knows_congestion: true,
                guesses: vec![guess],
                phases,
            };
            Found::from(run).complaint()
        };
        assert_eq!(complaint(vec![phase(0, 5, Some(5)), phase(1, 9, None)]), None);
        let broken = [phase(0, 5, None), phase(1, 6, Some(5)), phase(2, 3, Some(7))];
        let expected =
            "expected at most 5 packets alive for a block after phase 1 of class 2, found 6";
        assert_eq!(complaint(broken.to_vec()).as_deref(), Some(expected));
    }
}
