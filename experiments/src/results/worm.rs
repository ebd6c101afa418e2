//! Holds the results of `meshcast worm plan` and `meshcast worm latency`.

use super::worm_network::{ChannelResult, NetworkResult, NodeResult};
use crate::readable::counted;
use crate::results::{COMMIT, VERSION};
use meshcast_algorithms::pathbased::{
    Bound, Grouping, MulticastSet, Network, Path, Plan, Ports, Scheme,
};
use meshcast_engine::wormhole::Worm;
use serde::Serialize;
use std::iter;
use std::num::NonZeroU32;

/// The result of `meshcast worm plan`.
#[derive(Debug, Serialize)]
pub(crate) struct WormResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    #[serde(flatten)]
    pub(crate) network: NetworkResult,
    pub(crate) source: NodeResult,
    pub(crate) destinations: usize,
    pub(crate) scheme: &'static str,
    /// Of schemes that leave it open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ports: Option<&'static str>,
    pub(crate) grouping: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) threshold: Option<String>,
    pub(crate) links: usize,
    /// The longest path of the first stage and the longest of the second together.
    pub(crate) max_length: usize,
    /// Of schemes with a goal: whether no plan with these groups has less of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) optimal: Option<bool>,
    /// Of schemes with a goal: what no plan with these groups is below, in links for ocms, in length for otms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lower_bound: Option<usize>,
    pub(crate) groups: Vec<Vec<NodeResult>>,
    /// By group; none without a grouping.
    pub(crate) leaders: Vec<NodeResult>,
    pub(crate) paths: Vec<PathResult>,
    /// The times that the worms are for.
    pub(crate) wormhole: WormholeResult,
}

/// A worm of a plan.
#[derive(Debug, Serialize)]
pub(crate) struct PathResult {
    pub(crate) stage: usize,
    /// Of a worm from a leader, the place of its group, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) group: Option<usize>,
    #[serde(flatten)]
    pub(crate) way: WayResult,
}

/// The way of a worm.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct WayResult {
    pub(crate) length: usize,
    pub(crate) source: NodeResult,
    /// In the order in which they are visited.
    pub(crate) destinations: Vec<NodeResult>,
    pub(crate) nodes: Vec<NodeResult>,
    /// The ports by which it leaves its nodes but the last: neighbours by their labels, from 0.
    pub(crate) ports: Vec<u32>,
}

impl WayResult {
    pub(crate) fn of(network: &Network, path: &Path) -> Self {
        let named = |node: u32| NodeResult::of(network, node);
        Self {
            length: path.length(),
            source: named(path.nodes()[0]),
            destinations: path.destinations().map(named).collect(),
            nodes: path.nodes().iter().copied().map(named).collect(),
            ports: path.ports(network),
        }
    }

    /// That of a worm of the engine, along channels of `network`.
    pub(crate) fn of_worm(network: &Network, worm: &Worm) -> Self {
        let (from, _) = network.ends(worm.path[0]);
        let heads = worm.path.iter().map(|&channel| network.ends(channel).1);
        let nodes: Vec<NodeResult> =
            iter::once(from).chain(heads).map(|node| NodeResult::of(network, node)).collect();
        Self {
            length: worm.path.len(),
            source: nodes[0].clone(),
            destinations: worm
                .destinations
                .iter()
                .map(|&hop| nodes[hop as usize].clone())
                .collect(),
            ports: worm.path.iter().map(|&channel| network.port(channel)).collect(),
            nodes,
        }
    }
}

impl WormResult {
    /// What is known of the plan of `set` by a scheme and a grouping, for worms with these times.
    pub(crate) fn new(
        set: &MulticastSet,
        plan: &Plan,
        (scheme, grouping): (Scheme, Grouping),
        wormhole: WormholeResult,
    ) -> Self {
        let network = set.network();
        let named = |nodes: &mut dyn Iterator<Item = u32>| -> Vec<NodeResult> {
            nodes.map(|node| NodeResult::of(network, node)).collect()
        };
        let (scheme, ports) = scheme_names(scheme);
        let (grouping, threshold) = grouping_names(grouping);
        let groups = plan.groups().iter();
        let paths = plan.worms().map(|worm| PathResult {
            stage: worm.stage,
            group: worm.group,
            way: WayResult::of(network, worm.path),
        });
        Self {
            schema: "meshcast.worm/1",
            version: VERSION,
            commit: COMMIT,
            network: NetworkResult::of(network),
            source: NodeResult::of(network, set.source()),
            destinations: set.destinations().len(),
            scheme,
            ports,
            grouping,
            threshold,
            links: plan.links(),
            max_length: plan.max_length(),
            optimal: plan.is_optimal(),
            lower_bound: plan.bound().map(Bound::channels),
            groups: groups.clone().map(|group| named(&mut group.members.iter().copied())).collect(),
            leaders: named(&mut groups.filter_map(|group| group.leader)),
            paths: paths.collect(),
            wormhole,
        }
    }
}

