//! Holds the results of worms whose paths a user gives: of a plan, of a run, and of a run that ends in a deadlock.

use super::worm::{ChannelsResult, WayResult, WormholeResult};
use super::worm_network::{ChannelResult, NetworkResult, NodeResult};
use crate::readable::grouped;
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::pathbased::Network;
use meshcast_engine::wormhole::{Deadlock, Resource, Wait, Worm};
use serde::Serialize;

/// The result of `meshcast worm plan --paths`.
#[derive(Debug, Serialize)]
pub(crate) struct RoutesResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    #[serde(flatten)]
    pub(crate) network: NetworkResult,
    /// Channels of all paths.
    pub(crate) links: usize,
    pub(crate) max_length: usize,
    pub(crate) worms: Vec<RouteResult>,
    /// The times that the worms are for.
    pub(crate) wormhole: WormholeResult,
}

/// A worm of the file.
#[derive(Debug, Serialize)]
pub(crate) struct RouteResult {
    pub(crate) start_ns: u64,
    #[serde(flatten)]
    pub(crate) way: WayResult,
}

/// The result of `meshcast worm latency --paths`.
#[derive(Debug, Serialize)]
pub(crate) struct RoutesLatencyResult {
    #[serde(flatten)]
    pub(crate) routes: RoutesResult,
    /// From the first start to the last delivery.
    pub(crate) latency_ns: u64,
    /// For how long headers waited for channels, all together.
    pub(crate) blocked_ns: u64,
    /// For how long headers waited for ports of nodes, all together.
    pub(crate) blocked_at_ports_ns: u64,
    /// By worm.
    pub(crate) completions_ns: Vec<u64>,
    pub(crate) channels: ChannelsResult,
}

/// Worms that wait for each other for ever.
#[derive(Debug, Serialize)]
pub(crate) struct DeadlockResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    #[serde(flatten)]
    pub(crate) network: NetworkResult,
    /// When the cycle closed.
    pub(crate) time_ns: u64,
    /// Each waits for a channel or a port that the next one holds, the last for one of the first.
    pub(crate) cycle: Vec<WaitResult>,
}

/// A worm that waits.
#[derive(Debug, Serialize)]
pub(crate) struct WaitResult {
    /// Its place among the worms of the run, from 0.
    pub(crate) worm: usize,
    pub(crate) source: NodeResult,
    pub(crate) destinations: Vec<NodeResult>,
    pub(crate) waits_for: AwaitedResult,
    /// The worm that holds it.
    pub(crate) held_by: usize,
    pub(crate) since_ns: u64,
}

/// What a worm waits for: a channel, or a port between a node and its router.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum AwaitedResult {
    Channel(ChannelResult),
    Port { port: &'static str, node: NodeResult },
}

impl AwaitedResult {
    fn of(network: &Network, resource: Resource) -> Self {
        let port = |port, node| Self::Port { port, node: NodeResult::of(network, node) };
        match resource {
            Resource::Channel(channel) => Self::Channel(ChannelResult::of(network, channel)),
            Resource::InjectionPort(node) => port("injection", node),
            Resource::ConsumptionPort(node) => port("consumption", node),
        }
    }

    /// As sentences have it.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Channel(ChannelResult { from, to }) => {
                format!("channel from {} to {}", from.text(), to.text())
            }
            Self::Port { port, node } => format!("{port} port of {}", node.text()),
        }
    }
}

impl DeadlockResult {
    /// What is known of `deadlock`, whose worms have these ways, in the order of the cycle.
    pub(crate) fn of(network: &Network, deadlock: &Deadlock, ways: &[WayResult]) -> Self {
        let holders = deadlock.waits.iter().cycle().skip(1);
        let wait = |((wait, holder), way): ((&Wait, &Wait), &WayResult)| WaitResult {
            worm: wait.worm,
            source: way.source.clone(),
            destinations: way.destinations.clone(),
            waits_for: AwaitedResult::of(network, wait.resource),
            held_by: holder.worm,
            since_ns: wait.since,
        };
        Self {
            schema: "meshcast.worm-deadlock/1",
            version: VERSION,
            commit: COMMIT,
            network: NetworkResult::of(network),
            time_ns: deadlock.time,
            cycle: deadlock.waits.iter().zip(holders).zip(ways).map(wait).collect(),
        }
    }

    /// The same, of `deadlock` among these worms.
    pub(crate) fn of_worms(network: &Network, deadlock: &Deadlock, worms: &[Worm]) -> Self {
        let stuck = deadlock.waits.iter().map(|wait| &worms[wait.worm]);
        let ways: Vec<WayResult> = stuck.map(|worm| WayResult::of_worm(network, worm)).collect();
        Self::of(network, deadlock, &ways)
    }

    /// In a line, with worms counted from 1.
    pub(crate) fn complaint(&self) -> String {
        let waits = self.cycle.iter().map(|wait| {
            let (worm, holder) = (wait.worm + 1, wait.held_by + 1);
            format!(
                "worm {worm} waits for the {}, which worm {holder} holds",
                wait.waits_for.text()
            )
        });
        let waits: Vec<String> = waits.collect();
        format!("deadlock at {} ns: {}", grouped(self.time_ns), waits.join("; "))
    }
}
