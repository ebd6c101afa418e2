//! Holds the result of `meshcast worm experiment --readings`.

use super::verdict::Verdict;
use super::worm::WormholeResult;
use super::worm_experiment::{Kind, RunTime};
use super::worm_network::NetworkResult;
use crate::stats::{Ratio, SignTest};
use serde::Serialize;

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct ReadingsResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) seed: u64,
    #[serde(flatten)]
    pub(crate) network: NetworkResult,
    pub(crate) sizes: Vec<usize>,
    /// Of each kind and size.
    pub(crate) sets: usize,
    pub(crate) clusters: usize,
    pub(crate) threshold: String,
    pub(crate) confidence: f64,
    pub(crate) readings: Vec<Reading>,
    pub(crate) timing: RunTime,
}

/// What the papers leave open, decided, and what comes of it.
#[derive(Debug, Serialize)]
pub(crate) struct Reading {
    pub(crate) wormhole: WormholeResult,
    pub(crate) leaders: &'static str,
    pub(crate) comparisons: Vec<Comparison>,
}

/// Dual-path with a grouping beside dual-path without, on all sets of a kind.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    pub(crate) kind: Kind,
    pub(crate) grouping: &'static str,
    #[serde(flatten)]
    pub(crate) signs: SignTest,
    /// Its latency as a share of the other's.
    pub(crate) ratio: Option<Ratio>,
    /// That it is faster.
    pub(crate) verdict: Verdict,
    /// Sizes at which the sets of that size alone support it.
    pub(crate) faster_at: Vec<usize>,
    /// Sizes at which they refute it.
    pub(crate) slower_at: Vec<usize>,
}