/// The names of a scheme and of its rule for ports.
pub(crate) fn scheme_names(scheme: Scheme) -> (&'static str, Option<&'static str>) {
    let rule = |ports| match ports {
        Ports::Strict => Some("strict"),
        Ports::Free => Some("free"),
    };
    match scheme {
        Scheme::DualPath => ("dual-path", None),
        Scheme::MultiPath => ("multi-path", None),
        Scheme::Ocms(ports) => ("ocms", rule(ports)),
        Scheme::Otms(ports) => ("otms", rule(ports)),
    }
}

/// The name of a grouping, and its threshold.
pub(crate) fn grouping_names(grouping: Grouping) -> (&'static str, Option<String>) {
    match grouping {
        Grouping::None => ("none", None),
        Grouping::Gpg(threshold) => ("gpg", Some(threshold.to_string())),
        Grouping::Ppg => ("ppg", None),
    }
}

/// The result: that of `plan`, and times.
#[derive(Debug, Serialize)]
pub(crate) struct LatencyResult {
    #[serde(flatten)]
    pub(crate) plan: WormResult,
    /// Of the rule for leaders that was asked for.
    pub(crate) latency_ns: u64,
    pub(crate) latency_barrier_ns: u64,
    pub(crate) latency_async_ns: u64,
    /// For how long headers waited for channels, all together.
    pub(crate) blocked_ns: u64,
    /// The same for ports.
    pub(crate) blocked_at_ports_ns: u64,
    pub(crate) channels: ChannelsResult,
    pub(crate) leaders_wait: &'static str,
}

/// What was done to the channels.
#[derive(Debug, Serialize)]
pub(crate) struct ChannelsResult {
    pub(crate) all: usize,
    /// Those that a worm crossed.
    pub(crate) used: usize,
    /// For how long one of those was held.
    pub(crate) mean_held_ns: f64,
    pub(crate) peak_held_ns: u64,
    /// The channel that was held the longest, of several the first.
    pub(crate) peak_held: ChannelResult,
    pub(crate) peak_blocked_ns: u64,
    /// The channel that worms waited for the longest, each counted; none if no worm waited.
    pub(crate) peak_blocked: Option<ChannelResult>,
    /// The most worms that waited for a channel at a time.
    pub(crate) longest_queue: u32,
}

/// What takes how long.
#[derive(Debug, Serialize)]
pub(crate) struct WormholeResult {
    pub(crate) startup_ns: u64,
    pub(crate) router_ns: u64,
    pub(crate) link_ns: u64,
    pub(crate) flits: usize,
    pub(crate) body: &'static str,
    pub(crate) startup_charged: &'static str,
    pub(crate) address_flits: usize,
    pub(crate) address_flit_ns: u64,
    pub(crate) routing: &'static str,
    /// None if flits follow each other by the time between them.
    pub(crate) buffer_flits: Option<NonZeroU32>,
    pub(crate) virtual_channels: usize,
    pub(crate) inject: &'static str,
    pub(crate) consume: &'static str,
}

impl WormholeResult {
    /// In a line.
    pub(crate) fn text(&self) -> String {
        let Self { startup_ns, router_ns, link_ns, body, startup_charged, .. } = self;
        let flits = counted(self.flits as u64, "flit");
        let addresses = match (self.address_flits, self.address_flit_ns) {
            (0, _) => String::new(),
            (flits, period) => {
                format!(", {} an address, {period} ns each", counted(flits as u64, "flit"))
            }
        };
        let routing = if self.routing == "per-address" { " for each address" } else { "" };
        format!(
            "{flits}{addresses}, start-up {startup_ns} ns charged {startup_charged}, router {router_ns} ns{routing}, link {link_ns} ns, \
             body by {body}{}",
            self.limits()
        )
    }

    /// Whether a node begins or consumes one worm at a time, so that worms wait for ports.
    pub(crate) fn has_one_port(&self) -> bool {
        [self.inject, self.consume].contains(&"one")
    }

    /// What is limited beside channels, after a comma.
    pub(crate) fn limits(&self) -> String {
        let Self { buffer_flits, virtual_channels, inject, consume, .. } = self;
        let buffers = buffer_flits
            .map(|flits| format!(", buffers of {}", counted(u64::from(flits.get()), "flit")));
        let shared = *virtual_channels > 1;
        let channels = shared.then(|| format!(", {virtual_channels} virtual channels"));
        let port = |ports: &str, verb| {
            (ports == "one").then(|| format!(", a node {verb} one worm at a time"))
        };
        let ports = [port(inject, "begins"), port(consume, "consumes")];
        [buffers, channels].into_iter().chain(ports).flatten().collect()
    }
}
