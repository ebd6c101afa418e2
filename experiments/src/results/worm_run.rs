//! Holds the result of `meshcast worm run`.

use super::MessagesResult;
use super::worm::{ChannelsResult, WormholeResult};
use super::worm_experiment::RunTime;
use super::worm_network::NetworkResult;
use serde::Serialize;

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct WormRunResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) seed: u64,
    #[serde(flatten)]
    pub(crate) network: NetworkResult,
    pub(crate) messages: MessagesResult,
    pub(crate) scheme: &'static str,
    /// Of schemes that leave it open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ports: Option<&'static str>,
    pub(crate) grouping: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threshold: Option<String>,
    pub(crate) leaders_wait: &'static str,
    /// When the last delivery is made.
    pub(crate) makespan_ns: u64,
    /// No worms with these times can beat it on this very set.
    pub(crate) lower_bound_ns: u64,
    pub(crate) makespan_over_lower_bound: Option<f64>,
    /// From 0 to the last delivery of a message; none without deliveries.
    pub(crate) latency_ns: Option<RunLatency>,
    pub(crate) deliveries: usize,
    pub(crate) undelivered: usize,
    pub(crate) worms: usize,
    /// Channels of all paths.
    pub(crate) links: usize,
    /// Messages whose plan is not proved to be the best, of schemes that look for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unproved: Option<usize>,
    /// For how long headers waited for channels, all together.
    pub(crate) blocked_ns: u64,
    /// For how long headers waited for ports of nodes, all together.
    pub(crate) blocked_at_ports_ns: u64,
    /// None without worms.
    pub(crate) channels: Option<ChannelsResult>,
    pub(crate) wormhole: WormholeResult,
    pub(crate) timing: RunTime,
}

/// The latency of messages.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct RunLatency {
    pub(crate) mean: f64,
    pub(crate) greatest: u64,
}
