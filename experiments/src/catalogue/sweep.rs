//! Enters `randomized --variant sweep`, which goes along rows and columns of bands instead of tiles.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, PART, QUEUE, WORD};
use super::findings::Findings;
use super::formula::{Envelope, Formula};
use super::growth::Growth;
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use super::tuned::RANDOM_GROUPS;
use crate::message_set::MessageSet;
use crate::readable::counted;
use meshcast_algorithms::{Candidate, Grouping, MessageParameters, Sweep, SweepRun};
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "randomized:sweep"
    }

    fn description(&self) -> &'static str {
        RANDOM_GROUPS
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn provoked_by(&self) -> Grouping {
        Grouping::Bands
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let sweep = Sweep::new(set.shape, &set.messages, setting.seed);
        Plan::of(sweep.with_congestion(setting.congestion), |run| Arc::new(Found::from(run)))
    }

    /// Queues of packets along rows and columns, words in headers and headers in the order of halves, each a part of its own; in leaps
    /// the stops of a lap, of which a band of ⅔√c has its share.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        const BESIDE: u64 = 100;
        // With what a list that grows has room for.
        const STOP: u64 = 40;
        // What is put off, up to so many.
        const LATE: u64 = 28;
        const MANY: u64 = 1 << 20;
        let (nodes, deliveries) = (run.nodes(), run.size.deliveries);
        let stops = if run.leaps() { nodes * run.congestion().isqrt() } else { 0 };
        let leaps = STOP * stops + LATE * stops.min(MANY);
        let queues = 4 * QUEUE + BESIDE;
        let parts = PART * (2 * run.size.messages).min(deliveries);
        let files = 8 * run.records.permutations as u64 * nodes;
        nodes * queues + leaps + 2 * WORD * deliveries + parts + files
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        run.counts_of_blocks(run.shape.rows().max(run.shape.cols()) as u64)
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        run.forecast_of(Candidate::Sweep)
    }

    fn held_events(&self, run: &Extent, _: Parameters) -> u64 {
        3 * run.quarter()
    }

    fn growth(&self) -> Growth {
        Growth::ClosedForm(Candidate::Sweep)
    }

    fn formula(&self, _: Parameters) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::RootOfLoad,
            supposes: "as many phases and drains as are expected",
            steps: |shape, c, _| Sweep::expected_steps(shape, MessageParameters::uniform(shape, c)),
        })
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::StepsAreThetaRoot, Claim::BuffersAreConstant]
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Found {
    instances: usize,
    phases: usize,
    /// By survey, of which there is one after the second phase and after each later one.
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// Bands of rows in every phase.
    bands: Vec<usize>,
    /// Guesses at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<SweepRun> for Found {
    fn from(run: SweepRun) -> Self {
        let SweepRun { bands, leftovers, guesses, .. } = run;
        let leftovers_are = "times passed over in one column";
        Self { instances: 1, phases: bands.len(), leftovers, leftovers_are, bands, guesses }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        let phases = counted(self.phases as u64, "phase");
        let bands = self.bands.first().map(|&bands| counted(bands as u64, "band"));
        bands.map_or_else(|| phases.clone(), |bands| format!("{phases}, {bands}"))
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
}
