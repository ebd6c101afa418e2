//! Enters `randomized --variant certified`, whose phases suffice for every message set but with a given chance.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, WORD};
use super::findings::{Findings, visits};
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use crate::readable::grouped;
use meshcast_algorithms::{Certified, CertifiedRun};
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

/// The exponent of the chance with which a run may take more steps than are guaranteed.
pub(super) const FAILURE_LOG2: i32 = Certified::USUAL_FAILURE_LOG2;

/// The line that says how many steps are guaranteed.
pub(super) fn guarantee(steps: u64) -> (&'static str, String) {
    let steps = grouped(steps);
    let guarantee =
        format!("{steps} steps for every message set, but with a chance of 2^{FAILURE_LOG2}");
    ("guarantee", guarantee)
}

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "randomized:certified"
    }

    fn description(&self) -> &'static str {
        "Random groups of packets visit all tiles, in phases that are proved to be enough for every message set but with a chance of \
         2^-20, buffers of a few packets"
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let certified = Certified::new(set.shape, &set.messages, FAILURE_LOG2, setting.seed);
        Plan::of(certified.with_congestion(setting.congestion), |run| Arc::new(Found::from(run)))
    }

    /// As rounds, without permutations.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        let (nodes, base) = (run.nodes(), WORD * run.size.deliveries);
        if run.leaps() {
            return base + 120 * nodes + run.open_of_a_group();
        }
        base + nodes * 200 + run.scan_in_tiles(1, 1)
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        run.counts_of_blocks(run.counted_blocks())
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        25 * run.root_cn()
    }

    fn held_events(&self, run: &Extent, _: Parameters) -> u64 {
        15 * run.quarter()
    }

    fn has_no_formula_since(&self) -> &'static str {
        "a search finds its phases, and takes minutes for the largest meshes; ask for the steps of one mesh (meshcast guarantee \
         randomized)"
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::StepsAreThetaRoot, Claim::BuffersAreConstant]
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Found {
    instances: usize,
    phases: usize,
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// Rows and columns of the grid of tiles in every phase.
    tiles: Vec<(usize, usize)>,
    /// Rows and columns of a block in every phase.
    blocks: Vec<(usize, usize)>,
    /// Steps that are enough for every message set with this congestion, but with the chance below.
    guaranteed_steps: u64,
    /// log₂ of that chance.
    failure_log2: i32,
    /// Guesses at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<CertifiedRun> for Found {
    fn from(run: CertifiedRun) -> Self {
        let phases = &run.phases;
        Self {
            instances: 1,
            phases: phases.len(),
            leftovers: run.leftovers(),
            leftovers_are: "packets",
            tiles: phases.iter().map(|phase| (phase.down, phase.across)).collect(),
            blocks: phases.iter().map(|phase| (phase.block_rows, phase.block_cols)).collect(),
            guaranteed_steps: run.guaranteed_steps,
            failure_log2: FAILURE_LOG2,
            guesses: run.guesses,
        }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        visits(&self.tiles, self.phases)
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

    fn lines(&self) -> Vec<(&'static str, String)> {
        vec![guarantee(self.guaranteed_steps)]
    }
}
