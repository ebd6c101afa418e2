//! Enters `hamiltonian`, which is slow and always right.

use super::algorithm::Algorithm;
use super::entry::{Entry, Ignorance};
use super::extent::{Extent, SLOT};
use super::findings::Findings;
use super::formula::{Envelope, Formula};
use super::growth::Growth;
use super::parameters::Parameters;
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use meshcast_algorithms::Hamiltonian;
use meshcast_primitives::Circulation;
use serde::Serialize;
use std::sync::Arc;

pub(crate) const ALGORITHM: Algorithm = Algorithm::new(&Catalogued);

struct Catalogued;

impl Entry for Catalogued {
    fn label(&self) -> &'static str {
        "hamiltonian"
    }

    fn description(&self) -> &'static str {
        "Every message tours the whole mesh, a copy each way round: about n steps, whatever the messages"
    }

    fn ignorance(&self) -> Ignorance {
        Ignorance::NeedsNothing
    }

    fn plan(&self, set: &MessageSet, _: Setting<'_>, _: Parameters) -> Plan {
        Plan::of(Hamiltonian::new(set.shape, Arc::clone(&set.messages)), |()| Arc::new(Nothing {}))
    }

    /// Two copies of every message on their way, and two more on a circuit that is no cycle.
    fn footprint(&self, run: &Extent, _: Parameters) -> u64 {
        const BESIDE: u64 = 6;
        let (nodes, shape) = (run.nodes(), run.shape);
        let is_cycle = nodes.is_multiple_of(2) && shape.rows().min(shape.cols()) > 1;
        nodes * (SLOT * if is_cycle { 2 } else { 4 } + BESIDE)
    }

    fn expected_steps(&self, run: &Extent, _: Parameters) -> u64 {
        Circulation::steps_on(run.shape)
    }

    fn formula(&self, _: Parameters) -> Option<Formula> {
        Some(Formula {
            envelope: Envelope::Nodes,
            supposes: "nothing",
            steps: |shape, _, _| Circulation::steps_on(shape),
        })
    }

    fn growth(&self) -> Growth {
        Growth::Circuit
    }
}

/// An algorithm that chooses nothing.
#[derive(Debug, Serialize)]
pub(super) struct Nothing {}

impl Findings for Nothing {}
