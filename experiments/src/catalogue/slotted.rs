//! Enters `randomized --variant slotted`, a sweep whose copies board trains: how many do is proved for every message set.

use super::algorithm::Algorithm;
use super::certified::{FAILURE_LOG2, guarantee};
use super::claim::Claim;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, WORD};
use super::findings::Findings;
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use crate::readable::counted;
use meshcast_algorithms::{Grouping, Slotted, SlottedRun};
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "randomized:slotted"
    }

    fn description(&self) -> &'static str {
        "Random groups of packets pass all columns, and their copies board trains, in phases that are proved to be enough for every \
         message set but with a chance of 2^-20, buffers of a few packets"
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::TakesAverage
    }

    fn provoked_by(&self) -> Grouping {
        Grouping::Bands
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let slotted = Slotted::new(set.shape, &set.messages, FAILURE_LOG2, setting.seed);
        Plan::of(slotted.with_congestion(setting.congestion), |run| Arc::new(Found::from(run)))
    }

    /// As rounds, without permutations, in leaps too: laps do not leap.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        let (nodes, base) = (run.nodes(), WORD * run.size.deliveries);
        base + nodes * 200 + run.scan_in_tiles(1, 1)
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        run.counts_of_blocks(run.counted_blocks())
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        13 * run.root_cn()
    }

    fn held_events(&self, run: &Extent, _: Parameters) -> u64 {
        10 * run.quarter()
    }

    fn has_no_formula_since(&self) -> &'static str {
        "a search finds its phases, and takes minutes for the largest meshes; ask for the steps of one mesh (meshcast guarantee slotted)"
    }

    /// Not that steps are Θ(√(cn)): they are not where sides are prime.
    fn claims(&self) -> &'static [Claim] {
        &[Claim::BuffersAreConstant]
    }
}

#[derive(Debug, Serialize)]
struct Found {
    instances: usize,
    phases: usize,
    /// By survey, of which there is none after a first phase that is to leave something.
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// Bands in every phase of trains.
    bands: Vec<usize>,
    /// Whether bands are of columns.
    turned: bool,
    /// Visits of the whole mesh after the phases of trains.
    visits: usize,
    /// Steps that are enough for every message set with this congestion, but with the chance below.
    guaranteed_steps: Option<u64>,
    /// log₂ of that chance.
    failure_log2: i32,
}

impl From<SlottedRun> for Found {
    fn from(run: SlottedRun) -> Self {
        let SlottedRun { transposed, bands, visits, leftovers, guaranteed_steps } = run;
        Self {
            instances: 1,
            phases: bands.len() + visits,
            leftovers,
            leftovers_are: "packets",
            bands,
            turned: transposed,
            visits,
            guaranteed_steps,
            failure_log2: FAILURE_LOG2,
        }
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

    fn lines(&self) -> Vec<(&'static str, String)> {
        self.guaranteed_steps.map(guarantee).into_iter().collect()
    }
}
