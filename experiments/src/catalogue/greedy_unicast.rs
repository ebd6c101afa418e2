//! Enters `greedy-unicast`, a rival with unlimited buffers that sends a packet for every destination.

use super::algorithm::Algorithm;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, QUEUED};
use super::hamiltonian::Nothing;
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use meshcast_algorithms::GreedyUnicast;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "greedy-unicast"
    }

    fn description(&self) -> &'static str {
        "A packet for every destination, along its row and its column, first come, first served, unlimited buffers"
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
        Plan::of(GreedyUnicast::new(set.shape, &set.messages), |()| Arc::new(Nothing {}))
    }

    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        run.in_queues(run.size.deliveries, QUEUED)
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        run.greedy_steps()
    }
}
