//! Holds the result of `meshcast worm dependencies`.

use super::worm_network::{NetworkResult, NodeResult};
use serde::Serialize;

/// Whether worms can wait for each other in a circle, with the proof.
#[derive(Debug, Serialize)]
pub(crate) struct DependenciesResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    #[serde(flatten)]
    pub(crate) network: NetworkResult,
    /// None for that of all schemes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scheme: Option<&'static str>,
    /// Of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) worms: Option<usize>,
    pub(crate) channels: usize,
    pub(crate) dependencies: usize,
    pub(crate) acyclic: bool,
    /// All channels, from node to node, in an order in which every dependency leads to a later one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) numbering: Option<Vec<[NodeResult; 2]>>,
    /// A shortest cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cycle: Option<Vec<[NodeResult; 2]>>,
}
