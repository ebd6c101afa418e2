//! Enters `randomized --variant paper`, which is Theorem 3 step by step.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, WORD};
use super::findings::{Findings, visits};
use super::formula::{Envelope, Formula};
use super::hamiltonian;
use super::parameters::{Flag, Parameters};
use super::plan::Plan;
use super::setting::Setting;
use super::tuned::RANDOM_GROUPS;
use crate::message_set::MessageSet;
use meshcast_algorithms::{MessageParameters, Paper, PaperRun};
use meshcast_engine::Order;
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "randomized:paper"
    }

    fn description(&self) -> &'static str {
        RANDOM_GROUPS
    }

    fn flags(&self) -> &'static [Flag] {
        &[Flag::Instances]
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, parameters: Parameters) -> Plan {
        let paper = Paper::new(set.shape, &set.messages, parameters.instances, setting.seed);
        Plan::of(paper.with_congestion(setting.congestion), |run| Arc::new(Found::from(run)))
    }

    /// As tuned, with every migration made by steps of its own: also in leaps.
    fn footprint(&self, run: &Extent, parameters: Parameters) -> u64 {
        let (nodes, congestion, deliveries) = (run.nodes(), run.congestion(), run.size.deliveries);
        if run.is_toured() {
            return hamiltonian::ALGORITHM.entry().footprint(run, parameters);
        }
        // In steps the lanes and registers of the tiles that run, too.
        let tile = nodes / congestion * run.threads(congestion);
        let machine = if run.leaps() { 120 * nodes } else { 210 * nodes + 500 * tile };
        let routes = run.sort_timetables(Order::Snake);
        WORD * deliveries + machine + routes + run.scan_in_tiles(congestion, 2)
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        run.counts_of_blocks(run.counted_blocks())
    }

    fn expected_steps(&self, run: &Extent, parameters: Parameters) -> u64 {
        if run.is_toured() {
            return hamiltonian::ALGORITHM.entry().expected_steps(run, parameters);
        }
        65 * run.root_cn()
    }

    fn held_events(&self, run: &Extent, parameters: Parameters) -> u64 {
        if run.is_toured() {
            return hamiltonian::ALGORITHM.entry().held_events(run, parameters);
        }
        16 * run.quarter() * parameters.instances.map_or(3, |instances| instances as u64)
    }

    fn formula(&self, parameters: Parameters) -> Option<Formula> {
        // That of the default parameters.
        (parameters == Parameters::default()).then_some(Formula {
            envelope: Envelope::RootOfLoad,
            supposes: "one phase of one tour",
            steps: |shape, c, _| Paper::expected_steps(shape, MessageParameters::uniform(shape, c)),
        })
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::StepsAreThetaRoot, Claim::BuffersAreConstant, Claim::Lemma3]
    }
}

#[derive(Debug, Serialize)]
struct Found {
    /// Migrations of a visit, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    instances: Option<usize>,
    /// The phases; the lists have an entry for each.
    phases: usize,
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// How often the groups went round in every phase.
    tours: Vec<u64>,
    /// Rows and columns of the grid of tiles in every phase.
    tiles: Vec<(usize, usize)>,
    /// Rows and columns of the largest block in every phase.
    blocks: Vec<(usize, usize)>,
    /// Whether the packets toured the whole mesh instead.
    fallback: bool,
    /// Guesses at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<PaperRun> for Found {
    fn from(run: PaperRun) -> Self {
        let PaperRun { fallback, instances, phases, guesses } = run;
        Self {
            instances: (!phases.is_empty()).then_some(instances),
            phases: phases.iter().map(|phase| phase.phase + 1).max().unwrap_or(0),
            leftovers: phases.iter().map(|phase| phase.left).collect(),
            leftovers_are: "deliveries",
            tours: phases.iter().map(|phase| phase.tours).collect(),
            tiles: phases.iter().map(|phase| (phase.tiles_down, phase.tiles_across)).collect(),
            blocks: phases.iter().map(|phase| (phase.block_rows, phase.block_cols)).collect(),
            fallback,
            guesses,
        }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        let instances = self.instances.map(|instances| format!("r = {instances}"));
        let visits = (self.phases > 0).then(|| visits(&self.tiles, self.phases));
        let whole = self.fallback.then(|| match self.phases {
            0 => "c > n/16: hamiltonian in its place".to_owned(),
            _ => "a guess above n/16: hamiltonian for the rest".to_owned(),
        });
        [instances, visits, whole].into_iter().flatten().collect::<Vec<_>>().join(", ")
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
        if self.phases == 0 { &["--instances"] } else { &[] }
    }
}
