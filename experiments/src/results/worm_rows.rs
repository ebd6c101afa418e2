//! Writes worms as rows of comma-separated values: columns with their names, in blocks that commands put side by side.
//!
//! Nodes are written as the command line takes them, several with semicolons between. Worms, groups and messages are numbered from 0.

use super::worm::{PathResult, WayResult};
use super::worm_network::NodeResult;
use meshcast_engine::wormhole::Journey;

/// The message of a worm.
pub(crate) const MESSAGE: [&str; 1] = ["message"];
/// The way of a worm.
pub(crate) const WAY: [&str; 5] = ["worm", "source", "length", "destinations", "nodes"];
/// The stage of a worm of a plan, and the group of a leader's.
pub(crate) const STAGE: [&str; 2] = ["stage", "group"];
/// When a worm of a user's own starts.
pub(crate) const START: [&str; 1] = ["start_ns"];
/// When a worm starts, when it gets its first channel, and when its last destination and every destination have all flits.
pub(crate) const TIMES: [&str; 4] = ["start_ns", "injected_ns", "delivered_ns", "deliveries_ns"];

pub(crate) fn message(number: usize) -> [String; MESSAGE.len()] {
    [number.to_string()]
}

pub(crate) fn way(worm: usize, way: &WayResult) -> [String; WAY.len()] {
    [
        worm.to_string(),
        way.source.text(),
        way.length.to_string(),
        listed(way.destinations.iter().map(NodeResult::text)),
        listed(way.nodes.iter().map(NodeResult::text)),
    ]
}

pub(crate) fn stage(path: &PathResult) -> [String; STAGE.len()] {
    let group = path.group.map_or_else(String::new, |group| group.to_string());
    [path.stage.to_string(), group]
}

pub(crate) fn start(start_ns: u64) -> [String; START.len()] {
    [start_ns.to_string()]
}

/// The times of a worm whose destinations are after these numbers of hops.
pub(crate) fn times(
    journey: &Journey,
    destinations: impl Iterator<Item = u32>,
) -> [String; TIMES.len()] {
    [
        journey.start().to_string(),
        journey.granted(1).to_string(),
        journey.completion().to_string(),
        listed(destinations.map(|hops| journey.tail(hops).to_string())),
    ]
}

fn listed(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(";")
}
