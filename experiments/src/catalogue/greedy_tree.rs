//! Enters `greedy-tree`, a rival with unlimited buffers that grows a tree for every message.

use super::algorithm::Algorithm;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, QUEUED};
use super::hamiltonian::Nothing;
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use meshcast_algorithms::GreedyTree;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "greedy-tree"
    }

    fn description(&self) -> &'static str {
        "Every message spreads over a tree of a row and columns, first come, first served, unlimited buffers"
    }

    fn has_constant_buffer(&self) -> bool {
        false
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::NeedsNothing
    }

    fn takes_several(&self) -> bool {
        true
    }

    fn enters_crossovers(&self) -> bool {
        false
    }

    fn plan(&self, set: &MessageSet, _: Setting<'_>, _: Parameters) -> Plan {
        Plan::of(GreedyTree::new(set.shape, &set.messages), |()| Arc::new(Nothing {}))
    }

    /// A message has a part for every column at most.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        let columns = run.size.messages.saturating_mul(run.shape.cols() as u64);
        run.in_queues(run.size.deliveries.min(columns), QUEUED / 4)
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        run.greedy_steps()
    }
}
