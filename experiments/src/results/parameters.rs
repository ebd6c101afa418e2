//! Holds the parameters of a run, as its result says them.

use crate::catalogue::{Choice, Findings};
use serde::Serialize;
use std::sync::Arc;

/// The parameters of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RouteParameters {
    /// Why this algorithm, if `auto` chose it.
    #[serde(flatten)]
    pub(crate) choice: Option<Choice>,
    /// What the algorithm chose and found out.
    #[serde(flatten)]
    pub(crate) found: Arc<dyn Findings>,
    /// Words that a node stores for permutations, of an algorithm that has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stored_words: Option<usize>,
    /// Whether they are from files, of which no guarantee for random permutations speaks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) permutations_from_files: bool,
    /// What nodes knew of the congestion, of an algorithm that needs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) congestion: Option<&'static str>,
    /// Flags that made no difference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) not_used: Vec<&'static str>,
    /// Whether all permutations that an adversary chose the messages against are among those of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) adversary_knows_permutations: Option<bool>,
    /// How often what the program claims of the machine was checked, if it claims anything.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) claims: u64,
    /// Deliveries that the output queues had already, of an algorithm that may make some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) duplicates: Option<usize>,
    /// Whether an oracle told the program for free that routing had finished, which no node can know.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) told_when_done: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(claims: &u64) -> bool {
    *claims == 0
}
