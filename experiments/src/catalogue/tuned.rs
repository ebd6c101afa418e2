//! Enters `randomized --variant tuned`, the default, which is Theorem 3 with less waste.

use super::algorithm::Algorithm;
use super::claim::Claim;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, WORD};
use super::findings::{Findings, and_broadcast, visits};
use super::formula::{Envelope, Formula};
use super::growth::Growth;
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use meshcast_algorithms::{Candidate, MessageParameters, Tuned, TunedRun};
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

/// The idea of all variants of `randomized`.
pub(super) const RANDOM_GROUPS: &str = "Random groups of packets visit all tiles and leave copies where they are wanted: O(√(cn)) steps with \
     high probability, buffers of a few packets";

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "randomized:tuned"
    }

    fn description(&self) -> &'static str {
        RANDOM_GROUPS
    }

    fn is_default_variant(&self) -> bool {
        true
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::Guesses
    }

    fn plan(&self, set: &MessageSet, setting: Setting<'_>, _: Parameters) -> Plan {
        let tuned = Tuned::new(set.shape, &set.messages, setting.seed);
        Plan::of(tuned.with_congestion(setting.congestion), |run| Arc::new(Found::from(run)))
    }

    /// Masters and copies, words in headers, and the scans of a migration on the mesh: it may end on the mesh as one tile.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        let (nodes, base) = (run.nodes(), WORD * run.size.deliveries);
        if run.leaps() {
            return base + 60 * nodes + run.open_of_a_group();
        }
        base + nodes * (300 + run.scan_at_a_node(nodes))
    }

    fn survey_footprint(&self, run: &Extent) -> u64 {
        run.counts_of_blocks(run.counted_blocks())
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        run.forecast_of(Candidate::Tuned)
    }

    fn held_events(&self, run: &Extent, _: Parameters) -> u64 {
        12 * run.quarter()
    }

    fn growth(&self) -> Growth {
        Growth::ClosedForm(Candidate::Tuned)
    }

    fn formula(&self, _: Parameters) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::RootOfLoad,
            supposes: "phases that leave what is expected",
            steps: |shape, c, _| Tuned::expected_steps(shape, MessageParameters::uniform(shape, c)),
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
    leftovers: Vec<u32>,
    leftovers_are: &'static str,
    /// Rows and columns of the grid of tiles in every phase.
    tiles: Vec<(usize, usize)>,
    /// Rows and columns of a block in every phase.
    blocks: Vec<(usize, usize)>,
    /// Packets that went past every node in the end.
    broadcast: u32,
    /// Guesses at the congestion, if it is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    guesses: Vec<usize>,
}

impl From<TunedRun> for Found {
    fn from(run: TunedRun) -> Self {
        let phases = &run.phases;
        Self {
            instances: 1,
            phases: phases.len(),
            leftovers: run.leftovers(),
            leftovers_are: "packets",
            tiles: phases.iter().map(|phase| (phase.down, phase.across)).collect(),
            blocks: phases.iter().map(|phase| (phase.block_rows, phase.block_cols)).collect(),
            broadcast: run.broadcast,
            guesses: run.guesses,
        }
    }
}

impl Findings for Found {
    fn remark(&self) -> String {
        format!("{}{}", visits(&self.tiles, self.phases), and_broadcast(self.broadcast))
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
