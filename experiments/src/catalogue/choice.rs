//! Says why `auto` chose an algorithm.

use serde::Serialize;

/// A choice among algorithms.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    /// What the nodes of the chosen algorithm know of the congestion, in a word, if it makes a difference.
    #[serde(skip)]
    pub(crate) knowledge: Option<&'static str>,
    #[serde(rename = "chosen")]
    pub(crate) label: &'static str,
    pub(crate) predicted_steps: u64,
    pub(crate) runner_up: &'static str,
    pub(crate) runner_up_steps: u64,
}
