//! Defines what the program has to know of an algorithm.

use super::claim::Claim;
use super::error::AdmissionError;
use super::extent::Extent;
use super::formula::Formula;
use super::growth::Growth;
use super::parameters::{Flag, Parameters};
use super::plan::Plan;
use super::setting::Setting;
use crate::message_set::MessageSet;
use meshcast_algorithms::{Congestion, Grouping};
use meshcast_engine::{Messages, Shape};

/// An algorithm of the catalogue. What is not said of it is as for most.
pub(crate) trait Entry: Sync {
    /// The name, with the variant after a colon if there are several.
    fn label(&self) -> &'static str;

    /// The idea in a few words.
    fn description(&self) -> &'static str;

    /// Whether its name without a variant means this one.
    fn is_default_variant(&self) -> bool {
        !self.label().contains(':')
    }

    /// The flags that only some algorithms have.
    fn flags(&self) -> &'static [Flag] {
        &[]
    }

    /// Whether its buffers hold a few packets whatever the mesh and the messages.
    fn has_constant_buffer(&self) -> bool {
        true
    }

    /// What it does where no node knows the congestion.
    fn ignorance(&self) -> Ignorance;

    /// Whether it may deliver a message to one node more than once: the output queue drops what it has.
    fn repeats_deliveries(&self) -> bool {
        false
    }

    /// Whether it takes all messages of a node at once, if there are several. Other algorithms run class by class.
    fn takes_several(&self) -> bool {
        false
    }

    /// Whether it stores a number for every node.
    fn permutes_nodes(&self) -> bool {
        false
    }

    /// What messages that are to provoke it collide in, unless a flag says otherwise.
    fn provoked_by(&self) -> Grouping {
        Grouping::Tiles
    }

    /// Whether it is compared in crossovers: those that learn what no node can know are not, nor is a choice among the others.
    fn enters_crossovers(&self) -> bool {
        true
    }

    /// Why it is not compared with others on `set` unless it is named, if so.
    fn skipped_on(&self, _set: &MessageSet, _parameters: Parameters) -> Option<String> {
        None
    }

    /// Refuses parameters that do not suit a mesh with so much congestion, before there are messages.
    fn check_mesh(
        &self,
        _shape: Shape,
        _congestion: usize,
        _known: Congestion,
        _parameters: Parameters,
    ) -> Result<(), AdmissionError> {
        Ok(())
    }

    /// Refuses parameters that do not suit the messages.
    fn check_messages(
        &self,
        _shape: Shape,
        _messages: &Messages,
        _known: Congestion,
        _parameters: Parameters,
    ) -> Result<(), AdmissionError> {
        Ok(())
    }

    /// Refuses so many files of permutations for `set`; what they have a number for. Asked only where [`Entry::flags`] have
    /// [`Flag::Permutations`].
    fn check_permutations(
        &self,
        set: &MessageSet,
        _known: Congestion,
        _parameters: Parameters,
        _files: usize,
    ) -> Result<Numbering, AdmissionError> {
        Ok(Numbering::Nodes(set.shape.nodes()))
    }

    /// What it has planned for `set` in a setting.
    fn plan(&self, set: &MessageSet, setting: Setting<'_>, parameters: Parameters) -> Plan;

    /// Bytes that planning and running it need beside the message set.
    ///
    /// Where data decide, they are for the worst data. `experiments/tests/memory.rs` measures them.
    fn footprint(&self, run: &Extent, parameters: Parameters) -> u64;

    /// Bytes at the peak of a survey, if there is one. Asked only where the congestion is not known.
    fn survey_footprint(&self, _run: &Extent) -> u64 {
        0
    }

    /// Steps of a run, about.
    fn expected_steps(&self, run: &Extent, parameters: Parameters) -> u64;

    /// Events of a node that a trace holds back until tiles that run in parallel are done, at most.
    fn held_events(&self, _run: &Extent, _parameters: Parameters) -> u64 {
        0
    }

    /// Its steps by formulas alone; `None` where what it does in every step follows from the messages, or they take too long to find.
    fn formula(&self, _: Parameters) -> Option<Formula> {
        None
    }

    /// Why there is no formula, where there is none.
    fn has_no_formula_since(&self) -> &'static str {
        "no theorem says how long packets that meet wait for each other; run it (meshcast sweep)"
    }

    /// How its steps are predicted where there are no rows.
    fn growth(&self) -> Growth {
        Growth::Roots
    }

    /// What is claimed of it, beside the lower bound.
    fn claims(&self) -> &'static [Claim] {
        &[]
    }
}

/// What an algorithm does where no node knows the congestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ignorance {
    /// It needs no congestion.
    NeedsNothing,
    /// It takes the average number of messages for a node in its place, and finds out more as it goes.
    TakesAverage,
    /// It guesses, in one way or another.
    Guesses,
}

/// What a stored permutation has a number for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// Every node, of which there are so many.
    Nodes(usize),
    /// Every replica of a packet; none, if so many do not matter.
    Replicas(Option<usize>),
}
