//! Why `auto` chose an algorithm.

use super::algorithm::Algorithm;
use serde::Serialize;

/// A choice among algorithms.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    #[serde(skip)]
    pub(crate) algorithm: Algorithm,
    #[serde(rename = "chosen")]
    pub(crate) label: &'static str,
    pub(crate) predicted_steps: u64,
    pub(crate) runner_up: &'static str,
    pub(crate) runner_up_steps: u64,
}
